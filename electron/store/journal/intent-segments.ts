import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { renameFile, syncFolder } from '../files/durable-file.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'

/**
 * intents.log is what is written now. Once it is large it is put behind the others as `intents/000001.log` and so on,
 * which nothing is added to any more: so that old ones are removed whole, and an erasure rewrites only those that hold
 * the person.
 */
const sealedName = /^\d{6,}\.log$/

/** About a thousand sales. */
export const segmentBytes = 1024 * 1024

const sealedFolder = (path: string) => join(dirname(path), 'intents')

/** The segments that nothing is added to, oldest first. */
export function sealedSegments(path: string): string[] {
  const folder = sealedFolder(path)
  if (!existsSync(folder)) return []
  return guarded(() => readdirSync(folder))
    .filter((name) => sealedName.test(name))
    .sort((one, other) => numberOf(one) - numberOf(other))
    .map((name) => join(folder, name))
}

/** All segments that there are, intents.log itself last. */
export function intentSegments(path: string): string[] {
  return [...sealedSegments(path), ...(existsSync(path) ? [path] : [])]
}

/** Puts intents.log behind the others, durably: the next line begins a new one. A crash leaves it here or there. */
export function sealSegment(path: string): void {
  guarded(() => {
    const folder = sealedFolder(path)
    if (!existsSync(folder)) {
      mkdirSync(folder, { mode: 0o700 })
      syncFolder(dirname(folder))
    }
    const last = sealedSegments(path).at(-1)
    const number = last === undefined ? 1 : numberOf(last.slice(folder.length + 1)) + 1
    renameFile(path, join(folder, `${String(number).padStart(6, '0')}.log`))
    syncFolder(folder)
    syncFolder(dirname(path))
  })
}

const numberOf = (name: string) => Number.parseInt(name, 10)
