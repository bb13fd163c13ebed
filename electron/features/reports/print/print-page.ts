import type {
  Completeness,
  ListedRow,
  NamedSum,
  ReportRange,
  ReportTotals,
} from '../../../../shared/contract/reports.ts'
import type { Business } from '../../../../shared/domain/receipt/business.ts'
import { words, type Language, type Translate } from '../../../../shared/words/words.ts'
import type { TenderKind } from '../../../../shared/domain/drawer/tender.ts'
import { escapeHtml } from '../../../../shared/domain/text/escape-html.ts'
import { formatDateTime, formatDay, formatLocal } from '../../../../shared/domain/time/dates.ts'
import {
  formatCount,
  formatMoney,
  type FigureStyle,
} from '../../../../shared/domain/money/figures.ts'
import type { Money } from '../../../../shared/domain/money/money.ts'
import { cashWays, dayGroups } from '../../../../shared/domain/report/day-groups.ts'
import {
  columnsShown,
  type OwnColumn,
  type ShownColumn,
} from '../../../../shared/domain/report/columns.ts'
import type { RegistersRead } from '../../../../shared/domain/report/registers.ts'
import { statusFromId } from '../../../../shared/domain/sale/transaction.ts'
import { sheets, type Sheet } from '../../../../shared/domain/receipt/sheet.ts'
import type { PrintPage } from '../../../host/host.ts'
import { behindWords } from '../export/registers-words.ts'

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
  rows: readonly ListedRow[]
  /** Which columns of this register's own sales there are. */
  own: readonly OwnColumn['id'][]
  /** That order, where it is of time and those of each day stand under what it comes to; else null. */
  byTime: 'newest' | 'oldest' | null
  isFiltered: boolean
  /** The registers that it is over; null: this one alone. */
  registers: Pick<RegistersRead, 'only' | 'registers'> | null
  /** Epoch milliseconds. */
  madeAt: number
  language: Language
  figures: FigureStyle
  sheet: Sheet
}

/** What every part of the page is written with. */
interface Paper {
  report: PrintedReport
  say: Translate
}

/** A report as one static page for a sheet: no script, nothing fetched, every text escaped. */
export function reportPage(report: PrintedReport): PrintPage {
  const { language, range } = report
  const say = words.in(language)
  const paper: Paper = { report, say }
  const title = escapeHtml(`${say(`print.title.${range.kind}`)} ${daysOf(report)}`)
  const { width, height } = sheets[report.sheet]
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<title>${title}</title><style>@page{size:${width}mm ${height}mm;margin:14mm 12mm 16mm}${style}</style></head><body>`,
    head(paper),
    answer(paper),
    ...sums(paper),
    rowsPart(paper),
    '</body></html>',
  ]
  return { html: html.join(''), width, height }
}

/** Whose report it is, of which days, and how far it can be trusted. */
function head({ report, say }: Paper): string {
  const { range, business, completeness, language } = report
  const names = [
    business?.name || report.profileName,
    taxIdOf(business),
    business?.establishment ?? '',
  ]
  const times = [
    `${say('print.made')} ${formatDateTime(report.madeAt, language)}`,
    completeness.fetchedAt === null
      ? ''
      : `${say('print.fetched')} ${formatDateTime(completeness.fetchedAt, language)}`,
  ]
  return [
    `<header><h1>${escapeHtml(say(`print.title.${range.kind}`))}</h1>`,
    `<p class="shop">${escapeHtml(names.filter(Boolean).join(' · '))}</p>`,
    `<p>${escapeHtml(daysOf(report))}</p>`,
    report.registers ? `<p>${escapeHtml(registersSaid(say, report.registers))}</p>` : '',
    quiet(times.filter(Boolean).join(' · ')),
    quiet(completenessSaid(say, completeness)),
    report.isFiltered ? quiet(say('print.filtered')) : '',
    '</header>',
  ].join('')
}

/** What it comes to. */
function answer({ report, say }: Paper): string {
  const { totals, figures } = report
  const ways = cashWays(totals.approved)
  const part = (name: string, amounts: readonly Money[]) =>
    `<div><dt>${escapeHtml(name)}</dt><dd>${money(report, amounts)}</dd></div>`
  const fact = (name: string, { amount, rows }: Pick<NamedSum, 'amount' | 'rows'>) => {
    const note = say(
      `print.operations.${report.range.kind}`,
      { count: formatCount(rows, figures) },
      rows,
    )
    return `<div><dt>${escapeHtml(name)}</dt><dd>${money(report, amount)}<small>${escapeHtml(note)}</small></dd></div>`
  }
  const parts = [
    fact(say('print.approved'), totals.approved),
    ...(ways ? [part(say('print.cash.in'), ways.in), part(say('print.cash.out'), ways.out)] : []),
    fact(say('print.all'), totals),
  ]
  return `<dl>${parts.join('')}</dl>`
}

/** The totals by status, category, product and day; purchases have no products. */
function sums(paper: Paper): string[] {
  const { report, say } = paper
  const { totals, range, figures, language } = report
  const products = totals.byProduct.slice(0, mostProducts)
  const left = totals.byProduct.length - products.length
  const days = totals.byDay.map((sum) => ({ ...sum, id: sum.day, name: sum.day }))
  const byProduct = [
    sumsTable(
      paper,
      say('print.by.category'),
      totals.byCategory,
      ({ name }) => name || say('print.noCategory'),
    ),
    sumsTable(
      paper,
      say('print.by.product'),
      products,
      ({ name }) => name || say('print.noProduct'),
    ),
    left > 0 ? quiet(say('print.moreProducts', { count: formatCount(left, figures) }, left)) : '',
  ]
  return [
    sumsTable(paper, say('print.by.status'), totals.byStatus, (sum) => statusName(paper, sum)),
    ...(range.kind === 'sales' ? byProduct : []),
    sumsTable(paper, say('print.by.day'), days, ({ id }) => formatDay(id, language)),
  ]
}

function sumsTable(
  { report, say }: Paper,
  title: string,
  entries: readonly NamedSum[],
  name: (one: NamedSum) => string,
): string {
  if (entries.length === 0) return ''
  // What came in and what was handed out have a column each.
  const hasOut = report.totals.approved.out.rows > 0
  const paid = ({ approved }: NamedSum) => {
    const ways = cashWays(approved) ?? { in: approved.amount, out: [] }
    return [money(report, ways.in), money(report, ways.out)]
  }
  const rows = entries.map((one) => [
    escapeHtml(name(one)),
    formatCount(one.rows, report.figures),
    money(report, one.amount),
    ...(hasOut ? paid(one) : [money(report, one.approved.amount)]),
  ])
  const done = hasOut ? [say('print.cash.in'), say('print.cash.out')] : [say('print.approved')]
  return table(title, ['', say('print.count'), say('print.amount'), ...done], rows)
}

/** The first rows, and how many there are. */
function rowsPart(paper: Paper): string {
  const { report, say } = paper
  const { range, rows, totals, figures } = report
  const columns = columnsShown(range.kind, report.own)
  const heads = columns.map(({ word }) =>
    word === 'status' ? say('print.statusHead') : say(`print.${word}`),
  )
  const lines = rows.map((row) =>
    rowLine(columns.map(({ id }) => `<td class="${id}">${cellOf[id](paper, row)}</td>`)),
  )
  for (const { sum, first } of daysPrinted(report).toReversed()) {
    lines.splice(first, 0, dayLine(paper, sum, columns.length))
  }
  const [count, all] = [rows.length, totals.rows].map((number) => formatCount(number, figures))
  const printed =
    rows.length === totals.rows
      ? say('print.printedAll', { all })
      : say('print.printed', { printed: count, all })
  return [
    `<section class="rows"><p class="limit">${escapeHtml(printed)}</p>`,
    tableOf(
      say('print.rows'),
      heads.map((word, at) => `<th class="${columns[at]?.id}">${escapeHtml(word)}</th>`),
      lines,
      'list',
    ),
    '</section>',
  ].join('')
}

/** The days of which rows are printed, each before the place of its first one; one day alone is what the totals say. */
function daysPrinted({ range, totals, rows, byTime }: PrintedReport) {
  if (byTime === null || range.from === range.to) return []
  return dayGroups(totals.byDay, byTime === 'newest').filter(({ first }) => first < rows.length)
}

/** What a day comes to, above its rows: the same sums as by day. */
function dayLine({ report, say }: Paper, sum: ReportTotals['byDay'][number], span: number): string {
  const { language, figures } = report
  const count = say(
    `print.operations.${report.range.kind}`,
    { count: formatCount(sum.rows, figures) },
    sum.rows,
  )
  const ways = cashWays(sum.approved)
  const told = ways
    ? [
        `${escapeHtml(say('print.cash.in'))} ${money(report, ways.in)}`,
        `${escapeHtml(say('print.cash.out'))} ${money(report, ways.out)}`,
      ]
    : [`${escapeHtml(say('print.approved'))} ${money(report, sum.approved.amount)}`]
  const all = [
    `<b>${escapeHtml(formatDay(sum.day, language))} · ${escapeHtml(count)}</b>`,
    ...told.map((one) => `<span>${one.replaceAll('<br>', ' + ')}</span>`),
  ]
  return `<tr class="day"><th colspan="${span}" scope="rowgroup"><div>${all.join('')}</div></th></tr>`
}

/** How each column of a row is written. */
const cellOf: Record<ShownColumn['id'], (paper: Paper, row: ListedRow) => string> = {
  createdAt: ({ report, say }, { createdAt }) =>
    escapeHtml(createdAt ? formatLocal(createdAt.local, report.language) : say('print.unreadable')),
  id: ({ say }, { id, fromJournal }) =>
    escapeHtml(id || say('print.unreadable')) +
    (fromJournal ? ` <i>${escapeHtml(say('print.own'))}</i>` : ''),
  product: ({ say }, { product }) => escapeHtml(product?.name ?? say('print.noProduct')),
  status: (paper, { statusId, statusName: name }) =>
    escapeHtml(statusName(paper, { id: statusId, name })),
  amount: ({ report, say }, { amount }) =>
    amount ? money(report, [amount]) : escapeHtml(say('print.unreadable')),
  register: (_, { own }) => escapeHtml(own?.register ?? ''),
  cashier: (_, { own }) => escapeHtml(own?.cashier ?? ''),
  tender: ({ say }, { own }) =>
    escapeHtml(
      (own?.tender?.kinds ?? [])
        .map((kind) => say(`print.tenders.${kind}`) + viaOf(kind, own?.tender?.via))
        .join(' + '),
    ),
  customer: (_, { own }) => escapeHtml(own?.customer ?? ''),
}

const viaOf = (kind: TenderKind, via = '') => (kind === 'transfer' && via ? ` ${via}` : '')

function statusName({ say }: Paper, { id, name }: { id: string; name: string }): string {
  const status = statusFromId(Number(id))
  return status === null ? name || id : say(`print.status.${status}`)
}

function money({ figures }: PrintedReport, amounts: readonly Money[]): string {
  return amounts.map((amount) => escapeHtml(formatMoney(amount, figures))).join('<br>') || '—'
}

function daysOf({ range, language }: PrintedReport): string {
  const [from, to] = [formatDay(range.from, language), formatDay(range.to, language)]
  return from === to ? from : `${from} – ${to}`
}

function quiet(text: string): string {
  return `<p class="quiet">${escapeHtml(text)}</p>`
}

const style = [
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
  '.sums td:not(:first-child),.sums th:not(:first-child){text-align:right;white-space:nowrap;width:30mm}',
  '.list{font-size:8.5pt}.list .createdAt,.list .amount{white-space:nowrap}.list .amount{text-align:right}',
  '.day{break-after:avoid}.day th{color:#000;font-weight:normal;padding-top:2.5mm}.day div{display:flex;gap:5mm}.day b+span{margin-left:auto}',
  'h2{break-after:avoid}',
].join('')

function table(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lines = rows.map((row) => rowLine(row.map((cell) => `<td>${cell}</td>`)))
  return tableOf(
    title,
    heads.map((one) => `<th>${escapeHtml(one)}</th>`),
    lines,
    'sums',
  )
}

const rowLine = (cells: readonly string[]) => `<tr>${cells.join('')}</tr>`

function tableOf(
  title: string,
  heads: readonly string[],
  lines: readonly string[],
  kind: 'sums' | 'list',
): string {
  return [
    `<h2>${escapeHtml(title)}</h2><table class="${kind}"><thead>${rowLine(heads)}</thead>`,
    `<tbody>${lines.join('')}</tbody></table>`,
  ].join('')
}

function taxIdOf(business: Business | null): string {
  return business?.taxId ? `${business.taxIdKind} ${business.taxId}` : ''
}

/** How far the report can be trusted. */
function registersSaid(
  say: Translate,
  { only, registers }: NonNullable<PrintedReport['registers']>,
): string {
  const all = say('workbook.registers.allOf', { count: registers.length })
  return `${say('workbook.registers.all')}: ${only ?? all}`
}

function completenessSaid(say: Translate, state: Completeness): string {
  const doubts = state.missingDays.length + state.saturatedDays.length
  if (doubts > 0) return say('print.completeness.doubts', doubts)
  const unlisted = state.behind ? 'workbook.unlistedOfAll' : 'print.completeness.unlisted'
  if (state.unlistedSales > 0) return say(unlisted, state.unlistedSales)
  // Of days that are whole at the service something of a register may be missing all the same.
  if (state.behind && state.behind.length > 0) return behindWords(state.behind, say).join(' ')
  const open = state.provisionalDays.length + state.movingDays.length
  return say(open > 0 ? 'print.completeness.forNow' : 'print.completeness.complete')
}
