import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appError, Failure, type AppError } from '../../../shared/errors.ts'
import { forkNodeJournalCheck } from '../../host/programs/node-programs.ts'
import { makeBackup } from '../../store/recovery/backups.ts'
import { intentSample } from '../../store/testing/journal-samples.ts'
import { openJournal } from '../../store/journal/open-journal.ts'
import { beginWholeness, type Wholeness } from '../../store/check/wholeness.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { createJournalMaintenance, type JournalMaintenance } from './journal.ts'

let folder = ''
const told: unknown[] = []
const problems: string[] = []
beforeEach(() => {
  folder = makeFolder('care')
})
afterEach(() => {
  told.length = 0
  expect(problems.splice(0)).toEqual([])
})

function care(blocked: AppError | null = null, known?: Wholeness): JournalMaintenance {
  const wholeness = known ?? beginWholeness(folder, true)
  return createJournalMaintenance({
    dataDir: folder,
    journal: blocked ? { blocked } : { wholeness },
    forkJournalCheck: forkNodeJournalCheck,
    emit: (name, payload) => told.push([name, payload]),
    cacheProblem: null,
    openCount: () => 3,
    onProblem: (error) => problems.push(error.code),
  })
}

it('lets sales through where nothing was wrong', async () => {
  openJournal(folder).close()
  const { handlers, mustBeAcknowledged } = care()
  expect(await handlers['journal.state']({})).toEqual({ kind: 'ready' })
  expect(await handlers['journal.acknowledge']({})).toEqual({ kind: 'ready' })
  expect(() => mustBeAcknowledged()).not.toThrow()
})

it('refuses sales after a recovery until a person has read it, also after another start', async () => {
  const journal = openJournal(folder)
  const made = Date.UTC(2026, 10, 21, 15)
  makeBackup(folder, 'hourly', made)
  journal.prepare(intentSample())
  journal.close()
  writeFileSync(join(folder, 'journal.db'), 'x'.repeat(5000))
  openJournal(folder).close()
  openJournal(folder).close()
  const { handlers, mustBeAcknowledged } = care()
  expect(await handlers['journal.state']({})).toMatchObject({
    kind: 'recovered',
    openAside: 0,
    setAside: [expect.stringMatching(/^journal-.*\.db$/)],
    restoredAt: made,
    replayed: 1,
    open: 3,
  })
  expect(() => mustBeAcknowledged()).toThrow(Failure)
  expect(await handlers['journal.acknowledge']({})).toEqual({ kind: 'ready' })
  expect(() => mustBeAcknowledged()).not.toThrow()
  expect(await care().handlers['journal.state']({})).toEqual({ kind: 'ready' })
})

it('says why a journal that is not ours to write is blocked, and copies nothing', async () => {
  openJournal(folder).close()
  const blocked = care(appError('JOURNAL_NEWER'))
  blocked.start()
  expect(await blocked.handlers['journal.state']({})).toEqual({
    kind: 'blocked',
    error: { code: 'JOURNAL_NEWER' },
  })
  await blocked.stop()
  expect(readdirSync(folder)).not.toContain('backups')
})

it('copies at the close of a shift', async () => {
  const journal = openJournal(folder)
  const keeping = care()
  keeping.start()
  journal.prepare(intentSample())
  expect(await keeping.backup('shift')).toMatch(/-shift\.pages$/)
  await keeping.stop()
  journal.close()
})

it('looks through the journal at once where the copy of a shift’s close meets damage', async () => {
  const journal = openJournal(folder)
  for (let n = 0; n < 40; n += 1) {
    journal.prepare(intentSample({ id: `sale-${n}`, draftId: `draft-${n}` }))
  }
  const keeping = care(null, journal.wholeness)
  keeping.start()
  journal.close()
  const bytes = readFileSync(join(folder, 'journal.db'))
  writeFileSync(join(folder, 'journal.db'), bytes.fill(0xa5, 4096 * 2, 4096 * 3))
  await expect(keeping.backup('shift')).rejects.toThrow(
    expect.objectContaining({ error: { code: 'JOURNAL_DAMAGED' } }),
  )
  const state = { kind: 'blocked', error: { code: 'JOURNAL_DAMAGED' } }
  await expect.poll(() => told).toEqual([['journal.changed', state]])
  await keeping.stop()
  expect(problems.splice(0)).toEqual(['JOURNAL_DAMAGED'])
})

it('refuses sales, copies nothing and says so once damage is found behind', async () => {
  const journal = openJournal(folder)
  const keeping = care(null, journal.wholeness)
  for (let n = 0; n < 40; n += 1) {
    journal.prepare(intentSample({ id: `sale-${n}`, draftId: `draft-${n}` }))
  }
  makeBackup(folder, 'hourly')
  keeping.start()
  journal.close()
  const bytes = readFileSync(join(folder, 'journal.db'))
  writeFileSync(join(folder, 'journal.db'), bytes.fill(0xa5, 4096 * 2, 4096 * 3))
  expect(() => keeping.mustBeAcknowledged()).not.toThrow()
  journal.wholeness.doubt()
  const state = { kind: 'blocked', error: { code: 'JOURNAL_DAMAGED' } }
  await expect.poll(() => told).toEqual([['journal.changed', state]])
  expect(await keeping.handlers['journal.state']({})).toEqual(state)
  expect(() => keeping.mustBeAcknowledged()).toThrow(
    expect.objectContaining({ error: { code: 'JOURNAL_DAMAGED' } }),
  )
  expect(await keeping.backup('shift')).toBeNull()
  await keeping.stop()
  expect(problems.splice(0)).toEqual(['JOURNAL_DAMAGED'])
})
