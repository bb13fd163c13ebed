import { addDays, serviceDay, serviceDayBounds } from '../../../../shared/domain/dates.ts'
import type { Direction } from '../../../../shared/domain/money.ts'
import type { ProductNature } from '../../../../shared/domain/product-setting.ts'
import type { DayRange } from '../../../../shared/domain/range.ts'
import type { ShiftReport } from '../../../../shared/domain/shift.ts'
import { bookSales, salesOfRecords, type BookSale } from '../../../store/book-sales.ts'
import type { Database } from '../../../store/db.ts'
import type { BalanceSnapshot } from '../../../store/balance-snapshots.ts'
import { createJournalReader } from '../../../store/journal-reader.ts'
import { createCharges } from './balance-days.ts'
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
  /** The records that sales of the period, and of the two days before, are known to be; some at a time. */
  claims(): Iterable<readonly BookSale[]>
  /** The Z reports of the period. */
  closes: readonly ShiftReport[]
  snapshots: readonly BalanceSnapshot[]
  /** What the owner said of products. */
  directions: ReadonlyMap<string, Direction>
  natures: ReadonlyMap<string, ProductNature>
}

export const noBooks: OwnBooks = {
  ...{ sales: 0, currencies: [], withCents: new Set() },
  habits: createHabits().read(),
  charges: new Map(),
  commissions: createCommissions(''),
  soldAs: new Map(),
  ofRecords: () => new Map(),
  claims: () => [],
  ...{ closes: [], snapshots: [], directions: new Map(), natures: new Map() },
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
  const before = serviceDayBounds(addDays(range.from, -2)).start
  const { start } = serviceDayBounds(range.from)
  const { end } = serviceDayBounds(range.to)
  const reader = createJournalReader(journal)
  const habits = createHabits()
  const charges = createCharges(currency)
  const commissions = createCommissions(currency)
  const [currencies, withCents] = [new Set<string>(), new Set<string>()]
  const soldAs = new Map<string, Set<Direction>>()
  const closes = reader.shifts.closedBetween(profileId, start, end)
  const snapshots = reader.snapshots(profileId)
  const hasCents = (minor: number | null) => (minor ?? 0) % 100 !== 0
  let sales = 0

  for (const some of bookSales(journal, profileId, before, end)) {
    for (const sale of some) {
      const { amount, cost, costs, incentive } = sale
      if (sale.serviceId !== null) currencies.add(sale.currency)
      if ([amount, cost, costs, incentive].some(hasCents)) withCents.add(sale.currency)
      if (sale.at < start || sale.at >= end) continue
      sales += 1
      habits.add(sale)
      const ways = soldAs.get(sale.productId) ?? new Set()
      soldAs.set(sale.productId, ways.add(sale.direction))
      if (sale.state !== 'APPROVED') continue
      const day = serviceDay(sale.at)
      charges.add(sale, day)
      commissions.add(sale, day)
    }
  }
  for (const { minor, currency } of snapshots.flatMap((seen) => [seen.balance, seen.profits])) {
    if (hasCents(minor)) withCents.add(currency)
  }
  for (const { currency, expected, counted } of closes.flatMap(({ drawers }) => drawers)) {
    if (hasCents(expected) || hasCents(counted?.minor ?? 0)) withCents.add(currency)
  }
  const natures = new Map<string, ProductNature>()
  for (const { productId, nature } of reader.productSettings.all(profileId)) {
    if (nature !== null) natures.set(productId, nature)
  }
  return {
    ...{ sales, currencies: [...currencies].toSorted(), withCents, soldAs, commissions },
    habits: habits.read(),
    charges: charges.days,
    ofRecords: (ids) => (currencies.size > 0 ? salesOfRecords(journal, profileId, ids) : new Map()),
    claims: () => (currencies.size > 0 ? bookSales(journal, profileId, before, end) : []),
    ...{ closes, snapshots, natures },
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
