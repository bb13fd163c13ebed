import type { TextNameIn } from '../i18n/index.ts'
import type { SaleEvent, SaleState } from '../../shared/domain/sale/sale.ts'

/** What is said of an event; `{state}` names a face to fill in. */
export type EvidenceKey = TextNameIn<'evidence'>

/** A thing that happened. */
export interface Evidence {
  key: EvidenceKey
  event: SaleEvent
  /** Equal things in a row are one line: how many, and when the last one was. */
  times: number
  lastAt: number
}

const shown: readonly SaleState[] = ['PENDING', 'PROCESSING', 'APPROVED', 'REJECTED', 'PARTIAL']

/** What an event says. */
export function evidenceKey({ kind, state, error, httpStatus, raw }: SaleEvent): EvidenceKey {
  if (kind === 'outcome') {
    if (state === 'NOT_SENT') return 'notSent'
    return state === 'ACCEPTED' ? 'accepted' : 'unclear'
  }
  if (kind !== 'lookup') return kind
  if (error) return 'lookFailed'
  if (httpStatus === 404 || state === 'DECLINED' || state === 'UNKNOWN') return 'notFound'
  if (shown.includes(state)) return 'found'
  // A record that differs has an amount to differ in; an empty answer has none.
  return state === 'REVIEW' && raw !== null && raw.includes('"amount"') ? 'differs' : 'notFound'
}

/**
 * The first sentence of an error: what happened, without what to do about it. In a history "try again" would be
 * read as an advice to sell again.
 */
export function whatHappened(text: string): string {
  return /^.*?[.?!](?=\s|$)/.exec(text)?.[0] ?? text
}

/** A history as lines to read: look-ups that only repeat the one before are counted, not repeated. */
export function evidenceOf(events: readonly SaleEvent[]): Evidence[] {
  const lines: Evidence[] = []
  for (const event of events) {
    const key = evidenceKey(event)
    const before = lines.at(-1)
    const repeats =
      before?.key === key &&
      event.kind === 'lookup' &&
      before.event.state === event.state &&
      before.event.error?.code === event.error?.code
    if (repeats) Object.assign(before, { times: before.times + 1, lastAt: event.at, event })
    else lines.push({ key, event, times: 1, lastAt: event.at })
  }
  return lines
}
