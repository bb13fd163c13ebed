import { addDays, serviceDayBounds } from '../../../../shared/domain/dates.ts'
import type { Direction } from '../../../../shared/domain/money.ts'
import type { ProductNature } from '../../../../shared/domain/product-setting.ts'
import type { DayRange } from '../../../../shared/domain/range.ts'
import { bookSales, type BookSale } from '../../../store/book-sales.ts'
import type { Database } from '../../../store/db.ts'
import type { BalanceSnapshot } from '../../../store/balance-snapshots.ts'
import { createJournalReader } from '../../../store/journal-reader.ts'

/** What this register's journal knows of a period. */
export interface OwnBooks {
  /** Its sales of those days, oldest first. */
  sales: readonly BookSale[]
  /** Them, and those of the two days before, by the service's record that each is known to be. */
  byRecord: ReadonlyMap<string, BookSale>
  snapshots: readonly BalanceSnapshot[]
  directions: ReadonlyMap<string, Direction>
  natures: ReadonlyMap<string, ProductNature>
}

export const noBooks: OwnBooks = {
  sales: [],
  byRecord: new Map(),
  snapshots: [],
  directions: new Map(),
  natures: new Map(),
}

/** Reads the journal for a period. Sales of the two days before may stand in its list: they can arrive late. */
export function readBooks(journal: Database, profileId: string, range: DayRange): OwnBooks {
  const { start } = serviceDayBounds(addDays(range.from, -2))
  const { end } = serviceDayBounds(range.to)
  const reader = createJournalReader(journal)
  const near = bookSales(journal, profileId, start, end)
  const byRecord = new Map<string, BookSale>()
  for (const sale of near) if (sale.serviceId !== null) byRecord.set(sale.serviceId, sale)
  const natures = new Map<string, ProductNature>()
  for (const { productId, nature } of reader.productSettings.all(profileId)) {
    if (nature !== null) natures.set(productId, nature)
  }
  const first = serviceDayBounds(range.from).start
  return {
    sales: near.filter(({ at }) => at >= first && at < end),
    byRecord,
    snapshots: reader.snapshots(profileId),
    directions: reader.productSettings.directions(profileId),
    natures,
  }
}

/**
 * Which way the cash of a row went: as its sale here was made, else as the owner said of the product. Null where
 * nobody said: it is never guessed.
 */
export function directionOf(
  books: OwnBooks,
  row: { id: string; productId: string },
): Direction | null {
  return books.byRecord.get(row.id)?.direction ?? books.directions.get(row.productId) ?? null
}

/** Currencies of which some amount that only the journal tells has cents. */
export function currenciesWithCents({ byRecord, sales, snapshots }: OwnBooks): Set<string> {
  const found = new Set<string>()
  for (const { currency, cost, costs, incentive } of [...sales, ...byRecord.values()]) {
    if ([cost, costs, incentive].some((minor) => (minor ?? 0) % 100 !== 0)) found.add(currency)
  }
  for (const { currency, minor } of snapshots.flatMap((seen) => [seen.balance, seen.profits])) {
    if (minor % 100 !== 0) found.add(currency)
  }
  return found
}

/** Whether a sale here counts as made. */
export function isApproved({ state }: BookSale): boolean {
  return state === 'APPROVED'
}
