import {
  chmodSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Failure } from '../../../shared/errors.ts'
import {
  backupName,
  outdated,
  parseBackupName,
  type BackupName,
  type BackupReason,
} from './backup-names.ts'
import { openDatabase } from '../sqlite/db.ts'
import { moveDurably, syncFile } from '../files/durable-file.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'

const partial = '.partial'

/** What a copy leaves free on the disk, so that it never takes the room that the next sale needs. */
const roomForSales = 8 * 1024 * 1024

/** Where a data folder keeps the copies of its journal. */
export function backupsFolder(folder: string): string {
  return join(folder, 'backups')
}

/** The copies of a data folder's journal, in no order: by their names nobody knows which is the newest. */
export function listBackups(folder: string): BackupName[] {
  return guarded(() => namesIn(backupsFolder(folder))).flatMap(
    (name) => parseBackupName(name) ?? [],
  )
}

/**
 * The copies of a data folder's journal, newest first by what they hold: a clock that was wrong named its copies
 * wrongly. Those of the same content go by their names, what is named after `now` last; those that cannot be
 * read come after all others.
 */
export function newestBackups(folder: string, now = Date.now()): BackupName[] {
  const known = listBackups(folder).map((backup) => ({
    backup,
    content: contentOf(join(backupsFolder(folder), backup.name)),
    at: backup.at > now ? -Infinity : backup.at,
  }))
  return known
    .sort((one, other) => other.content - one.content || descending(one.at, other.at))
    .map(({ backup }) => backup)
}

function descending(one: number, other: number): number {
  return one === other ? 0 : other > one ? 1 : -1
}

/** What a journal only ever adds to, each line with the next number. */
const growing = [
  ...['sale_event', 'trail', 'balance_snapshot', 'tender', 'shift_count', 'receipt_print'],
  'claim_event',
]

/** Whether a copy can be read at all: one that lies on a bad place of the disk keeps nobody from the others. */
export function canBeRead(folder: string, { name }: BackupName): boolean {
  return contentOf(join(backupsFolder(folder), name)) >= 0
}

/** How far a journal or a copy of it has grown: lines of all that only grows. -1: it cannot be read, whyever. */
function contentOf(path: string): number {
  try {
    const db = openDatabase(path, { synchronous: 'FULL', readOnly: true })
    try {
      const tables = db.all(
        z.object({ name: z.string() }),
        "select name from sqlite_schema where type = 'table'",
      )
      const names = tables.map(({ name }) => name).filter((name) => growing.includes(name))
      const lines = names.map((name) => `(select ifnull(max(seq), 0) from ${name})`)
      const sum = ['0', ...lines].join(' + ')
      return db.get(z.object({ lines: z.int() }), `select ${sum} as lines`)?.lines ?? -1
    } finally {
      db.close()
    }
  } catch (caught) {
    if (caught instanceof Failure) return -1
    throw caught
  }
}

/**
 * Copies the journal of a data folder as it is now, from a connection of its own, believes the copy
 * only once it was checked, and removes the copies that are no longer needed. Blocks for as long as
 * that takes: see backup-keeper.ts. DISK_FULL, JOURNAL_DAMAGED, STORE_FAILED: nothing is left behind.
 */
export function makeBackup(folder: string, reason: BackupReason, now = Date.now()): BackupName {
  const source = join(folder, 'journal.db')
  const backups = backupsFolder(folder)
  const made = backupName(now, reason)
  const target = join(backups, made.name)
  const written = writtenAt(folder)
  const unfinished = target + partial
  guarded(() => mkdirSync(backups, { recursive: true, mode: 0o700 }))
  removePartials(backups)
  mustFit(source, backups)
  try {
    const db = openDatabase(source, { synchronous: 'FULL', readOnly: true })
    try {
      db.run('vacuum into ?', unfinished)
    } finally {
      db.close()
    }
    checkCopy(unfinished)
    guarded(() => {
      chmodSync(unfinished, 0o600)
      utimesSync(unfinished, written / 1000, written / 1000)
      syncFile(unfinished)
      moveDurably(unfinished, target)
    })
  } finally {
    removePartials(backups)
  }
  removeOutdated(folder, made, now)
  return made
}

/** Fails with JOURNAL_DAMAGED unless the file is a whole database that once had the journal's shape. */
export function checkCopy(path: string): void {
  const copy = openDatabase(path, { synchronous: 'FULL', readOnly: true, quickCheck: true })
  try {
    const shape = copy.get(
      z.object({ count: z.int() }),
      "select count(*) as count from sqlite_schema where type = 'table' and name = 'migrations'",
    )
    const steps = shape?.count === 1 ? copy.all(z.unknown(), 'select id from migrations') : []
    if (steps.length === 0) throw new Failure('JOURNAL_DAMAGED')
  } finally {
    copy.close()
  }
}

/**
 * Whether the journal holds something else than its newest copy: that has grown less, or was made of another
 * writing. A copy carries the moment of the writing that it was made of, so that no clock has to be right.
 */
export function changedSinceBackup(folder: string): boolean {
  const newest = newestBackups(folder)[0]
  if (newest === undefined) return true
  const copy = join(backupsFolder(folder), newest.name)
  if (contentOf(copy) !== contentOf(join(folder, 'journal.db'))) return true
  const made = guarded(() => statSync(copy)).mtimeMs
  return Math.abs(made - writtenAt(folder)) > sameMomentMs
}

/** Moments of files are kept in more or less of a second by different disks. */
const sameMomentMs = 2

/** When the journal was last written to, as the disk tells it (epoch ms). */
function writtenAt(folder: string): number {
  const times = ['journal.db', 'journal.db-wal'].map(
    (name) => guarded(() => statSync(join(folder, name), { throwIfNoEntry: false }))?.mtimeMs ?? 0,
  )
  return Math.max(...times)
}

function mustFit(source: string, backups: string): void {
  guarded(() => {
    const size = [source, `${source}-wal`].reduce(
      (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
    const { bavail, bsize } = statfsSync(backups)
    if (bavail * bsize < size + roomForSales) throw new Failure('DISK_FULL')
  })
}

/** Never the one that was just made: of a journal that was put back by hand it may hold less than the others. */
function removeOutdated(folder: string, made: BackupName, now: number): void {
  for (const { name } of outdated(newestBackups(folder, now))) {
    if (name === made.name) continue
    guarded(() => rmSync(join(backupsFolder(folder), name)))
  }
}

/** What an earlier run began and did not end. */
function removePartials(backups: string): void {
  guarded(() => {
    for (const name of namesIn(backups)) {
      if (name.includes(partial)) rmSync(join(backups, name), { force: true })
    }
  })
}

function namesIn(backups: string): string[] {
  if (!statSync(backups, { throwIfNoEntry: false })) return []
  const entries = readdirSync(backups, { withFileTypes: true })
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
}
