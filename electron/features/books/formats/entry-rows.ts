import { csvText } from '../../../../shared/domain/text/csv-text.ts'
import { decimals, describe, withLines, type EntryFormat, type FormatFacts } from './format.ts'
import type { EntryVoucher } from '../../../../shared/domain/books/chart.ts'
import { amountOf, sheetFile, type Cell } from './sheet-file.ts'

const columns = [
  'date',
  'voucher',
  'description',
  'currency',
  'account',
  'third',
  'centre',
  'debit',
  'credit',
  'role',
  'part',
  'count',
] as const

const heading = ({ say }: FormatFacts) => columns.map((name) => say(`books.column.${name}`))

/** One row an entry; amounts stay minor units, with how they are written left to the kind of file. */
function rowsOf<T>(
  entries: readonly EntryVoucher[],
  facts: FormatFacts,
  amount: (minor: number) => T,
): (string | number | T)[][] {
  return withLines(entries).flatMap((voucher) =>
    voucher.lines.map(({ account, third, centre, side, minor, role, part, count }) => [
      ...[voucher.day, voucher.id, describe(voucher, facts), voucher.currency],
      ...[account, third, centre],
      amount(side === 'debit' ? minor : 0),
      amount(side === 'credit' ? minor : 0),
      ...[facts.say(`books.role.${role}`), part, count],
    ]),
  )
}

/** Ours, for whatever reads a table: one line an entry, commas, points. */
export const csv: EntryFormat = {
  ending: '.csv',
  async files(entries, facts) {
    const lines = [heading(facts), ...rowsOf(entries, facts, decimals)].map((row) =>
      row.map((field) => csvText(String(field), ',')).join(','),
    )
    return [Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)]
  },
}

/** The same as a sheet. */
export const xlsx: EntryFormat = {
  ending: '.xlsx',
  async files(entries, facts) {
    const rows: Cell[][] = [heading(facts), ...rowsOf(entries, facts, amountOf)]
    return [await sheetFile(facts.say('books.sheet'), rows)]
  },
}
