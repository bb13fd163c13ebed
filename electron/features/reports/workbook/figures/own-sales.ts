import { dayOfNumber, dayRangeBounds } from '../../../../../shared/domain/time/dates.ts'
import type { Direction } from '../../../../../shared/domain/money/money.ts'
import type { ProductNature } from '../../../../../shared/domain/sale/product-setting.ts'
import type { DayRange } from '../../../../../shared/domain/time/range.ts'
import { serviceTime } from '../../../../../shared/domain/time/service-time.ts'
import type { ShiftReport } from '../../../../../shared/domain/drawer/shift.ts'
import {
  saleClaims,
  saleGroups,
  salesOfRecords,
  type BookSale,
  type SaleGroup,
} from '../../../../store/sales/book-sales.ts'
import type { Database } from '../../../../store/sqlite/db.ts'
import type { BalanceSnapshot } from '../../../../store/tables/balance-snapshots.ts'
import { createJournalReader } from '../../../../store/journal/journal-reader.ts'
import { farthest } from './balance-edges.ts'
import { createHabits, type BalanceHabits } from './balance-habits.ts'
import { createCommissions, type OwnCommissions } from './commission-days.ts'

/** What this register's journal knows of a period. Its sales are added up, and looked up as rows are written. */
export interface OwnBooks {
  /** How many sales were begun in the period. */
  sales: number
  /** Currencies of sales, also of the two days before, that are known to be records of the service. */
  currencies: readonly string[]
  /** Currencies of which some amount that only the journal tells has cents. */
  withCents: ReadonlySet<string>
  /** What the service was seen to do with the balance. */
  habits: BalanceHabits
  /** What approved sales were charged beside their value, by day. */
  charges: ReadonlyMap<string, number>
  commissions: OwnCommissions
  /** The ways in which products were sold here. */
  soldAs: ReadonlyMap<string, ReadonlySet<Direction>>
  /** The sales that some records of the service are known to be, by record. */
  ofRecords(ids: readonly string[]): ReadonlyMap<string, BookSale>
  /** The records that sales of the period, and of the two days before, are known to be, by how they were sold. */
  claims: Readonly<Record<Direction, readonly string[]>>
  /** The Z reports of the period. */
  closes: readonly ShiftReport[]
  snapshots: readonly BalanceSnapshot[]
  /** What the owner said of products. */
  directions: ReadonlyMap<string, Direction>
  natures: ReadonlyMap<string, ProductNature>
}

/** Sales can reach the service's list this late. */
const lateMs = 48 * 3_600_000

export const noBooks: OwnBooks = {
  sales: 0,
  currencies: [],
  withCents: new Set(),
  habits: createHabits().read(),
  charges: new Map(),
  commissions: createCommissions(''),
  soldAs: new Map(),
  ofRecords: () => new Map(),
  claims: { in: [], out: [] },
  closes: [],
  snapshots: [],
  directions: new Map(),
  natures: new Map(),
}

/**
 * Reads the journal for a period of an account of this currency. Sales of the two days before may stand in its list:
 * they can arrive late.
 */
export function readBooks(
  journal: Database,
  profileId: string,
  range: DayRange,
  currency: string,
): OwnBooks {
  const { start, end } = dayRangeBounds(range.from, range.to)
  const reader = createJournalReader(journal)
  const habits = createHabits()
  const charges = createCharges(currency)
  const commissions = createCommissions(currency)
  const soldAs = new Map<string, Set<Direction>>()
  const withCents = new Set<string>()
  const note = (of: string, ...amounts: readonly (number | null | undefined)[]) => {
    if (amounts.some((minor) => (minor ?? 0) % 100 !== 0)) withCents.add(of)
  }
  let sales = 0
  for (const group of saleGroups(journal, profileId, start, end)) {
    sales += group.sales
    note(group.currency, group.hasCents ? 1 : 0, group.cost, group.incentive)
    habits.add(group)
    const ways = soldAs.get(group.productId) ?? new Set()
    soldAs.set(group.productId, ways.add(group.direction))
    if (group.state !== 'APPROVED') continue
    charges.add(group)
    commissions.add(group)
  }
  const claims: Record<Direction, string[]> = { in: [], out: [] }
  const currencies = new Set<string>()
  const told = new Set<string>()
  for (const claim of saleClaims(journal, profileId, start - lateMs, end)) {
    if (told.has(claim.record)) continue
    told.add(claim.record)
    claims[claim.direction].push(claim.record)
    currencies.add(claim.currency)
  }
  const closes = reader.shifts.closedBetween(profileId, start, end)
  for (const { currency: of, counted, ...drawer } of closes.flatMap(({ drawers }) => drawers)) {
    const { base, salesIn, salesOut, movedIn, movedOut, paidOut, expected, held } = drawer
    note(of, base, salesIn, salesOut, movedIn, movedOut, paidOut, expected, held, counted?.minor)
  }
  const snapshots = reader.snapshots(profileId)
  for (const { at, skewMs, balance, profits } of snapshots) {
    const seen = serviceTime(at, skewMs ?? null)
    // No other can stand for a midnight of the period.
    if (seen < start - farthest || seen > end + farthest) continue
    note(balance.currency, balance.minor, profits.minor)
  }
  const natures = new Map<string, ProductNature>()
  for (const { productId, nature } of reader.productSettings.all(profileId)) {
    if (nature !== null) natures.set(productId, nature)
  }
  return {
    sales,
    currencies: [...currencies].toSorted(),
    withCents,
    soldAs,
    commissions,
    habits: habits.read(),
    charges: charges.days,
    ofRecords: (ids) => (currencies.size > 0 ? salesOfRecords(journal, profileId, ids) : new Map()),
    claims,
    closes,
    snapshots,
    natures,
    directions: reader.productSettings.directions(profileId),
  }
}

/**
 * Which way the cash of a row went: as its sale here was made, else as the owner said of the product. Null where
 * nobody said: it is never guessed.
 */
export function directionOf(
  { directions }: Pick<OwnBooks, 'directions'>,
  productId: string,
  sale: Pick<BookSale, 'direction'> | null,
): Direction | null {
  return sale?.direction ?? directions.get(productId) ?? null
}

/** Adds up, day by day, what sales of a currency were charged beside their value. */
function createCharges(currency: string) {
  const days = new Map<string, number>()
  return {
    days,
    add(group: SaleGroup): void {
      const cost = (group.cost ?? 0) * group.sales
      const day = dayOfNumber(group.dayNumber)
      if (group.currency === currency && cost !== 0) days.set(day, (days.get(day) ?? 0) + cost)
    },
  }
}
