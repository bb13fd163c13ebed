import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Failure } from '../../shared/errors.ts'
import {
  backupName,
  outdated,
  parseBackupName,
  type BackupName,
  type BackupReason,
} from './backup-names.ts'
import { openDatabase } from './db.ts'
import { moveDurably, syncFile } from './durable-file.ts'
import { guarded } from './sqlite-errors.ts'

const partial = '.partial'

/** What a copy leaves free on the disk, so that it never takes the room that the next sale needs. */
const roomForSales = 8 * 1024 * 1024

/** Where a data folder keeps the copies of its journal. */
export function backupsFolder(folder: string): string {
  return join(folder, 'backups')
}

/** The copies of a data folder's journal, newest first. */
export function listBackups(folder: string): BackupName[] {
  return guarded(() => namesIn(backupsFolder(folder)))
    .flatMap((name) => parseBackupName(name) ?? [])
    .sort((one, other) => other.at - one.at)
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
      syncFile(unfinished)
      moveDurably(unfinished, target)
    })
  } finally {
    removePartials(backups)
  }
  removeOutdated(folder)
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

/** Whether the journal was written to after its newest copy was begun. */
export function changedSinceBackup(folder: string): boolean {
  const newest = listBackups(folder)[0]
  const written = ['journal.db', 'journal.db-wal'].map(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  )
  return newest === undefined || Math.max(...written) > newest.at
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

function removeOutdated(folder: string): void {
  for (const { name } of outdated(listBackups(folder))) {
    guarded(() => rmSync(join(backupsFolder(folder), name)))
  }
}

/** What an earlier run began and did not end. */
function removePartials(backups: string): void {
  for (const name of namesIn(backups)) {
    if (name.includes(partial)) guarded(() => rmSync(join(backups, name), { force: true }))
  }
}

function namesIn(backups: string): string[] {
  return statSync(backups, { throwIfNoEntry: false }) ? readdirSync(backups) : []
}
