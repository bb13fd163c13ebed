import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { newestCopies } from '../../../electron/store/recovery/copies.ts'
import { openDatabase, type Database } from '../../../electron/store/sqlite/db.ts'
import type { YearBug } from './bug.ts'

/** Stores that are wrong in one way each; the judges of a year have to catch every one of them. */
export const yearBugs: Record<string, YearBug> = {
  'slimming drops the identifiers of the service': packed(
    'update sale set service_id = null, transaction_id = null where slim = 1',
  ),
  'slimming drops a cent': packed('update sale set amount = amount - 1 where slim = 1'),
  'a copy skips one page that changed': { copying: withOnePageOfBefore },
  'thinning takes the copy that others stand on': {
    copied: (folder) => {
      const [newest] = newestCopies(folder)
      const [whole, next] = newest?.chain ?? []
      if (whole && next) rmSync(whole.path)
    },
  },
  'an erasure leaves the index of the search': {
    journal: (real, db) => ({
      ...real,
      personal: {
        ...real.personal,
        eraseDue: (...asked) => {
          const count = real.personal.eraseDue(...asked)
          db.exec('delete from sale_forgotten')
          return count
        },
      },
    }),
  },
  'a restore goes by what was sealed of intents.log alone': {
    opening: (folder, isDamaged) => {
      if (isDamaged) rmSync(join(folder, 'intents.log'), { force: true })
    },
  },
  'a restore brings back who was erased since': {
    opening: (folder, isDamaged) => {
      if (isDamaged) rmSync(join(folder, 'erasures.log'), { force: true })
    },
  },
  'a sale that ends is counted twice': {
    opened: (db) => rewriteTriggers(db, (sql) => sql.replaceAll('count + 1', 'count + 2')),
  },
}

const triggerRow = z.object({ name: z.string(), sql: z.string() })

function rewriteTriggers(db: Database, rewrite: (sql: string) => string, meanwhile?: () => void) {
  const triggers = db.all(
    triggerRow,
    "select name, sql from sqlite_schema where type = 'trigger' and tbl_name = 'sale'",
  )
  db.transaction(() => {
    for (const { name } of triggers) db.exec(`drop trigger ${name}`)
    meanwhile?.()
    for (const { sql } of triggers) db.exec(rewrite(sql))
  })
}

/** Slimming that changes what it must not, whatever the triggers say. */
function packed(sql: string): YearBug {
  return {
    journal: (real, db) => ({
      ...real,
      slimming: {
        ...real.slimming,
        pack: (before, limit) => {
          const count = real.slimming.pack(before, limit)
          if (count > 0)
            rewriteTriggers(
              db,
              (own) => own,
              () => db.exec(sql),
            )
          return count
        },
      },
    }),
  }
}

const pageBytes = 4096

/** The journal's file, but for the first page that changed since this was asked last. */
function withOnePageOfBefore(folder: string): string {
  const path = join(folder, 'journal.db')
  const stale = `${folder}-stale.db`
  const own = openDatabase(path, { synchronous: 'FULL' })
  own.arrays('pragma wal_checkpoint(passive)')
  own.close()
  const before = existsSync(stale) ? readFileSync(stale) : null
  copyFileSync(path, stale)
  if (before === null) return stale
  const now = readFileSync(stale)
  for (let at = 2 * pageBytes; at < before.length; at += pageBytes) {
    const page = before.subarray(at, at + pageBytes)
    if (page.equals(now.subarray(at, at + pageBytes))) continue
    const file = openSync(stale, 'r+')
    writeSync(file, page, 0, pageBytes, at)
    closeSync(file)
    return stale
  }
  return stale
}
