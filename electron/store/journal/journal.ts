import { z } from 'zod'
import type { Database } from '../sqlite/db.ts'
import { insertRow } from '../sqlite/rows.ts'
import type { ErasureLog } from '../erasure/erasure-log.ts'
import type { IntentsLog } from './intents-log.ts'
import type { BalanceSnapshot } from '../tables/balance-snapshots.ts'
import { createJournalReader } from './journal-reader.ts'
import { createClaimsTable } from '../tables/claims.ts'
import { createPeopleTable } from '../tables/people.ts'
import { createPersonal } from '../erasure/personal.ts'
import { createPayeeBook } from '../tables/payee-book.ts'
import { createProductSettings } from '../tables/product-settings.ts'
import { createReceiptPrints } from '../tables/receipts.ts'
import type { EventDraft, Intent, SaleChange } from '../sales/intent.ts'
import type { SaleRecord } from '../sales/sale-row.ts'
import { insertEvent, insertSale, updateSale } from '../sales/sale-writes.ts'
import { createShifts } from '../tables/shifts.ts'
import { createSlimming } from '../slim/slim-sales.ts'
import { createOutbox } from '../hub/outbox.ts'
import { insertTender } from '../tables/tenders.ts'
import { createDebts } from '../tables/debts.ts'
import { createBooksTable } from '../tables/books.ts'
import { createUnprinted } from '../tables/unprinted.ts'
import { addLine, createTrail, type TrailDraft } from '../tables/trail.ts'

/** The journal in the hands of its one writer. Everything durable when the call returns. */
export type Journal = ReturnType<typeof createJournal>

/**
 * The journal over an open, migrated database. Each method that writes is one commit; with the
 * database's synchronous=FULL it is durable when it returns. Its errors: DISK_FULL, JOURNAL_DAMAGED, STORE_FAILED.
 */
export function createJournal(db: Database, intents: IntentsLog, erasures?: ErasureLog) {
  const reader = createJournalReader(db)

  return {
    ...reader,
    productSettings: createProductSettings(db),
    shifts: createShifts(db),
    payees: createPayeeBook(db),
    people: createPeopleTable(db),
    trail: createTrail(db),
    claims: createClaimsTable(db),
    personal: createPersonal(db, erasures),
    receipts: createReceiptPrints(db),
    unprinted: createUnprinted(db),
    books: createBooksTable(db),
    debts: createDebts(db),
    slimming: createSlimming(db),
    outbox: createOutbox(db, erasures),
    /** PREPARED: the intent and its `line` of the trail in the journal, then in intents.log. STORE_FAILED when the draft exists. */
    prepare: (intent: Intent, line?: TrailDraft | null): SaleRecord => {
      const record = db.transaction(() => insertIntent(db, intent, line))
      intents.append({ ...intent, bodySha256: record.bodySha256 })
      return record
    },
    /**
     * Changes a sale and writes its history line in one commit, if nothing changed it since it was read;
     * null: something did, and nothing was written.
     */
    advance: (record: SaleRecord, change: SaleChange, event: EventDraft): SaleRecord | null =>
      db.transaction(() => {
        const updated = updateSale(db, record, change)
        if (updated) insertEvent(db, updated, event)
        return updated
      }),
    /** The sales found in PREPARED or SENDING, of every profile, by their ids: each is read by itself. */
    unfinished: (): string[] =>
      db
        .all(
          idRow,
          // None of them was ever closed: they stand among the open ones.
          `select id from sale indexed by sale_by_open
           where is_open = 1 and state in ('PREPARED', 'SENDING') order by created_at`,
        )
        .map(({ id }) => id),
    /** The next look-ups and when each is due, the longest waiting first; `most` of them. */
    nextLooks: (profileId: string, most: number): NextLook[] =>
      db.all(
        nextLookRow,
        `select id, next_look_at as at from sale where profile_id = ? and next_look_at is not null
         order by next_look_at limit ? + 0`,
        profileId,
        most,
      ),
    /** Makes every pending look-up due now: after a restart, a sleep, a new token. */
    lookSoon: (profileId: string, now: number) => {
      db.run(
        'update sale set next_look_at = :now where profile_id = :profileId and next_look_at > :now',
        { now, profileId },
      )
    },
    recordBalance: (profileId: string, snapshot: BalanceSnapshot) =>
      insertSnapshot(db, profileId, snapshot),
    close: () => {
      intents.close()
      erasures?.close()
      db.close()
    },
  }
}

function insertSnapshot(
  db: Database,
  profileId: string,
  { at, skewMs = null, reason, balance, profits }: BalanceSnapshot,
): void {
  insertRow(db, 'balance_snapshot', {
    profileId,
    at,
    skewMs,
    reason,
    currency: balance.currency,
    balance: balance.minor,
    profits: profits.minor,
  })
}

const idRow = z.object({ id: z.string() })
const nextLookRow = z.object({ id: z.string(), at: z.int() })
type NextLook = z.output<typeof nextLookRow>

function insertIntent(db: Database, intent: Intent, line?: TrailDraft | null): SaleRecord {
  const { tender, ...sale } = intent
  const { id, createdAt, cashier } = sale
  const inserted = insertSale(db, sale)
  insertEvent(db, inserted, { kind: 'prepared', at: createdAt, error: null })
  if (tender) insertTender(db, id, tender, createdAt, cashier)
  if (line) addLine(db, line)
  return inserted
}
