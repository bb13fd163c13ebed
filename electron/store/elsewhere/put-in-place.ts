import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { stampOf } from '../recovery/backup-names.ts'
import { writeRecovery } from '../recovery/recovery-note.ts'
import { damagedFolder } from '../recovery/set-aside.ts'
import { renameFile, syncFolder } from '../files/durable-file.ts'
import { readNote, writeNote } from '../files/note.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'
import { writeAfterRestore } from './after-restore.ts'
import { writeCopiesNote } from './copies-note.ts'

/** A restore that waits for the next opening of the journal. */
const restoredSchema = z.object({
  /** When it was asked for (epoch ms). */
  at: z.int(),
  /** When the copy was made (epoch ms). */
  madeAt: z.int(),
  shop: z.string(),
  backup: z.string(),
  /** Where copies go on; null: the owner says so anew. */
  copies: z
    .object({ folder: z.string(), recipient: z.string(), writer: z.string(), ticket: z.string() })
    .nullable(),
  /** Whether the copies' folder says who has the register now. */
  marked: z.boolean(),
  /** Sales without an end in what is put aside; null: it could not be read. */
  openAside: z.int().nullable().default(0),
})
export type Restored = z.infer<typeof restoredSchema>

const phaseSchema = restoredSchema.extend({
  /** ready: nothing was moved; cleared: what was there is aside. */
  phase: z.enum(['ready', 'cleared']),
  /** The folder of damaged/ that takes what is there. */
  aside: z.string(),
})

/** Where a copy waits; without its note it is one that was cut off, and is nothing. */
export const stagingFolder = (folder: string): string => join(folder, 'restoring')
const notePath = (folder: string) => join(stagingFolder(folder), 'ready.json')

/** Whether a copy was brought that takes the journal's place at its next opening. */
export const restoreWaits = (folder: string): boolean => existsSync(notePath(folder))

/** Everything of a journal and of the shop that it is of; what can be made anew goes with it, as it is of another. */
const ours = [
  ...['journal.db', 'journal.db-wal', 'journal.db-shm'],
  ...['journal.closed', 'journal.checked', 'journal.gaps', 'recovery.json'],
  ...['intents.log', 'intents', 'erasures.log', 'backups', 'settings.json'],
  ...['search.db', 'search.db-wal', 'search.db-shm', 'cache.db', 'cache.db-wal', 'cache.db-shm'],
  ...['copies.json', 'after-restore.json'],
]
const brought = ['journal.db', 'intents.log', 'intents', 'erasures.log', 'settings.json']

/** Says durably that what was brought is whole: from here on it takes the journal's place, whatever ends this run. */
export function readyRestore(folder: string, restored: Restored): Restored {
  const aside = freeName(damagedFolder(folder), restored.at)
  writeNote(notePath(folder), { ...restored, phase: 'ready', aside })
  return restored
}

/** What was put aside before, at a moment that a clock shows again, stays. */
function freeName(damaged: string, at: number): string {
  const name = `replaced-${stampOf(at)}`
  return existsSync(join(damaged, name)) ? freeName(damaged, at + 1) : name
}

/**
 * Puts a copy that was brought in the place of what is there, which is kept in `damaged/`; under the claim on the folder, before
 * anything of it is opened. May end at any step: the next opening goes on. Nothing waits, mostly.
 * @throws Failure STORE_FAILED, DISK_FULL
 */
export function putInPlace(folder: string): void {
  const staging = stagingFolder(folder)
  if (!existsSync(staging)) return
  const note = readNote(notePath(folder), phaseSchema)
  if (note === null) return guarded(() => rmSync(staging, { recursive: true, force: true }))
  const { phase, aside, ...restored } = note
  if (phase === 'ready') {
    guarded(() => clear(folder, join(damagedFolder(folder), aside)))
    writeNote(notePath(folder), { ...restored, phase: 'cleared', aside })
  }
  guarded(() => bring(staging, folder))
  tellRestored(folder, restored, aside)
  guarded(() => {
    rmSync(staging, { recursive: true, force: true })
    syncFolder(folder)
  })
}

function clear(folder: string, aside: string): void {
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  for (const name of ours) {
    if (existsSync(join(folder, name))) renameFile(join(folder, name), join(aside, name))
  }
  syncFolder(aside)
  syncFolder(dirname(aside))
  syncFolder(folder)
}

function bring(staging: string, folder: string): void {
  for (const name of brought) {
    if (existsSync(join(staging, name))) renameFile(join(staging, name), join(folder, name))
  }
  syncFolder(folder)
}

/** What is still to be done, before anything is sold: written before the first opening can forget it. */
function tellRestored(folder: string, restored: Restored, aside: string): void {
  const { at, madeAt, backup, copies, marked, openAside } = restored
  if (copies) writeCopiesNote(folder, { ...copies, since: at })
  writeAfterRestore(folder, { at, since: madeAt, marked })
  // intents.log may know more than the journal: all of it is gone through (recovery.ts).
  writeRecovery(folder, {
    phase: 'restored',
    at,
    setAside: [aside],
    restoredFrom: backup,
    replayed: 0,
    unreadable: 0,
    openAside,
  })
}
