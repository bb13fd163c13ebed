import { existsSync, readFileSync } from 'node:fs'
import type { z } from 'zod'
import { jsonOrNull } from '../../../shared/domain/text/json.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'
import { writeDurably } from './durable-file.ts'

/**
 * A small file of what is known beside a database; null: there is none, or what it says is not to be read.
 * @throws Failure STORE_FAILED
 */
export function readNote<S extends z.ZodType>(path: string, schema: S): z.output<S> | null {
  if (!existsSync(path)) return null
  const text = guarded(() => readFileSync(path, 'utf8'))
  return schema.safeParse(jsonOrNull(text)).data ?? null
}

/**
 * Writes it durably: after a crash it is the old one or the new one. `fresh`: as `writeDurably` takes it.
 * @throws Failure DISK_FULL, STORE_FAILED
 */
export function writeNote(path: string, note: object, fresh?: string): void {
  guarded(() => writeDurably(path, JSON.stringify(note, null, 2), fresh))
}
