import type { Workbook } from 'exceljs'
import type { Money } from '../../../shared/domain/money.ts'
import { serviceLocal } from '../../../shared/domain/dates.ts'
import { cellText } from './cell-text.ts'
import type { ExportRequest } from './export-request.ts'
import { completenessWords, type ReportFacts } from './report-facts.ts'
import type { CellStyle, Styles } from './styles.ts'
import { wallDay, wallTime } from './wall-time.ts'
import { words } from './words.ts'

type Value = string | number | Date
type Cell = readonly [Value, CellStyle] | null

/** The first sheet: what the file is, how far it can be trusted, and its totals. */
export function addSummary(
  book: Workbook,
  request: ExportRequest,
  facts: ReportFacts,
  styles: Styles,
): void {
  const say = words[request.language]
  const { totals, completeness } = facts
  const currencies = totals.amount.map(({ currency }) => currency)
  const sheet = book.addWorksheet(say.summary, {
    properties: { defaultRowHeight: 16 },
    pageSetup: { orientation: 'portrait', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
    views: [{ showGridLines: false }],
  })
  sheet.columns = [
    { width: 34 },
    { width: 16 },
    ...currencies.map(() => ({ width: 22 })),
    { width: 30 },
  ]

  function line(...cells: Cell[]): void {
    const row = sheet.addRow([])
    cells.forEach((cell, index) => {
      if (cell === null) return
      const target = row.getCell(index + 1)
      target.value = typeof cell[0] === 'string' ? cellText(cell[0]) : cell[0]
      target.style = cell[1]
    })
    row.commit()
  }
  const fact = (label: string, value: Value, style: CellStyle = styles.plain) =>
    line([label, styles.label], [value, style])
  const moneyOf = (amounts: readonly Money[], total: boolean): Cell[] =>
    currencies.map((currency) => {
      const minor = amounts.find((amount) => amount.currency === currency)?.minor ?? 0
      return [minor / 100, total ? styles.totalMoney(currency) : styles.money(currency)]
    })

  function table(
    title: string,
    rows: readonly { cell: Cell; rows: number; amount: readonly Money[] }[],
  ): void {
    line()
    line(
      [title, styles.heading],
      [say.rows, styles.headingRight],
      ...currencies.map((currency): Cell => [`${say.amount} ${currency}`, styles.headingRight]),
    )
    for (const row of rows) line(row.cell, [row.rows, styles.count], ...moneyOf(row.amount, false))
    line(
      [say.total, styles.total],
      [totals.rows, styles.totalCount],
      ...moneyOf(totals.amount, true),
    )
  }
  const named = (name: string): Cell => [name || say.noProduct, styles.plain]

  line([say.title[request.range.kind], styles.title])
  line()
  fact(say.profile, request.profileName)
  fact(say.period, say.range(request.range.from, request.range.to))
  fact(say.madeAt, wallTime(serviceLocal(request.madeAt)), styles.time)
  if (completeness.fetchedAt !== null) {
    fact(say.fetchedAt, wallTime(serviceLocal(completeness.fetchedAt)), styles.time)
  }
  fact(say.filter, filterWords(request, facts))
  for (const [index, sentence] of completenessWords(facts, say).entries()) {
    fact(index === 0 ? say.completeness : '', sentence)
  }
  const doubts = [
    [say.days.missing, completeness.missingDays],
    [say.days.saturated, completeness.saturatedDays],
    [say.days.provisional, completeness.provisionalDays],
  ] as const
  for (const [label, days] of doubts) if (days.length > 0) fact(label, days.join(', '))

  table(
    say.byStatus,
    totals.byStatus.map((entry) => ({ ...entry, cell: named(entry.name) })),
  )
  if (request.range.kind === 'sales') {
    table(
      say.byProduct,
      totals.byProduct.map((entry) => ({ ...entry, cell: named(entry.name) })),
    )
  }
  table(
    say.byDay,
    totals.byDay.map((entry) => ({
      ...entry,
      cell: [wallDay(entry.day), styles.day],
    })),
  )
  sheet.commit()
}

function filterWords({ filter, language }: ExportRequest, { totals }: ReportFacts): string {
  const say = words[language]
  const nameOf = (list: readonly { id: string; name: string }[], id: string) =>
    list.find((entry) => entry.id === id)?.name || id || say.noProduct
  const parts: string[] = []
  if (filter.statusIds.length > 0) {
    const names = filter.statusIds.map((id) => nameOf(totals.byStatus, id))
    parts.push(`${say.status}: ${names.join(', ')}`)
  }
  if (filter.productIds.length > 0) {
    const names = filter.productIds.map((id) => nameOf(totals.byProduct, id))
    parts.push(`${say.product}: ${names.join(', ')}`)
  }
  if (filter.text.trim()) parts.push(`«${filter.text.trim()}»`)
  return parts.join(' · ') || say.noFilter
}
