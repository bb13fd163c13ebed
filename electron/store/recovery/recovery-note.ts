import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { stampOf } from './backup-names.ts'
import { moveDurably } from '../files/durable-file.ts'
import { readNote, writeNote } from '../files/note.ts'
import { damagedFolder } from './set-aside.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'

/**
 * What was done to a journal that could not be used, kept beside it until a person has read it. It is
 * written before anything is moved, so that a crash in the middle is gone on with.
 */
const recoverySchema = z.object({
  /** begun: files may have been moved; restored: the journal is in place; done: intents.log is in it too. */
  phase: z.enum(['begun', 'restored', 'done']),
  /** Epoch milliseconds. */
  at: z.int(),
  /** The names in damaged/ that the journal was moved to; none where only its newest sales were gone. */
  setAside: z.array(z.string()),
  /** The name in backups/ that took its place, null: none was usable. */
  restoredFrom: z.string().nullable(),
  /** Sales that the journal lacked and intents.log had. */
  replayed: z.int(),
  /** Lines of intents.log that could not be read: torn by a crash, before anything was sent, or damaged. */
  unreadable: z.int(),
  /** Sales without an end in what a copy from elsewhere took the place of; null: it could not be read. */
  openAside: z.int().nullable().exactOptional(),
})
export type Recovery = z.infer<typeof recoverySchema>

/** The recovery that nobody has acknowledged yet, or null. */
export function readRecovery(folder: string): Recovery | null {
  return readNote(notePath(folder), recoverySchema)
}

/** Writes the note durably. DISK_FULL, STORE_FAILED. */
export function writeRecovery(folder: string, recovery: Recovery): Recovery {
  writeNote(notePath(folder), recovery)
  return recovery
}

/** A person has read it: the note goes to damaged/, where what it speaks of is. */
export function acknowledgeRecovery(folder: string, now = Date.now()): void {
  guarded(() => {
    mkdirSync(damagedFolder(folder), { recursive: true, mode: 0o700 })
    moveDurably(notePath(folder), join(damagedFolder(folder), `recovery-${stampOf(now)}.json`))
  })
}

function notePath(folder: string): string {
  return join(folder, 'recovery.json')
}
