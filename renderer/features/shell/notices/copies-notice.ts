import { copiesOldAfter, type CopiesState } from '../../../../shared/contract/journal.ts'
import type { AppError } from '../../../../shared/errors.ts'

/** What the frame says of copies elsewhere, the most pressing only; null: nothing. */
export type CopiesNotice =
  | { kind: 'waits' }
  | ({ kind: 'taken-over' } & NonNullable<CopiesState['takenOver']>)
  | ({ kind: 'restored' } & NonNullable<CopiesState['restored']>)
  /** `ageMs`: how long ago the folder was last seen to hold all there is; null: never. */
  | { kind: 'old'; ageMs: number | null; error: AppError | null }
  | null

/** Picks the notice of a state. */
export function copiesNoticeOf(state: CopiesState, now: number): CopiesNotice {
  const { folder, seenAt, error, takenOver, waits, restored } = state
  if (waits) return { kind: 'waits' }
  if (takenOver) return { kind: 'taken-over', ...takenOver }
  if (restored) return { kind: 'restored', ...restored }
  if (folder === null) return null
  const ageMs = seenAt === null ? null : Math.max(0, now - seenAt)
  if (error === null && (ageMs === null || ageMs < copiesOldAfter)) return null
  return { kind: 'old', ageMs, error }
}
