import { z } from 'zod'
import type { Money } from '../../../shared/domain/money/money.ts'
import type { SaleEvent } from '../../../shared/domain/sale/sale.ts'
import { snapshotRow, type BalanceSnapshot } from '../tables/balance-snapshots.ts'
import { createBookReader, salesKnownAs } from '../sales/book-sales.ts'
import { createDayReader } from '../sales/day-totals.ts'
import { createEarnedReader } from '../sales/earned.ts'
import type { Database } from '../sqlite/db.ts'
import { amountColumns } from '../sqlite/rows.ts'
import { createBooksReader } from '../tables/books.ts'
import { createBookFactsReader } from '../sales/book-facts.ts'
import { createClaimsReader } from '../tables/claims.ts'
import { createDebtsReader } from '../tables/debts.ts'
import { createPeopleReader } from '../tables/people.ts'
import { createPersonalReader } from '../erasure/personal.ts'
import { createPayeeBookReader } from '../tables/payee-book.ts'
import { createProductSettingsReader } from '../tables/product-settings.ts'
import { registersOf } from '../hub/mirrored.ts'
import { createOutboxReader } from '../hub/outbox.ts'
import { createReceiptPrintsReader } from '../tables/receipts.ts'
import { createRecentReader } from '../sales/recent-customers.ts'
import { saleHistory } from '../sales/sale-history.ts'
import { saleRow, type SaleRecord } from '../sales/sale-row.ts'
import { soldCount, soldCounts, undoneStates } from '../sales/sale-counts.ts'
import { listSales } from '../sales/sale-list.ts'
import { searchKey, type SaleFilter } from '../sales/sale-search.ts'
import { createShiftsReader } from '../tables/shifts.ts'
import { createTrailReader } from '../tables/trail.ts'

export type { BalanceSnapshot }

/** What can be read of the journal, also while another process is writing it. */
export type JournalReader = ReturnType<typeof createJournalReader>

export interface SameSale {
  profileId: string
  productId: string
  reference: string
  amount: Money
  since: number
}

const undone = undoneStates.map((state) => `'${state}'`).join(', ')

/** Of one profile, or of all where none is named. */
const ofProfile = 'profile_id = ifnull(?, profile_id)'

const countRow = z.object({ count: z.int() })

/** Reads over an open database of the journal's shape. */
export function createJournalReader(db: Database) {
  return {
    /** Which register this journal is of: drawn once, the same in each of its copies. */
    registerId: (): string | null =>
      db.get(z.object({ id: z.string() }), 'select id from register')?.id ?? null,
    sale: (id: string): SaleRecord | null => db.get(saleRow, 'select * from sale where id = ?', id),
    saleOfDraft: (draftId: string): SaleRecord | null =>
      db.get(saleRow, 'select * from sale where draft_id = ?', draftId),
    history: (id: string): SaleEvent[] => saleHistory(db, id),
    /** Newest first, and how many there are in all. */
    list: (profileId: string, filter: SaleFilter): { sales: SaleRecord[]; count: number } =>
      listSales(db, profileId, filter),
    /** Sales whose end is not known, oldest first; of one profile or of all. */
    open: (profileId?: string): SaleRecord[] =>
      db.all(
        saleRow,
        `select * from sale where ${ofProfile} and is_open = 1 order by created_at, id`,
        profileId ?? null,
      ),
    openCount: (profileId?: string): number =>
      db.get(
        countRow,
        `select count(*) as count from sale where ${ofProfile} and is_open = 1`,
        profileId ?? null,
      )?.count ?? 0,
    /** Whether any sale was ever begun here. */
    hasSales: () => hasSales(db),
    ...createDayReader(db),
    /** What approved sales sent from `start` until before `end` (epoch ms) promised to earn. */
    earned: createEarnedReader(db),
    /** The newest sale since `since` of the same thing that happened or still may have. */
    sameSale: (same: SameSale): SaleRecord | null => sameSale(db, same),
    /** The newest sale of a profile that the service is known to have, and when it was sent (epoch ms). */
    newestKnown: (profileId: string, start = 0, end = Number.MAX_SAFE_INTEGER) =>
      newestKnown(db, profileId, { start, end }),
    /** Sales by product that happened or still may have. */
    soldCounts: (profileId: string, productIds?: readonly string[]): ReadonlyMap<string, number> =>
      soldCounts(db, profileId, productIds),
    soldCount: (profileId: string, productId: string): number =>
      soldCount(db, profileId, productId),
    /** In the order in which they were written; from `start` until `end` (epoch ms, both included) where they are named. */
    snapshots: (profileId: string, start = 0, end = Number.MAX_SAFE_INTEGER) =>
      snapshots(db, profileId, { start, end }),
    /** Every sale begun from `start` until before `end` (epoch ms), oldest first. */
    begunBetween: (profileId: string, start: number, end: number): SaleRecord[] =>
      db.all(
        saleRow,
        `select * from sale where profile_id = :profileId and created_at >= :start
         and created_at < :end order by created_at, id`,
        { profileId, start, end },
      ),
    /** The sales that these records of the service are known to be, by find or by a person's word that stands. */
    claiming: (profileId: string, recordIds: readonly string[]): SaleRecord[] =>
      claiming(db, profileId, JSON.stringify(recordIds)),
    ...createBookReader(db),
    books: createBooksReader(db),
    bookFacts: createBookFactsReader(db),
    /** What the owner said about products. */
    productSettings: createProductSettingsReader(db),
    /** What was sold of a product lately. */
    ...createRecentReader(db),
    /** Which products pay whose bills. */
    payees: createPayeeBookReader(db),
    people: createPeopleReader(db),
    trail: createTrailReader(db),
    claims: createClaimsReader(db),
    personal: createPersonalReader(db),
    /** Who owes what: fiado. */
    debts: createDebtsReader(db),
    /** Papers that were printed of sales. */
    receipts: createReceiptPrintsReader(db),
    /** The drawer: shifts, what moved its cash, how customers paid. */
    shifts: createShiftsReader(db),
    /** What a register that belongs to a hub still has to send there. */
    outbox: createOutboxReader(db),
    /** The registers that it is of, where it is a mirror; null: it is a register's own journal. */
    registers: () => registersOf(db),
    close: (): void => db.close(),
  }
}

function newestKnown(
  db: Database,
  profileId: string,
  { start, end }: { start: number; end: number },
): { id: string; sentAt: number } | null {
  return db.get(
    z.object({ id: z.string(), sentAt: z.int() }),
    `select id, sent_at as sentAt from sale where profile_id = ? and sent_at is not null
     and created_at >= ? and created_at < ?
     and ifnull(service_id, transaction_id) is not null order by created_at desc, id desc limit 1`,
    profileId,
    start,
    end,
  )
}

function snapshots(
  db: Database,
  profileId: string,
  { start, end }: { start: number; end: number },
): BalanceSnapshot[] {
  return db.all(
    snapshotRow,
    `select * from balance_snapshot where profile_id = ? and at between ? and ?
     order by seq`,
    ...[profileId, start, end],
  )
}

function hasSales(db: Database): boolean {
  return db.get(countRow, 'select count(*) as count from (select 1 from sale limit 1)')?.count === 1
}

function claiming(db: Database, profileId: string, ids: string): SaleRecord[] {
  return db.all(
    saleRow,
    `select sale.* from ${salesKnownAs('service_id')}
     union all
     select sale.* from ${salesKnownAs('candidate_id')}`,
    ...[ids, profileId, ids, profileId],
  )
}

function sameSale(
  db: Database,
  { profileId, productId, reference, amount, since }: SameSale,
): SaleRecord | null {
  return db.get(
    saleRow,
    // By time: a reference may be that of every sale of a product, and only minutes are looked at.
    `select * from sale indexed by sale_by_time where reference_key = :key and profile_id = :profileId
     and product_id = :productId and amount = :amount and currency = :currency
     and created_at > :since and shown_state not in (${undone})
     order by created_at desc limit 1`,
    { key: searchKey(reference), profileId, productId, ...amountColumns(amount), since },
  )
}
