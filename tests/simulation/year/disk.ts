import {
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { eraseAgain } from '../../../electron/store/erasure/erase-again.ts'
import { eraseIntents } from '../../../electron/store/erasure/erased-intents.ts'
import { openErasureLog } from '../../../electron/store/erasure/erasure-log.ts'
import { releaseFile } from '../../../electron/store/files/held-file.ts'
import type { WriterLock } from '../../../electron/store/files/lock.ts'
import { intentSegments, segmentBytes } from '../../../electron/store/journal/intent-segments.ts'
import { openIntentsLog, type IntentsLog } from '../../../electron/store/journal/intents-log.ts'
import { createJournal, type Journal } from '../../../electron/store/journal/journal.ts'
import { claimJournal, journalMigrations } from '../../../electron/store/journal/open-journal.ts'
import { openOrRestore } from '../../../electron/store/recovery/recovery.ts'
import { beginWholeness, type Wholeness } from '../../../electron/store/check/wholeness.ts'
import { openDatabase, type Database } from '../../../electron/store/sqlite/db.ts'
import { migrate } from '../../../electron/store/sqlite/migrate.ts'
import { watched } from '../../../electron/store/sqlite/watched-db.ts'
import type { Life } from '../crash.ts'
import type { Random } from '../random.ts'
import { mortalDatabase, mortalLog } from '../store.ts'

/** The one data folder of a year. */
export type YearDisk = ReturnType<typeof createYearDisk>

/** A journal in the hands of one run. */
export interface OpenYear {
  journal: Journal
  wholeness: Wholeness
  /** The same database, where nothing ends the program. */
  db: Database
}

interface Held extends OpenYear {
  log: IntentsLog
  erasures: ReturnType<typeof openErasureLog>
  lock: WriterLock
}

/** What may become of the files of a program that ended in the middle. */
export const afterCrash = ['nothing', 'the wal is cut', 'a page of the wal is lost'] as const
export type AfterCrash = (typeof afterCrash)[number]

/** What may become of the journal while nobody has it open. */
export const spoilings = ['garbage', 'cut', 'gone', 'a page is lost'] as const
export type Spoiling = (typeof spoilings)[number]

/**
 * A data folder in which the store's own code opens, closes, checks and restores, as `openJournal` does, but for the
 * commits and the lines of intents.log, each of which may be the last thing that the program does.
 */
export function createYearDisk(folder: string) {
  const intents = new Set<string>()
  let held: Held | null = null
  let reader: Database | null = null
  const path = join(folder, 'journal.db')
  const log = join(folder, 'intents.log')

  function durable(): Database {
    reader ??= openDatabase(path, { synchronous: 'FULL', readOnly: true })
    return reader
  }

  function letGo({ erasures, log: lines, lock }: Held): void {
    erasures.close()
    lines.close()
    releaseFile(path)
    lock.release()
    held = null
  }

  return {
    /** The folder, as the watch of all simulations asks for it. */
    folder: () => folder,
    path,
    log,
    durable,
    intents: intents as ReadonlySet<string>,
    open(life: Life, now: number): OpenYear {
      const lock = claimJournal(folder)
      try {
        const wholeness = beginWholeness(folder, false, now)
        const { isTrusted } = wholeness
        const opened = openOrRestore(folder, journalMigrations, now, { isTrusted })
        const db = watched(opened, wholeness.doubt)
        if (!isTrusted) wholeness.passEnded('whole', now)
        const file = join(folder, 'erasures.log')
        eraseAgain(db, file, now)
        eraseIntents(db, log)
        const lines = openIntentsLog(log, segmentBytes)
        const erasures = openErasureLog(file)
        const journal = createJournal(
          mortalDatabase(db, life),
          mortalLog(lines, life, intents),
          erasures,
        )
        held = { journal, wholeness, db, log: lines, erasures, lock }
        return held
      } catch (caught) {
        releaseFile(path)
        lock.release()
        throw caught
      }
    },
    /** As the program closes it. */
    close(): void {
      if (!held) return
      reader?.close()
      reader = null
      held.db.close()
      const { wholeness } = held
      letGo(held)
      wholeness.closed()
    },
    /**
     * The program was killed: what it had not committed is gone, and its WAL stays. Whoever closes last may only read,
     * as which nothing is brought into the file.
     */
    crash(): void {
      if (!held) return
      durable().arrays('select 1 from sqlite_schema limit 1')
      held.db.close()
      reader?.close()
      reader = null
      letGo(held)
    },
    /** A file of the folder and what belongs to it; null: it is not there. */
    bytesOf: (name: string): number =>
      statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
    intentBytes: (): number =>
      intentSegments(log).reduce((sum, one) => sum + statSync(one).size, 0),
    dispose(): void {
      if (held) {
        reader?.close()
        held.db.close()
        letGo(held)
      }
    },
  }
}

/** A journal's shape as the first version of it had it: the year begins by bringing it to today's. */
export function writeFirstShape(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const db = openDatabase(join(folder, 'journal.db'), { synchronous: 'FULL' })
  migrate(db, journalMigrations.slice(0, 1))
  db.close()
}

/** What a disk that lied about its writes, or a power cut, leaves of a WAL. */
export function spoilWal(folder: string, how: AfterCrash, random: Random): void {
  const wal = join(folder, 'journal.db-wal')
  const size = existsSync(wal) ? statSync(wal).size : 0
  if (size === 0 || how === 'nothing') return
  if (how === 'the wal is cut') truncateSync(wal, random.int(0, size - 1))
  else writeAt(wal, random.int(0, Math.max(0, size - 4096)), Buffer.alloc(4096))
}

/** What befalls a journal's file between two runs. */
export function spoilJournal(folder: string, how: Spoiling, random: Random): void {
  const path = join(folder, 'journal.db')
  if (how === 'garbage') writeFileSync(path, 'no database '.repeat(1000))
  else if (how === 'cut') truncateSync(path, random.int(300, Math.floor(statSync(path).size / 2)))
  else if (how === 'gone') {
    for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true })
  } else {
    // A page in the middle of a tree: the root of the sales' own.
    writeAt(path, 4096 * random.int(1, 12), Buffer.alloc(4096, 7))
  }
}

/** One byte of a file is another. */
export function flipByte(path: string, random: Random): void {
  const bytes = readFileSync(path)
  const at = random.int(0, bytes.length - 1)
  writeAt(path, at, Buffer.of((bytes[at] ?? 0) ^ 0x55))
}

function writeAt(path: string, at: number, bytes: Buffer): void {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, at)
  closeSync(file)
}

/** The files beside the journal that bring back what a copy lacks, in another folder. */
export function takeLogsTo(from: string, to: string): void {
  for (const name of ['intents.log', 'intents', 'erasures.log']) {
    const source = join(from, name)
    if (existsSync(source)) cpSync(source, join(to, name), { recursive: true })
  }
}
