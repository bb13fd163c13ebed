import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AppError } from '../../../shared/errors.ts'
import { Failure } from '../../../shared/errors.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { holdFile } from '../files/held-file.ts'
import { createBackupKeeper } from './backup-keeper.ts'
import { backupName, parseBackupName, worthKeeping } from './backup-names.ts'
import { backupSteps, copiedUpTo, makeBackup } from './backups.ts'
import { backupsFolder, listBackups, newestCopies } from './copies.ts'
import { checkCopy, restoreCopy } from './restore-copy.ts'
import { openDatabase, type Database } from '../sqlite/db.ts'
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

/** The journal as a copy has it. */
function restored(name: string): Database {
  const copy = newestCopies(folder).find((one) => one.name === name)
  const path = join(folder, 'restored.db')
  expect(copy && restoreCopy(copy, path)).toBe(true)
  return openDatabase(path, { synchronous: 'FULL', readOnly: true })
}

function saleIn(name: string): string | undefined {
  const reader = createJournalReader(restored(name))
  const state = reader.sale('sale-0001')?.state
  reader.close()
  return state
}

const sell = (n: number) => journal.prepare(intentSample({ id: `s${n}`, draftId: `d${n}` }))

function codeOf(work: () => unknown): string {
  try {
    work()
  } catch (caught) {
    return caught instanceof Failure ? caught.error.code : String(caught)
  }
  return 'nothing thrown'
}

describe('names and ages', () => {
  it('reads back what it names and what earlier versions named, and nothing else', () => {
    const name = backupName(noon + 123, 'shift')
    expect(name.name).toBe('journal-20261121T120000123Z-shift.pages')
    expect(parseBackupName(name.name)).toEqual(name)
    const whole = name.name.replace('.pages', '.db')
    expect(parseBackupName(whole)).toEqual({ ...name, name: whole })
    for (const other of ['journal.db', `${name.name}.partial`, name.name.replace('shift', 'x')]) {
      expect(parseBackupName(other)).toBeNull()
    }
  })

  it('keeps the newest 24, and the newest of each of 30 days, 12 weeks and 24 months', () => {
    const all = Array.from({ length: 800 * 24 }, (_, age) =>
      backupName(noon - age * hour, age === 5 ? 'migration' : 'hourly'),
    )
    const kept = [...worthKeeping(all)]
    const within = (days: number) => kept.filter(({ at }) => noon - at < days * 24 * hour)
    expect(kept.slice(0, 24)).toEqual(all.slice(0, 24))
    // Today and yesterday are among the newest 24 already.
    expect(within(30)).toHaveLength(24 + 28)
    // The last Saturdays and month's ends that are no such day: noon is a Saturday.
    expect(within(12 * 7).length - within(30).length).toBe(9)
    expect(kept.length - within(12 * 7).length).toBe(20)
    expect(worthKeeping(all.slice(0, 24)).size).toBe(24)
  })
})

describe('a copy', () => {
  it('is of the moment it was made, byte by byte, for its owner alone', () => {
    journal.prepare(intentSample())
    const { name } = makeBackup(folder, 'hourly')
    journal.prepare(intentSample({ id: 'sale-0002', draftId: 'draft-0002' }))
    expect(readdirSync(backupsFolder(folder))).toEqual([name])
    expect(saleIn(name)).toBe('PREPARED')
    journal.close()
    const { name: last } = makeBackup(folder, 'shift')
    const copy = newestCopies(folder)[0]
    expect(copy?.name).toBe(last)
    expect(copy && restoreCopy(copy, join(folder, 'restored.db'))).toBe(true)
    expect(readFileSync(join(folder, 'restored.db'))).toEqual(
      readFileSync(join(folder, 'journal.db')),
    )
    expect(readdirSync(folder)).not.toContain('restored.db-wal')
    for (const path of [join(backupsFolder(folder), last), join(folder, 'restored.db')]) {
      expect(statSync(path).mode & 0o777).toBe(0o600)
    }
    journal = openJournal(folder)
  })

  it('costs what changed, and nothing where nothing did', () => {
    for (let n = 0; n < 300; n += 1) sell(n)
    makeBackup(folder, 'hourly')
    sell(300)
    const { name } = makeBackup(folder, 'hourly')
    const [changed, whole] = newestCopies(folder)
    expect(whole?.seal?.pages).toBe(whole?.seal?.pageCount)
    expect(changed?.seal?.pages).toBeLessThan((whole?.seal?.pages ?? 0) / 4)
    expect(changed?.bytes).toBeLessThan((changed?.seal?.pages ?? 0) * 4096)
    expect(makeBackup(folder, 'hourly').name).toBe(name)
    // One whole copy, and what stands on it, is one place of the disk.
    expect(copiedUpTo(folder)).toBe(0)
    const earlier = join(
      backupsFolder(folder),
      backupName(noon, 'shift').name.replace('.pages', '.db'),
    )
    copyFileSync(join(folder, 'journal.db'), earlier)
    journal.prepare(intentSample({ id: 'next', draftId: 'next' }))
    makeBackup(folder, 'hourly')
    // Nor is what the oldest of the last days lacks.
    expect(copiedUpTo(folder)).toBe(300)
  })

  it('removes what an earlier run did not end, and leaves what is not its own', () => {
    const backups = backupsFolder(folder)
    mkdirSync(backups)
    writeFileSync(join(backups, `${backupName(noon, 'shift').name}.partial`), 'x')
    writeFileSync(join(backups, 'notes.txt'), 'x')
    const { name } = makeBackup(folder, 'shift')
    expect(readdirSync(backups)).toEqual([name, 'notes.txt'].toSorted())
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

  it('is not made of a journal that is not whole', () => {
    for (let n = 0; n < 100; n += 1) sell(n)
    journal.close()
    const path = join(folder, 'journal.db')
    const bytes = readFileSync(path)
    for (let page = 60; page < bytes.length / 4096; page += 1) {
      bytes.fill(7, page * 4096 + 8, page * 4096 + 100)
    }
    const spoilt = makeFolder('spoilt')
    writeFileSync(join(spoilt, 'journal.db'), bytes)
    expect(codeOf(() => makeBackup(spoilt, 'hourly'))).toBe('JOURNAL_DAMAGED')
    expect(readdirSync(backupsFolder(spoilt))).toEqual([])
    journal = openJournal(folder)
  })

  it('is begun anew as a whole where the one before lost something on the disk', () => {
    sell(1)
    const first = makeBackup(folder, 'hourly', noon)
    sell(2)
    const spoil = (name: string) => {
      const path = join(backupsFolder(folder), name)
      writeFileSync(path, readFileSync(path).fill(7, 2000, 9000))
    }
    const file = holdFile(join(folder, 'journal.db'))
    const goOn = (now: number) =>
      backupSteps({ folder, reason: 'hourly', file, now }).forEach(() => null)
    spoil(first.name)
    // The same day it is not read again; the next day it is, and in the next run.
    goOn(noon + 1)
    expect(newestCopies(folder)[0]?.seal?.parent).not.toBeNull()
    sell(3)
    goOn(noon + 24 * hour)
    expect(newestCopies(folder)[0]?.seal?.parent).toBeNull()
    spoil(newestCopies(folder)[0]?.name ?? '')
    sell(4)
    const { name } = makeBackup(folder, 'hourly', noon + 24 * hour + 1)
    const copies = newestCopies(folder)
    expect(copies[0]).toMatchObject({ name, seal: { parent: null } })
    expect(copies.map((copy) => restoreCopy(copy, join(folder, 'x.db')))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

describe('a clock that was wrong', () => {
  const year = 365 * 24 * hour
  const later = () => journal.prepare(intentSample({ id: 'sale-0002', draftId: 'draft-0002' }))

  it('a year ahead, does not stop the copies after it, at the start neither', async () => {
    const keeper = createBackupKeeper({
      folder,
      after: 0,
      onProblem: (error) => expect.fail(error.code),
    })
    journal.prepare(intentSample())
    const { name: future } = makeBackup(folder, 'hourly', Date.now() + year)
    later()
    keeper.start()
    await expect.poll(() => listBackups(folder).length).toBe(2)
    expect(newestCopies(folder)[1]?.name).toBe(future)
    expect(await keeper.backup('shift')).toBeNull()
    await keeper.stop()
  })

  it('a year behind, does not lose the copies that it names before all others', () => {
    for (let age = 0; age < 30; age += 1) {
      sell(age)
      makeBackup(folder, 'hourly', noon - age * hour)
    }
    journal.prepare(intentSample())
    const { name: past } = makeBackup(folder, 'hourly', noon - year)
    later()
    const { name: newest } = makeBackup(folder, 'hourly', noon - year + hour)
    expect(newestCopies(folder).slice(0, 2)).toMatchObject([{ name: newest }, { name: past }])
  })
})

describe('the keeper', () => {
  it('copies in a thread of its own, only what changed', async () => {
    const problems: AppError[] = []
    const keeper = createBackupKeeper({ folder, onProblem: (error) => problems.push(error) })
    journal.prepare(intentSample())
    const first = await keeper.backup('shift')
    expect(first).toMatch(/-shift\.pages$/)
    expect(saleIn(first ?? '')).toBe('PREPARED')
    expect(await keeper.backup('shift')).toBeNull()
    journal.prepare(intentSample({ id: 'sale-0002', draftId: 'draft-0002' }))
    // Two at once become one after the other, and the second has nothing to do.
    const both = await Promise.all([keeper.backup('hourly'), keeper.backup('shift')])
    expect(both).toEqual([expect.stringMatching(/-hourly\.pages$/), null])
    expect(problems).toEqual([])
    await keeper.stop()
  })

  it('tells of intents.log that could not be cut after a copy, which counts all the same', async () => {
    const problems: AppError[] = []
    const keeper = createBackupKeeper({ folder, onProblem: (error) => problems.push(error) })
    journal.prepare(intentSample())
    writeFileSync(join(folder, 'intents'), 'a file where the folder should be')
    expect(await keeper.backup('shift')).toMatch(/-shift\.pages$/)
    expect(problems.map(({ code }) => code)).toEqual(['STORE_FAILED'])
    await keeper.stop()
    rmSync(join(folder, 'intents'))
  })

  it('gives up what it is at when the register closes, and leaves nothing of it', async () => {
    const keeper = createBackupKeeper({ folder, onProblem: (error) => expect.fail(error.code) })
    for (let n = 0; n < 300; n += 1) sell(n)
    const first = keeper.backup('shift')
    await new Promise(setImmediate)
    const next = keeper.backup('hourly')
    await keeper.stop()
    expect(await next).toBeNull()
    await first
    const files = readdirSync(folder, { encoding: 'utf8', recursive: true })
    expect(files.filter((name) => name.includes('partial'))).toEqual([])
    // Whoever had the journal open let go of it.
    journal.close()
    expect(readdirSync(folder)).not.toContain('journal.db-wal')
    journal = openJournal(folder)
  })

  it('copies by itself at the start and every period, and says what went wrong', async () => {
    const problems: AppError[] = []
    const keeper = createBackupKeeper({
      folder,
      after: 0,
      period: 20,
      onProblem: (error) => problems.push(error),
    })
    keeper.start()
    await expect.poll(() => listBackups(folder).length).toBe(1)
    putFileInPlaceOf(backupsFolder(folder))
    await expect.poll(() => problems[0]?.code).toBe('STORE_FAILED')
    await keeper.stop()
    const told = problems.length
    rmSync(backupsFolder(folder))
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(problems).toHaveLength(told)
  })
})

/** A copy that begins in between makes the folder again: then that one goes, too. */
function putFileInPlaceOf(path: string): void {
  for (let times = 1; ; times += 1) {
    renameSync(path, `${path}-${times}`)
    try {
      return writeFileSync(path, 'a file where the folder should be', { flag: 'wx' })
    } catch (caught) {
      if (!existsSync(path)) throw caught
    }
  }
}

it('takes no lock that a sale would wait for: whoever waits for none commits between any two of its steps', () => {
  for (let n = 0; n < 60; n += 1) sell(n)
  const hasty = openDatabase(join(folder, 'journal.db'), { synchronous: 'FULL', busyTimeout: 0 })
  const file = holdFile(join(folder, 'journal.db'))
  const steps = backupSteps({ folder, reason: 'hourly', file, now: noon, isFirst: true })
  let commits = 0
  for (let step = steps.next(); !step.done; step = steps.next()) {
    const sql = `insert into balance_snapshot (profile_id, at, reason, currency, balance, profits)
      values ('p', ?, 'sale', 'COP', 1, 1)`
    commits += hasty.run(sql, commits)
  }
  hasty.close()
  expect(commits).toBeGreaterThan(5)
  expect(newestCopies(folder)).toHaveLength(1)
})
