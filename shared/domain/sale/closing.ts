import type { Closing, Sale, SaleState, Verdict } from './sale.ts'
import { finalStates, verdictSchema } from './sale.ts'
import type { TransactionStatus } from './transaction.ts'

/** What is known of a sale: what was learnt, and what a person made of it. */
type Learnt = Pick<Sale, 'state' | 'closing' | 'error' | 'transaction'>

/** What of a sale decides whether a person may close it. */
export type Closable = Learnt & Pick<Sale, 'horizonAt'>

/** Which states a verdict already foresaw: evidence of these does not contradict it. */
const foreseen: Record<Verdict, readonly SaleState[]> = {
  approved: ['APPROVED'],
  partial: ['PARTIAL'],
  rejected: ['REJECTED', 'DECLINED'],
  'not-made': ['DECLINED', 'NOT_SENT', 'REJECTED'],
}

/** How a sale that a person closed is counted and shown. */
const shownAs: Record<Verdict, SaleState> = {
  approved: 'APPROVED',
  partial: 'PARTIAL',
  rejected: 'REJECTED',
  'not-made': 'DECLINED',
}

/** What a closing keeps of what was known when a person decided. */
export function knownAtClosing({
  state,
  error,
  transaction,
}: Omit<Learnt, 'closing'>): Pick<Closing, 'state' | 'seen' | 'code'> {
  return { state, seen: transaction !== null, code: error?.code ?? null }
}

/**
 * Whether a person closed the sale and nothing learnt since says otherwise. Later evidence reopens it unless
 * the closing foresaw it: also a record that turns up, or another doubt, where the state stays the same.
 */
export function isClosed(sale: Learnt): boolean {
  const { closing } = sale
  if (closing === null) return false
  const known = knownAtClosing(sale)
  const isSame =
    known.state === closing.state && known.seen === closing.seen && known.code === closing.code
  return isSame || foreseen[closing.as].includes(sale.state)
}

/** A person closed it, and later evidence says something else. */
export function isReopened(sale: Learnt): boolean {
  return sale.closing !== null && !isClosed(sale)
}

/** Whether a sale stands in the queue "Por resolver". The journal's SQL says the same (a test compares). */
export function isOpen(sale: Learnt): boolean {
  if (sale.closing !== null) return !isClosed(sale)
  return !finalStates.includes(sale.state)
}

/** The state that a sale is shown and counted in: a person's word, where evidence ended in a doubt. */
export function shownState(sale: Learnt): SaleState {
  return sale.closing !== null && isClosed(sale) ? shownAs[sale.closing.as] : sale.state
}

/**
 * Whether a person may close it: what evidence leaves to a person, what it contradicts, and what the
 * service can no longer be asked about (`now`, epoch ms, past the horizon).
 */
export function canClose(sale: Closable, now: number): boolean {
  if (!isOpen(sale)) return false
  if (sale.state === 'REVIEW' || sale.state === 'PARTIAL' || isReopened(sale)) return true
  const isFollowed = sale.state === 'PENDING' || sale.state === 'PROCESSING'
  return isFollowed && sale.horizonAt !== null && sale.horizonAt <= now
}

/**
 * The verdicts that make sense for a state. A closed sale that evidence has ended otherwise since is closed again as
 * evidence has it: nobody can overrule a record of the service.
 */
export function verdictsFor(state: SaleState): readonly Verdict[] {
  if (finalStates.includes(state)) {
    return verdictSchema.options.filter((verdict) => foreseen[verdict].includes(state))
  }
  return state === 'PARTIAL'
    ? ['approved', 'partial', 'rejected']
    : ['approved', 'rejected', 'not-made']
}

/** What a record that a person recognised as the sale says by itself; null: a person has to say it. */
export function verdictOfRecord(status: TransactionStatus | null): Verdict | null {
  if (status === 'APPROVED') return 'approved'
  return status === 'REJECTED' ? 'rejected' : null
}

/** Whether a verdict can stand beside the record that a person recognised: that the service has it, it was made. */
export function agreesWithRecord(as: Verdict, status: TransactionStatus | null): boolean {
  if (as === 'not-made') return false
  if (status === 'REJECTED') return as === 'rejected'
  return status !== 'APPROVED' || as !== 'rejected'
}

/** Whether "sell again" is offered: it did not happen, by evidence or by a person's word. */
export function canSellAgain(sale: Learnt): boolean {
  return !isOpen(sale) && ['NOT_SENT', 'REJECTED', 'DECLINED'].includes(shownState(sale))
}
