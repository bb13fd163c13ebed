import { z } from 'zod'
import { decidedSchema } from './decided.ts'
import { bookRoleSchema, type BookRole } from './roles.ts'
import { bookLineSchema, byText, voucherSchema, type BookLine, type Voucher } from './voucher.ts'

/** How the accountant's program knows what a role (or one part of it) is. */
export const chartLineSchema = z.object({
  role: bookRoleSchema,
  /** Of one third party, wallet or reason; empty: of all that have no line of their own. */
  part: z.string().trim().max(80).default(''),
  /** Its code or name there. */
  account: z.string().trim().min(1).max(80),
  /** Who it is with, by their number there; empty: nobody. */
  third: z.string().trim().max(40).default(''),
  centre: z.string().trim().max(40).default(''),
})
export type ChartLine = z.infer<typeof chartLineSchema>

/** The map of the accountant: every role that is used must be in it, none is assumed. */
export const chartSchema = z.object({
  /** The branch that vouchers are named by; empty: the register's code (inBranch). */
  branch: z
    .string()
    .trim()
    .regex(/^[0-9A-Za-z]{0,8}$/)
    .default(''),
  /** The tax inside fees and the margin of resale, in hundredths of a percent; null: none. */
  vatRate: z.int().min(0).max(10_000).nullable().default(null),
  /** Of Siigo: the kind of voucher; of Odoo: the journal. As the accountant's program has them. */
  voucherType: z.string().trim().min(1).max(10).default('1'),
  journal: z.string().trim().min(1).max(40).default('MISC'),
  lines: z.array(chartLineSchema).max(500).default([]),
})
export type Chart = z.infer<typeof chartSchema>

/** The map that a month was closed with, and what was decided of its products by then; left out by what closed before. */
export const closedChartSchema = chartSchema.extend({ decided: decidedSchema.optional() })
export type ClosedChart = z.infer<typeof closedChartSchema>

/** A map with the branch that vouchers are named by: its own, else the register's code, of which they may name letters and digits. */
export function inBranch(chart: Chart, registerCode: string): Chart {
  const branch = chart.branch || registerCode.replaceAll(/[^0-9A-Za-z]/g, '') || '01'
  return { ...chart, branch }
}

/** A line of a voucher with the account that it goes to; empty: the map does not know it. */
const entrySchema = bookLineSchema.extend({
  account: z.string(),
  third: z.string(),
  centre: z.string(),
})
export type Entry = z.infer<typeof entrySchema>

/** A voucher as an accounting program takes it. */
export const entryVoucherSchema = voucherSchema.extend({ lines: z.array(entrySchema) })
export type EntryVoucher = z.infer<typeof entryVoucherSchema>

/** A role that is used and that the map does not know. */
export interface Unmapped {
  role: BookRole
  part: string
}

/**
 * Names the accounts of vouchers; what the map lacks is named, and its lines are left without one. `before`: the map that named
 * what these vouchers change; where it knows a role its account stands, as what is to be changed lies there.
 */
export function entriesOf(
  vouchers: readonly Voucher[],
  chart: Pick<Chart, 'lines'>,
  before: Pick<Chart, 'lines'> = { lines: [] },
): { entries: EntryVoucher[]; unmapped: Unmapped[] } {
  const lookUps = [before, chart].map(lookUpOf)
  const unmapped = new Map<string, Unmapped>()
  const entryOf = (line: BookLine): Entry => {
    const found = lookUps.map((lookUp) => lookUp(line)).find((one) => one !== undefined)
    if (!found) {
      // A reason of movements is an account by itself, a product or a shift is not.
      const part = line.role === 'movement' ? line.part : ''
      unmapped.set(`${line.role}\n${part}`, { role: line.role, part })
    }
    return {
      ...line,
      account: found?.account ?? '',
      third: found?.third ?? '',
      centre: found?.centre ?? '',
    }
  }
  const entries = vouchers.map(({ lines, ...voucher }) => ({
    ...voucher,
    lines: lines.map(entryOf),
  }))
  const { options } = bookRoleSchema
  return {
    entries,
    unmapped: [...unmapped.values()].toSorted(
      (one, other) => options.indexOf(one.role) - options.indexOf(other.role),
    ),
  }
}

function lookUpOf({ lines }: Pick<Chart, 'lines'>) {
  const known = new Map(lines.map((line) => [`${line.role}\n${line.part}`, line]))
  return ({ role, part }: Pick<BookLine, 'role' | 'part'>) =>
    known.get(`${role}\n${part}`) ?? known.get(`${role}\n`)
}

/** The accounts that entries have, as lines of a map. */
export const linesOf = (entries: readonly EntryVoucher[]): ChartLine[] =>
  entries.flatMap(({ lines }) =>
    lines.map(({ role, part, account, third, centre }) => ({ role, part, account, third, centre })),
  )

/** What an account came to in a currency. Minor units; `role`: one of those that go to it. */
export interface AccountTotal {
  account: string
  role: BookRole
  currency: string
  debit: number
  credit: number
}

/** The totals of entries by account (or role, where the map does not know it) and currency. */
export function roleTotals(entries: readonly EntryVoucher[]): AccountTotal[] {
  const totals = new Map<string, AccountTotal>()
  for (const { currency, lines } of entries) {
    for (const { account, role, side, minor } of lines) {
      const key = [account, account === '' ? role : '', currency].join('\n')
      const total = totals.get(key) ?? { account, role, currency, debit: 0, credit: 0 }
      total[side] += minor
      totals.set(key, total)
    }
  }
  return [...totals].toSorted(([one], [other]) => byText(one, other)).map(([, total]) => total)
}
