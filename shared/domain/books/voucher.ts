import { z } from 'zod'
import { sumMinorSchema } from '../money/money.ts'
import { bookRoleSchema } from './roles.ts'
import type { Posting } from './typed.ts'

const families = ['agent', 'resale', 'out', 'unclassified', 'elsewhere', 'open', 'undone'] as const
export type SaleFamily = (typeof families)[number]
const ofSales = families.flatMap((family) => [`${family}-collected`, `${family}-settled`] as const)

/** What a voucher is of: what sales did at the counter, or to the balance; and what moved beside them. */
export const voucherKindSchema = z.enum([
  ...ofSales,
  'commission',
  'discount',
  'loads',
  'shift-opened',
  'movements',
  'payouts',
  'shift-closed',
  'typed',
  'adjustment',
])
export type VoucherKind = z.infer<typeof voucherKindSchema>

/** What an account gets by a voucher, on one side. Minor units, above 0. */
export const bookLineSchema = z.object({
  role: bookRoleSchema,
  part: z.string(),
  side: z.enum(['debit', 'credit']),
  minor: sumMinorSchema.refine((minor) => minor > 0),
  /** Of how many sales or movements it is. */
  count: z.int(),
})
export type BookLine = z.infer<typeof bookLineSchema>

/** Entries of one day, kind and currency that balance to the minor unit. */
export const voucherSchema = z.object({
  /** branch-connection-day-kind-currency: the same whenever it is made. */
  id: z.string(),
  day: z.string(),
  kind: voucherKindSchema,
  currency: z.string(),
  lines: z.array(bookLineSchema),
  /** The sales that it is of: the service's ids. */
  sales: z.array(z.string()),
  /** Of an adjustment: which voucher of a closed month changed. */
  cause: z.string().default(''),
})
export type Voucher = z.infer<typeof voucherSchema>

/** Debits less credits. */
export const signed = ({ side, minor }: Pick<BookLine, 'side' | 'minor'>) =>
  side === 'debit' ? minor : -minor

/** A voucher's number, the same whenever it is made. */
export function voucherId(
  branch: string,
  connection: string,
  { day, kind, currency }: Pick<Voucher, 'day' | 'kind' | 'currency'>,
): string {
  return [branch, connection, day, kind, currency].join('-')
}

/** Adds up postings by voucher: one voucher a day, kind and currency. */
export function createVouchers(branch: string, connection: string) {
  const made = new Map<string, Omit<Voucher, 'lines'> & { lines: Map<string, BookLine> }>()
  return {
    add(
      of: Pick<Voucher, 'day' | 'kind' | 'currency'>,
      postings: readonly Posting[],
      sale?: string,
    ): void {
      const id = voucherId(branch, connection, of)
      const { day, kind, currency } = of
      const voucher = made.get(id) ?? {
        ...{ id, day, kind, currency, sales: [], cause: '' },
        lines: new Map<string, BookLine>(),
      }
      made.set(id, voucher)
      if (sale !== undefined) voucher.sales.push(sale)
      for (const { role, part, minor } of postings) {
        if (minor === 0) continue
        const side = minor > 0 ? 'debit' : 'credit'
        const key = `${role}\n${part}\n${side}`
        const line = voucher.lines.get(key) ?? { role, part, side, minor: 0, count: 0 }
        line.minor += Math.abs(minor)
        line.count += 1
        voucher.lines.set(key, line)
      }
    },
    /** By day and kind, each with its lines in one order: debits first, then as roles stand in their list. */
    read: (): Voucher[] =>
      [...made.values()]
        .map(({ lines, sales, ...voucher }) => ({
          ...voucher,
          lines: [...lines.values()].toSorted(byPlace),
          sales: sales.toSorted(byText),
        }))
        .toSorted(
          (one, other) =>
            byText(one.day, other.day) ||
            voucherKindSchema.options.indexOf(one.kind) -
              voucherKindSchema.options.indexOf(other.kind) ||
            byText(one.id, other.id),
        ),
  }
}

/** As code units stand, the same on every computer. */
export function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

export function byPlace(one: BookLine, other: BookLine): number {
  const { options } = bookRoleSchema
  return (
    byText(other.side, one.side) ||
    options.indexOf(one.role) - options.indexOf(other.role) ||
    byText(one.part, other.part)
  )
}
