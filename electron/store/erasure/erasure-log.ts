import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { z } from 'zod'
import { jsonOrNull } from '../../../shared/domain/text/json.ts'
import { writePartsDurably } from '../files/durable-file.ts'
import { openIntentsLog, type IntentsLog } from '../journal/intents-log.ts'
import { readLines } from '../journal/intents-reader.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'

/** Why, when (epoch milliseconds) and by whom customers were erased. */
export const erasureWhySchema = z.object({
  at: z.int(),
  why: z.enum(['request', 'age']),
  by: z.string().nullable(),
})
export type ErasureWhy = z.infer<typeof erasureWhySchema>

/** What names a customer beside a sale: a note of a movement, of a shift's close, or who owes in the book of credit. */
export const noteIdSchema = z.object({
  kind: z.enum(['movement', 'shift', 'debtor']),
  id: z.string(),
})
export type NoteId = z.infer<typeof noteIdSchema>

/** What was to be erased: the ids of sales and notes, never what they say. */
const erasureSchema = erasureWhySchema.extend({
  sales: z.array(z.string()),
  notes: z.array(noteIdSchema),
})
export type Erasure = z.infer<typeof erasureSchema>

/** A place in a file of erasures: which file, as its first line names it, and how many bytes of it. */
export const logMarkSchema = z.object({ file: z.string(), bytes: z.int() })
export type LogMark = z.infer<typeof logMarkSchema>

/**
 * erasures.log: a line for each erasure, beside the journal and written before it, so that a journal that is restored
 * from a copy does not bring back who was erased since. There is none until there is something to write.
 */
export type ErasureLog = ReturnType<typeof openErasureLog>

/** For journals that are never restored. */
export const noErasureLog: ErasureLog = {
  append: () => ({ file: '', bytes: 0 }),
  close: () => undefined,
}

export function openErasureLog(path: string) {
  let lines: IntentsLog | null = null
  return {
    /** Durable when it returns; answers its end. DISK_FULL, STORE_FAILED. */
    append: (erasure: Erasure): LogMark => {
      const end = logEnd(path)
      const file = end?.file ?? randomUUID()
      lines ??= openIntentsLog(path)
      if (!end) lines.append({ file })
      lines.append(erasure)
      return { file, bytes: sizeOf(path) }
    },
    close: (): void => lines?.close(),
  }
}

const firstSchema = z.object({ file: z.string() })

/** Where the file ends; null: there is none, or it is not one. */
export function logEnd(path: string): LogMark | null {
  if (!existsSync(path)) return null
  const [first] = readLines(path).take(1)
  const named = firstSchema.safeParse(jsonOrNull(first ?? ''))
  return named.success ? { file: named.data.file, bytes: sizeOf(path) } : null
}

/** The erasures written from a byte on. A line that a crash tore was never acted on, and is passed over. */
export function* readErasures(path: string, start: number): Generator<Erasure> {
  if (!existsSync(path)) return
  for (const line of readLines(path, start)) {
    const erasure = erasureSchema.safeParse(jsonOrNull(line))
    if (erasure.success) yield erasure.data
  }
}

/** Begins the file anew with these; answers its end. DISK_FULL, STORE_FAILED: it is as it was. */
export function rewriteLog(path: string, erasures: Iterable<Erasure>): LogMark {
  const file = randomUUID()
  const lines = function* () {
    yield `${JSON.stringify({ file })}\n`
    for (const erasure of erasures) yield `${JSON.stringify(erasure)}\n`
  }
  guarded(() => writePartsDurably(path, lines()))
  return { file, bytes: sizeOf(path) }
}

function sizeOf(path: string): number {
  return guarded(() => statSync(path)).size
}
