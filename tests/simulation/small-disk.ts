import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../folders.ts'

/** A small file system of its own, that can be filled to the last byte. */
export interface SmallDisk {
  readonly folder: string
  /** Leaves no byte free. */
  fill(): void
  /** Makes room again. */
  free(): void
  dispose(): void
}

/** An ext4 of `megabytes` in a file, mounted by a loop device; null where this user may not mount. */
export function openSmallDisk(megabytes: number): SmallDisk | null {
  const root = makeFolder('disk')
  const image = join(root, 'image')
  const folder = join(root, 'disk')
  mkdirSync(folder)
  const isMounted =
    run('truncate', '-s', `${megabytes}M`, image) &&
    run('mkfs.ext4', '-q', '-F', '-m', '0', '-O', '^has_journal', image) &&
    run('mount', '-o', 'loop', image, folder)
  if (!isMounted) return null
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => fillUp(filler),
    free: () => rmSync(filler),
    dispose: () => void run('umount', folder),
  }
}

function run(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** Writes until the disk takes nothing more, in ever smaller pieces. */
function fillUp(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
      const piece = Buffer.alloc(size, 1)
      while (takes(file, piece));
    }
  } finally {
    closeSync(file)
  }
}

function takes(file: number, piece: Buffer): boolean {
  try {
    return writeSync(file, piece) > 0
  } catch (caught) {
    if (caught instanceof Error && 'code' in caught && caught.code === 'ENOSPC') return false
    throw caught
  }
}
