import { statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { OpeningStep } from '../../../shared/contract/journal.ts'
import { Failure } from '../../../shared/errors.ts'
import { makeBackup } from './backups.ts'
import { listBackups, newestCopies } from './copies.ts'
import { restoreCopy } from './restore-copy.ts'
import { openDatabase, type Database } from '../sqlite/db.ts'
import { moveDurably } from '../files/durable-file.ts'
import { migrate, type Migration } from '../sqlite/migrate.ts'
import { readRecovery, writeRecovery, type Recovery } from './recovery-note.ts'
import { removeSaleIndex } from '../search/sale-index.ts'
import { clearNotedPages } from '../erasure/erased-pages.ts'
import { replayIntents } from './replay.ts'
import { setAside } from './set-aside.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'
import { intentSegments } from '../journal/intent-segments.ts'
import { addLine, createTrailReader } from '../tables/trail.ts'

/**
 * How much of intents.log every start compares with the journal. A WAL that lost its end lost at most what
 * was not yet checkpointed, four megabytes of pages: some eighty commits. This is a thousand sales.
 */
const tailBytes = 1024 * 1024

/** Of a journal that was closed well nothing was lost: only what its last sales left to be looked for. */
const trustedTailBytes = 64 * 1024

const headerBytes = 512

const nothingDone = { setAside: [], restoredFrom: null, replayed: 0, unreadable: 0 }

/** Hears of a step of opening that takes long; `done`: how much of it, of one, where that is known. */
export type TellStep = (step: OpeningStep, done: number | null) => void

/** How a journal is opened. */
interface Way {
  /** It was closed well, or just checked: it is not checked again. */
  isTrusted?: boolean
  tell?: TellStep | undefined
}

/**
 * Opens a data folder's journal.db whole, under the writer's lock. One that is damaged, or gone while there
 * are traces of it, is set aside, restored from the newest good copy and filled from intents.log; what
 * was done then stands in readRecovery. JOURNAL_NEWER, DISK_FULL, STORE_FAILED: nothing was lost.
 */
export function openOrRestore(
  folder: string,
  migrations: readonly Migration[],
  now = Date.now(),
  way: Way = {},
): Database {
  const note = readRecovery(folder)
  const run = { folder, migrations, now, way }
  try {
    if (note?.phase === 'begun') return restore(run, note)
    if (note?.phase === 'restored') return finish(run, note)
    return openWhole(run)
  } catch (caught) {
    if (!(caught instanceof Failure) || caught.error.code !== 'JOURNAL_DAMAGED') throw caught
    return restore(run, note)
  }
}

/** What one opening goes by. */
interface Run {
  folder: string
  migrations: readonly Migration[]
  now: number
  way: Way
}

function openWhole(run: Run): Database {
  const { folder, now, way } = run
  return opened(run, (db) => {
    const note = readRecovery(folder)
    replayIntents(db, intentsPath(folder), {
      tailBytes: way.isTrusted ? trustedTailBytes : tailBytes,
      now,
      beforeCommit: ({ replayed }) => {
        if (replayed === 0) return
        const subject = String(replayed)
        addLine(db, { at: now, person: null, action: 'journal.replayed', subject })
        const before = note ?? nothingDone
        const sum = before.replayed + replayed
        writeRecovery(folder, { ...before, phase: 'done', at: now, replayed: sum })
      },
    })
  })
}

function restore(run: Run, before: Recovery | null): Database {
  const { folder, now, way } = run
  way.tell?.('restoring', null)
  const begun = { ...nothingDone, ...before, phase: 'begun', at: now } satisfies Recovery
  writeRecovery(folder, begun)
  const name = guarded(() => setAside(folder, now))
  removeSaleIndex(folder)
  const named = { ...begun, setAside: name === null ? begun.setAside : [...begun.setAside, name] }
  writeRecovery(folder, named)
  const restoredFrom = restoreNewest(folder)
  const restored = writeRecovery(folder, { ...named, phase: 'restored', restoredFrom })
  return finish(run, restored)
}

function finish(run: Run, note: Recovery): Database {
  const { folder, now, migrations, way } = run
  // What took its place is another file than the one that was trusted.
  const anew = { folder, migrations, now, way: { ...way, isTrusted: false } }
  return opened(
    anew,
    (db) => {
      const { replayed, unreadable } = replayIntents(db, intentsPath(folder), { now })
      noteRestored(db, note)
      // A second round after a crash finds all in place already, and must not forget what the first one did.
      const most = Math.max(note.replayed, replayed)
      writeRecovery(folder, { ...note, phase: 'done', replayed: most, unreadable })
    },
    true,
  )
}

/** A line of the trail, once: whoever misses what the trail had after the copy finds here why. */
function noteRestored(db: Database, { at, restoredFrom: subject }: Recovery): void {
  const [last] = createTrailReader(db).notices(0, 1)
  if (last?.action === 'journal.restored' && last.at === at) return
  addLine(db, { at, person: null, action: 'journal.restored', subject })
}

function opened(
  { folder, migrations, way: { isTrusted = false, tell } }: Run,
  work: (db: Database) => void,
  mayBeNew = false,
): Database {
  const path = join(folder, 'journal.db')
  if (!mayBeNew) mustHaveContent(folder)
  if (isTrusted) clearNotedPages(folder)
  else tell?.('checking', null)
  const db = openDatabase(path, { synchronous: 'FULL', quickCheck: !isTrusted, secureDelete: true })
  try {
    if (!mayBeNew && isBlank(db) && hasTraces(folder)) throw new Failure('JOURNAL_DAMAGED')
    migrate(db, migrations, {
      beforeMigrate: () => {
        tell?.('copying', null)
        makeBackup(folder, 'migration', Date.now(), ({ done, of }) => tell?.('copying', done / of))
      },
      tell: (done) => tell?.('changing', done),
    })
    work(db)
    return db
  } catch (caught) {
    db.close()
    throw caught
  }
}

/** The newest copy by its content that passes the check takes the journal's place; its name, null: there is none. */
function restoreNewest(folder: string): string | null {
  const candidate = join(folder, 'journal.db.restoring')
  for (const copy of newestCopies(folder)) {
    if (!restoreCopy(copy, candidate)) continue
    guarded(() => moveDurably(candidate, join(folder, 'journal.db')))
    return copy.name
  }
  return null
}

/**
 * Beside a file too short to hold a header SQLite deletes the WAL and begins anew: that is decided here,
 * before it is asked.
 */
function mustHaveContent(folder: string): void {
  const [size = 0, walSize = 0] = ['journal.db', 'journal.db-wal'].map(
    (name) => guarded(() => statSync(join(folder, name), { throwIfNoEntry: false }))?.size,
  )
  const isEmpty = size === 0 && walSize === 0 && !hasTraces(folder)
  if (size < headerBytes && !isEmpty) throw new Failure('JOURNAL_DAMAGED')
}

/** Whether the database has no shape yet: new, or emptied by something that was not this program. */
function isBlank(db: Database): boolean {
  const tables = db.get(z.object({ count: z.int() }), 'select count(*) as count from sqlite_schema')
  return tables?.count === 0
}

/** Whether there was a journal here before. */
function hasTraces(folder: string): boolean {
  const isLogged = intentSegments(intentsPath(folder)).some(
    (path) => guarded(() => statSync(path)).size > 0,
  )
  return isLogged || listBackups(folder).length > 0
}

function intentsPath(folder: string): string {
  return join(folder, 'intents.log')
}
