import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { appError, Failure } from '../../../shared/errors.ts'
import { makeBackup } from '../../store/recovery/backups.ts'
import { intentSample } from '../../store/testing/journal-samples.ts'
import { openJournal } from '../../store/journal/open-journal.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { createJournalMaintenance, type JournalMaintenance } from './journal.ts'

let folder = ''
beforeEach(() => {
  folder = makeFolder('care')
})

function care(blocked: Blocked = null): JournalMaintenance {
  return createJournalMaintenance({
    dataDir: folder,
    blocked,
    cacheProblem: null,
    openCount: () => 3,
    onProblem: (error) => expect(error).toBeNull(),
  })
}
type Blocked = Parameters<typeof createJournalMaintenance>[0]['blocked']

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

it('copies when it starts, and at the close of a shift', async () => {
  const journal = openJournal(folder)
  const keeping = care()
  keeping.start()
  await expect.poll(() => readdirSync(folder)).toContain('backups')
  journal.prepare(intentSample())
  expect(await keeping.backup('shift')).toMatch(/-shift\.db$/)
  await keeping.stop()
  journal.close()
})
