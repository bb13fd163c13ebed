import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { openDatabase, type Database } from '../sqlite/db.ts'
import { migrate, type Migration } from '../sqlite/migrate.ts'
import { intentSample } from '../testing/journal-samples.ts'
import { journalMigrations, openJournal, openJournalReader } from './open-journal.ts'

let folder = ''
beforeEach(() => {
  folder = makeFolder('newer', inMemory)
})

/** What a later version may do to the journal. */
const adding: Migration = {
  id: '29991231T0000-adding',
  up: (db) =>
    db.exec('alter table sale add column later text; create table later (id text primary key)'),
}

test('the version before opens what a newer one left, sells, and the newer one goes on', () => {
  openJournal(folder, [...journalMigrations, adding]).close()
  const before = openJournal(folder)
  const { id } = before.prepare(intentSample())
  before.close()
  const reader = openJournalReader(folder)
  expect(reader?.sale(id)?.id).toBe(id)
  reader?.close()
  const newer = openJournal(folder, [...journalMigrations, adding])
  expect(newer.sale(id)?.id).toBe(id)
  newer.close()
})

test('what did more than add keeps the version before out', () => {
  openJournal(folder, [...journalMigrations, { ...adding, isBreaking: true }]).close()
  expect(() => openJournal(folder)).toThrow(
    expect.objectContaining({ error: { code: 'JOURNAL_NEWER' } }),
  )
})

/** Migrations of before anything was released. */
const released = journalMigrations.findIndex(({ id }) => id === '20261122T2120-after-close') + 1

test('every migration that does not say otherwise only adds: who knew the journal before finds it as it was', () => {
  const db = openDatabase(':memory:', { synchronous: 'NORMAL' })
  migrate(db, journalMigrations.slice(0, released))
  let before = columnsOf(db)
  for (let known = released; known < journalMigrations.length; known += 1) {
    migrate(db, journalMigrations.slice(0, known + 1))
    const after = columnsOf(db)
    if (journalMigrations[known]?.isBreaking) before = new Map()
    for (const [column, how] of before) {
      expect(after.get(column), `${column} of ${journalMigrations[known]?.id}`).toBe(how)
    }
    const given = [...after].filter(
      ([column, how]) => !before.has(column) && how === 'must be said',
    )
    const tables = new Set([...before.keys()].map((column) => column.split('.')[0]))
    const missed = given.filter(([column]) => tables.has(column.split('.')[0]))
    expect(missed, 'columns that the version before leaves out').toEqual([])
    before = after
  }
  db.close()
})

const columnSchema = z.object({
  name: z.string(),
  type: z.string(),
  notnull: z.int(),
  dflt_value: z.string().nullable(),
})

/** Each column of each table, and whether a row may leave it out. */
function columnsOf(db: Database): Map<string, string> {
  const tables = db.all(
    z.object({ name: z.string() }),
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
  )
  return new Map(
    tables.flatMap(({ name: table }) =>
      db
        .all(columnSchema, 'select * from pragma_table_info(?)', table)
        .map(({ name, notnull, dflt_value: usual }): [string, string] => [
          `${table}.${name}`,
          notnull === 1 && usual === null ? 'must be said' : 'may be left out',
        ]),
    ),
  )
}
