import { closeSync, existsSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes what a file holds durable. */
export function syncFile(path: string): void {
  syncHandle(openSync(path, 'r+'))
}

/** Makes a folder's names durable; Windows knows no such thing and refuses to open a folder. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') syncHandle(openSync(folder, 'r'))
}

/** Writes a small file whole or not at all: after a crash it is the old one or the new one. */
export function writeDurably(path: string, text: string): void {
  const fresh = `${path}.new`
  writeFileSync(fresh, text, { mode: 0o600, flush: true })
  renameSync(fresh, path)
  syncFolder(dirname(path))
}

/** Gives a file a name that is durable with it, if it is there. */
export function moveDurably(from: string, to: string): void {
  if (!existsSync(from)) return
  renameSync(from, to)
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
