import type {
  Completeness,
  NamedSum,
  ReportRange,
  ReportTotals,
  ShownRow,
} from '../../../../shared/contract/reports.ts'
import type { Business } from '../../../../shared/domain/receipt/business.ts'
import type { Language } from '../../../../shared/words/words.ts'
import { formatDateTime, formatDay, formatLocal } from '../../../../shared/domain/time/dates.ts'
import {
  formatCount,
  formatMoney,
  type FigureStyle,
} from '../../../../shared/domain/money/figures.ts'
import type { Money } from '../../../../shared/domain/money/money.ts'
import { statusFromId } from '../../../../shared/domain/sale/transaction.ts'
import type { PrintPage } from '../../../host/host.ts'
import { printWords } from './print-words.ts'

/** More rows than these fill no paper that anyone reads: the workbook has them all. */
export const mostPrinted = 1000
/** More products than these stand as one line. */
const mostProducts = 40

/** All that is put on paper of a report. */
export interface PrintedReport {
  range: ReportRange
  profileName: string
  business: Business | null
  totals: ReportTotals
  completeness: Completeness
  /** The first rows in the order asked for. */
  rows: readonly ShownRow[]
  isFiltered: boolean
  /** Epoch milliseconds. */
  madeAt: number
  language: Language
  figures: FigureStyle
}

/** A report as one static page for paper (A4): no script, nothing fetched, every text escaped. */
export function reportPage(report: PrintedReport): PrintPage {
  const { range, totals, language, rows } = report
  const say = printWords[language]
  const money = (amounts: readonly Money[]) =>
    amounts.map((amount) => escaped(formatMoney(amount, report.figures))).join('<br>') || '—'
  const count = (rows: number) => formatCount(rows, report.figures)
  const operations = (rows: number) => say.operations(count(rows), rows === 1)
  const day = (one: string) => formatDay(one, language)
  const statusName = ({ id, name }: { id: string; name: string }) => {
    const status = statusFromId(Number(id))
    return status === null ? name || id : say.status[status]
  }
  const days = range.from === range.to ? day(range.from) : `${day(range.from)} – ${day(range.to)}`
  const { business } = report
  const shop = [
    business?.name || report.profileName,
    taxIdOf(business),
    business?.establishment ?? '',
  ]

  const sums = (title: string, entries: readonly NamedSum[], name: (one: NamedSum) => string) =>
    entries.length === 0
      ? ''
      : table(
          title,
          ['', say.count, say.amount, say.approved],
          entries.map((one) => [
            escaped(name(one)),
            count(one.rows),
            money(one.amount),
            money(one.approved.amount),
          ]),
        )
  const products = totals.byProduct.slice(0, mostProducts)
  const left = totals.byProduct.length - products.length

  const parts = [
    `<header><h1>${escaped(say.title[range.kind])}</h1>`,
    `<p class="shop">${escaped(shop.filter(Boolean).join(' · '))}</p>`,
    `<p>${escaped(days)}</p>`,
    `<p class="quiet">${escaped(`${say.made} ${formatDateTime(report.madeAt, language)}`)}`,
    report.completeness.fetchedAt === null
      ? ''
      : escaped(` · ${say.fetched} ${formatDateTime(report.completeness.fetchedAt, language)}`),
    '</p>',
    `<p class="quiet">${escaped(say.completeness(report.completeness))}</p>`,
    report.isFiltered ? `<p class="quiet">${escaped(say.filtered)}</p>` : '',
    '</header>',
    '<dl>',
    fact(say.approved, money(totals.approved.amount), operations(totals.approved.rows)),
    fact(say.all, money(totals.amount), operations(totals.rows)),
    '</dl>',
    sums(say.by.status, totals.byStatus, statusName),
    range.kind === 'sales'
      ? sums(say.by.category, totals.byCategory, ({ name }) => name || say.noCategory)
      : '',
    range.kind === 'sales'
      ? sums(say.by.product, products, ({ name }) => name || say.noProduct)
      : '',
    left > 0 ? `<p class="quiet">${escaped(say.moreProducts(count(left)))}</p>` : '',
    sums(
      say.by.day,
      totals.byDay.map((one) => ({ ...one, id: one.day, name: one.day })),
      ({ id }) => day(id),
    ),
    `<section class="rows"><p class="limit">${escaped(say.printed(count(rows.length), count(totals.rows)))}</p>`,
    table(
      say.rows,
      [
        say.time,
        say.id,
        ...(range.kind === 'sales' ? [say.product] : []),
        say.statusHead,
        say.amount,
      ],
      rows.map((row) => [
        escaped(row.createdAt ? formatLocal(row.createdAt.local, language) : say.unreadable),
        escaped(row.id || say.unreadable) + (row.fromJournal ? ` <i>${escaped(say.own)}</i>` : ''),
        ...(range.kind === 'sales' ? [escaped(row.product?.name ?? say.noProduct)] : []),
        escaped(statusName({ id: row.statusId, name: row.statusName })),
        row.amount ? money([row.amount]) : escaped(say.unreadable),
      ]),
      'list',
    ),
    '</section>',
  ]
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<title>${escaped(`${say.title[range.kind]} ${days}`)}</title><style>${style}</style></head>`,
    `<body>${parts.join('')}</body></html>`,
  ]
  return { html: html.join(''), width: 210, height: 297 }
}

const style = [
  '@page{size:A4;margin:14mm 12mm 16mm}',
  'html,body{margin:0;background:#fff;color:#000}',
  'body{font:9.5pt/1.35 Arial,"Liberation Sans",Helvetica,sans-serif;font-variant-numeric:tabular-nums}',
  'h1{font-size:17pt;margin:0}h2{font-size:11pt;margin:5mm 0 1.5mm}p{margin:.6mm 0}',
  'header{border-bottom:.4mm solid #000;padding-bottom:2.5mm;margin-bottom:3mm}',
  '.shop{font-weight:bold}.quiet{color:#444;font-size:8.5pt}.limit{font-weight:bold;margin-top:5mm}',
  'dl{display:flex;gap:14mm;margin:0}dt{color:#444}dd{margin:0;font-size:15pt;font-weight:bold}',
  'dd small{display:block;font-size:9pt;font-weight:normal}',
  'table{border-collapse:collapse;width:100%}thead{display:table-header-group}',
  'tr{break-inside:avoid}th{text-align:left;font-size:8.5pt;color:#444;border-bottom:.3mm solid #000}',
  'td,th{padding:.7mm 1.5mm;vertical-align:top}td{border-bottom:.1mm solid #bbb}',
  'td:last-child,th:last-child{text-align:right;white-space:nowrap}',
  'table:not(.list) td:not(:first-child),table:not(.list) th:not(:first-child){text-align:right;white-space:nowrap;width:30mm}',
  'table.list{font-size:8.5pt}table.list td:first-child{white-space:nowrap}h2{break-after:avoid}',
].join('')

function table(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  kind = '',
): string {
  const head = heads.map((one) => `<th>${escaped(one)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  return [
    `<h2>${escaped(title)}</h2><table class="${kind}"><thead><tr>${head}</tr></thead>`,
    `<tbody>${body.join('')}</tbody></table>`,
  ].join('')
}

function fact(name: string, value: string, note: string): string {
  return `<div><dt>${escaped(name)}</dt><dd>${value}<small>${escaped(note)}</small></dd></div>`
}

function taxIdOf(business: Business | null): string {
  return business?.taxId ? `${business.taxIdKind} ${business.taxId}` : ''
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char)
}
