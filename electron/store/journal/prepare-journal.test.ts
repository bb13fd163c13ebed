import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { forkNodeJournalCheck } from '../../host/programs/node-programs.ts'
import { readRecovery } from '../recovery/recovery-note.ts'
import { isTrusted } from '../check/wholeness.ts'
import { openDatabase } from '../sqlite/db.ts'
import { migrate, type Migration } from '../sqlite/migrate.ts'
import { intentSample } from '../testing/journal-samples.ts'
import { journalMigrations, openJournal } from './open-journal.ts'
import { prepareJournal } from './prepare-journal.ts'

let folder = ''
beforeEach(() => {
  folder = makeFolder('prepare', inMemory)
})
const path = () => join(folder, 'journal.db')

/** A journal too large to be looked through in no time, of an early shape. */
function early(migrations: readonly Migration[] = journalMigrations.slice(0, 4)): void {
  const db = openDatabase(path(), { synchronous: 'NORMAL' })
  migrate(db, migrations)
  db.exec('create table padding (bytes blob); insert into padding values (zeroblob(17000000))')
  db.close()
}

/** One of this shape, closed well. */
function large(): void {
  early(journalMigrations)
  openJournal(folder).close()
}

const countSteps = () => {
  const db = openDatabase(path(), { synchronous: 'FULL', readOnly: true })
  const { length } = db.all(z.unknown(), 'select id from migrations')
  db.close()
  return length
}

/** What a start did aside: each step that was told, once, and whether it was checked. */
async function prepared(signal = new AbortController().signal) {
  const steps = new Set<string>()
  const { isChecked } = await prepareJournal(folder, {
    fork: forkNodeJournalCheck,
    tell: (step) => steps.add(step),
    signal,
  })
  return { steps: [...steps], isChecked }
}

/** As a run that was ended by kill -9 leaves it. */
function killed(): void {
  const journal = openJournal(folder)
  journal.prepare(intentSample())
  const wal = readFileSync(`${path()}-wal`)
  const main = readFileSync(path())
  journal.close()
  writeFileSync(path(), main)
  writeFileSync(`${path()}-wal`, wal)
}

it('does nothing for what was closed well, nor for what is small', async () => {
  expect(await prepared()).toEqual({ steps: [], isChecked: false })
  openJournal(folder).close()
  expect(await prepared()).toEqual({ steps: [], isChecked: false })
  large()
  expect(await prepared()).toEqual({ steps: [], isChecked: false })
  expect(isTrusted(folder)).toBe(true)
})

it('checks aside what was not closed well, and it is not checked again', async () => {
  large()
  killed()
  expect(await prepared()).toEqual({ steps: ['reading', 'checking'], isChecked: true })
  const journal = openJournal(folder, journalMigrations, { isChecked: true })
  expect(journal.openCount('p1')).toBe(1)
  journal.close()
})

it('brings an early one to its shape aside, behind a copy, and leaves it closed well', async () => {
  early()
  const steps = ['reading', 'checking', 'copying', 'changing']
  expect(await prepared()).toEqual({ steps, isChecked: true })
  expect(isTrusted(folder)).toBe(true)
  const [name = ''] = readdirSync(join(folder, 'backups'))
  expect(name).toMatch(/-migration\./)
  expect(countSteps()).toBe(journalMigrations.length)
})

it('changes nothing where the copy cannot be made', async () => {
  early()
  writeFileSync(join(folder, 'backups'), 'a file where the folder should be')
  await expect(prepared()).rejects.toMatchObject({ error: { code: 'STORE_FAILED' } })
  expect(countSteps()).toBe(4)
})

it('restores a damaged one aside', async () => {
  large()
  const bytes = readFileSync(path())
  writeFileSync(path(), bytes.fill(0xa5, 4096, 4096 * 30))
  expect(await prepared()).toEqual({
    steps: ['reading', 'checking', 'restoring', 'changing'],
    isChecked: true,
  })
  expect(readRecovery(folder)).toMatchObject({ phase: 'done' })
})

it('ends where it is once it is called off: the next start begins again', async () => {
  large()
  killed()
  const stop = new AbortController()
  const preparing = prepared(stop.signal)
  stop.abort()
  await expect(preparing).rejects.toMatchObject({ error: { code: 'CANCELLED' } })
  expect(existsSync(join(folder, 'damaged'))).toBe(false)
  expect((await prepared()).steps).toEqual(['reading', 'checking'])
})
