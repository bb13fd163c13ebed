import { readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Failure } from '../../../shared/errors.ts'
import { openDatabase, type Database } from '../sqlite/db.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'

/** A step of a copy is done: at which page of how many it is. */
export interface CopyStep {
  done: number
  of: number
}

/** Pages that are gone through in one step. */
export const stepPages = 64

/** A step that goes through no pages. */
export const between: CopyStep = { done: 1, of: 1 }

/** The journal as it was at one commit, held still while others go on writing it. */
export type Snapshot = ReturnType<typeof snapshotOf>

/** How often it is tried: a commit may slip between the two steps, or a long read of others be in the way. */
const tries = 200

const log = z.object({ busy: z.int(), log: z.int(), checkpointed: z.int() })

/**
 * Takes a snapshot of a data folder's journal, in steps: another try is made after each. `file` reads its bytes
 * (held-file.ts).
 *
 * One connection begins a read, then another brings the WAL into the file. Where all of the WAL is in the file then,
 * the file is what the read sees: had anything been written after the read began, SQLite would have kept the rest
 * back. And the file stays as it is while the read lasts, as nothing newer may be brought into it, nor the WAL be
 * begun anew from its start under a reader of it. Commits go to the WAL meanwhile and wait for nothing.
 * @throws Failure STORE_FAILED it did not come to rest
 */
export function* takeSnapshot(folder: string, file: number): Generator<CopyStep, Snapshot> {
  const path = join(folder, 'journal.db')
  const db = openDatabase(path, { synchronous: 'FULL', readOnly: true })
  let other: Database | null = null
  let snapshot: Snapshot | null = null
  try {
    other = openDatabase(path, { synchronous: 'FULL' })
    for (let count = 1; !isStill(db, other); count += 1) {
      if (count === tries)
        throw new Failure('STORE_FAILED', { reason: 'the journal is being read' })
      yield between
    }
    snapshot = snapshotOf(folder, file, db, other)
    return snapshot
  } finally {
    // Whoever asked may have given it up at one of the steps.
    if (snapshot === null) {
      other?.close()
      db.close()
    }
  }
}

function isStill(db: Database, other: Database): boolean {
  db.exec('begin')
  // Only a read begins the transaction.
  db.get(z.object({ n: z.int() }), 'select count(*) as n from sqlite_schema')
  if (isAllInFile(other)) return true
  db.exec('rollback')
  return false
}

function isAllInFile(db: Database): boolean {
  const state = db.get(log, 'pragma wal_checkpoint(passive)')
  return state !== null && state.log === state.checkpointed
}

function snapshotOf(folder: string, file: number, db: Database, other: Database) {
  const number = (name: string) =>
    db.get(z.object({ [name]: z.int() }), `pragma ${name}`)?.[name] ?? 0
  const [pageSize, pageCount] = [number('page_size'), number('page_count')]
  return {
    /** A connection that sees it. */
    db,
    pageSize,
    pageCount,
    /** Reads pages from the file, beginning with that number; answers how many: the last ones may be fewer. */
    read(first: number, into: Buffer): number {
      const count = Math.min(Math.floor(into.length / pageSize), pageCount - first + 1)
      const length = count * pageSize
      const from = (first - 1) * pageSize
      for (let got = 0; got < length;) {
        const more = guarded(() => readSync(file, into, got, length - got, from + got))
        if (more === 0) throw new Failure('JOURNAL_DAMAGED')
        got += more
      }
      return count
    },
    /** When the journal was last written to (epoch ms); null: it was, since this snapshot began. */
    written(): number | null {
      const at = writtenAt(folder)
      return isAllInFile(other) ? at : null
    },
    /** Lets go of it. What was written meanwhile is brought into the file here, so that no sale has to. */
    end() {
      try {
        // At once after it: the next commit would bring all of that into the file by itself, and its sale wait for it.
        db.exec('rollback')
        isAllInFile(other)
      } finally {
        db.close()
        other.close()
      }
    },
  }
}

/** When the journal was last written to, as the disk tells it (epoch ms). */
export function writtenAt(folder: string): number {
  const times = ['journal.db', 'journal.db-wal'].map(
    (name) => guarded(() => statSync(join(folder, name), { throwIfNoEntry: false }))?.mtimeMs ?? 0,
  )
  return Math.max(...times)
}
