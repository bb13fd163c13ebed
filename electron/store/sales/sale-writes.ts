import { createHash } from 'node:crypto'
import { erasedMark } from '../../../shared/domain/privacy/personal.ts'
import type { Closing } from '../../../shared/domain/sale/sale.ts'
import type { Transaction } from '../../../shared/domain/sale/transaction.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { Database } from '../sqlite/db.ts'
import { columnOf, insertRow } from '../sqlite/rows.ts'
import type { EventDraft, Intent, SaleChange } from './intent.ts'
import { unpackSaleAgain } from '../slim/slim-sales.ts'
import { redact } from './redact.ts'
import { jsonText, rowOfSale, type SaleRecord } from './sale-row.ts'
import { indexCustomer, reindexCustomer } from './sale-customer.ts'
import { searchKey } from './sale-search.ts'

/**
 * Each write answers the record as the row then reads: what was cut is cut in both. Reading it back would
 * take longer than writing it; tests hold the two against each other.
 */

/** Writes an intent as a sale in PREPARED. */
export function insertSale(db: Database, intent: Omit<Intent, 'tender'>): SaleRecord {
  const { impersonal = [], ...sold } = intent
  const others = [sold.cost, sold.incentive, sold.total]
  if (others.some((other) => other !== null && other.currency !== sold.amount.currency)) {
    throw new RangeError('the money of one sale is of one currency')
  }
  const bodySha256 = createHash('sha256').update(sold.body).digest('hex')
  const record: SaleRecord = { ...sold, ...unsent, bodySha256 }
  insertRow(db, 'sale', { ...rowOfSale(record), referenceKey: searchKey(record.reference) })
  indexCustomer(db, record, impersonal)
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

/** The columns that evidence moves. */
const moving = Object.keys(unsent)
  .filter((field) => field !== 'seen')
  .map((field) => (field === 'transaction' ? 'found' : field))
  .map((field) => ({ field, set: `${columnOf(field)} = :${field}` }))

/** Writes what changed if the row is still the one that was read; null when it is not. */
export function updateSale(
  db: Database,
  before: SaleRecord,
  change: SaleChange,
): SaleRecord | null {
  const after = changed(before, change)
  const was = rowOfSale(before)
  const is = rowOfSale(after)
  // A column that is named is written in every index that holds it, changed or not.
  const moved = moving.filter(({ field }) => is[field] !== was[field])
  const write = () =>
    db.run(
      `update sale set ${moved.map(({ set }) => set).join(', ')}
       where id = :id and revision = :revisionBefore and state = :stateBefore and packed is null`,
      {
        ...Object.fromEntries(moved.map(({ field }) => [field, is[field] ?? null])),
        id: before.id,
        revisionBefore: before.revision,
        stateBefore: before.state,
      },
    ) === 1
  // One that is packed, as nothing was heard of it for days, is first put back as it was.
  const isWritten = write() || (unpackSaleAgain(db, before.id) && write())
  if (!isWritten) return null
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
  insertRow(db, 'sale_event', {
    saleId: id,
    at: event.at,
    kind: event.kind,
    state,
    startedAt: event.startedAt ?? null,
    httpStatus: event.httpStatus ?? null,
    serverDate: event.serverDate ?? null,
    error: jsonText(cutError(event.error)),
    raw: raw !== null && isErased({ reference }) ? erasedMark : keptRaw(raw),
    closing: jsonText(event.closing ? cutClosing(event.closing) : null),
  })
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
