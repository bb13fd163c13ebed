import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeBackup } from '../../electron/store/recovery/backups.ts'
import { openDatabase, type Database } from '../../electron/store/sqlite/db.ts'
import { openIntentsLog, type IntentsLog } from '../../electron/store/journal/intents-log.ts'
import { createJournal, type Journal } from '../../electron/store/journal/journal.ts'
import { releaseFile } from '../../electron/store/files/held-file.ts'
import { claimWriter, type WriterLock } from '../../electron/store/files/lock.ts'
import { migrate } from '../../electron/store/sqlite/migrate.ts'
import { journalMigrations } from '../../electron/store/journal/open-journal.ts'
import { openOrRestore } from '../../electron/store/recovery/recovery.ts'
import { inMemory, makeFolder, removeFolder } from '../folders.ts'
import type { Life } from './crash.ts'

/** What survives every end of the program. */
export interface Disk {
  /** The folder, where there is one. */
  folder(): string | null
  /** Opens the journal as a new run of the program does, by the wall clock, after what became of it meanwhile. */
  open(life: Life, now: number, damage: Damage | null): Journal
  /** Copies the journal as the hourly copies do, where there are files. */
  backUp(now: number): void
  /** The program died: what it had not committed is gone. */
  crashed(): void
  /** The database as another connection sees it: only what is durable. */
  durable(): Database
  /** The ids whose intent is a line of intents.log. */
  intents: ReadonlySet<string>
  dispose(): Promise<void>
}

/** What becomes of a journal's file between two runs. */
export type Damage = 'garbage' | 'cut' | 'gone'

/** One database in memory for the worlds of this thread, one after the other: its shape is made once. */
let memory: Database | null = null

function emptyMemory(): Database {
  if (memory === null) {
    memory = openDatabase(':memory:', { synchronous: 'FULL' })
    migrate(memory, journalMigrations)
  }
  // A world is undone at its end, so the program's commits are savepoints inside it.
  memory.run('begin immediate')
  const db = memory
  return {
    ...db,
    transaction: (work) => {
      db.run('savepoint program')
      try {
        return work()
      } catch (caught) {
        db.run('rollback to program')
        throw caught
      } finally {
        db.run('release program')
      }
    },
    close: () => void db.run('rollback'),
  }
}

/** The production journal over SQLite in memory. */
export function createMemoryDisk(): Disk {
  const db = emptyMemory()
  const intents = new Set<string>()
  const log: IntentsLog = { append: () => undefined, close: () => undefined }
  return {
    folder: () => null,
    open: (life) => createJournal(mortalDatabase(db, life), mortalLog(log, life, intents)),
    backUp: () => undefined,
    crashed: () => undefined,
    durable: () => db,
    intents,
    dispose: async () => db.close(),
  }
}

/** A migrated journal's file, made once for all worlds of this thread. */
let empty: Buffer | null = null

function emptyJournal(folder: string): Buffer {
  if (empty !== null) return empty
  const path = join(folder, 'empty.db')
  const db = openDatabase(path, { synchronous: 'FULL' })
  migrate(db, journalMigrations)
  db.close()
  return (empty = readFileSync(path))
}

/**
 * The production journal over files. A crash goes on with a copy of the folder as it was at that moment,
 * with its WAL: what a killed process leaves behind.
 */
export function createFileDisk(): Disk {
  const root = makeFolder('simulation', inMemory)
  const intents = new Set<string>()
  let run = 0
  let open: { db: Database; log: IntentsLog; lock: WriterLock } | null = null
  let reader: Database | null = null
  const folder = () => join(root, String(run))

  function closeAll(): void {
    reader?.close()
    open?.db.close()
    if (open) releaseFile(open.db.path)
    open?.log.close()
    open?.lock.release()
    reader = null
    open = null
  }

  return {
    folder,
    open: (life, now, damage) => {
      closeAll()
      if (!existsSync(folder())) {
        mkdirSync(folder())
        writeFileSync(join(folder(), 'journal.db'), emptyJournal(root))
      }
      const lock = claimWriter(join(folder(), 'lock.db'))
      if (damage !== null) spoil(join(folder(), 'journal.db'), damage)
      const db = openOrRestore(folder(), journalMigrations, now)
      const log = openIntentsLog(join(folder(), 'intents.log'))
      open = { db, log, lock }
      return createJournal(mortalDatabase(db, life), mortalLog(log, life, intents))
    },
    backUp: (now) => void makeBackup(folder(), 'hourly', now),
    crashed: () => {
      const before = folder()
      run += 1
      cpSync(before, folder(), { recursive: true })
      closeAll()
      rmSync(before, { recursive: true })
    },
    durable: () => {
      reader ??= openDatabase(join(folder(), 'journal.db'), { synchronous: 'FULL', readOnly: true })
      return reader
    },
    intents,
    dispose: async () => {
      closeAll()
      await removeFolder(root, { ownOnly: true })
    },
  }
}

/** What befalls a journal's file while nobody has it open. */
export function spoil(path: string, damage: Damage): void {
  if (damage === 'garbage') writeFileSync(path, 'no database '.repeat(1000))
  else if (damage === 'cut') truncateSync(path, 300)
  else for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true })
}

/** A database whose every commit may be the last thing that the program does. */
export function mortalDatabase(db: Database, life: Life): Database {
  let isInside = false
  const living = <T>(read: () => T): T => {
    life.demand()
    return read()
  }
  return {
    path: db.path,
    all: (row, sql, ...params) => living(() => db.all(row, sql, ...params)),
    get: (row, sql, ...params) => living(() => db.get(row, sql, ...params)),
    arrays: (sql, ...params) => living(() => db.arrays(sql, ...params)),
    iterate: (sql, ...params) => living(() => db.iterate(sql, ...params)),
    run: (sql, ...params) =>
      isInside ? db.run(sql, ...params) : life.write('a write', () => db.run(sql, ...params)),
    exec: (sql) => living(() => db.exec(sql)),
    transaction: (work) => {
      if (isInside) return work()
      return life.write('a commit', () => {
        isInside = true
        try {
          return db.transaction(() => {
            const result = work()
            life.point('inside a commit')
            return result
          })
        } finally {
          isInside = false
        }
      })
    },
    close: () => undefined,
  }
}

/** A log whose every line may be the last thing that the program does. */
export function mortalLog(log: IntentsLog, life: Life, intents: Set<string>): IntentsLog {
  return {
    append: (intent) =>
      life.write('a line of intents.log', () => {
        log.append(intent)
        if ('id' in intent && typeof intent.id === 'string') intents.add(intent.id)
      }),
    close: () => undefined,
  }
}
