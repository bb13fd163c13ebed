import type { EntryVoucher } from '../../../../shared/domain/books/chart.ts'
import type { Chart } from '../../../../shared/domain/books/chart.ts'
import type { Translate } from '../../../../shared/words/words.ts'

/** What a file says beside its entries. */
export interface FormatFacts {
  /** `YYYY-MM`. */
  month: string
  chart: Chart
  say: Translate
  /** What stands in each voucher where the month was not proven whole; empty: it was. */
  caution: string
}

/** One way out: maps entries to files. The same entries always make the same bytes. */
export interface EntryFormat {
  /** How its files end. */
  ending: string
  files(entries: readonly EntryVoucher[], facts: FormatFacts): Promise<Buffer[]>
}

/** What a voucher is, in words, with what its month lacks. No customer's data. */
export function describe({ kind, cause }: EntryVoucher, { say, caution }: FormatFacts): string {
  return [say(`books.kind.${kind}`), cause, caution].filter(Boolean).join(' · ')
}

/** The vouchers that have lines: others only list sales. */
export function withLines(entries: readonly EntryVoucher[]): EntryVoucher[] {
  return entries.filter(({ lines }) => lines.length > 0)
}

/** By currency, each in its order: most programs take a file of one. */
export function byCurrency(entries: readonly EntryVoucher[]): [string, EntryVoucher[]][] {
  const groups = Map.groupBy(withLines(entries), ({ currency }) => currency)
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** An amount of a line with its two decimals, written and never worked out: `20000.00`. */
export function decimals(minor: number): string {
  const digits = String(minor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
