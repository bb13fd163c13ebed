import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Tender } from '../../../shared/domain/drawer/tender.ts'
import { money } from '../../../shared/domain/money/money.ts'
import { nextSale } from '../../../shared/domain/sale/sale-machine.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import type { Intent } from '../sales/intent.ts'
import { eraseIntents } from '../erasure/erased-intents.ts'
import { makeBackup } from '../recovery/backups.ts'
import { backupsFolder } from '../recovery/copies.ts'
import { cutIntents } from './cut-intents.ts'
import { openOrRestore } from '../recovery/recovery.ts'
import { openDatabase } from '../sqlite/db.ts'
import { intentSample } from '../testing/journal-samples.ts'
import { intentSegments, sealedSegments, sealSegment } from './intent-segments.ts'
import { openIntentsLog } from './intents-log.ts'
import { readIntents } from './intents-reader.ts'
import { createJournal } from './journal.ts'
import { journalMigrations, openJournal } from './open-journal.ts'

const day = 86_400_000
const now = Date.UTC(2026, 10, 22)

let folder = ''
let log = ''
beforeEach(() => {
  folder = makeFolder('segments', inMemory)
  log = join(folder, 'intents.log')
})

const ids = (tailBytes?: number) => [...readIntents(log, tailBytes)].map((line) => line?.id)
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `sale-${n}`)

/** A journal whose intents lie three in a segment; sales are a day apart, the last one is of now. */
function sell(count: number, unsent = -1, from = 0, more: Partial<Intent> = {}): void {
  const db = openOrRestore(folder, journalMigrations, now)
  const journal = createJournal(db, openIntentsLog(log, 1500))
  for (const [n, id] of numbered(count).entries()) {
    if (n < from) continue
    const reference = String(3_000_000_000 + n)
    const createdAt = now - (count - 1 - n) * day
    const values = { customerCellphone: reference }
    const own = { id, draftId: id, reference, phone: reference, values, createdAt, ...more }
    const body = `{"_id":"${id}","data":{"customerCellphone":"${reference}"}}`
    const record = journal.prepare(intentSample({ ...own, body }))
    const facts = nextSale(record, { kind: 'sending' }, createdAt)
    if (facts && n !== unsent)
      journal.advance(record, { facts }, { kind: 'sending', at: 1, error: null })
  }
  journal.close()
}

test('intents go on in a file of their own once one is large, and are read as one', () => {
  sell(8)
  expect(sealedSegments(log)).toEqual(
    ['000001.log', '000002.log'].map((name) => join(folder, 'intents', name)),
  )
  expect(ids()).toEqual(numbered(8))
  const last = readFileSync(log).length
  // A tail that begins in an older segment, within a line.
  expect(ids(last + 800)).toEqual(numbered(8).slice(5))
  expect(ids(last)).toEqual(numbered(8).slice(6))
  expect(ids(last - 1)).toEqual(numbered(8).slice(7))
})

test('numbers go on behind the newest that is there, and past a million too', () => {
  mkdirSync(join(folder, 'intents'))
  for (const number of ['000007', '999999', '1000000']) {
    writeFileSync(join(folder, 'intents', `${number}.log`), '')
  }
  writeFileSync(join(folder, 'intents', 'notes.txt'), '')
  writeFileSync(log, '')
  sealSegment(log)
  expect(sealedSegments(log).map((path) => path.slice(-11))).toEqual(
    ['000007', '999999', '1000000', '1000001'].map((number) =>
      `${number}.log`.slice(-11).padStart(11, '/'),
    ),
  )
})

test('a program that was killed between the two files goes on, and one file of old is taken over', () => {
  sell(2)
  sealSegment(log)
  expect(ids()).toEqual(numbered(2))
  const journal = openJournal(folder)
  journal.prepare(intentSample({ id: 'next', draftId: 'next' }))
  journal.close()
  expect(ids()).toEqual([...numbered(2), 'next'])
  // As a version before wrote it: all in one file, however large.
  writeFileSync(
    log,
    intentSegments(log)
      .map((path) => readFileSync(path, 'utf8'))
      .join(''),
  )
  rmSync(join(folder, 'intents'), { recursive: true })
  const again = openIntentsLog(log, 100)
  again.append({ ...intentSample(), id: 'last', bodySha256: '' })
  again.close()
  expect(sealedSegments(log)).toHaveLength(1)
  expect(ids()).toEqual([...numbered(2), 'next', undefined])
})

test('where the files cannot be changed the old one is gone on with', () => {
  writeFileSync(join(folder, 'intents'), 'a file that is no folder')
  const lines = openIntentsLog(log, 1)
  for (const id of ['a', 'b']) lines.append({ id })
  lines.close()
  expect(readFileSync(log, 'utf8')).toBe('{"id":"a"}\n{"id":"b"}\n')
})

test('a journal that is gone is brought back from every segment', () => {
  sell(8)
  for (const ending of ['', '-wal', '-shm'])
    rmSync(join(folder, `journal.db${ending}`), { force: true })
  renameSync(log, join(folder, 'intents', '000003.log'))
  const journal = openJournal(folder)
  expect(journal.open('p1').map(({ id }) => id)).toEqual(numbered(8))
  journal.close()
})

test('what nobody sent comes back with both ways in which it is paid', () => {
  const sent = { kind: 'transfer', via: 'Nequi', note: '551', seen: false } as const
  const tender: Tender = {
    ...{ kind: 'cash', received: money(100_000_000, 'COP') },
    first: { ...sent, amount: money(100, 'COP') },
  }
  sell(1, 0, 0, { tender })
  for (const ending of ['', '-wal', '-shm'])
    rmSync(join(folder, `journal.db${ending}`), { force: true })
  const journal = openJournal(folder)
  expect(journal.open('p1').map(({ id }) => id)).toEqual(['sale-0'])
  expect(journal.shifts.tenders.ofSale('sale-0')).toEqual(tender)
  journal.close()
})

test('an erasure rewrites the segments that hold the person, and no other', () => {
  sell(8)
  const db = openDatabase(join(folder, 'journal.db'), { synchronous: 'FULL' })
  db.run("update sale set state = 'APPROVED'")
  db.run("insert into erasure values ('sale-4', 1, 'request', null, 1)")
  const before = intentSegments(log).map((path) => readFileSync(path, 'utf8'))
  const kept = intentSegments(log).map((path) => [path, fileOf(path)])
  eraseIntents(db, log)
  const after = intentSegments(log).map((path) => readFileSync(path, 'utf8'))
  expect(after.map((text, index) => text === before[index])).toEqual([true, false, true])
  expect(
    intentSegments(log).filter((path, index) => fileOf(path) === kept[index]?.[1]),
  ).toHaveLength(2)
  expect(after.join('')).not.toContain('3000000004')
  expect(ids()).toEqual(numbered(8))
  expect(db.arrays('select stage from erasure')).toEqual([[2]])
  db.close()
})

const fileOf = (path: string) => statSync(path).ino

/** A copy as we make it, and a whole one that stands on nothing of it, as an earlier version made it. */
function copyTwice(): string {
  mkdirSync(backupsFolder(folder), { recursive: true })
  const earlier = join(backupsFolder(folder), 'journal-20261101T000000000Z-hourly.db')
  copyFileSync(join(folder, 'journal.db'), earlier)
  return join(backupsFolder(folder), makeBackup(folder, 'hourly', now).name)
}

test('segments go whole, the oldest first, once they are older than the copies of each day', () => {
  sell(41)
  copyTwice()
  const before = sealedSegments(log)
  expect(before.length).toBeGreaterThan(10)
  expect(cutIntents(folder, now)).toBe(3)
  expect(sealedSegments(log)).toEqual(before.slice(3))
  expect(ids()[0]).toBe('sale-9')
  expect(cutIntents(folder, now)).toBe(0)
})

test('what was dated after now, under a clock that was ahead, goes with what follows it', () => {
  sell(3, -1, 0, { createdAt: now + 300 * day })
  sell(41, -1, 3)
  copyTwice()
  expect(cutIntents(folder, now)).toBe(3)
  expect(ids()[0]).toBe('sale-9')
})

test('what was dated after now stays while nothing old follows it', () => {
  sell(35, -1, 0, { createdAt: now + 300 * day })
  sell(41, -1, 35)
  copyTwice()
  expect(sealedSegments(log).length).toBeGreaterThan(10)
  expect(cutIntents(folder, now)).toBe(0)
})

test('nothing goes that the journal lacks, or knows only as prepared', () => {
  sell(60, 4)
  copyTwice()
  expect(cutIntents(folder, now)).toBe(1)
  const db = openDatabase(join(folder, 'journal.db'), { synchronous: 'FULL' })
  db.exec('drop trigger sale_event_fixed; drop trigger sale_kept; drop trigger sale_event_kept')
  db.exec('pragma foreign_keys = off')
  db.run("update sale_event set state = 'SENDING' where sale_id = 'sale-4'")
  for (const row of ['sale where id', 'sale_event where sale_id'])
    db.run(`delete from ${row} = 'sale-7'`)
  db.close()
  expect(cutIntents(folder, now)).toBe(1)
  expect(ids()[0]).toBe('sale-6')
})

test('after a cut the newest copy and what is left bring back every sale', () => {
  sell(60)
  copyTwice()
  expect(cutIntents(folder, now)).toBeGreaterThan(5)
  writeFileSync(join(folder, 'journal.db'), 'no database '.repeat(1000))
  const journal = openJournal(folder)
  expect(numbered(60).filter((id) => journal.sale(id) === null)).toEqual([])
  journal.close()
})

test('a clock that is a year ahead cuts nothing that is lost with one copy: an older one brings all back', () => {
  sell(20)
  copyTwice()
  sell(40, -1, 20)
  const newest = join(backupsFolder(folder), makeBackup(folder, 'hourly', now).name)
  expect(cutIntents(folder, now + 365 * day)).toBeGreaterThan(4)
  for (const path of [join(folder, 'journal.db'), newest]) writeFileSync(path, 'x'.repeat(9000))
  const journal = openJournal(folder)
  expect(numbered(40).filter((id) => journal.sale(id) === null)).toEqual([])
  journal.close()
})

test('a clock that is a year ahead cuts nothing that a copy of the last days lacks: each of them brings all back', () => {
  const wholeAt = (name: string) => {
    const path = join(backupsFolder(folder), name)
    copyFileSync(join(folder, 'journal.db'), path)
    return path
  }
  mkdirSync(backupsFolder(folder), { recursive: true })
  sell(20)
  wholeAt('journal-20261101T000000000Z-shift.db')
  sell(40, -1, 20)
  const later = wholeAt('journal-20261102T000000000Z-shift.db')
  const newest = join(backupsFolder(folder), makeBackup(folder, 'hourly', now).name)
  expect(cutIntents(folder, now + 365 * day)).toBeGreaterThan(4)
  for (const path of [join(folder, 'journal.db'), newest, later]) {
    writeFileSync(path, 'x'.repeat(9000))
  }
  const journal = openJournal(folder)
  expect(numbered(40).filter((id) => journal.sale(id) === null)).toEqual([])
  journal.close()
})
