import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { createRandom } from '../../../tests/simulation/random.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { openJournal } from '../journal/open-journal.ts'
import { makeBackup } from '../recovery/backups.ts'
import { openDatabase } from '../sqlite/db.ts'
import { intentSample, transactionSample } from '../testing/journal-samples.ts'
import { clearNotedPages, clearPages, holdsErased } from './erased-pages.ts'

const pageBytes = 4096
const phone = '3001234567'
const later = 3 * 86_400_000

let folder: string
beforeEach(() => {
  folder = makeFolder('erased-pages', inMemory)
})
const file = (name: string) => join(folder, name)
const bytes = (name = 'journal.db') => readFileSync(file(name), 'latin1')

it('takes what SQLite leaves of rows that were erased after they had moved to another page, and nothing else', () => {
  const path = file('some.db')
  const { all, gone } = erasedAmong(path, 600)
  const left = gone.filter((number) => bytes('some.db').includes(number))
  // Why all of this is needed: once SQLite leaves nothing by itself, it can go.
  expect(left.length).toBeGreaterThan(0)
  expect(clearPages(path)).toBe(true)
  expect(gone.filter((number) => bytes('some.db').includes(number))).toEqual([])
  const db = openDatabase(path, { synchronous: 'NORMAL', readOnly: true, quickCheck: true })
  const rows = db.arrays("select phone from sold where phone <> '' order by phone").flat()
  db.close()
  const erased = new Set(gone)
  expect(rows).toEqual(all.filter((number) => !erased.has(number)).toSorted())
})

/** Numbers in no order, of which some are erased. */
function erasedAmong(path: string, count: number): { all: string[]; gone: string[] } {
  const random = createRandom(122)
  const all = Array.from({ length: count }, () => `300${String(random.int(1e6, 9_999_999))}`)
  const gone = all.filter((_, place) => place % 10 > 0)
  const db = openDatabase(path, { synchronous: 'NORMAL', secureDelete: true })
  db.exec('create table sold (phone text, words text); create index by_phone on sold (phone)')
  db.transaction(() => {
    for (const number of all) db.run('insert into sold values (?, ?)', number, '')
  })
  db.transaction(() => {
    for (const number of gone) db.run("update sold set phone = '' where phone = ?", number)
  })
  db.close()
  return { all, gone }
}

/** A journal that was closed well, of a sale whose customer was erased: his number stands where SQLite may leave it. */
function leaveBehind(): void {
  const journal = openJournal(folder)
  journal.prepare(intentSample({ id: 'one' }))
  const record = journal.sale('one')
  if (!record) throw new Error('no sale')
  const facts = { ...record, state: 'APPROVED', settledAt: 2, nextLookAt: null } as const
  const said = { kind: 'lookup', at: 2, error: null, raw: '{}' } as const
  journal.advance(record, { facts, transaction: transactionSample() }, said)
  journal.personal.ask({ sales: ['one'], notes: [] }, { at: later, why: 'request', by: null })
  expect(journal.personal.eraseDue(later, 10)).toBe(1)
  journal.close()
  openJournal(folder).close()
  expect(bytes()).not.toContain(phone)
  const whole = readFileSync(file('journal.db'))
  const at = gapIn(whole)
  whole.write(phone, at, 'latin1')
  writeFileSync(file('journal.db'), whole)
}

/** A place in the gap of a page of rows. */
function gapIn(whole: Buffer): number {
  for (let from = pageBytes; from < whole.length; from += pageBytes) {
    const page = Buffer.from(whole.subarray(from, from + pageBytes))
    const end = page.readUInt16BE(5)
    if (page[0] !== 13 || end < 100 || end === pageBytes) continue
    page.write(phone, end - phone.length, 'latin1')
    if (holdsErased(page, from / pageBytes + 1)) return from + end - phone.length
  }
  throw new Error('no page has room')
}

/** A run of the register that makes a copy. */
function runWithCopy(): void {
  const journal = openJournal(folder)
  makeBackup(folder, 'hourly', later)
  journal.close()
}

it('clears the pages that a copy met, at the next opening', () => {
  leaveBehind()
  runWithCopy()
  expect(bytes()).toContain(phone)
  expect(existsSync(file('journal.gaps'))).toBe(true)
  const journal = openJournal(folder)
  expect(bytes()).not.toContain(phone)
  expect(journal.sale('one')).toMatchObject({ state: 'APPROVED', total: { minor: 520_000 } })
  journal.close()
  expect(existsSync(file('journal.gaps'))).toBe(false)
  openDatabase(file('journal.db'), { synchronous: 'FULL', quickCheck: true }).close()
})

it('leaves a journal alone that was not closed well, until it was', () => {
  leaveBehind()
  runWithCopy()
  const before = folder
  const running = openDatabase(file('journal.db'), { synchronous: 'FULL' })
  running.exec('create table more (a)')
  folder = makeFolder('killed', inMemory)
  cpSync(before, folder, { recursive: true })
  running.close()
  openJournal(folder).close()
  expect(bytes()).toContain(phone)
  openJournal(folder).close()
  expect(bytes()).not.toContain(phone)
})

it('says nothing of what is no database', () => {
  writeFileSync(file('other.db'), Buffer.alloc(5000))
  expect(clearPages(file('other.db'))).toBe(true)
  expect(clearPages(file('none.db'))).toBe(false)
  expect(readFileSync(file('other.db'))).toEqual(Buffer.alloc(5000))
})

it('opens a journal whatever stands in the note beside it', () => {
  openJournal(folder).close()
  writeFileSync(file('journal.gaps'), JSON.stringify({ pages: [Number.MAX_SAFE_INTEGER, 2 ** 40] }))
  clearNotedPages(folder)
  expect(existsSync(file('journal.gaps'))).toBe(false)
})

it('leaves a database alone whose pages SQLite moves by itself: some of them hold no rows and begin as if they did', () => {
  const path = file('moved.db')
  const db = openDatabase(path, { synchronous: 'NORMAL' })
  db.exec('pragma auto_vacuum = incremental; vacuum; create table some (words text)')
  db.transaction(() => {
    for (let row = 0; row < 300; row += 1) db.run('insert into some values (?)', 'x'.repeat(9000))
  })
  // An entry of the map of such pages that says "free" (2) is the first byte of an interior page of an index.
  db.exec('delete from some where rowid < 200')
  db.close()
  const before = readFileSync(path)
  expect(clearPages(path)).toBe(false)
  expect(readFileSync(path)).toEqual(before)
})
