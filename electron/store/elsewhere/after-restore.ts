import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { moneySchema } from '../../../shared/domain/money/money.ts'
import { readNote, writeNote } from '../files/note.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'

/** A sale that the service has and this journal does not: it was made after the copy, perhaps at the computer before. */
const elsewhereSaleSchema = z.object({
  /** As the service names it, or the journal where nobody could say whether it was made. */
  id: z.string(),
  profileId: z.string(),
  productId: z.string(),
  amount: moneySchema,
  /** When it was made (epoch ms), null: its time could not be read. */
  at: z.int().nullable(),
})
export type ElsewhereSale = z.infer<typeof elsewhereSaleSchema>

/** What is still to be done before anything is sold on a journal that came from a copy: after-restore.json. */
const noteSchema = z.object({
  /** When it took its place (epoch ms). */
  at: z.int(),
  /** From when on the service is asked what else was sold (epoch ms). */
  since: z.int(),
  /** Whether the computer before can be told. */
  marked: z.boolean(),
  /** When the service of each connection was asked, and answered (epoch ms). */
  caughtUp: z.record(z.string(), z.int()),
  /** What it told of, to be asked about before the same is sold. */
  sold: z.array(elsewhereSaleSchema),
  /** Days that came back full: sales of them may be missing in `sold`. */
  fullDays: z.array(z.string()),
})
export type AfterRestore = z.infer<typeof noteSchema>

/** @throws Failure STORE_FAILED */
export function readAfterRestore(folder: string): AfterRestore | null {
  return readNote(notePath(folder), noteSchema)
}

/** A new beginning. @throws Failure DISK_FULL, STORE_FAILED */
export function writeAfterRestore(
  folder: string,
  begun: Pick<AfterRestore, 'at' | 'since' | 'marked'>,
): AfterRestore {
  return saveAfterRestore(folder, { ...begun, caughtUp: {}, sold: [], fullDays: [] })
}

/** @throws Failure DISK_FULL, STORE_FAILED */
export function saveAfterRestore(folder: string, note: AfterRestore): AfterRestore {
  writeNote(notePath(folder), note)
  return note
}

/** All of it was done, and is long ago. @throws Failure STORE_FAILED */
export function forgetRestore(folder: string): void {
  guarded(() => rmSync(notePath(folder), { force: true }))
}

const notePath = (folder: string) => join(folder, 'after-restore.json')
