import type { ConnectionState } from '../../../../shared/contract/connection.ts'
import type { AppError } from '../../../../shared/errors.ts'

/** What the frame has to say about the connection, the most pressing only; null: nothing. */
export type Notice =
  | { kind: 'token'; missing: boolean }
  | { kind: 'offline'; error: AppError | null }
  | { kind: 'clock'; minutes: number }
  /** The balance ends soon; `minutes` at today's pace, null: it has ended. */
  | { kind: 'low'; minutes: number | null }
  | { kind: 'memory' }
  | null

/** Nothing can be sold before it is put right: it is told before anything else. */
export function stopsSelling(notice: NonNullable<Notice>): boolean {
  if (notice.kind === 'low') return notice.minutes === null
  return notice.kind === 'token' || notice.kind === 'offline'
}

/** Clocks further apart than this make "not found" inconclusive (design: A sale). */
const skewLimitMs = 2 * 60_000

/** A balance that lasts less than this is low. */
const lowMs = 60 * 60_000

/** Picks the notice of a connection's state; `lastsMs` is how long the balance lasts at today's pace, if known. */
export function noticeOf(state: ConnectionState, lastsMs: number | null = null): Notice {
  if (state.activeId === null) return null
  if (state.token === 'missing' || state.reach === 'unauthorized') {
    return { kind: 'token', missing: state.token === 'missing' }
  }
  if (state.reach === 'offline') return { kind: 'offline', error: state.error }
  if (state.clockSkewMs !== null && Math.abs(state.clockSkewMs) > skewLimitMs) {
    return { kind: 'clock', minutes: Math.round(Math.abs(state.clockSkewMs) / 60_000) }
  }
  if (state.business && state.business.balance.minor <= 0) return { kind: 'low', minutes: null }
  if (lastsMs !== null && lastsMs < lowMs) {
    return { kind: 'low', minutes: Math.round(lastsMs / 60_000) }
  }
  const active = state.profiles.find((profile) => profile.id === state.activeId)
  if (state.token === 'memory' && active && !active.sandbox) return { kind: 'memory' }
  return null
}
