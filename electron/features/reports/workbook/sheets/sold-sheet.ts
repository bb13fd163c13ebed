import { shownState } from '../../../../../shared/domain/sale/closing.ts'
import type { Direction } from '../../../../../shared/domain/money/money.ts'
import { maskNumber } from '../../../../../shared/domain/privacy/mask.ts'
import { serviceDayBounds, serviceLocal } from '../../../../../shared/domain/time/dates.ts'
import { listDays } from '../../../../../shared/domain/time/range.ts'
import { createJournalReader } from '../../../../store/journal/journal-reader.ts'
import type { SaleRecord } from '../../../../store/sales/sale-row.ts'
import { hasRows, type Book } from '../book.ts'
import type { Lines } from '../figures/lines.ts'
import { timeSerial } from '../writing/excel-dates.ts'
import { beginTable, moneyCells } from './table.ts'

/** What approved sales of a register come to, in one currency, whose cash went one way: ways are never added. */
interface Sum {
  register: string
  direction: Direction
  currency: string
  count: number
  minor: number
}

/**
 * The sales of several registers as they wrote them down, with what was approved at each: where there are no rows of the service
 * to stand beside, as this computer has no token.
 */
export async function addSold(book: Book): Promise<void> {
  const { request, journal, sink, books } = book
  if (!journal || hasRows(book)) return
  const reader = createJournalReader(journal)
  const lines = beginTable(book, 'sold', {
    widths: [22, 20, 42, 16, 12, 10, 18, 18, 18, 18, 16, 38],
    figures: [6, 7],
  })
  const sums = new Map<string, Sum>()
  const first = lines.next()
  for (const day of listDays(request.range)) {
    const { start, end } = serviceDayBounds(day)
    for (const sale of reader.begunBetween(request.profileId, start, end)) {
      const register = books.registerOf?.(sale.id) ?? ''
      addSale(book, sale, register, lines)
      if (shownState(sale) === 'APPROVED') addTo(sums, register, sale)
    }
    await sink.turn()
  }
  addSums(book, [...sums.values()], [first, lines.next() - 1], lines)
  lines.end()
}

function addSale({ say, styles, request }: Book, sale: SaleRecord, of: string, lines: Lines): void {
  const { amount, total, reference } = sale
  const { money } = moneyCells({ say, styles }, amount.currency)
  lines.line(
    [of, styles.plain],
    [timeSerial(serviceLocal(sale.sentAt ?? sale.createdAt)), styles.time],
    [sale.productName, styles.plain],
    [say(`workbook.states.${shownState(sale)}`), styles.plain],
    [say(`workbook.directions.${sale.direction}`), styles.plain],
    [amount.currency, styles.text],
    money(amount.minor),
    money(total.minor),
    [request.full ? reference : maskNumber(reference), styles.text],
    [sale.cashier ?? '', styles.plain],
    [sale.serviceId ?? '', styles.text],
    [sale.id, styles.text],
  )
}

function addTo(sums: Map<string, Sum>, register: string, sale: SaleRecord): void {
  const { amount, direction } = sale
  const { currency, minor } = amount
  const name = JSON.stringify([register, direction, currency])
  const sum = sums.get(name) ?? { register, direction, currency, count: 0, minor: 0 }
  sums.set(name, { ...sum, count: sum.count + 1, minor: sum.minor + minor })
}

/** What was approved at each register, in figures that follow the lines above. */
function addSums(
  { say, styles }: Book,
  sums: readonly Sum[],
  [first, last]: readonly [number, number],
  lines: Lines,
): void {
  lines.line()
  const state = say('workbook.states.APPROVED')
  const column = (letter: string) => `${letter}${first}:${letter}${last}`
  for (const { register, direction, currency, count, minor } of sums) {
    const { formula } = moneyCells({ say, styles }, currency)
    const row = lines.next()
    const where = ['A', 'D', 'E', 'F'].map((one) => `${column(one)},${one}${row}`).join()
    lines.line(
      [register, styles.total],
      [{ formula: `COUNTIFS(${where})`, result: count }, styles.count],
      null,
      [state, styles.plain],
      [say(`workbook.directions.${direction}`), styles.plain],
      [currency, styles.text],
      formula(`SUMIFS(${column('G')},${where})`, minor, styles.totalMoney(currency)),
    )
  }
}
