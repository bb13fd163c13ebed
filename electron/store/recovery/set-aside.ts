import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { moveDurably } from '../files/durable-file.ts'
import { stampOf } from './backup-names.ts'

/** A WAL belongs to its database alone: left beside another it would be taken for that one's. */
const endings = ['', '-wal', '-shm']

/** Where a data folder keeps journals that could not be used. Nothing here is ever deleted. */
export function damagedFolder(folder: string): string {
  return join(folder, 'damaged')
}

/**
 * Moves journal.db with its -wal and -shm into damaged/, as one database under a new name; answers
 * that name, null where there was no file. A crash in between leaves some moved: begin again.
 */
export function setAside(folder: string, now = Date.now()): string | null {
  const present = endings.filter((ending) => existsSync(join(folder, `journal.db${ending}`)))
  if (present.length === 0) return null
  const damaged = damagedFolder(folder)
  mkdirSync(damaged, { recursive: true, mode: 0o700 })
  const name = freeName(damaged, now)
  // The WAL goes first: what a crash may leave is a database without it, never a WAL without its own.
  for (const ending of present.toReversed()) {
    moveDurably(join(folder, `journal.db${ending}`), join(damaged, name + ending))
  }
  return name
}

function freeName(damaged: string, now: number): string {
  for (let at = now; ; at += 1) {
    const name = `journal-${stampOf(at)}.db`
    if (endings.every((ending) => !existsSync(join(damaged, name + ending)))) return name
  }
}
