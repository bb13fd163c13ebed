import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { holdFile, releaseFile } from '../files/held-file.ts'
import { openDatabase, type Database } from '../sqlite/db.ts'
import { worthKeeping, type BackupName } from './backup-names.ts'
import { backupSteps, makeBackup } from './backups.ts'
import { backupsFolder, wholeCopyNameOf, newestCopies } from './copies.ts'
import { restoreCopy } from './restore-copy.ts'

// A small journal: its copies are made and restored by the hundred.
let folder = ''
let journal: Database
let lines = 0

beforeEach(() => {
  folder = makeFolder('kept', inMemory)
  journal = openDatabase(join(folder, 'journal.db'), { synchronous: 'FULL', checkpointPages: 20 })
  journal.exec(
    `create table migrations (id text); insert into migrations values ('1');
     create table trail (seq integer primary key, note text);
     create table noted (note text primary key, seq integer);
     create table erasure (id text primary key)`,
  )
  lines = 0
})
afterEach(() => {
  journal.close()
  releaseFile(join(folder, 'journal.db'))
})

const hour = 60 * 60_000
const day = 24 * hour
const noon = Date.UTC(2026, 10, 21, 12)

/** A line, and its key at another place of another table, in one commit. */
function write(count = 1): void {
  journal.transaction(() => {
    for (let n = 0; n < count; n += 1) {
      lines += 1
      const note = `${(lines * 7919) % 10_007} `.repeat(30)
      journal.run('insert into trail values (?, ?)', lines, note)
      journal.run('insert into noted values (?, ?)', `${note}${lines}`, lines)
    }
  })
}

/** What a copy holds, once restored: how many lines, each with its key. */
function linesIn(name: string, at = folder): number {
  const copy = newestCopies(at).find((one) => one.name === name)
  const path = join(folder, 'restored.db')
  if (!copy || !restoreCopy(copy, path)) return -1
  const db = openDatabase(path, { synchronous: 'FULL' })
  try {
    const row = z.object({ lines: z.int(), keys: z.int() })
    const sql = `select count(*) as lines, (select count(*) from noted join trail using (seq)
      where noted.note = trail.note || trail.seq) as keys from trail`
    const found = db.get(row, sql)
    expect(found?.keys).toBe(found?.lines)
    return found?.lines ?? -1
  } finally {
    db.close()
  }
}

const bytesOf = (copies: readonly { bytes: number }[]) =>
  copies.reduce((sum, { bytes }) => sum + bytes, 0)

describe('copies of many ages', () => {
  it('each restores what the journal was then; of what is too old not more than a dozen wait', () => {
    write(200)
    const held = new Map<string, number>()
    const step = (now: number) => {
      write(2)
      held.set(makeBackup(folder, 'hourly', now).name, lines)
    }
    for (let days = 300; days > 90; days -= 30) step(noon - days * day)
    for (let days = 90; days > 30; days -= 5) step(noon - days * day)
    for (let days = 30; days > 2; days -= 1) step(noon - days * day)
    for (let hours = 40; hours > 0; hours -= 1) step(noon - hours * hour)
    const copies = newestCopies(folder, noon)
    const kept = worthKeeping(copies)
    expect(kept.size).toBeGreaterThan(24 + 28 + 6 + 6)
    expect(held.size - copies.length).toBeGreaterThanOrEqual(12)
    // The whole one that they stand on, and those that wait to be taken together.
    expect(copies.length - kept.size).toBeLessThanOrEqual(12)
    const ages = [0, 1, 23, 24, 25, 30, 50, 52, 55, 58, 60, 62, copies.length - 1]
    for (const { name } of ages.flatMap((age) => copies[age] ?? [])) {
      expect(linesIn(name), name).toBe(held.get(name))
    }
    expect(new Set(copies.map(wholeCopyNameOf)).size).toBe(1)
    // All of them together took far less than one journal each.
    expect(bytesOf(copies)).toBeLessThan(statSync(join(folder, 'journal.db')).size)
  })

  it('of earlier versions are restored, and go with their age', () => {
    write(5)
    mkdirSync(backupsFolder(folder))
    const names = Array.from({ length: 40 }, (_, age) => {
      const at = new Date(noon - age * hour).toISOString().replaceAll(/[-:.]/g, '')
      return `journal-${at}-hourly.db`
    })
    for (const name of names.toReversed()) {
      write()
      journal.run('vacuum into ?', join(backupsFolder(folder), name))
    }
    expect(newestCopies(folder, noon).map(({ name }) => name)).toEqual(names)
    expect(linesIn(names[3] ?? '')).toBe(lines - 3)
    const { name } = makeBackup(folder, 'hourly', noon + hour)
    const left = newestCopies(folder, noon + hour).map((copy) => copy.name)
    // The newest 24, and the last of the day before yesterday.
    expect(left).toEqual([name, ...names.slice(0, 23), names[37]])
    expect(left.map((one) => linesIn(one)).slice(0, 3)).toEqual([lines, lines, lines - 1])
  })
})

describe('the room that copies take', () => {
  it('is at most two and a half times the journal: the oldest go, and the newest can be restored', () => {
    // Noise that does not get smaller, in more than the 16 MB that a small journal may have.
    const noise = () => journal.exec('update noise set bytes = randomblob(1000000)')
    journal.exec('create table noise (bytes blob)')
    for (let n = 0; n < 7; n += 1) journal.exec('insert into noise values (zeroblob(1000000))')
    for (let n = 0; n < 5; n += 1) {
      noise()
      write()
      makeBackup(folder, 'hourly', noon + n * hour)
      const copies = newestCopies(folder, noon + day)
      const size = statSync(join(folder, 'journal.db')).size
      expect(bytesOf(copies)).toBeLessThan(Math.max(size * 2.5, 16 * 1024 * 1024))
      expect(copies[0] && restoreCopy(copies[0], join(folder, 'restored.db'))).toBe(true)
    }
  })

  it('keeps no copy for more than thirty days with copies after somebody was erased', () => {
    const back = (days: number) => noon - days * day
    write(50)
    for (let days = 44; days > 40; days -= 1) {
      write()
      makeBackup(folder, 'shift', back(days))
    }
    journal.run("insert into erasure values ('somebody')")
    const before = newestCopies(folder).map(({ name }) => name)
    for (let days = 40; days > 4; days -= 1) {
      write()
      makeBackup(folder, 'shift', back(days))
      const copies = newestCopies(folder, back(days))
      // The files that hold them, not only the copies that were made then.
      const holding = copies.filter(({ chain }) => chain[0]?.erasures === 0)
      expect(holding.length > 0).toBe(days > 40 - 29)
    }
    expect(newestCopies(folder).some(({ name }) => before.includes(name))).toBe(false)
  })
})

describe('while others write', () => {
  it('is of one commit, whatever is written between its steps, and keeps no writer waiting', () => {
    write(3000)
    const order = { folder, reason: 'hourly', file: holdFile(join(folder, 'journal.db')) } as const
    for (let n = 0; n < 5; n += 1) {
      const steps = backupSteps({ ...order, now: noon + n * hour })
      let expected = -1
      let step = steps.next()
      for (; !step.done; step = steps.next()) {
        if (step.value.done === 0) expected = lines
        // Many of them bring the WAL into the file, or would.
        for (let k = 0; k < 10; k += 1) write()
      }
      expect(step.value).not.toBeNull()
      expect(linesIn(step.value?.name ?? '')).toBe(expected)
    }
  })
})

describe('a program that is killed at any step of a copy', () => {
  it('leaves every copy that there was, and takes none for whole that is not', () => {
    write(300)
    const held = new Map<string, number>()
    const file = holdFile(join(folder, 'journal.db'))
    const order = (now: number) => ({ folder, reason: 'hourly' as const, file, now })
    for (let n = 0; n < 37; n += 1) {
      write(20)
      held.set(makeBackup(folder, 'hourly', noon + n * hour).name, lines)
    }
    // This one takes a dozen old ones together besides.
    write(20)
    const steps = backupSteps(order(noon + 37 * hour))
    const dead: { at: string; before: string[] }[] = []
    const files = () => readdirSync(backupsFolder(folder))
    let made: BackupName | null = null
    for (let step = steps.next(); ; step = steps.next()) {
      const at = join(folder, `dead-${dead.length}`)
      cpSync(backupsFolder(folder), backupsFolder(at), { recursive: true })
      dead.push({ at, before: files() })
      if (step.done) {
        made = step.value
        break
      }
    }
    held.set(made?.name ?? '', lines)
    expect(dead.length).toBeGreaterThan(20)
    expect(files().length).toBeLessThan(30)
    for (const { at } of dead) {
      const copies = newestCopies(at)
      expect(copies.length).toBeGreaterThan(24)
      expect(copies.filter(({ chain }) => chain.length === 0)).toEqual([])
      // Those that were taken together, those beside them, and the newest.
      for (const { name } of [0, 23, 24, 25, copies.length - 1].flatMap((n) => copies[n] ?? [])) {
        expect(linesIn(name, at), `${at} ${name}`).toBe(held.get(name))
      }
      // And the next run goes on from it.
      copyFileSync(join(folder, 'journal.db'), join(at, 'journal.db'))
      const wal = join(folder, 'journal.db-wal')
      copyFileSync(wal, join(at, 'journal.db-wal'))
      const { name } = makeBackup(at, 'shift', noon + 38 * hour)
      releaseFile(join(at, 'journal.db'))
      expect(linesIn(name, at)).toBe(lines)
      expect(readdirSync(backupsFolder(at)).filter((one) => one.includes('partial'))).toEqual([])
      rmSync(at, { recursive: true })
    }
  })

  it('or whose copy was cut or changed by its disk, restores the others', () => {
    write(300)
    const names = [0, 1, 2].map((n) => {
      write(20)
      return makeBackup(folder, 'hourly', noon + n * hour).name
    })
    const path = join(backupsFolder(folder), names[2] ?? '')
    const whole = statSync(path).size
    const spoilt = join(folder, 'spoilt')
    for (const cut of [0, 1, 40, whole >> 1, whole - 60, whole - 1]) {
      copyFileSync(path, spoilt)
      writeFileSync(path, Buffer.alloc(cut))
      expect(names.map((name) => linesIn(name))).toEqual([320, 340, -1])
      expect(newestCopies(folder)[0]?.name).toBe(names[1])
      copyFileSync(spoilt, path)
    }
    expect(names.map((name) => linesIn(name))).toEqual([320, 340, 360])
  })
})
