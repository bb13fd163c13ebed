import { closeSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { Failure, type AppError } from '../../../shared/errors.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { cachePath, openCache, openCacheAnyway, openCacheReadOnly } from './cache.ts'
import { openCatalogCache } from './catalog-cache.ts'

let folder: string
beforeEach(() => {
  folder = makeFolder('cache')
})

const countRow = z.object({ count: z.int() })
const rowsSql = 'select count(*) as count from report_row'
const sumSql = 'select coalesce(sum(length(hex(body))), 0) as count from catalog_images'
const setAside = () => readdirSync(folder).filter((name) => name.endsWith('.old'))

test('opens again as it was, beside a reader that cannot write', () => {
  const path = cachePath(folder)
  const db = openCache(path)
  db.run("insert into report_ledger (profile_id, kind) values ('p', 'sales')")
  const reader = openCacheReadOnly(path)
  expect(reader.get(countRow, 'select count(*) as count from report_ledger')?.count).toBe(1)
  expect(() => reader.run('delete from report_ledger')).toThrow()
  reader.close()
  db.close()
  const again = openCache(path)
  expect(again.get(countRow, 'select count(*) as count from report_ledger')?.count).toBe(1)
  again.close()
  expect(setAside()).toEqual([])
})

test('a damaged one is set aside, and a new one begun', () => {
  const path = cachePath(folder)
  writeFileSync(path, 'this was a database once, and is none any more'.repeat(100))
  const db = openCache(path)
  expect(db.get(countRow, rowsSql)?.count).toBe(0)
  db.close()
  expect(setAside()).toHaveLength(1)
})

test('one that cannot be opened is kept in memory, and the register opens', () => {
  const problems: string[] = []
  const note = ({ code }: AppError) => void problems.push(code)
  const here = openCacheAnyway(cachePath(folder), note)
  here.close()
  expect(problems).toEqual([])
  const db = openCacheAnyway(join(folder, 'no-such-folder', 'cache.db'), note)
  db.run("insert into report_ledger (profile_id, kind) values ('p', 'sales')")
  expect(db.get(countRow, 'select count(*) as count from report_ledger')?.count).toBe(1)
  expect(problems).toEqual(['STORE_FAILED'])
  db.close()
})

test('one of a newer version is set aside too', () => {
  const path = cachePath(folder)
  const newer = openCache(path)
  newer.run("insert into migrations (id, applied_at) values ('99990101T0000-future', 0)")
  newer.close()
  const db = openCache(path)
  expect(db.get(countRow, rowsSql)?.count).toBe(0)
  db.close()
  expect(setAside()).toHaveLength(1)
})

/** Overwrites pages in the middle of the file: its head and its schema stay whole. */
function spoil(path: string): void {
  const { size } = statSync(path)
  const file = openSync(path, 'r+')
  for (let at = 4096 * 40; at + 4096 <= size; at += 4096) {
    writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, at)
  }
  closeSync(file)
}

function fillPictures(path: string, bytes: number): void {
  const db = openCache(path)
  const catalog = openCatalogCache(db)
  for (let place = 0; place < 100; place += 1) {
    const body = new Uint8Array(bytes)
    catalog.putImage('p', `/${place}`, { contentType: 'image/png', body })
  }
  db.close()
}

test('one damaged in the middle is set aside at opening', () => {
  const path = cachePath(folder)
  fillPictures(path, 10_000)
  spoil(path)
  const db = openCache(path)
  expect(openCatalogCache(db).image('p', '/99')).toBeNull()
  db.close()
  expect(setAside()).toHaveLength(1)
})

test('a large one that shows its damage later is set aside then, and the call answers from the new one', () => {
  const path = cachePath(folder)
  fillPictures(path, 200_000)
  spoil(path)
  const db = openCache(path)
  expect(setAside()).toEqual([])
  const catalog = openCatalogCache(db)
  const image = { contentType: 'image/png', body: new Uint8Array([1]) }
  expect(catalog.image('p', '/99')).toBeNull()
  expect(setAside()).toHaveLength(1)
  catalog.putImage('p', '/99', image)
  expect(catalog.image('p', '/99')).toEqual(image)
  db.close()
})

test('a transaction over damage says that the copy was damaged, and the next one works', () => {
  const path = cachePath(folder)
  fillPictures(path, 200_000)
  spoil(path)
  const db = openCache(path)
  const sum = () => db.transaction(() => db.get(countRow, sumSql)?.count)
  expect(sum).toThrow(new Failure('CACHE_DAMAGED'))
  expect(sum()).toBe(0)
  db.close()
})
