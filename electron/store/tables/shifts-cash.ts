import { z } from 'zod'
import { cashFactsSchema, owedOf, type DrawerSales } from '../../../shared/domain/drawer/drawer.ts'
import { sumMinorSchema, sumMoney, type Money } from '../../../shared/domain/money/money.ts'
import { saleStateSchema } from '../../../shared/domain/sale/sale.ts'
import type { OwedLine, OwedSum, SaleLine, Shift } from '../../../shared/domain/drawer/shift.ts'
import type { Database } from '../sqlite/db.ts'
import { rowOf } from '../sqlite/rows.ts'
import { givesNothingBack, paidAtOnce, saidWith } from '../sales/paid-with.ts'
import { lastTender } from './tenders.ts'
import { snapshotRow, type BalanceSnapshot } from './balance-snapshots.ts'

/** Sales of a span alike to the prepaid account, added up. */
export interface AccountSum {
  direction: DrawerSales['direction']
  /** Whether the service told the balance before and after them. */
  seen: boolean
  amount: Money
  cost: Money
  incentive: Money
  /** What of each one's incentive came into the balance with it, by the service's own figures; never negative. */
  paidIn: Money
}

/** Sales of a shift alike to the drawer and to the prepaid account. */
export type ShiftSum = DrawerSales & AccountSum

export interface CreditSum {
  name: string
  count: number
  total: Money
}

/** A balance that the service told with a sale. */
export interface SeenBalance {
  at: number
  before: Money
  after: Money
}

// SQL's sum() fails above 64 bits and node:sqlite above a safe integer: total() adds as exactly and never fails.
const flag = z.int().transform((value) => value === 1)

const accountColumns = z.object({
  direction: cashFactsSchema.shape.direction,
  seen: flag,
  currency: z.string(),
  amount: sumMinorSchema,
  cost: sumMinorSchema,
  incentive: sumMinorSchema,
  paid_in: sumMinorSchema,
})

function accountSumOf(row: z.output<typeof accountColumns>): AccountSum {
  const of = (minor: number): Money => ({ minor, currency: row.currency })
  return {
    direction: row.direction,
    seen: row.seen,
    amount: of(row.amount),
    cost: of(row.cost),
    incentive: of(row.incentive),
    paidIn: of(row.paid_in),
  }
}

const accountRow = accountColumns.transform(accountSumOf)
const groupRow = accountColumns
  .extend({
    ...cashFactsSchema.shape,
    late: flag,
    paid: flag,
    count: z.int(),
    total: sumMinorSchema,
  })
  .transform((row): ShiftSum => {
    const { outcome, tender, late, paid, count, total, currency } = row
    const sums = accountSumOf(row)
    return { ...sums, outcome, tender, late, paid, count, total: { minor: total, currency } }
  })

const creditRow = z
  .object({ name: z.string(), count: z.int(), currency: z.string(), total: sumMinorSchema })
  .transform(({ currency, total, ...row }): CreditSum => ({
    ...row,
    total: { minor: total, currency },
  }))

/** A sale as a line, as `saleLineColumns` names its columns. */
export const saleLineShape = {
  saleId: z.string(),
  at: z.int(),
  product: z.string(),
  reference: z.string(),
  phone: z.string().nullable(),
  direction: cashFactsSchema.shape.direction,
  state: saleStateSchema,
  currency: z.string(),
  total: z.int(),
  tender: cashFactsSchema.shape.tender,
  horizonAt: z.int().nullable(),
}

const lineRow = rowOf(saleLineShape).transform(({ currency, total, ...row }): SaleLine => ({
  ...row,
  total: { minor: total, currency },
}))
const owedRow = rowOf({
  ...saleLineShape,
  cashOutcome: cashFactsSchema.shape.outcome,
  late: flag,
  part: z.int().nullable(),
  inTwoWays: flag,
}).transform(({ cashOutcome: outcome, late, currency, total, part, ...row }): OwedLine[] => {
  const kind = owedOf({ ...row, outcome, late, paid: false })
  if (kind === null) return []
  const isPart = outcome === 'partial'
  const told = part === null ? null : { minor: part, currency }
  const about = { kind, contact: row.phone, isPart, part: told }
  return [{ ...row, total: { minor: total, currency }, ...about }]
})

const owedSumRow = z
  .object({
    direction: cashFactsSchema.shape.direction,
    outcome: cashFactsSchema.shape.outcome,
    tender: cashFactsSchema.shape.tender,
    currency: z.string(),
    count: z.int(),
    total: sumMinorSchema,
  })
  .transform(({ currency, count, total, ...facts }): OwedSum[] => {
    const kind = owedOf({ ...facts, late: true, paid: false })
    return kind === null ? [] : [{ kind, count, total: { minor: total, currency } }]
  })

const balanceRow = z
  .object({ at: z.int(), currency: z.string(), before: z.int(), after: z.int() })
  .transform(({ at, currency, before, after }): SeenBalance => ({
    at,
    before: { minor: before, currency },
    after: { minor: after, currency },
  }))

const spentRow = z
  .object({ since: z.int(), currency: z.string(), spent: sumMinorSchema })
  .transform(({ since, currency, spent }) => ({ since, spent: { minor: spent, currency } }))

const late = '(is_late or has_left)'
/** The columns of a line; `total` and `tender`: what of the sale it is about. */
export const saleLineColumns = (
  total = 'total',
  tender = 'tender',
) => `id as sale_id, created_at as at,
  product_name as product, reference, phone, direction, state, currency, ${total} as total,
  ${tender} as tender, horizon_at`
// A shift's sales: those that ended stand in an index, its open ones among the few of all.
const endedOfShift = 'sale indexed by sale_by_shift where shift = :shiftId and is_open = 0'
const openOfShift = 'sale indexed by sale_by_open where is_open = 1 and +shift = :shiftId'
const owedSales = `sale indexed by sale_by_owed
  where profile_id = :profileId and may_owe = 1 and (is_late or has_left) and is_paid = 0
    and id not in (select sale_id from owed_before) and not ${givesNothingBack}`
/**
 * What of a sale made in part is owed, where its balances say so: the rest of what was paid for a collection, the part of a
 * withdrawal.
 */
const moved = `iif(direction = 'in', ${paidAtOnce} + balance_change, balance_change)`
const owedPart = `iif(cash_outcome = 'partial'
  and ${moved} between 1 and iif(direction = 'in', ${paidAtOnce}, total), ${moved}, null)`
/** What was paid of it, and how; of credit alone that is nothing, and none of these. */
const owedTender = `iif(tender = 'credit', ifnull(first_tender, tender), tender)`
/** Part of it came in cash, and part by transfer. */
const inTwoWays = `(tender = 'cash' and first_tender is 'transfer')`
const owedLines = `select ${saleLineColumns(paidAtOnce, owedTender)}, cash_outcome, 1 as late,
  ${owedPart} as part, ${inTwoWays} as in_two_ways from ${owedSales}`
const byAge = 'order by created_at, id'
/**
 * What the balance moved beyond a sale's value and quoted cost, as far as its quote named a commission for it; null
 * where the service told no balance.
 */
const paidIn = `max(0, min(ifnull(incentive, 0), balance_change + ifnull(cost, 0)
  + case direction when 'in' then amount else -amount end))`
/**
 * What the account felt of a sale: whole once it was made. Of one made in part, or taken while nobody knows the end,
 * what the service says that its balance moved; what it does not say stays in the difference.
 */
const felt = `iif(cash_outcome = 'done', amount, iif(direction = 'in', -balance_change, balance_change))`
const ofDone = (column: string) => `iif(cash_outcome = 'done', ${column}, 0)`
const sums = `total(${felt}) as amount, total(${ofDone('cost')}) as cost,
  total(${ofDone('incentive')}) as incentive, total(${ofDone(paidIn)}) as paid_in`
const made = `(cash_outcome = 'done'
  or cash_outcome in ('partial', 'open') and balance_change is not null)`

/** What the sales of a time took from the account, by currency. */
const spent = `select min(created_at) as since, currency, total(
    case
      when cash_outcome = 'undone' then 0
      when cash_outcome = 'partial' and balance_change is not null then -balance_change
      when direction = 'in' then amount + ifnull(cost, 0)
      when cash_outcome = 'open' then 0
      else -amount
    end) as spent
  from sale where profile_id = :profileId and created_at >= :start and created_at < :end
  group by currency order by currency`

function addedUp(found: readonly OwedSum[][]): OwedSum[] {
  const sums = new Map<string, OwedSum>()
  for (const { kind, count, total } of found.flat()) {
    const key = `${kind} ${total.currency}`
    const before = sums.get(key)
    sums.set(key, {
      kind,
      count: count + (before?.count ?? 0),
      total: sumMoney(total.minor + (before?.total.minor ?? 0), total.currency),
    })
  }
  return [...sums.values()]
}

/** What the sales of a shift did, added up by SQL. */
export function createShiftCash(db: Database) {
  return {
    /** By everything that decides where their cash is, and whether the service told of the balance. */
    groups: (shiftId: string): ShiftSum[] => groups(db, shiftId),
    /** Sales whose end is not known, oldest first. */
    // The plus keeps to the short index of open sales.
    unconfirmed: ({ id, profileId }: Pick<Shift, 'id' | 'profileId'>): SaleLine[] =>
      db.all(
        lineRow,
        `select ${saleLineColumns()} from sale where profile_id = ? and is_open = 1 and +shift = ?
         order by created_at, id`,
        profileId,
        id,
      ),
    /** What is owed to the customers of a profile's sales, oldest first. */
    owed: (profileId: string): OwedLine[] =>
      db.all(owedRow, `${owedLines} ${byAge}`, { profileId }).flat(),
    /** The same of one shift's sales, and of all others by kind and currency. */
    owedOfShift: ({
      id,
      profileId,
    }: Pick<Shift, 'id' | 'profileId'>): { own: OwedLine[]; others: OwedSum[] } => ({
      own: db.all(owedRow, `${owedLines} and +shift = :id ${byAge}`, { profileId, id }).flat(),
      others: addedUp(
        db.all(
          owedSumRow,
          `select direction, cash_outcome as outcome, ${owedTender} as tender, currency, count(*) as count,
             total(ifnull(${owedPart}, ${paidAtOnce})) as total from ${owedSales} and +shift is not :id
           group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
          { profileId, id },
        ),
      ),
    }),
    /** Fiado of a shift, by name. */
    credits: (shiftId: string): CreditSum[] =>
      db.all(
        creditRow,
        `select text as name, currency, count(*) as count, total(${saidWith('credit')}) as total
         from tender join sale on sale.id = tender.sale_id
         where (tender.shift = ?1 and kind = 'credit' or tender.shift = ?1 and first_kind = 'credit')
           and cash_outcome != 'undone' and ${lastTender}
         group by text, currency order by text, currency`,
        shiftId,
      ),
    /** What a shift's sales begun in a span (epoch ms, end excluded) did to the prepaid account. */
    account: (shiftId: string, start: number, end: number): AccountSum[] =>
      account(db, shiftId, start, end),
    /** The first and the last balance that the service told with a sale of the shift; none, one or two. */
    seenBalances: (shiftId: string): SeenBalance[] => [
      ...seenBalance(db, shiftId, 'asc'),
      ...seenBalance(db, shiftId, 'desc'),
    ],
    /** The balances written down from the last one before `start` until `end` (epoch ms, excluded), oldest first. */
    snapshots: (profileId: string, start: number, end: number): BalanceSnapshot[] =>
      db.all(
        snapshotRow,
        `select at, reason, currency, balance, profits from balance_snapshot
         where profile_id = :profileId and at < :end and at >= ifnull(
           (select max(at) from balance_snapshot where profile_id = :profileId and at <= :start), 0)
         order by at, seq`,
        { profileId, start, end },
      ),
    /** Since when (the first sale) and how much left the balance in a span, less what came; per currency. */
    spent: (profileId: string, start: number, end: number): { since: number; spent: Money }[] =>
      db.all(spentRow, spent, { profileId, start, end }),
  }
}

function groups(db: Database, shiftId: string): ShiftSum[] {
  const of = (sales: string) =>
    `select direction, cash_outcome as outcome, tender, ${late} as late, is_paid as paid,
       currency, balance_change is not null as seen, count(*) as count, total(total) as total, ${sums}
     from ${sales} group by 1, 2, 3, 4, 5, 6, 7`
  // What was paid first stands with the few sales that have it: it goes from the row of the rest to its own.
  const first = (tender: string, minor: string) =>
    `select direction, cash_outcome, ${tender}, ${late}, is_paid, currency, balance_change is not null,
       0, ${minor}, 0, 0, 0, 0 from sale indexed by sale_by_first
     where shift = :shiftId and first_tender is not null`
  const all = [
    of(endedOfShift),
    of(openOfShift),
    first('first_tender', 'first_amount'),
    first('tender', '-first_amount'),
  ]
  return db.all(
    groupRow,
    `select direction, outcome, tender, late, paid, currency, seen, sum(count) as count,
       total(total) as total, total(amount) as amount, total(cost) as cost,
       total(incentive) as incentive, total(paid_in) as paid_in
     from (${all.join(' union all ')}) group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7`,
    { shiftId },
  )
}

function account(db: Database, shiftId: string, start: number, end: number): AccountSum[] {
  const of = (sales: string) =>
    `select direction, balance_change is not null as seen, currency, ${sums} from ${sales}
     and created_at >= :start and created_at < :end and ${made} group by 1, 2, 3`
  return db.all(
    accountRow,
    `select direction, seen, currency, total(amount) as amount, total(cost) as cost,
       total(incentive) as incentive, total(paid_in) as paid_in
     from (${of(endedOfShift)} union all ${of(openOfShift)})
     group by 1, 2, 3 order by 1, 2, 3`,
    { shiftId, start, end },
  )
}

/** The first or the last, if there is one. */
function seenBalance(db: Database, shiftId: string, order: 'asc' | 'desc'): SeenBalance[] {
  const of = (sales: string) =>
    `select * from (select created_at, sent_at as at, currency,
       found ->> '$.prevBalance.minor' as before, found ->> '$.newBalance.minor' as after
     from ${sales} and balance_change is not null and sent_at is not null and ${made}
     order by created_at ${order} limit 1)`
  const either = `${of(endedOfShift)} union all ${of(openOfShift)}`
  const sql = `select * from (${either}) order by created_at ${order} limit 1`
  return db.all(balanceRow, sql, { shiftId })
}
