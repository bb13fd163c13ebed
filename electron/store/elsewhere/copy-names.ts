import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { momentOf, stampOf } from '../recovery/backup-names.ts'
import { unlessFailed } from '../sqlite/sqlite-errors.ts'

/** A copy elsewhere as its file's name tells of it: what has to be known of it without its key. */
export interface CopyName {
  name: string
  /** One more than any copy beside it had: no clock orders them. */
  turn: number
  /** Epoch milliseconds, by a clock that may have been wrong then. */
  at: number
  /** How many sales and notes had been erased. */
  erasures: number
}

const pattern = /^mostrador-(\d{6,12})-(\d{8}T\d{9}Z)-(\d+)\.tar\.gz\.age$/

/** The name of a copy that is made now. */
export function copyName(copy: Omit<CopyName, 'name'>): CopyName {
  const turn = String(copy.turn).padStart(6, '0')
  return {
    ...copy,
    name: `mostrador-${turn}-${stampOf(copy.at)}-${copy.erasures}.tar.gz.age`,
  }
}

/** Reads a name back; null: the file is none of ours. */
export function parseCopyName(name: string): CopyName | null {
  const [, turn, stamp, erasures] = pattern.exec(name) ?? []
  const at = momentOf(stamp ?? '')
  return at === null ? null : { name, turn: Number(turn), at, erasures: Number(erasures) }
}

/**
 * Each key has a folder of its own in the one that was chosen, named by it: two registers that copy to one stick keep
 * out of each other's way.
 */
export function placeOf(folder: string, recipient: string): string {
  return join(folder, `Mostrador-${lineOf(recipient)}`)
}

/** What names a key without telling it. */
export function lineOf(recipient: string): string {
  return createHash('sha256').update(recipient).digest('hex').slice(0, 8)
}

/** The folders of copies in one that somebody chose, as far as they can be read: itself, where it is one. */
export function placesIn(folder: string): string[] {
  const isPlace = (path: string) => /(^|[\\/])Mostrador-[0-9a-f]{8}[\\/]?$/.test(path)
  if (isPlace(folder)) return [folder]
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => isPlace(path) && unlessFailed(() => statSync(path).isDirectory()))
}

/** The copies in a place, the newest first by the order that they were made in. */
export function copiesIn(place: string): CopyName[] {
  return readdirSync(place)
    .flatMap((name) => parseCopyName(name) ?? [])
    .sort((one, other) => other.turn - one.turn || other.at - one.at)
}
