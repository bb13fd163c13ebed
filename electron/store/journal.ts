import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { FormValues } from '../../shared/domain/form.ts'
import type { Direction, Money } from '../../shared/domain/money.ts'
import type { SaleFacts } from '../../shared/domain/sale-machine.ts'
import type { Closing, SaleEvent, SaleState } from '../../shared/domain/sale.ts'
import type { Transaction } from '../../shared/domain/transaction.ts'
import { Failure, type AppError } from '../../shared/errors.ts'
import type { Database } from './db.ts'
import type { IntentsLog } from './intents-log.ts'
import { createJournalReader, type BalanceSnapshot, type JournalReader } from './journal-reader.ts'
import { createProductSettings, type ProductSettings } from './product-settings.ts'
import { redact } from './redact.ts'
import { saleRow, type SaleRecord } from './sale-row.ts'
import { searchKey } from './sale-search.ts'

/** What is about to be sold, whole, before a byte leaves. */
export interface Intent {
  /** `_id`. */
  id: string
  draftId: string
  profileId: string
  productId: string
  productName: string
  categoryName: string
  tip: string | null
  direction: Direction
  /** amount, cost, incentive and total are of one currency. */
  amount: Money
  cost: Money | null
  incentive: Money | null
  total: Money
  reference: string
  phone: string | null
  values: FormValues
  body: string
  cashier: string | null
  shift: string | null
  againOf: string | null
  createdAt: number
}

/** One line of a sale's history as it is written; `raw` is redacted on the way. */
export interface EventDraft {
  kind: SaleEvent['kind']
  at: number
  error: AppError | null
  startedAt?: number
  httpStatus?: number | null
  serverDate?: number | null
  raw?: string | null
  closing?: Closing
}

/** What a piece of evidence changes in a sale. */
export interface SaleChange {
  facts: SaleFacts
  transactionId?: string
  transaction?: Transaction
  /** A person's closing; without it an earlier one stays as it is. */
  closing?: Closing
}

/** The journal in the hands of its one writer. Everything durable when the call returns. */
export interface Journal extends JournalReader {
  /** PREPARED: the intent in the journal, then in intents.log. STORE_FAILED when the draft exists. */
  prepare(intent: Intent): SaleRecord
  /**
   * Changes a sale and writes its history line in one commit, if nothing changed it since it was read;
   * null: something did, and nothing was written.
   */
  advance(record: SaleRecord, change: SaleChange, event: EventDraft): SaleRecord | null
  /** Sales found in PREPARED or SENDING, of every profile. */
  unfinished(): SaleRecord[]
  /** Sales whose look-up is due, the longest waiting first; fifty at most. */
  due(profileId: string, now: number): SaleRecord[]
  /** When the next look-up is due, or null. */
  nextDue(profileId: string): number | null
  /** Makes every pending look-up due now: after a restart, a sleep, a new token. */
  lookSoon(profileId: string, now: number): void
  recordBalance(profileId: string, snapshot: BalanceSnapshot): void
  readonly productSettings: ProductSettings
}

/**
 * The journal over an open, migrated database. Each method that writes is one commit; with the
 * database's synchronous=FULL it is durable when it returns. Its errors: DISK_FULL, JOURNAL_DAMAGED, STORE_FAILED.
 */
export function createJournal(db: Database, intents: IntentsLog): Journal {
  const reader = createJournalReader(db)

  function addEvent(saleId: string, state: SaleState, event: EventDraft): void {
    db.run(
      `insert into sale_event
         (sale_id, at, kind, state, started_at, http_status, server_date, error, raw, closing)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      saleId,
      event.at,
      event.kind,
      state,
      event.startedAt ?? null,
      event.httpStatus ?? null,
      event.serverDate ?? null,
      errorJson(event.error),
      keptRaw(event.raw ?? null),
      closingJson(event.closing ?? null),
    )
  }

  return {
    ...reader,
    productSettings: createProductSettings(db),
    prepare: (intent) => {
      const bodySha256 = createHash('sha256').update(intent.body).digest('hex')
      const record = db.transaction(() => {
        const inserted = insert(db, intent, bodySha256)
        addEvent(intent.id, 'PREPARED', { kind: 'prepared', at: intent.createdAt, error: null })
        return inserted
      })
      intents.append({ ...intent, bodySha256 })
      return record
    },
    advance: (record, change, event) =>
      db.transaction(() => {
        const updated = update(db, record, change)
        if (updated) addEvent(record.id, change.facts.state, event)
        return updated
      }),
    unfinished: () =>
      db.all(
        saleRow,
        "select * from sale where state in ('PREPARED', 'SENDING') order by created_at",
      ),
    due: (profileId, now) =>
      db.all(
        saleRow,
        'select * from sale where profile_id = ? and next_look_at <= ? order by next_look_at limit 50',
        profileId,
        now,
      ),
    nextDue: (profileId) =>
      db.get(
        nextDueRow,
        'select min(next_look_at) as at from sale where profile_id = ? and next_look_at is not null',
        profileId,
      )?.at ?? null,
    lookSoon: (profileId, now) => {
      db.run(
        'update sale set next_look_at = ? where profile_id = ? and next_look_at > ?',
        now,
        profileId,
        now,
      )
    },
    recordBalance: (profileId, { at, reason, balance, profits }) => {
      db.run(
        `insert into balance_snapshot (profile_id, at, reason, currency, balance, profits)
         values (?, ?, ?, ?, ?, ?)`,
        profileId,
        at,
        reason,
        balance.currency,
        balance.minor,
        profits.minor,
      )
    },
    close: () => {
      intents.close()
      db.close()
    },
  }
}

/** Made once: a schema is compiled when it first parses. */
const nextDueRow = z.object({ at: z.int().nullable() })

function insert(db: Database, intent: Intent, bodySha256: string): SaleRecord {
  const { currency } = intent.amount
  const others = [intent.cost, intent.incentive, intent.total]
  if (others.some((other) => other !== null && other.currency !== currency)) {
    throw new RangeError('the money of one sale is of one currency')
  }
  const inserted = db.get(
    saleRow,
    `insert into sale (
       id, draft_id, profile_id, revision, state, product_id, product_name, category_name, tip,
       direction, currency, amount, cost, incentive, total, reference, reference_key, phone,
       form_values, body, body_sha256, cashier, shift, again_of, created_at, attempts, misses
     ) values (?, ?, ?, 0, 'PREPARED', ${Array(20).fill('?').join(', ')}, 0, 0)
     returning *`,
    intent.id,
    intent.draftId,
    intent.profileId,
    intent.productId,
    intent.productName,
    intent.categoryName,
    intent.tip,
    intent.direction,
    currency,
    intent.amount.minor,
    intent.cost?.minor ?? null,
    intent.incentive?.minor ?? null,
    intent.total.minor,
    intent.reference,
    searchKey(intent.reference),
    intent.phone,
    JSON.stringify(intent.values),
    intent.body,
    bodySha256,
    intent.cashier,
    intent.shift,
    intent.againOf,
    intent.createdAt,
  )
  if (!inserted) throw new Failure('STORE_FAILED', { reason: 'the intent was not written' })
  return inserted
}

/** Writes what changed if the row is still the one that was read; null when it is not. */
function update(db: Database, record: SaleRecord, change: SaleChange): SaleRecord | null {
  const { facts } = change
  const transaction = change.transaction ?? record.transaction
  return db.get(
    saleRow,
    `update sale set
       revision = revision + 1, state = ?, sent_at = ?, settled_at = ?, outcome = ?,
       transaction_id = ?, service_id = ?, found = ?, error = ?, attempts = ?, misses = ?,
       first_miss_at = ?, look_from = ?, next_look_at = ?, horizon_at = ?, skew_ms = ?, closing = ?
     where id = ? and revision = ? and state = ?
     returning *`,
    facts.state,
    facts.sentAt,
    facts.settledAt,
    facts.outcome,
    change.transactionId ?? record.transactionId,
    transaction?.id ?? null,
    transaction === null ? null : transactionJson(transaction),
    errorJson(facts.error),
    facts.attempts,
    facts.misses,
    facts.firstMissAt,
    facts.lookFrom,
    facts.nextLookAt,
    facts.horizonAt,
    facts.skewMs,
    closingJson(change.closing ?? record.closing),
    record.id,
    record.revision,
    record.state,
  )
}

/** The most characters of an answer that one line of history keeps. */
const longestRaw = 64 * 1024

/** An answer as it is kept: redacted, and of an endless one its beginning and its length. */
function keptRaw(raw: string | null): string | null {
  if (raw === null) return null
  const text = redact(raw)
  if (text.length <= longestRaw) return text
  return `${text.slice(0, longestRaw)}… (${raw.length})`
}

/** find's answer as JSON; of its fields only the document may hold a card's number. */
function transactionJson(transaction: Transaction): string {
  const { person } = transaction
  const cut = person === null ? null : { ...person, document: redact(person.document) }
  return JSON.stringify({ ...transaction, person: cut })
}

/** A closing as JSON; a person may have written a card's number into the reason. */
function closingJson(closing: Closing | null): string | null {
  return closing === null ? null : JSON.stringify({ ...closing, reason: redact(closing.reason) })
}

/** An error as JSON; its texts may quote the service and are redacted like an answer. */
function errorJson(error: AppError | null): string | null {
  if (error === null) return null
  if (error.params === undefined) return JSON.stringify(error)
  const params = Object.entries(error.params).map(([name, value]): [string, string | number] => [
    name,
    typeof value === 'string' ? redact(value) : value,
  ])
  return JSON.stringify({ ...error, params: Object.fromEntries(params) })
}
