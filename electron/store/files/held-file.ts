import { closeSync, fstatSync, openSync, statSync } from 'node:fs'

/**
 * Files of open databases that this process also reads by itself. POSIX drops all locks that a process has on a file
 * as soon as it closes any handle of it, SQLite's with them: so one handle is kept until no connection is left.
 */
const held = new Map<string, number>()

/**
 * A handle to read a database's file by, that any thread of this process may read through and none may close; it
 * stays the same until releaseFile, or until another file took that name.
 */
export function holdFile(path: string): number {
  const known = held.get(path)
  if (known !== undefined && fstatSync(known).ino === statSync(path).ino) return known
  // Another file took its place: nobody has had a connection to the old one since.
  releaseFile(path)
  const file = openSync(path, 'r')
  held.set(path, file)
  return file
}

/** Gives the handle back: only once every connection of this process to that file is closed. */
export function releaseFile(path: string): void {
  const file = held.get(path)
  if (file === undefined) return
  held.delete(path)
  closeSync(file)
}
