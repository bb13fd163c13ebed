import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '../../../shared/errors.ts'
import { writtenJournal } from '../../store/journal/journal-access.ts'
import type { Journal } from '../../store/journal/journal.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import type { Database } from '../../store/sqlite/db.ts'
import { intentSample } from '../../store/testing/journal-samples.ts'
import { createSlimmer, type SlimmerDeps } from './slimmer.ts'

let journal: Journal
let db: Database
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22) })
  ;({ journal, db } = openMemoryJournal())
})
afterEach(() => {
  journal.close()
  vi.useRealTimers()
})

const day = 86_400_000

function ended(id: string, createdAt: number): void {
  const record = journal.prepare(intentSample({ id, draftId: id, createdAt }))
  const facts = { ...record, state: 'APPROVED', settledAt: createdAt } as const
  journal.advance(record, { facts }, { kind: 'lookup', at: createdAt, error: null, raw: '{"a":1}' })
}

/** How each sale is kept, in their order, after so many milliseconds. */
function stagesAfter(milliseconds: number): unknown[] {
  vi.advanceTimersByTime(milliseconds)
  return db.arrays('select slim from sale order by created_at').flat()
}

function start(deps: Partial<SlimmerDeps>) {
  const slimmer = createSlimmer({
    journal: writtenJournal(journal),
    now: () => Date.now(),
    agreedTime: () => Date.now(),
    isSelling: () => false,
    mustBeWhole: () => undefined,
    onProblem(error) {
      throw new Failure(error.code)
    },
    ...deps,
  })
  slimmer.start()
  return slimmer
}

test('compresses what ended days ago, and lets go after 13 months by a time that is certain', () => {
  const now = Date.now()
  for (const [id, age] of [
    ['a', 500],
    ['b', 380],
    ['c', 4],
    ['d', 2],
  ] as const) {
    ended(id, now - age * day)
  }
  let agreed: number | null = null
  const slimmer = start({ agreedTime: () => agreed })
  expect(stagesAfter(10_000)).toEqual([0, 0, 0, 0])
  expect(stagesAfter(60_000)).toEqual([1, 1, 1, 0])
  agreed = now
  expect(stagesAfter(3_700_000)).toEqual([2, 1, 1, 0])
  expect(stagesAfter(5 * day)).toEqual([2, 1, 1, 0])
  ended('e', Date.now())
  expect(stagesAfter(day)).toEqual([2, 1, 1, 1, 0])
  slimmer.stop()
})

test('waits while a sale is made, and leaves a damaged journal as it is', () => {
  for (const id of ['a', 'b']) ended(id, 1)
  const problems: string[] = []
  let isSelling = true
  let isDamaged = true
  const slimmer = start({
    isSelling: () => isSelling,
    mustBeWhole() {
      if (isDamaged) throw new Failure('JOURNAL_DAMAGED')
    },
    onProblem: ({ code }) => void problems.push(code),
  })
  expect(stagesAfter(600_000)).toEqual([0, 0])
  isSelling = false
  expect(stagesAfter(2_000)).toEqual([0, 0])
  expect(problems).toEqual(['JOURNAL_DAMAGED'])
  isDamaged = false
  expect(stagesAfter(3_600_000)).toEqual([1, 0])
  slimmer.stop()
  ended('c', 1)
  expect(stagesAfter(day)).toEqual([1, 0, 0])
})
