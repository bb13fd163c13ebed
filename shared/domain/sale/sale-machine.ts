import { z } from 'zod'
import type { AppError } from '../../errors.ts'
import { appError } from '../../errors.ts'
import { serviceDayStart, serviceEpoch } from '../time/dates.ts'
import { decimalFromMinor, type Money } from '../money/money.ts'
import { finalStates, saleSchema, type SaleState } from './sale.ts'
import type { Transaction } from './transaction.ts'

/** What the one request of a sale proved, once it is known. */
const sellOutcomeSchema = z.enum(['not-sent', 'accepted', 'refused', 'unauthorized', 'unknown'])
export type SellOutcome = z.infer<typeof sellOutcomeSchema>

/** What decides a sale's course. Times are epoch milliseconds by this computer's wall clock. */
export const saleFactsSchema = saleSchema
  .pick({
    state: true,
    productId: true,
    amount: true,
    sentAt: true,
    settledAt: true,
    error: true,
    nextLookAt: true,
    /** After this find cannot be trusted to know the sale. */
    horizonAt: true,
  })
  .extend({
    outcome: sellOutcomeSchema.nullable(),
    /** A find has shown its record: it exists, whatever later finds say. */
    seen: z.boolean(),
    /** Look-ups made, answered or not. */
    attempts: z.int(),
    /** Conclusive answers "no record", in a row; the first of them was heard at this time by the service's clock. */
    misses: z.int(),
    firstMissAt: z.int().nullable(),
    /** When look-ups began: the schedule counts from here. */
    lookFrom: z.int().nullable(),
    /** The service's clock less this computer's, as the first answer about this sale said it. */
    skewMs: z.int().nullable(),
  })
export type SaleFacts = z.infer<typeof saleFactsSchema>

/**
 * Something that happened to a sale. `skewMs`: the service's clock (Date header) less this computer's,
 * null where there was no answer or no header.
 */
export type SaleEvidence =
  | { kind: 'sending' }
  /** Found in PREPARED or SENDING with no request running: the program ended in between. */
  | { kind: 'interrupted' }
  | { kind: 'not-sent'; error: AppError }
  | { kind: 'accepted'; skewMs: number | null }
  | { kind: 'refused' | 'unauthorized' | 'unknown'; error: AppError; skewMs: number | null }
  | { kind: 'found'; transaction: Transaction; skewMs: number | null }
  /**
   * `tookMs`: how long the look-up took, Infinity where that is not known. `apartMs`: how long after such an answer was first heard in this run it was
   * begun; null: it is the first. Both by a clock that nobody sets.
   */
  | { kind: 'not-found'; skewMs: number | null; tookMs: number; apartMs: number | null }
  /** find could not be asked, or was not answered by the service: proves nothing. */
  | { kind: 'look-failed' }
  /** The sale has reached this age (ms): the largest of what the clocks say. */
  | { kind: 'aged'; ageMs: number }

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** When finds are due after look-ups began; then as `laterGap` says, up to the horizon. */
const schedule = [2, 5, 10, 20, 30, 60, 120, 180].map((seconds) => seconds * second)
/** Five minutes in the first hour; then what waited long may wait a little longer, but never more than an hour. */
const steady = { least: 5 * minute, share: 1 / 12, most: hour }
/** Past the horizon only list can tell, and it is asked for a whole day at a time. */
const listGap = 4 * hour
/** A sale that list neither ends nor shows for so long needs a person. */
const longestListing = 7 * 24 * hour

const refusalMisses = { count: 2, span: 10 * second }
const reviewMisses = { count: 3, span: 5 * minute }
/** The service's Date has whole seconds: two of them may be so much nearer than they say. */
const dateResolution = second
/** Beyond this the clocks disagree so much that "no record" may be about other days. */
export const skewLimit = 2 * minute
const longestLookup = 47 * hour

/** Whether the end of a sale is known. */
export function isFinal(state: SaleState): boolean {
  return finalStates.includes(state)
}

/**
 * What a sale is after a piece of evidence that was recorded at `now`; null when the evidence cannot
 * be about a sale in this state, and nothing may be written.
 */
export function nextSale(facts: SaleFacts, evidence: SaleEvidence, now: number): SaleFacts | null {
  switch (evidence.kind) {
    case 'sending':
      if (facts.state !== 'PREPARED') return null
      return { ...facts, state: 'SENDING', sentAt: now, horizonAt: now + lookupSpan(now) }
    case 'interrupted':
      if (facts.state === 'PREPARED') return notSent(facts, null, now)
      if (facts.state !== 'SENDING') return null
      return afterRequest(facts, 'unknown', appError('SALE_INTERRUPTED'), null, now)
    case 'not-sent':
      if (facts.state !== 'PREPARED' && facts.state !== 'SENDING') return null
      return notSent(facts, evidence.error, now)
    case 'accepted':
      if (facts.state !== 'SENDING') return null
      return afterRequest(facts, 'accepted', null, evidence.skewMs, now)
    case 'refused':
    case 'unauthorized':
    case 'unknown':
      if (facts.state !== 'SENDING') return null
      return afterRequest(facts, evidence.kind, evidence.error, evidence.skewMs, now)
    case 'found':
      if (isUnsent(facts)) return null
      return found(facts, evidence.transaction, evidence.skewMs, now)
    case 'not-found':
      if (isUnsent(facts)) return null
      return notFound(facts, evidence, now)
    case 'look-failed':
      if (isUnsent(facts)) return null
      return looked(facts, now)
    case 'aged':
      return aged(facts, evidence.ageMs)
  }
}

function isUnsent({ state }: SaleFacts): boolean {
  return state === 'PREPARED' || state === 'SENDING'
}

function notSent(facts: SaleFacts, error: AppError | null, now: number): SaleFacts {
  return { ...facts, state: 'NOT_SENT', outcome: 'not-sent', error, settledAt: now }
}

function afterRequest(
  facts: SaleFacts,
  outcome: SellOutcome,
  error: AppError | null,
  skewMs: number | null,
  now: number,
): SaleFacts {
  const state = outcome === 'accepted' ? 'ACCEPTED' : 'UNKNOWN'
  const open = { ...facts, state, outcome, error, lookFrom: now, skewMs } satisfies SaleFacts
  return withNextLook(withHorizon(open, [skewMs]), now)
}

function found(
  facts: SaleFacts,
  transaction: Transaction,
  skewMs: number | null,
  now: number,
): SaleFacts {
  const { state, error } = judge(facts, transaction)
  const created = transaction.createdAt ? serviceEpoch(transaction.createdAt.local) : Number.NaN
  const createdSkew = facts.sentAt === null ? null : created - facts.sentAt
  const known = {
    ...withHorizon(facts, [skewMs, createdSkew]),
    skewMs: facts.skewMs ?? skewMs,
    state,
    error,
    seen: true,
    misses: 0,
    firstMissAt: null,
    settledAt: isFinal(state) ? (facts.settledAt ?? now) : null,
  }
  return looked(known, now)
}

/** The state that a record proves, if it is about this sale at all. */
function judge(
  facts: SaleFacts,
  { amount, product, status, statusId, statusName }: Transaction,
): { state: SaleState; error: AppError | null } {
  const differs = (what: string, shown: string, expected: string) => ({
    state: 'REVIEW' as const,
    error: appError('RECORD_DIFFERS', { what, found: shown, expected }),
  })
  if (amount.minor !== facts.amount.minor || amount.currency !== facts.amount.currency) {
    return differs('amount', plainMoney(amount), plainMoney(facts.amount))
  }
  if (product !== null && product.id !== facts.productId) {
    return differs('Product.id', product.id, facts.productId)
  }
  if (status === null) {
    const name = statusName || statusId
    return { state: 'REVIEW', error: appError('STATUS_NOT_KNOWN', { status: name }) }
  }
  const changed =
    (facts.state === 'APPROVED' || facts.state === 'REJECTED') && facts.state !== status
  return changed
    ? differs('TransactionStatus', status, facts.state)
    : { state: status, error: null }
}

function plainMoney(amount: Money): string {
  return `${amount.currency} ${decimalFromMinor(amount.minor)}`
}

function notFound(
  facts: SaleFacts,
  { skewMs, tookMs, apartMs }: Extract<SaleEvidence, { kind: 'not-found' }>,
  now: number,
): SaleFacts {
  const isSkewed = skewMs !== null && Math.abs(skewMs) > skewLimit
  if (isSkewed || facts.seen || isFinal(facts.state)) return looked(facts, now)
  const heardAt = now + (skewMs ?? 0)
  const firstMissAt = facts.firstMissAt ?? heardAt
  // Two clocks that setting this computer's does not touch; each alone proves so much.
  const byService = skewMs === null ? 0 : heardAt - tookMs - firstMissAt - dateResolution
  const apart = Math.max(apartMs ?? 0, byService)
  const misses = facts.misses + 1
  const missed = {
    ...withHorizon(facts, [skewMs]),
    skewMs: facts.skewMs ?? skewMs,
    misses,
    firstMissAt,
  }
  const enough = ({ count, span }: typeof refusalMisses) => missed.misses >= count && apart >= span
  if (facts.state === 'UNKNOWN' && facts.outcome === 'refused') {
    if (enough(refusalMisses)) return looked({ ...missed, state: 'DECLINED', settledAt: now }, now)
    return looked(missed, now, now + refusalMisses.span - Math.max(0, apart))
  }
  const isWaiting = facts.state === 'UNKNOWN' || facts.state === 'ACCEPTED'
  if (isWaiting && enough(reviewMisses)) {
    return looked({ ...missed, state: 'REVIEW', error: appError('RECORD_NOT_FOUND') }, now)
  }
  return looked(missed, now)
}

/** One look-up more, and when the next is due (or `at`, when that is still to come). */
function looked(facts: SaleFacts, now: number, at?: number): SaleFacts {
  const next = withNextLook({ ...facts, attempts: facts.attempts + 1 }, now)
  return at !== undefined && at > now && next.nextLookAt !== null
    ? { ...next, nextLookAt: at }
    : next
}

function withNextLook(facts: SaleFacts, now: number): SaleFacts {
  if (isFinal(facts.state) || isOver(facts)) return { ...facts, nextLookAt: null }
  if (isListed(facts) && facts.horizonAt !== null && facts.horizonAt <= now) {
    return { ...facts, nextLookAt: now + listGap }
  }
  const due = schedule[facts.attempts]
  const gap = due === undefined ? laterGap(facts, now) : due - (schedule[facts.attempts - 1] ?? 0)
  const planned = due === undefined ? now + gap : (facts.lookFrom ?? now) + due
  // A clock that was set back makes the planned moment far: no pause is longer than its step.
  const next = planned > now ? Math.min(planned, now + gap) : now + gap
  return { ...facts, nextLookAt: Math.max(now, Math.min(next, facts.horizonAt ?? next)) }
}

/**
 * The pause before the next find: a twelfth of the time that look-ups go on already, and halves of what is left as the
 * horizon comes near, as one that fails there must not be the only one of its hour.
 */
function laterGap({ lookFrom, horizonAt }: SaleFacts, now: number): number {
  const { least, share, most } = steady
  const waited = (now - (lookFrom ?? now)) * share
  const left = ((horizonAt ?? Infinity) - now) / 2
  return Math.round(Math.max(least, Math.min(waited, left, most)))
}

/** Look-ups have ended: a look by hand does not begin them again. */
function isOver({ state, lookFrom, nextLookAt }: SaleFacts): boolean {
  return (state === 'REVIEW' || state === 'PARTIAL') && lookFrom !== null && nextLookAt === null
}

function aged(facts: SaleFacts, ageMs: number): SaleFacts | null {
  const { state, sentAt, horizonAt } = facts
  if (isFinal(state) || isUnsent(facts) || sentAt === null || horizonAt === null) return null
  if (facts.nextLookAt === null || ageMs < horizonAt - sentAt) return null
  if (isListed(facts) && ageMs < longestListing) return null
  if (state === 'PARTIAL' || state === 'REVIEW') return { ...facts, nextLookAt: null }
  return { ...facts, state: 'REVIEW', error: appError('LOOKUP_PERIOD_OVER'), nextLookAt: null }
}

/** Its record, and so its identifier, is known and still moves: list goes on to tell of it. */
function isListed({ state, seen }: SaleFacts): boolean {
  return seen && (state === 'PENDING' || state === 'PROCESSING')
}

/** Whether a sale of this age (ms) is looked up by list: find no longer knows it, and its record is known. */
export function isLookedUpByList(facts: SaleFacts, ageMs: number): boolean {
  const { sentAt, horizonAt } = facts
  return isListed(facts) && sentAt !== null && horizonAt !== null && ageMs >= horizonAt - sentAt
}

/** How long find can be trusted to know a sale of this moment: two days read as hours or as calendar days. */
export function lookupSpan(at: number): number {
  const endOfNextDay = serviceDayStart(at) + 48 * hour
  return Math.min(longestLookup, endOfNextDay - at)
}

/** Draws the horizon nearer where another clock reads the time of the sale differently. */
function withHorizon(facts: SaleFacts, skews: readonly (number | null)[]): SaleFacts {
  const { sentAt, horizonAt } = facts
  if (sentAt === null || horizonAt === null) return facts
  const ends = skews.flatMap((skew) =>
    skew === null || Number.isNaN(skew) ? [] : [sentAt + lookupSpan(sentAt + skew)],
  )
  return { ...facts, horizonAt: Math.min(horizonAt, ...ends) }
}

/** What the clocks say at one moment; the monotonic one means something within one run only. */
export interface ClockReading {
  wall: number
  monotonic: number | null
  server: number | null
}

/** The age of a sale: the largest that any clock says, since any of them may have been set back. */
export function saleAge(sent: ClockReading, now: ClockReading): number {
  const ages = [now.wall - sent.wall]
  if (sent.monotonic !== null && now.monotonic !== null) ages.push(now.monotonic - sent.monotonic)
  if (sent.server !== null && now.server !== null) ages.push(now.server - sent.server)
  return Math.max(...ages)
}
