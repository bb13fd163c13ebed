import { createHash } from 'node:crypto'
import { erasedMark } from '../../../shared/domain/people/personal.ts'
import type { Closing } from '../../../shared/domain/sale/sale.ts'
import type { Transaction } from '../../../shared/domain/sale/transaction.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { Database } from '../sqlite/db.ts'
import type { EventDraft, Intent, SaleChange } from './intent.ts'
import { redact } from './redact.ts'
import type { SaleRecord } from './sale-row.ts'
import { indexCustomer, reindexCustomer } from './sale-person.ts'
import { searchKey } from './sale-search.ts'

/**
 * Each write answers the record as the row then reads: what was cut is cut in both. Reading it back would
 * take longer than writing it; tests hold the two against each other.
 */

/** Writes an intent as a sale in PREPARED. */
export function insertSale(db: Database, intent: Intent): SaleRecord {
  const { currency } = intent.amount
  const others = [intent.cost, intent.incentive, intent.total]
  if (others.some((other) => other !== null && other.currency !== currency)) {
    throw new RangeError('the money of one sale is of one currency')
  }
  const bodySha256 = createHash('sha256').update(intent.body).digest('hex')
  db.run(
    `insert into sale (
       id, draft_id, profile_id, revision, state, product_id, product_name, category_name, tip,
       direction, currency, amount, cost, incentive, total, reference, reference_key, phone,
       form_values, body, body_sha256, cashier, shift, again_of, created_at, attempts, misses
     ) values (?, ?, ?, 0, 'PREPARED', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)`,
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
  const record: SaleRecord = {
    ...unsent,
    id: intent.id,
    draftId: intent.draftId,
    profileId: intent.profileId,
    productId: intent.productId,
    productName: intent.productName,
    categoryName: intent.categoryName,
    tip: intent.tip,
    direction: intent.direction,
    amount: intent.amount,
    cost: intent.cost,
    incentive: intent.incentive,
    total: intent.total,
    reference: intent.reference,
    phone: intent.phone,
    values: intent.values,
    body: intent.body,
    bodySha256,
    cashier: intent.cashier,
    shift: intent.shift,
    againOf: intent.againOf,
    createdAt: intent.createdAt,
  }
  indexCustomer(db, record, intent.impersonal ?? [])
  return record
}

/** What is known of every sale before it is sent. */
const unsent = {
  revision: 0,
  state: 'PREPARED',
  sentAt: null,
  settledAt: null,
  outcome: null,
  transactionId: null,
  serviceId: null,
  transaction: null,
  seen: false,
  error: null,
  attempts: 0,
  misses: 0,
  firstMissAt: null,
  lookFrom: null,
  nextLookAt: null,
  horizonAt: null,
  skewMs: null,
  closing: null,
} as const satisfies Omit<SaleRecord, keyof Intent | 'bodySha256'>

/** Writes what changed if the row is still the one that was read; null when it is not. */
export function updateSale(
  db: Database,
  before: SaleRecord,
  change: SaleChange,
): SaleRecord | null {
  const after = changed(before, change)
  const rows = db.run(
    `update sale set
       revision = ?, state = ?, sent_at = ?, settled_at = ?, outcome = ?, transaction_id = ?,
       service_id = ?, found = ?, error = ?, attempts = ?, misses = ?, first_miss_at = ?,
       look_from = ?, next_look_at = ?, horizon_at = ?, skew_ms = ?, closing = ?
     where id = ? and revision = ? and state = ?`,
    after.revision,
    after.state,
    after.sentAt,
    after.settledAt,
    after.outcome,
    after.transactionId,
    after.serviceId,
    json(after.transaction),
    json(after.error),
    after.attempts,
    after.misses,
    after.firstMissAt,
    after.lookFrom,
    after.nextLookAt,
    after.horizonAt,
    after.skewMs,
    json(after.closing),
    before.id,
    before.revision,
    before.state,
  )
  if (rows !== 1) return null
  reindexCustomer(db, before, after)
  return after
}

function changed(before: SaleRecord, change: SaleChange): SaleRecord {
  const { facts } = change
  const transaction = change.transaction
    ? cutTransaction(change.transaction, isErased(before))
    : before.transaction
  return {
    ...before,
    ...facts,
    revision: before.revision + 1,
    error: facts.error === before.error ? before.error : cutError(facts.error),
    transactionId: change.transactionId ?? before.transactionId,
    serviceId: transaction?.id ?? null,
    transaction,
    seen: transaction !== null,
    closing: change.closing ? cutClosing(change.closing) : before.closing,
  }
}

/** Who its customer is was taken out of it: what the service says of that later is not kept either. */
function isErased({ reference }: Pick<SaleRecord, 'reference'>): boolean {
  return reference === erasedMark
}

/** Adds a line to a sale's history. */
export function insertEvent(
  db: Database,
  { id, state, reference }: Pick<SaleRecord, 'id' | 'state' | 'reference'>,
  event: EventDraft,
): void {
  const raw = event.raw ?? null
  db.run(
    `insert into sale_event
       (sale_id, at, kind, state, started_at, http_status, server_date, error, raw, closing)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    event.at,
    event.kind,
    state,
    event.startedAt ?? null,
    event.httpStatus ?? null,
    event.serverDate ?? null,
    json(cutError(event.error)),
    raw !== null && isErased({ reference }) ? erasedMark : keptRaw(raw),
    json(event.closing ? cutClosing(event.closing) : null),
  )
}

function json(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
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

/** find's answer as it is kept; of its fields only the document may hold a card's number. */
function cutTransaction(transaction: Transaction, isOfErased: boolean): Transaction {
  const { person } = transaction
  if (person === null) return transaction
  const kept = isOfErased
    ? { document: erasedMark, cellphone: erasedMark }
    : { ...person, document: redact(person.document) }
  return { ...transaction, person: kept }
}

/** A closing as it is kept; a person may have written a card's number into the reason. */
function cutClosing(closing: Closing): Closing {
  return { ...closing, reason: redact(closing.reason) }
}

/** An error as it is kept; its texts may quote the service and are redacted like an answer. */
function cutError(error: AppError | null): AppError | null {
  if (error?.params === undefined) return error
  const params = Object.entries(error.params).map(([name, value]): [string, string | number] => [
    name,
    typeof value === 'string' ? redact(value) : value,
  ])
  return { ...error, params: Object.fromEntries(params) }
}
