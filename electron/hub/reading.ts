import { z } from 'zod'
import type { CallInput } from '../../shared/contract/index.ts'
import type {
  BranchesNow,
  SeenClose,
  SeenDrawer,
  SeenPending,
  SeenSale,
  SoldSum,
} from '../../shared/contract/upkeep/branches.ts'
import { mostRows, pendingKinds } from '../../shared/contract/upkeep/branches.ts'
import { serviceDayBounds, dayMs } from '../../shared/domain/time/dates.ts'
import { Failure } from '../../shared/errors.ts'
import type { HubConnection } from './connect.ts'

// What the owner's screen asks a hub, all of it, by a reader's login: these functions (schema/*-reading.ts), and nothing else.

/** bigint and numeric come as text. */
const number = z.union([z.string(), z.number()]).transform(Number)
const whole = number.pipe(z.int())
/** A sum of any size: beyond a safe integer it is not exact, and shown as such. */
const sum = number.refine(Number.isInteger)
const direction = z.enum(['in', 'out'])

const registerRow = z.object({
  code: z.string(),
  name: z.string(),
  branch: z.string().nullable(),
  state: z.enum(['invited', 'joined', 'retired']),
  now: whole,
  seen: whole.nullable(),
  complete: whole.nullable(),
  version: z.string().nullable(),
  clock: whole.nullable(),
  waiting: whole.nullable(),
  trouble: z.string().nullable(),
  forked: whole.nullable(),
  missing: whole,
  opened: whole.nullable(),
  retired: whole.nullable(),
})
const drawerRow = z
  .object({
    code: z.string(),
    shift: z.string(),
    cashier: z.string().nullable(),
    opened: whole,
    currency: z.string().nullable(),
    expected: sum.nullable(),
    held: sum.nullable(),
  })
  .transform(({ currency, expected, held, ...row }): SeenDrawer => {
    const moneyOf = (minor: number | null) =>
      currency === null || minor === null ? null : { minor, currency }
    return { ...row, expected: moneyOf(expected), held: moneyOf(held) }
  })
const pendingRow = z
  .object({
    code: z.string(),
    what: z.enum(pendingKinds),
    currency: z.string(),
    count: whole,
    total: sum,
    since: whole.nullable(),
  })
  .transform(({ currency, total, ...row }): SeenPending => ({
    ...row,
    total: { minor: total, currency },
  }))
const balanceRow = z.object({
  code: z.string(),
  profile: z.string(),
  at: whole,
  currency: z.string(),
  balance: sum,
  /** What was sold of it a day. */
  spent: number,
})
const soldRow = z
  .object({
    code: z.string(),
    state: z.string(),
    direction,
    currency: z.string(),
    count: whole,
    total: sum,
  })
  .transform(({ currency, total, ...row }): SoldSum => ({
    ...row,
    total: { minor: total, currency },
  }))
const differenceRow = z.object({
  cashier: z.string(),
  currency: z.string(),
  shifts: whole,
  short: sum,
  over: sum,
})
const saleRow = z
  .object({
    code: z.string(),
    id: z.string(),
    at: whole,
    product: z.string(),
    state: z.string(),
    direction,
    currency: z.string(),
    total: whole,
    reference: z.string(),
    service: z.string().nullable(),
    cashier: z.string().nullable(),
    tender: z.string(),
  })
  .transform(({ currency, total, ...row }): SeenSale => ({
    ...row,
    total: { minor: total, currency },
  }))
const closeRow = z.object({
  code: z.string(),
  shift: z.string(),
  cashier: z.string().nullable(),
  closed: whole,
  number: whole.nullable(),
  currency: z.string(),
  expected: sum.nullable(),
  counted: sum.nullable(),
  difference: sum.nullable(),
})
const joinedRow = z.object({ name: z.string(), branch: z.string().nullable() })

/** Days of the shop, both counted: `YYYY-MM-DD`. */
export interface Days {
  from: string
  to: string
}
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs
const bounds = ({ from, to }: Days) => [serviceDayBounds(from).start, serviceDayBounds(to).end]

/** Uses up a reader's code, within a transaction. @throws Failure HUB_CODE_USED */
export async function joinAsReader(hub: HubConnection): Promise<z.output<typeof joinedRow>> {
  const [joined] = await hub.rows(joinedRow, 'select * from hub.read_join_v1()')
  if (!joined) throw new Failure('HUB_FAILED', { reason: 'join' })
  return joined
}

/** How all registers stand. @throws Failure HUB_NOT_JOINED, HUB_RETIRED, HUB_UNREACHABLE … */
export async function readNow(hub: HubConnection): Promise<BranchesNow> {
  const rows = await hub.rows(registerRow, 'select * from hub.read_registers_v1()')
  const drawers = await hub.rows(drawerRow, 'select * from hub.read_drawers_v1()')
  const pending = await hub.rows(pendingRow, 'select * from hub.read_pending_v1()')
  const balances = await hub.rows(balanceRow, 'select * from hub.read_balances_v1()')
  return {
    at: rows[0]?.now ?? Date.now(),
    registers: rows.map(({ now: _now, ...row }) => row),
    drawers,
    pending,
    balances: balances.map(({ spent, balance, currency, ...row }) => ({
      ...row,
      balance: { minor: balance, currency },
      lastsMs: spent > 0 ? Math.max(0, Math.round((balance / spent) * dayMs)) : null,
    })),
  }
}

/** What was sold on some days, by register, and what was missing at their closes, by cashier. */
export async function readSold(hub: HubConnection, days: Days) {
  return {
    sums: await hub.rows(soldRow, 'select * from hub.read_totals_v1($1, $2)', [
      ...[numberOf(days.from), numberOf(days.to)],
    ]),
    differences: await hub.rows(
      differenceRow,
      'select * from hub.read_differences_v1($1, $2)',
      bounds(days),
    ),
  }
}

/** Sales behind a figure, or that a text names, newest first; of some registers (their codes) or of all. */
export async function readSales(
  hub: HubConnection,
  of: Omit<CallInput<'branches.sales'>, 'what'> & { what: string },
): Promise<SeenSale[]> {
  const found: SeenSale[] = []
  // The function takes one code, or none for all of them.
  for (const code of of.codes ?? [null]) {
    const rows = await hub.rows(
      saleRow,
      'select * from hub.read_sales_v1($1, $2, $3, $4, $5, $6)',
      [
        ...[of.what, code, of.from && numberOf(of.from), of.to && numberOf(of.to)],
        ...[of.text, mostRows],
      ],
    )
    found.push(...rows)
  }
  return found.toSorted((one, other) => other.at - one.at).slice(0, mostRows)
}

/** Closes of some days, of one cashier or of all. */
export const readCloses = (
  hub: HubConnection,
  { cashier, ...days }: Days & { cashier: string | null },
): Promise<SeenClose[]> =>
  hub.rows(closeRow, 'select * from hub.read_closes_v1($1, $2, $3, $4)', [
    ...[...bounds(days), cashier, mostRows],
  ])
