import { expect, test } from 'vitest'
import type { CopiesState } from '../../../../shared/contract/journal.ts'
import { appError } from '../../../../shared/errors.ts'
import { copiesNoticeOf } from './copies-notice.ts'

const day = 24 * 3_600_000
const now = 100 * day
const state = (changes: Partial<CopiesState>): CopiesState => ({
  folder: '/media/usb',
  last: { at: now, bytes: 1 },
  seenAt: now,
  error: null,
  takenOver: null,
  waits: false,
  restored: null,
  ...changes,
})
const kindOf = (changes: Partial<CopiesState>) => copiesNoticeOf(state(changes), now)?.kind ?? null
const error = appError('COPY_FOLDER_GONE', { folder: '/media/usb' })
const restored = { since: 1, marked: true, isCaughtUp: false, sold: 0, isCountDue: false, error }
const takenOver = { since: 1, computer: 'CAJA-2' }

test('nothing is said while copies are made, or go nowhere', () => {
  expect(kindOf({})).toBeNull()
  expect(kindOf({ seenAt: now - 2 * day })).toBeNull()
  expect(kindOf({ folder: null, seenAt: null })).toBeNull()
  // Chosen just now.
  expect(kindOf({ seenAt: null, last: null })).toBeNull()
})

test('a folder that is gone is said at once with the age of the last copy, an old one without a reason', () => {
  expect(copiesNoticeOf(state({ error, seenAt: now - 3 * day }), now)).toEqual({
    kind: 'old',
    ageMs: 3 * day,
    error,
  })
  expect(kindOf({ seenAt: now - 4 * day })).toBe('old')
  // A clock that was a year ahead.
  expect(copiesNoticeOf(state({ error, seenAt: now + 365 * day }), now)).toMatchObject({ ageMs: 0 })
})

test('what keeps it from selling comes first', () => {
  expect(kindOf({ error, restored })).toBe('restored')
  expect(kindOf({ error, restored, takenOver })).toBe('taken-over')
  expect(kindOf({ error, restored, takenOver, waits: true })).toBe('waits')
})
