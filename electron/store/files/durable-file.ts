import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** How long a file that another program has open is waited for, and how often it is looked at, in milliseconds. */
const held = { patience: 1_000, pause: 20 }

/**
 * Gives a file another name, over one that has it. Windows refuses that while any program has either of them open: a
 * virus scanner or a copy of the folder lets go soon, and is waited for; what holds it longer fails as it was refused.
 */
export function renameFile(from: string, to: string): void {
  const end = performance.now() + held.patience
  for (;;) {
    try {
      return renameSync(from, to)
    } catch (caught) {
      if (!isHeld(caught) || performance.now() > end) throw caught
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, held.pause)
    }
  }
}

/** The same for who goes on with something else meanwhile. */
export async function renameFileLater(from: string, to: string): Promise<void> {
  const end = performance.now() + held.patience
  for (;;) {
    try {
      return await rename(from, to)
    } catch (caught) {
      if (!isHeld(caught) || performance.now() > end) throw caught
      await wait(held.pause)
    }
  }
}

const isHeld = (caught: unknown) =>
  process.platform === 'win32' &&
  caught instanceof Error &&
  'code' in caught &&
  /^(EPERM|EACCES|EBUSY)$/.test(String(caught.code))

/** Makes what a file holds durable. */
export function syncFile(path: string): void {
  syncHandle(openSync(path, 'r+'))
}

/** Makes a folder's names durable; Windows knows no such thing and refuses to open a folder. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') syncHandle(openSync(folder, 'r'))
}

/**
 * Writes a small file whole or not at all: after a crash it is the old one or the new one. `fresh`: its name until it is whole,
 * of its own where several programs write it.
 */
export function writeDurably(path: string, text: string, fresh?: string): void {
  writePartsDurably(path, [text], fresh)
}

/** How much of a long file is written at once. */
const partLength = 1024 * 1024

/** The same for a file that need not fit in memory, part after part. Nothing stays behind where it fails. */
export function writePartsDurably(
  path: string,
  parts: Iterable<string>,
  fresh = `${path}.new`,
): void {
  try {
    writeParts(openSync(fresh, 'w', 0o600), parts)
    renameFile(fresh, path)
  } catch (caught) {
    rmSync(fresh, { force: true })
    throw caught
  }
  syncFolder(dirname(path))
}

function writeParts(file: number, parts: Iterable<string>): void {
  try {
    let waiting = ''
    for (const part of parts) {
      waiting += part
      if (waiting.length < partLength) continue
      writeFileSync(file, waiting)
      waiting = ''
    }
    writeFileSync(file, waiting)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Gives a file a name that is durable with it, if it is there. */
export function moveDurably(from: string, to: string): void {
  if (!existsSync(from)) return
  renameFile(from, to)
  syncFolder(dirname(from))
  if (dirname(from) !== dirname(to)) syncFolder(dirname(to))
}

function syncHandle(handle: number): void {
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
