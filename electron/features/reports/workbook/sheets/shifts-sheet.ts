import { isRestricted } from '../../../../../shared/contract/reports.ts'
import { serviceLocal } from '../../../../../shared/domain/time/dates.ts'
import { toCount } from '../../../../../shared/domain/drawer/drawer.ts'
import type { ShiftReport } from '../../../../../shared/domain/drawer/shift.ts'
import type { Book } from '../book.ts'
import { createLines, type Cell } from '../figures/lines.ts'
import { timeSerial } from '../writing/excel-dates.ts'

/** The Z reports of the period, each drawer with its count; nothing where no shift was closed. */
export function addShifts({ books, request, styles, sink, say }: Book): void {
  if (books.closes.length === 0) return
  const notes = isRestricted(request.filter)
    ? [say('workbook.shifts.help'), say('workbook.reconciliation.wholePeriod')]
    : [say('workbook.shifts.help')]
  const frozen = notes.length + 3
  const sheet = sink.add(say('workbook.shifts.sheet'), {
    landscape: true,
    frozen,
    frozenColumns: 1,
  })
  sheet.columns = [10, 18, 20, 20, 9, 16, 18, 16, 18, 16, 18, 18, 16, 16, 16, 44].map((width) => ({
    width,
  }))
  const lines = createLines(sheet, styles)
  lines.line([say('workbook.shifts.title'), styles.title])
  for (const note of notes) lines.line([note, styles.note])
  lines.line()
  lines.heads(say.list('workbook.shifts.columns'), [0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
  for (const report of books.closes) {
    for (const drawer of report.drawers) lines.line(...cellsOf(report, drawer))
  }
  lines.end()

  function cellsOf(
    { shift, at, note }: ShiftReport,
    drawer: ShiftReport['drawers'][number],
  ): Cell[] {
    const row = lines.next()
    const { currency, counted, difference } = drawer
    const money = (minor: number): Cell => [minor / 100, styles.money(currency)]
    const time = (moment: number): Cell => [timeSerial(serviceLocal(moment)), styles.time]
    const expected = { formula: `F${row}+G${row}+H${row}-I${row}-J${row}-K${row}` }
    return [
      [shift.number ?? 0, styles.count],
      [shift.cashier ?? '', styles.plain],
      time(shift.openedAt),
      time(at),
      [currency, styles.text],
      money(drawer.base),
      money(drawer.salesIn),
      money(drawer.movedIn),
      money(drawer.salesOut),
      money(drawer.movedOut),
      money(drawer.paidOut),
      [{ ...expected, result: drawer.expected / 100 }, styles.money(currency)],
      money(drawer.held),
      money(counted?.minor ?? toCount(drawer)),
      [
        { formula: `N${row}-L${row}-M${row}`, result: (difference?.minor ?? 0) / 100 },
        styles.difference(currency),
      ],
      [note, styles.text],
    ]
  }
}
