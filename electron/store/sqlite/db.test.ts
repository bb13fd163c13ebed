import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Failure } from '../../../shared/errors.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { assertVersion, openDatabase, type Database } from './db.ts'
import { insertRow, jsonOf, rowOf } from './rows.ts'
import { storeFailure } from './sqlite-errors.ts'
import { assertMigrated, migrate, type Migration } from './migrate.ts'

let folder = ''
const open: Database[] = []

beforeEach(() => {
  folder = makeFolder('db')
})
afterEach(() => {
  for (const db of open.splice(0)) db.close()
})

function openHere(options: Partial<Parameters<typeof openDatabase>[1]> = {}): Database {
  const db = openDatabase(join(folder, 'x.db'), { synchronous: 'FULL', ...options })
  open.push(db)
  return db
}

function codeOf(work: () => unknown): string {
  try {
    work()
  } catch (caught) {
    return caught instanceof Failure ? caught.error.code : `not a Failure: ${String(caught)}`
  }
  return 'nothing thrown'
}

const row = z.object({ n: z.int() })

describe('openDatabase', () => {
  it('opens in WAL with the durability asked for', () => {
    const db = openHere()
    expect(db.get(z.object({ journal_mode: z.string() }), 'pragma journal_mode')).toEqual({
      journal_mode: 'wal',
    })
    expect(db.get(z.object({ synchronous: z.int() }), 'pragma synchronous')).toEqual({
      synchronous: 2,
    })
  })

  it('keeps what a transaction did, or nothing of it', () => {
    const db = openHere()
    db.exec('create table t (n integer) strict')
    db.transaction(() => db.run('insert into t values (?)', 1))
    expect(() =>
      db.transaction(() => {
        db.run('insert into t values (?)', 2)
        throw new TypeError('ours')
      }),
    ).toThrow(new TypeError('ours'))
    expect(db.all(row, 'select n from t')).toEqual([{ n: 1 }])
    expect([...db.iterate('select n, n + 1 from t')]).toEqual([[1, 2]])
  })

  it('lets a reader look while a writer is open, and refuses its writes', () => {
    const writer = openHere()
    writer.exec('create table t (n integer) strict; insert into t values (7)')
    const reader = openHere({ readOnly: true })
    expect(reader.get(row, 'select n from t')).toEqual({ n: 7 })
    expect(codeOf(() => reader.run('insert into t values (8)'))).toBe('STORE_READ_ONLY')
  })

  it('reads the last commits after the writer has closed', () => {
    const writer = openHere()
    writer.exec('create table t (n integer) strict; insert into t values (7)')
    writer.close()
    expect(openHere({ readOnly: true }).get(row, 'select n from t')).toEqual({ n: 7 })
  })

  it('says that a file is damaged when it is no database', () => {
    writeFileSync(join(folder, 'x.db'), 'this is not a database at all'.repeat(200))
    expect(codeOf(() => openHere({ quickCheck: true }))).toBe('JOURNAL_DAMAGED')
  })

  it('maps a full database to DISK_FULL', () => {
    const db = openHere()
    db.exec('create table t (n text) strict; pragma max_page_count = 4')
    expect(codeOf(() => db.run('insert into t values (?)', 'x'.repeat(100_000)))).toBe('DISK_FULL')
  })

  it('says why a folder cannot be used', () => {
    expect(codeOf(() => openDatabase(join(folder, 'no/such/x.db'), { synchronous: 'FULL' }))).toBe(
      'STORE_FAILED',
    )
  })

  it('says that a folder takes nothing, as Node tells of each of its ways', () => {
    const told = [
      Object.assign(new Error('EROFS: read-only file system, open'), { code: 'EROFS' }),
      Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }),
      // rmSync of Node 24.
      Object.assign(new Error(", Unknown error: Read-only file system 'x'"), { code: '' }),
    ]
    for (const one of told) expect(storeFailure(one).error).toEqual({ code: 'STORE_READ_ONLY' })
  })

  it('refuses an old SQLite', () => {
    expect(codeOf(() => assertVersion('3.51.2'))).toBe('STORE_FAILED')
    expect(codeOf(() => assertVersion('3.51.3'))).toBe('nothing thrown')
    expect(codeOf(() => assertVersion('4.0.0'))).toBe('nothing thrown')
  })
})

const first: Migration = {
  id: '20260101T0000-a',
  up: (db) => db.exec('create table a (n integer)'),
}
const second: Migration = {
  id: '20260201T0000-b',
  up: (db) => db.exec('create table b (n integer)'),
}
const third: Migration = {
  id: '20260301T0000-c',
  up: (db) => db.exec('create table c (n integer)'),
}

describe('rows by the names of their fields', () => {
  it('come back as they were written', () => {
    const db = openHere()
    db.exec(
      'create table t (sale_id text primary key, created_at integer, values_text text) strict',
    )
    const kept = { saleId: 's1', createdAt: 5, valuesText: '{"a":"1"}' }
    expect(insertRow(db, 't', kept)).toBe(1)
    expect(insertRow(db, 't', kept, 'on conflict do nothing')).toBe(0)
    const shape = { saleId: z.string(), createdAt: z.int() }
    const read = rowOf({ ...shape, valuesText: jsonOf(z.object({ a: z.string() })) })
    const sql = 'select * from t where sale_id = :saleId and created_at < :end'
    expect(db.all(read, sql, { saleId: 's1', end: 6 })).toEqual([
      { saleId: 's1', createdAt: 5, valuesText: { a: '1' } },
    ])
    db.run("update t set values_text = '{'")
    expect(codeOf(() => db.all(read, 'select * from t'))).toBe('STORE_FAILED')
  })

  it('a name that nothing is given for is refused, as is one that nothing asks for', () => {
    const db = openHere()
    const sql = 'select 1 as n where :one = :two'
    expect(codeOf(() => db.get(row, sql, { one: 1 }))).toBe('STORE_FAILED')
    expect(codeOf(() => db.get(row, sql, { one: 1, two: 1, three: 1 }))).toBe('STORE_FAILED')
    expect(db.get(row, sql, { one: 1, two: 1 })).toEqual({ n: 1 })
  })
})

describe('migrate', () => {
  it('applies what is missing, with a hook only when there is something to save', () => {
    const db = openHere()
    let hooks = 0
    const beforeMigrate = () => void (hooks += 1)
    migrate(db, [first], { beforeMigrate })
    expect(hooks).toBe(0)
    expect(codeOf(() => assertMigrated(db, [first, second]))).toBe('STORE_FAILED')
    migrate(db, [first, second], { beforeMigrate })
    migrate(db, [first, second], { beforeMigrate })
    expect(hooks).toBe(1)
    assertMigrated(db, [first, second])
    expect(db.all(row, 'select n from b')).toEqual([])
  })

  it('refuses a database of a newer program, a gap and another order', () => {
    const db = openHere()
    migrate(db, [first, { ...third, isBreaking: true }])
    expect(codeOf(() => migrate(db, [first]))).toBe('JOURNAL_NEWER')
    expect(codeOf(() => migrate(db, [first, second, third]))).toBe('STORE_FAILED')
    expect(() => migrate(db, [third, first])).toThrow(RangeError)
  })

  it('opens what a newer program only added to, and does not add to it out of order', () => {
    const db = openHere()
    migrate(db, [first, third])
    migrate(db, [first])
    assertMigrated(db, [first])
    expect(db.all(row, 'select n from c')).toEqual([])
    migrate(db, [first, third])
    expect(codeOf(() => migrate(db, [first, { ...second, id: '20260102T0000-between' }]))).toBe(
      'STORE_FAILED',
    )
  })

  it('takes what was migrated before it was noted which steps only add for ones that do more', () => {
    const db = openHere()
    db.exec(
      `create table migrations (id text primary key, applied_at integer not null) strict;
       create table a (n integer);
       insert into migrations values ('${first.id}', 1)`,
    )
    expect(codeOf(() => migrate(db, []))).toBe('JOURNAL_NEWER')
    migrate(db, [first, second])
    migrate(db, [first])
  })

  it('leaves a failing step undone as a whole', () => {
    const db = openHere()
    const broken: Migration = {
      id: second.id,
      up: (inner) => inner.exec('create table b (n integer); create table nonsense'),
    }
    expect(codeOf(() => migrate(db, [first, broken]))).toBe('STORE_FAILED')
    migrate(db, [first, second])
    expect(db.all(row, 'select n from b')).toEqual([])
  })
})
