import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AppError } from '../../../shared/errors.ts'
import { Failure } from '../../../shared/errors.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { createBackupKeeper } from './backup-keeper.ts'
import { backupName, outdated, parseBackupName } from './backup-names.ts'
import { backupsFolder, checkCopy, listBackups, makeBackup, newestBackups } from './backups.ts'
import { openDatabase } from '../sqlite/db.ts'
import { createJournalReader } from '../journal/journal-reader.ts'
import { intentSample } from '../testing/journal-samples.ts'
import type { Journal } from '../journal/journal.ts'
import { openJournal } from '../journal/open-journal.ts'

let folder = ''
let journal: Journal

beforeEach(() => {
  folder = makeFolder('backups')
  journal = openJournal(folder)
})
afterEach(() => {
  journal.close()
})

const hour = 60 * 60_000
const noon = Date.UTC(2026, 10, 21, 12)

function saleIn(name: string): string | undefined {
  const db = openDatabase(join(backupsFolder(folder), name), {
    synchronous: 'FULL',
    readOnly: true,
  })
  const reader = createJournalReader(db)
  const state = reader.sale('sale-0001')?.state
  reader.close()
  return state
}

function codeOf(work: () => unknown): string {
  try {
    work()
  } catch (caught) {
    return caught instanceof Failure ? caught.error.code : String(caught)
  }
  return 'nothing thrown'
}

describe('names and retention', () => {
  it('reads back what it names, and nothing else', () => {
    const name = backupName(noon + 123, 'shift')
    expect(name.name).toBe('journal-20261121T120000123Z-shift.db')
    expect(parseBackupName(name.name)).toEqual(name)
    for (const other of ['journal.db', `${name.name}.partial`, name.name.replace('shift', 'x')]) {
      expect(parseBackupName(other)).toBeNull()
    }
  })

  it('keeps the newest 24 and the newest of each of 30 days, copies before migrations among them', () => {
    const all = Array.from({ length: 60 * 24 }, (_, age) =>
      backupName(noon - age * hour, age === 5 ? 'migration' : 'hourly'),
    )
    const gone = new Set(outdated(all).map(({ name }) => name))
    const kept = all.filter(({ name }) => !gone.has(name))
    expect(kept.slice(0, 24)).toEqual(all.slice(0, 24))
    const days = kept.map(({ name }) => name.slice(8, 16))
    expect(new Set(days).size).toBe(30)
    // Today and yesterday are among the newest 24 already.
    expect(kept).toHaveLength(24 + 28)
    expect(outdated(all.slice(0, 24))).toEqual([])
  })
})

describe('a copy', () => {
  it('is whole, checked, alone in its file, and of the moment it was made', () => {
    journal.prepare(intentSample())
    const { name } = makeBackup(folder, 'hourly')
    journal.prepare(intentSample({ id: 'sale-0002', draftId: 'draft-0002' }))
    expect(readdirSync(backupsFolder(folder))).toEqual([name])
    expect(saleIn(name)).toBe('PREPARED')
    expect(readdirSync(backupsFolder(folder))).toEqual([name])
  })

  it('removes what an earlier run did not end, and copies that are too old; leaves what is not its own', () => {
    const backups = backupsFolder(folder)
    mkdirSync(backups)
    for (let day = 0; day < 70; day += 1) {
      writeFileSync(join(backups, backupName(noon - day * 24 * hour, 'hourly').name), 'x')
    }
    writeFileSync(join(backups, `${backupName(noon, 'shift').name}.partial`), 'x')
    writeFileSync(join(backups, 'notes.txt'), 'x')
    const { name } = makeBackup(folder, 'shift', noon + 24 * hour)
    expect(listBackups(folder)).toHaveLength(30)
    expect(newestBackups(folder, noon + 24 * hour)[0]?.name).toBe(name)
    expect(readdirSync(backups)).toHaveLength(31)
    expect(readdirSync(backups)).toContain('notes.txt')
  })

  it('is not believed when it is not whole', () => {
    const path = join(folder, 'copy.db')
    writeFileSync(path, 'not a database'.repeat(100))
    expect(codeOf(() => checkCopy(path))).toBe('JOURNAL_DAMAGED')
    rmSync(path)
    const blank = openDatabase(path, { synchronous: 'FULL' })
    blank.exec('create table other (n)')
    blank.close()
    expect(codeOf(() => checkCopy(path))).toBe('JOURNAL_DAMAGED')
  })
})

describe('a clock that was wrong', () => {
  const year = 365 * 24 * hour
  const later = () => journal.prepare(intentSample({ id: 'sale-0002', draftId: 'draft-0002' }))

  it('a year ahead, does not stop the copies after it, at the start neither', async () => {
    const keeper = createBackupKeeper({ folder, onProblem: (error) => expect.fail(error.code) })
    journal.prepare(intentSample())
    const { name: future } = makeBackup(folder, 'hourly', Date.now() + year)
    later()
    keeper.start()
    await expect.poll(() => listBackups(folder).length).toBe(2)
    expect(newestBackups(folder)[1]?.name).toBe(future)
    expect(await keeper.backup('shift')).toBeNull()
    await keeper.stop()
  })

  it('a year behind, does not lose the copies that it names before all others', () => {
    for (let age = 0; age < 30; age += 1) {
      makeBackup(folder, 'hourly', noon - age * hour)
    }
    journal.prepare(intentSample())
    const { name: past } = makeBackup(folder, 'hourly', noon - year)
    later()
    const { name: newest } = makeBackup(folder, 'hourly', noon - year + hour)
    expect(newestBackups(folder).slice(0, 2)).toMatchObject([{ name: newest }, { name: past }])
    expect(newestBackups(folder)).toHaveLength(24)
  })
})

describe('the keeper', () => {
  it('copies in a thread of its own, only what changed', async () => {
    const problems: AppError[] = []
    const keeper = createBackupKeeper({ folder, onProblem: (error) => problems.push(error) })
    journal.prepare(intentSample())
    const first = await keeper.backup('shift')
    expect(first).toMatch(/-shift\.db$/)
    expect(saleIn(first ?? '')).toBe('PREPARED')
    expect(await keeper.backup('shift')).toBeNull()
    journal.prepare(intentSample({ id: 'sale-0002', draftId: 'draft-0002' }))
    // Two at once become one after the other, and the second has nothing to do.
    const both = await Promise.all([keeper.backup('hourly'), keeper.backup('shift')])
    expect(both).toEqual([expect.stringMatching(/-hourly\.db$/), null])
    expect(problems).toEqual([])
    await keeper.stop()
  })

  it('copies by itself at the start and every period, and says what went wrong', async () => {
    const problems: AppError[] = []
    const keeper = createBackupKeeper({
      folder,
      period: 20,
      onProblem: (error) => problems.push(error),
    })
    keeper.start()
    await expect.poll(() => listBackups(folder).length).toBe(1)
    rmSync(backupsFolder(folder), { recursive: true })
    writeFileSync(backupsFolder(folder), 'a file where the folder should be')
    await expect.poll(() => problems[0]?.code).toBe('STORE_FAILED')
    await keeper.stop()
    const told = problems.length
    rmSync(backupsFolder(folder))
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(problems).toHaveLength(told)
  })
})
