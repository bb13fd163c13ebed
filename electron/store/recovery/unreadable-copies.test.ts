import { execFileSync } from 'node:child_process'
import fs, { rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { openJournal } from '../journal/open-journal.ts'
import { openDatabase } from '../sqlite/db.ts'
import { intentSample } from '../testing/journal-samples.ts'
import { backupName } from './backup-names.ts'
import { makeBackup } from './backups.ts'
import { backupsFolder, newestCopies } from './copies.ts'
import { readSeal } from './page-file.ts'
import { readRecovery } from './recovery-note.ts'

// Copies on a disk that does not give back what it holds.

let folder = ''
beforeEach(() => {
  folder = makeFolder('unreadable', inMemory)
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const journalPath = () => join(folder, 'journal.db')
const copyPath = (name: string) => join(backupsFolder(folder), name)

/** The disk answers EIO wherever this file is read before `end`. */
function badPlace(path: string, end: number): void {
  const bad = new Set<number>()
  const { openSync, readSync, closeSync } = fs
  vi.spyOn(fs, 'openSync').mockImplementation((opened, flags, mode) => {
    const file = openSync(opened, flags, mode)
    if (opened === path) bad.add(file)
    return file
  })
  vi.spyOn(fs, 'closeSync').mockImplementation((file) => {
    bad.delete(file)
    closeSync(file)
  })
  const read = (file: number, bytes: NodeJS.ArrayBufferView, ...where: unknown[]) => {
    const [offset, length, position] = where
    if (bad.has(file) && Number(position ?? 0) < end) {
      throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', errno: -5 })
    }
    return readSync(file, bytes, Number(offset ?? 0), Number(length), Number(position))
  }
  vi.spyOn(fs, 'readSync').mockImplementation(read)
  syncBuiltinESMExports()
}

/** Its pages lie on a bad place, its seal does not. */
function badPages(name: string): void {
  badPlace(copyPath(name), readSeal(copyPath(name)).indexAt)
}

function sell(name: string, then: () => void = () => undefined): void {
  const journal = openJournal(folder)
  journal.prepare(intentSample({ id: name, draftId: `draft-${name}` }))
  then()
  journal.close()
}

/** What took the place of the journal once that was lost. */
function restoredFrom(): string | null | undefined {
  writeFileSync(journalPath(), 'x')
  const journal = openJournal(folder)
  expect(['a', 'b'].map((id) => journal.sale(id)?.state)).toEqual(['UNKNOWN', 'UNKNOWN'])
  journal.close()
  return readRecovery(folder)?.restoredFrom
}

it('are passed over where the journal is restored: the next older one takes its place', () => {
  const names: string[] = []
  for (const name of ['a', 'b']) {
    sell(name, () => names.push(makeBackup(folder, 'hourly').name))
  }
  const [older = '', newer = ''] = names
  badPages(newer)
  expect(restoredFrom()).toBe(older)
})

it('of an earlier version, too', () => {
  let older = ''
  sell('a', () => (older = makeBackup(folder, 'hourly').name))
  sell('b')
  const { name } = backupName(Date.now(), 'hourly')
  const whole = name.replace('.pages', '.db')
  const db = openDatabase(journalPath(), { synchronous: 'FULL' })
  db.run('vacuum into ?', copyPath(whole))
  db.close()
  expect(newestCopies(folder)[0]?.name).toBe(whole)
  badPlace(copyPath(whole), Infinity)
  expect(restoredFrom()).toBe(older)
})

it('are nothing to go on from: a whole one is made', () => {
  let first = ''
  sell('a', () => (first = makeBackup(folder, 'hourly').name))
  badPages(first)
  sell('b')
  const { name } = makeBackup(folder, 'hourly')
  const made = newestCopies(folder).find((copy) => copy.name === name)
  expect(made?.chain.map((copy) => copy.name)).toEqual([name])
})

it('are no files at all: what else has such a name is not opened', () => {
  let real = ''
  sell('a', () => (real = makeBackup(folder, 'hourly').name))
  const { name } = backupName(Date.now() + 1000, 'hourly')
  // Whoever opens one waits for somebody to write in it.
  execFileSync('mkfifo', [copyPath(name)])
  expect(newestCopies(folder).map((copy) => copy.name)).toEqual([real])
  rmSync(copyPath(name))
})
