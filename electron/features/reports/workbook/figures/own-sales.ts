import { dayMs, dayOfNumber, dayRangeBounds } from '../../../../../shared/domain/time/dates.ts'
import { sumMoney, type Direction, type Money } from '../../../../../shared/domain/money/money.ts'
import { daysIn, type DayRange } from '../../../../../shared/domain/time/range.ts'
import { serviceTime } from '../../../../../shared/domain/time/service-time.ts'
import { owedAmount, type ShiftReport } from '../../../../../shared/domain/drawer/shift.ts'
import { creditSums, saleGroups, type SaleGroup } from '../../../../store/sales/book-sales.ts'
import {
  commissionChanges,
  type CommissionChange,
} from '../../../../store/sales/commission-changes.ts'
import type { Database } from '../../../../store/sqlite/db.ts'
import type { BalanceSnapshot } from '../../../../store/tables/balance-snapshots.ts'
import { createJournalReader } from '../../../../store/journal/journal-reader.ts'
import { giveWay, type ExportHooks } from '../../export/export-request.ts'
import { farthest } from './balance-edges.ts'
import { createHabits, type BalanceHabits } from './balance-habits.ts'
import { createCommissions, type OwnCommissions } from './commission-days.ts'
import { noRows, readOwnRows, type OwnRows } from './own-rows.ts'

/** What this register's journal knows of a period: its sales are added up as they are read, and never held. */
export interface OwnBooks extends OwnRows {
  /** How many sales were begun in the period. */
  sales: number
  /** Currencies of which some amount that only the journal tells has cents. */
  withCents: ReadonlySet<string>
  /** What the service was seen to do with the balance. */
  habits: BalanceHabits
  /** What approved sales were charged beside their value, by day. */
  charges: ReadonlyMap<string, number>
  commissions: OwnCommissions
  /** The ways in which products were sold here. */
  soldAs: ReadonlyMap<string, ReadonlySet<Direction>>
  /** The Z reports of the period. */
  closes: readonly Close[]
  snapshots: readonly BalanceSnapshot[]
  /** Commissions that changed in the period. */
  changes: readonly CommissionChange[]
  /** What is owed to customers now, and what customers of the period's approved sales owe; by currency. */
  owed: readonly CountedSum[]
  credit: readonly CountedSum[]
}
/** How many, and what they come to. */
export type CountedSum = { count: number; total: Money }

/** What the sheets say of a Z report. */
export type Close = Pick<ShiftReport, 'shift' | 'at' | 'note' | 'drawers'> & {
  /** The code of its register, where a report is over several; null: it is this one's. */
  register: string | null
}

export const noBooks: OwnBooks = {
  ...noRows,
  sales: 0,
  withCents: new Set(),
  habits: createHabits().read(),
  charges: new Map(),
  commissions: createCommissions(''),
  soldAs: new Map(),
  closes: [],
  snapshots: [],
  changes: [],
  owed: [],
  credit: [],
}

/** So much of the journal is read at once, however long the period. */
const stepDays = 7

/** Reads the journal for a period, a week at a time. `currency`: of the account; `listed`: of the sales' rows. */
export async function readBooks(
  journal: Database,
  profileId: string,
  range: DayRange,
  { currency, listed }: { currency: string; listed: readonly string[] },
  hooks: ExportHooks,
): Promise<OwnBooks> {
  const { start, end } = dayRangeBounds(range.from, range.to)
  const reader = createJournalReader(journal)
  const sums = createSums(currency)
  const closes: Close[] = []
  const registers = reader.registers()
  const days = daysIn(range)
  for (let done = 0; done < days; done += stepDays) {
    const from = start + done * dayMs
    const until = Math.min(end, from + stepDays * dayMs)
    for (const group of saleGroups(journal, profileId, from, until)) sums.add(group)
    for (const { shift, at, note, drawers } of reader.shifts.closedBetween(
      profileId,
      from,
      until,
    )) {
      closes.push({ shift, at, note, drawers, register: registers?.ofShift(shift.id) ?? null })
    }
    hooks.progress({ phase: 'books', done: Math.min(days, done + stepDays), total: days })
    await giveWay(hooks)
  }
  if (registers) closes.sort(byRegister)
  for (const { currency: of, counted, ...drawer } of closes.flatMap(({ drawers }) => drawers)) {
    const { base, salesIn, salesOut, shopSales, movedIn, movedOut, paidOut, expected, held } =
      drawer
    sums.note(of, base, salesIn, salesOut, shopSales, movedIn, movedOut)
    sums.note(of, paidOut, expected, held, counted?.minor)
  }
  const snapshots = reader.snapshots(profileId)
  for (const { at, skewMs, balance, profits } of snapshots) {
    const seen = serviceTime(at, skewMs ?? null)
    // No other can stand for a midnight of the period.
    if (seen < start - farthest || seen > end + farthest) continue
    sums.note(balance.currency, balance.minor, profits.minor)
  }
  return {
    ...readOwnRows(journal, profileId, range, listed),
    ...sums.read(),
    closes,
    snapshots,
    changes: commissionChanges(journal, profileId, start, end),
    owed: byCurrency(reader.shifts.cash.owed(profileId).map(owedAmount)),
    credit: creditSums(journal, profileId, start, end),
  }
}

/** Each register numbers its own. */
const byRegister = (one: Close, other: Close) =>
  (one.register ?? '').localeCompare(other.register ?? '', 'en', { numeric: true }) ||
  (one.shift.number ?? 0) - (other.shift.number ?? 0)

/** Amounts added up, each currency by itself. */
function byCurrency(amounts: readonly Money[]): CountedSum[] {
  return [...Map.groupBy(amounts, ({ currency }) => currency)].map(([currency, of]) => ({
    count: of.length,
    total: sumMoney(
      of.reduce((sum, { minor }) => sum + minor, 0),
      currency,
    ),
  }))
}

/** Adds up groups of sales; `currency`: of the account. */
function createSums(currency: string) {
  const habits = createHabits()
  const commissions = createCommissions(currency)
  /** Day by day, what sales of the account's currency were charged beside their value. */
  const charges = new Map<string, number>()
  const soldAs = new Map<string, Set<Direction>>()
  const withCents = new Set<string>()
  let sales = 0
  function note(of: string, ...amounts: readonly (number | null | undefined)[]): void {
    if (amounts.some((minor) => (minor ?? 0) % 100 !== 0)) withCents.add(of)
  }
  function charge(group: SaleGroup): void {
    const cost = (group.cost ?? 0) * group.sales
    const day = dayOfNumber(group.dayNumber)
    if (group.currency === currency && cost !== 0) charges.set(day, (charges.get(day) ?? 0) + cost)
  }
  return {
    note,
    add(group: SaleGroup): void {
      sales += group.sales
      note(group.currency, group.hasCents ? 1 : 0, group.cost, group.incentive)
      habits.add(group)
      const ways = soldAs.get(group.productId) ?? new Set()
      soldAs.set(group.productId, ways.add(group.direction))
      if (group.state !== 'APPROVED') return
      charge(group)
      commissions.add(group)
    },
    read: () => ({ sales, withCents, soldAs, commissions, charges, habits: habits.read() }),
  }
}
