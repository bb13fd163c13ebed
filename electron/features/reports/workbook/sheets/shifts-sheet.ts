import { serviceLocal } from '../../../../../shared/domain/time/dates.ts'
import { toCount } from '../../../../../shared/domain/drawer/drawer.ts'
import { zOfRegister } from '../../export/registers-words.ts'
import type { Book } from '../book.ts'
import type { Cell, Lines } from '../figures/lines.ts'
import type { Close } from '../figures/own-sales.ts'
import { timeSerial } from '../writing/excel-dates.ts'
import { beginTable, moneyCells } from './table.ts'

/** The Z reports of the period, each drawer with its count; nothing where no shift was closed. */
export function addShifts(book: Book): void {
  const { closes } = book.books
  if (closes.length === 0) return
  const lines = beginTable(book, 'shifts', {
    widths: [10, 18, 20, 20, 9, 16, 18, 18, 16, 18, 16, 18, 18, 16, 16, 16, 44],
    figures: [0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  })
  for (const report of closes) {
    for (const drawer of report.drawers) addDrawer(book, report, drawer, lines)
  }
  lines.end()
}

function addDrawer(
  book: Book,
  { shift, at, note, register }: Close,
  drawer: Close['drawers'][number],
  lines: Lines,
): void {
  const { styles } = book
  const row = lines.next()
  const { currency, counted } = drawer
  const { money, formula, difference } = moneyCells(book, currency)
  const time = (moment: number): Cell => [timeSerial(serviceLocal(moment)), styles.time]
  lines.line(
    register === null
      ? [shift.number ?? 0, styles.count]
      : [zOfRegister(register, shift.number ?? 0), styles.text],
    [shift.cashier ?? '', styles.plain],
    time(shift.openedAt),
    time(at),
    [currency, styles.text],
    money(drawer.base),
    money(drawer.salesIn),
    money(drawer.shopSales),
    money(drawer.movedIn),
    money(drawer.salesOut),
    money(drawer.movedOut),
    money(drawer.paidOut),
    formula(`SUM(F${row}:I${row})-SUM(J${row}:L${row})`, drawer.expected),
    money(drawer.held),
    money(counted?.minor ?? toCount(drawer)),
    difference(`O${row}-M${row}-N${row}`, drawer.difference?.minor ?? 0),
    [note, styles.text],
  )
}
