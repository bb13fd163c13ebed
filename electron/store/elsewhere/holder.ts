import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { jsonOrNull } from '../../../shared/domain/text/json.ts'
import { oneLine } from '../../../shared/domain/text/one-line.ts'
import { Failure } from '../../../shared/errors.ts'
import { renameFile } from '../files/durable-file.ts'
import { syncNames } from './foreign-disk.ts'

/** What a file elsewhere calls somebody: as one line of a page may show it, however it is written there. */
export const foreignName = z.string().transform((text) => oneLine(text.slice(0, 200)))

/**
 * Who has the register, beside its copies: the one file there that is not encrypted. Whoever restores a copy writes
 * itself in, and whoever finds another there than itself sells no more.
 */
export const holderSchema = z.object({
  writtenBy: z.literal('Mostrador'),
  /** Of the shop, for whoever looks for its copies. */
  shop: foreignName,
  /** Made anew by each computer that takes the register over. */
  writer: z.string().min(1),
  /** Since when (epoch ms). */
  since: z.int(),
  /** What that computer calls itself. */
  computer: foreignName,
  /**
   * Changed with each copy: a computer that finds another than it left, or was about to leave, is not the only one that
   * holds these data.
   */
  ticket: z.string().min(1),
  /** Which register it is, as its journal says, so that it is known in another place of the same folder, too. */
  register: z.string().exactOptional(),
})
export type Holder = z.infer<typeof holderSchema>

const holderName = 'caja.json'
/** More than it takes; a pipe by its name would never end. */
const holderBytes = 64 * 1024

/** Null: there is none, or it cannot be read. */
export function readHolder(place: string): Holder | null {
  const path = join(place, holderName)
  const there = statSync(path, { throwIfNoEntry: false })
  if (!there?.isFile() || there.size > holderBytes) return null
  return holderSchema.safeParse(jsonOrNull(readFileSync(path, 'utf8'))).data ?? null
}

/** Writes it whole or not at all. Throws as the file system does. */
export function writeHolder(place: string, holder: Holder): void {
  const path = join(place, holderName)
  const fresh = `${path}.partial`
  const file = openSync(fresh, 'w')
  try {
    writeSync(file, `${JSON.stringify(holder, null, 2)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameFile(fresh, path)
  syncNames(place)
}

/** What tells one turn of the copies from the next. */
export const newTicket = (): string => randomUUID()

/**
 * The holder of a place that copies were made in before.
 * @throws Failure COPY_FOLDER_GONE, COPY_FOLDER_CHANGED there is another disk by this name now, or none
 */
export function knownHolder(folder: string, place: string): Holder {
  if (!existsSync(folder)) throw new Failure('COPY_FOLDER_GONE', { folder })
  const holder = readHolder(place)
  if (!holder) throw new Failure('COPY_FOLDER_CHANGED', { folder })
  return holder
}
