import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { cachePath, openCache, openCacheReadOnly } from './cache.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-cache-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const countRow = z.object({ count: z.int() })
const rowsSql = 'select count(*) as count from report_row'
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
