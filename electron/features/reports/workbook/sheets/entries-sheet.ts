import {
  entriesOf,
  inBranch,
  type Entry,
  type EntryVoucher,
} from '../../../../../shared/domain/books/chart.ts'
import { byText } from '../../../../../shared/domain/books/voucher.ts'
import { vouchersOf } from '../../../../../shared/domain/books/vouchers.ts'
import { isWholeMonth } from '../../../../../shared/domain/time/range.ts'
import { createJournalReader } from '../../../../store/journal/journal-reader.ts'
import { monthFacts } from '../../books/month-facts.ts'
import type { Book } from '../book.ts'
import { createStyles } from '../writing/styles.ts'
import { daySerial } from '../writing/excel-dates.ts'
import { beginTable, moneyCells } from './table.ts'

/**
 * The entries of a month, with control sums by currency: as it was closed, else as its rows make them now. Nothing where
 * the file is of other days than one calendar month, or this register has no journal.
 */
export async function addEntries(book: Book): Promise<void> {
  const { request, journal, ledgers, registers } = book
  // What was paid of fiado, and what an accountant typed, is not read of other registers: a close is one register's.
  if (!journal || registers !== null || !isWholeMonth(request.range)) return
  const month = request.range.from.slice(0, 7)
  const reader = createJournalReader(journal)
  const close = reader.books.closes(request.profileId).find((one) => one.month === month)
  if (close) {
    const closed = reader.books.closed(request.profileId, close.number)
    writeEntries(book, closed?.vouchers ?? [], close.number)
    return
  }
  const chart = inBranch(reader.books.chart(request.profileId), request.business.registerCode)
  const { facts } = await monthFacts({ ledgers, journal: reader, month, branch: chart.branch })
  writeEntries(book, entriesOf(vouchersOf(facts, chart.vatRate), chart).entries, null)
}

function writeEntries(found: Book, entries: readonly EntryVoucher[], number: number | null): void {
  // Of a month of whole pesos a tax may be the one thing with cents.
  const withCents = new Set(
    entries.flatMap(({ currency, lines }) =>
      lines.some(({ minor }) => minor % 100 !== 0) ? [currency] : [],
    ),
  )
  const book = { ...found, styles: createStyles((one) => withCents.has(one)) }
  const { say, styles } = book
  const lines = beginTable(book, 'entries', {
    widths: [12, 40, 44, 11, 18, 18, 14, 30, 22, 18, 18, 10],
    figures: [0, 9, 10, 11],
    of: number === null ? '' : say('workbook.entries.closed', { number }),
  })
  const first = lines.next()
  for (const voucher of entries) {
    for (const line of voucher.lines) lines.line(...cellsOf(book, voucher, line))
  }
  const last = lines.next() - 1
  lines.line()
  const currencies = new Set(entries.map(({ currency }) => currency))
  for (const currency of [...currencies].toSorted(byText)) {
    const { formula, difference } = moneyCells(book, currency)
    const sum = (side: Entry['side']) =>
      entries
        .filter((voucher) => voucher.currency === currency)
        .flatMap((voucher) => voucher.lines)
        .reduce((all, line) => all + (line.side === side ? line.minor : 0), 0)
    const row = lines.next()
    const of = (column: string) =>
      `SUMIF(D${first}:D${last},D${row},${column}${first}:${column}${last})`
    lines.line(
      [say('workbook.entries.control'), styles.label],
      ...[null, null],
      [currency, styles.text],
      ...[null, null, null],
      [say('workbook.entries.difference'), styles.label],
      difference(`J${row}-K${row}`, sum('debit') - sum('credit')),
      formula(of('J'), sum('debit'), styles.totalMoney(currency)),
      formula(of('K'), sum('credit'), styles.totalMoney(currency)),
    )
  }
  lines.end()
}

function cellsOf(book: Book, voucher: EntryVoucher, line: Entry) {
  const { say, styles } = book
  const { money } = moneyCells(book, voucher.currency)
  const text = (value: string) => [value, styles.text] as const
  return [
    [daySerial(voucher.day), styles.day] as const,
    text(voucher.id),
    text([say(`books.kind.${voucher.kind}`), voucher.cause].filter(Boolean).join(' · ')),
    text(voucher.currency),
    ...[text(line.account), text(line.third), text(line.centre)],
    ...[text(say(`books.role.${line.role}`)), text(line.part)],
    line.side === 'debit' ? money(line.minor) : null,
    line.side === 'credit' ? money(line.minor) : null,
    [line.count, styles.count] as const,
  ]
}
