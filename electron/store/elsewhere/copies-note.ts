import { join } from 'node:path'
import { z } from 'zod'
import { appErrorSchema } from '../../../shared/errors.ts'
import { readNote, writeNote } from '../files/note.ts'

/** Where copies elsewhere go and how that went, beside the journal: copies.json. */
const noteSchema = z.object({
  folder: z.string(),
  recipient: z.string(),
  /** This computer, to the folder. */
  writer: z.string(),
  /** What it may have left there (holder.ts). */
  tickets: z.array(z.string()),
  /** Since when this computer copies there (epoch ms). */
  since: z.int(),
  /** The last copy. */
  last: z.object({ name: z.string(), backup: z.string(), at: z.int(), bytes: z.int() }).nullable(),
  /** When it was last seen that it has all there is (epoch ms). */
  seenAt: z.int().nullable(),
  /** Why the last try failed. */
  error: appErrorSchema.nullable(),
  /** Another computer has the register; it is sold no more here until somebody takes it back. */
  takenOver: z.object({ since: z.int(), computer: z.string() }).nullable(),
})
export type CopiesNote = z.infer<typeof noteSchema>

/** Null: copies go nowhere. @throws Failure STORE_FAILED */
export function readCopiesNote(folder: string): CopiesNote | null {
  return readNote(notePath(folder), noteSchema)
}

/** A new beginning. @throws Failure DISK_FULL, STORE_FAILED */
export function writeCopiesNote(
  folder: string,
  begun: Pick<CopiesNote, 'folder' | 'recipient' | 'writer' | 'since'> & { ticket: string },
): CopiesNote {
  const { ticket, ...rest } = begun
  const none = { last: null, seenAt: null, error: null, takenOver: null }
  return saveCopiesNote(folder, { ...rest, tickets: [ticket], ...none })
}

/** @throws Failure DISK_FULL, STORE_FAILED */
export function saveCopiesNote(folder: string, note: CopiesNote): CopiesNote {
  writeNote(notePath(folder), note)
  return note
}

const notePath = (folder: string) => join(folder, 'copies.json')
