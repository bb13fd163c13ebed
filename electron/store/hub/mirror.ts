import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { RegistersRead } from '../../../shared/domain/report/registers.ts'
import { Failure } from '../../../shared/errors.ts'
import { claimWriter } from '../files/lock.ts'
import { makeOwnFolder } from '../files/own-folder.ts'
import { journalMigrations } from '../journal/open-journal.ts'
import { openDatabase, type Database } from '../sqlite/db.ts'
import { migrate } from '../sqlite/migrate.ts'
import { createProductSettings } from '../tables/product-settings.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'
import { createImageWriter, type MirroredKind } from './image-rows.ts'

/**
 * A mirror: a file of the journal's shape that is filled with what several registers sent, so that reports read it as they read a
 * register's own journal. It is made for one report and removed after it; nothing of it ever reaches a journal.
 */

/** What was read of a register's thing. */
export interface ReadImage {
  code: string
  id: string
  doc: unknown
}

/** The folder of a mirror, whose it is until it is dropped: whoever fills it may be a thread that ends. */
export interface MirrorPlace {
  /** Where it stands: what opens a data folder's journal opens it. */
  readonly folder: string
  /** Removes it, with whatever stands in it. */
  drop: () => void
}

/** A mirror that is being filled; `finish` or `leave` ends that. */
export interface MirrorFiller {
  /** Writes images of a kind; those that were written already, or cannot be read, are left out. */
  take: (kind: MirroredKind, images: readonly ReadImage[]) => void
  /** What the owner said of a product. */
  say: (
    product: string,
    said: Parameters<ReturnType<typeof createProductSettings>['set']>[2],
  ) => void
  /** What was taken of each register so far, by its code. */
  taken: (code: string) => Taken
  /** The currency of most of its sales; null: it has none. */
  usualCurrency: () => string | null
  /** Closes it, with what is known of the registers; it may be read from now on. */
  finish: (read: RegistersRead) => void
  /** Closes it as it is: of no use to anybody. */
  leave: () => void
}

/** Both, where one program does it all. */
export type MirrorWriter = MirrorPlace & Omit<MirrorFiller, 'leave'>

export interface Taken {
  sales: number
  shifts: number
  unreadable: string[]
}

const parentOf = (dataDir: string) => join(dataDir, 'mirror')
const lockOf = (folder: string) => join(folder, 'lock.db')

/** Removes what a program that was killed left: whoever still uses one holds its lock. */
export function dropLeftMirrors(dataDir: string): void {
  const parent = parentOf(dataDir)
  if (!existsSync(parent)) return
  guarded(() => {
    for (const name of readdirSync(parent)) {
      const folder = join(parent, name)
      try {
        claimWriter(lockOf(folder)).release()
      } catch (caught) {
        if (caught instanceof Failure && caught.error.code === 'REGISTER_ALREADY_OPEN') continue
        throw caught
      }
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

/** Takes a place for one in a data folder, and removes what was left there. @throws Failure DISK_FULL, STORE_FAILED */
export function claimMirror(dataDir: string): MirrorPlace {
  dropLeftMirrors(dataDir)
  const folder = join(parentOf(dataDir), randomUUID())
  guarded(() => [parentOf(dataDir), folder].forEach(makeOwnFolder))
  const lock = claimWriter(lockOf(folder))
  return {
    folder,
    drop() {
      lock.release()
      guarded(() => rmSync(folder, { recursive: true, force: true }))
    },
  }
}

/** Begins to fill a place; all that it holds is of one account, which is `profileId` here. @throws Failure DISK_FULL, STORE_FAILED */
export function fillMirror(folder: string, profileId: string): MirrorFiller {
  const db = openDatabase(join(folder, 'journal.db'), { synchronous: 'NORMAL' })
  try {
    return filling(db, profileId)
  } catch (caught) {
    db.close()
    throw caught
  }
}

/** Both of them. @throws Failure DISK_FULL, STORE_FAILED */
export function beginMirror(dataDir: string, profileId: string): MirrorWriter {
  const { folder, drop } = claimMirror(dataDir)
  try {
    const { leave, ...filler } = fillMirror(folder, profileId)
    return {
      ...{ folder, ...filler },
      drop() {
        leave()
        drop()
      },
    }
  } catch (caught) {
    drop()
    throw caught
  }
}

function filling(db: Database, profileId: string): MirrorFiller {
  const indexes = shape(db)
  const writer = createImageWriter(db)
  const products = createProductSettings(db)
  const registers = new Map<string, Taken>()
  const seen = new Map<string, string>()
  const taken = (code: string): Taken => {
    const known = registers.get(code) ?? { sales: 0, shifts: 0, unreadable: [] }
    registers.set(code, known)
    return known
  }
  function takeOne(kind: MirroredKind, { code, id, doc }: ReadImage): void {
    const name = `${kind} ${id}`
    const of = taken(code)
    const first = seen.get(name)
    // What two registers call alike is of the first: the other one's is no part of the report.
    if (first !== undefined && first !== code) of.unreadable.push(name)
    if (first !== undefined) return
    seen.set(name, code)
    db.run('savepoint image')
    try {
      writer[kind](doc, { id, profileId, register: code })
      if (kind !== 'balance') of[`${kind}s`] += 1
    } catch (caught) {
      if (!isOfImage(caught)) throw caught
      db.run('rollback to image')
      of.unreadable.push(name)
    }
    db.run('release image')
  }
  return {
    taken,
    take: (kind, images) => db.transaction(() => images.forEach((image) => takeOne(kind, image))),
    say: (product, said) => products.set(profileId, [product], said, 0),
    usualCurrency: () => db.get(currencyRow, usualCurrency)?.currency ?? null,
    finish(read) {
      db.transaction(() => indexes.forEach((sql) => db.exec(sql)))
      db.run('insert into mirror (one, read) values (1, ?)', JSON.stringify(read))
      db.close()
    },
    leave: () => db.close(),
  }
}

const currencyRow = z.object({ currency: z.string() })
const usualCurrency =
  'select currency from sale group by currency order by count(*) desc, currency limit 1'

/** Whether it is the image that is wrong, and not the disk: what it holds, or a row that has no place. */
const isOfImage = (caught: unknown) =>
  caught instanceof z.ZodError ||
  caught instanceof TypeError ||
  (caught instanceof Failure && caught.error.code === 'STORE_FAILED')

const namedRow = z.object({ name: z.string(), sql: z.string() })
const ofKind =
  'select name, sql from sqlite_schema where type = ? and tbl_name like ? and sql is not null'

/**
 * The journal's shape, for rows of several journals: nothing happens by itself when one is written, what a row refers to may be
 * of other days, and two registers have a Z of each number. Answers the indexes, which are made once all is written: that takes
 * less than keeping them meanwhile.
 */
function shape(db: Database): readonly string[] {
  // What a power cut takes of it is read again.
  db.exec('pragma foreign_keys = OFF; pragma synchronous = OFF')
  return db.transaction(() => {
    migrate(db, journalMigrations)
    const indexes = db.all(namedRow, ofKind, 'index', '%')
    for (const { name } of indexes) db.exec(`drop index "${name}"`)
    for (const { name } of db.all(namedRow, ofKind, 'trigger', '%'))
      db.exec(`drop trigger "${name}"`)
    const [close] = db.all(namedRow, ofKind, 'table', 'shift_close')
    const numbers = /,\s*unique \(profile_id, number\)/
    if (!close || !numbers.test(close.sql))
      throw new Failure('STORE_FAILED', { reason: 'shift_close' })
    db.exec('drop table shift_close')
    db.exec(close.sql.replace(numbers, ''))
    db.exec('alter table sale add column register text')
    db.exec('alter table shift add column register text')
    db.exec(
      'create table mirror (one integer primary key check (one = 1), read text not null) strict',
    )
    return indexes.map(({ sql }) => sql)
  })
}
