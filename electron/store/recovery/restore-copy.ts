import { closeSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { z } from 'zod'
import { syncFile } from '../files/durable-file.ts'
import { openDatabase } from '../sqlite/db.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Copy } from './copies.ts'
import { openChain, stateOf } from './page-chain.ts'
import { readingCopy } from './page-file.ts'

/**
 * Writes the journal as a copy has it, durably, to another file, and checks it; false: the copy is not whole.
 * DISK_FULL, STORE_FAILED. Nothing is left behind where it fails.
 */
export function restoreCopy({ chain, seal }: Copy, path: string): boolean {
  const [whole] = chain
  if (!whole) return false
  try {
    guarded(() => {
      rmSync(path, { force: true })
      if (seal === null) copyWhole(whole.path, path)
      else writeState(chain, path)
      syncFile(path)
    })
    checkCopy(path)
    return true
  } catch (caught) {
    guarded(() => rmSync(path, { force: true }))
    if (caught instanceof Failure && caught.error.code === 'JOURNAL_DAMAGED') return false
    throw caught
  }
}

function writeState(copies: readonly Copy[], path: string): void {
  const paths = copies.map((copy) => copy.path)
  stateOf(paths)
  const chain = openChain(paths)
  const { pageSize, pageCount } = chain.last
  const file = openSync(path, 'w', 0o600)
  try {
    ftruncateSync(file, pageCount * pageSize)
    for (const { number, page } of chain.pages()) writeAll(file, page, (number - 1) * pageSize)
  } finally {
    closeSync(file)
    chain.close()
  }
}

const partBytes = 1024 * 1024

/** By itself, and not by the system: which of the two files a disk failed is told apart. */
function copyWhole(from: string, to: string): void {
  const source = readingCopy(() => openSync(from, 'r'))
  const target = openSync(to, 'w', 0o600)
  try {
    const part = Buffer.alloc(partBytes)
    for (let at = 0; ;) {
      const read = readingCopy(() => readSync(source, part, 0, partBytes, at))
      if (read === 0) return
      writeAll(target, part.subarray(0, read), at)
      at += read
    }
  } finally {
    closeSync(target)
    closeSync(source)
  }
}

function writeAll(file: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(file, bytes, done, bytes.length - done, at + done)
  }
}

/** Fails with JOURNAL_DAMAGED unless the file is a whole database that once had the journal's shape. */
export function checkCopy(path: string): void {
  // To write as well: beside one that is only read SQLite leaves an empty WAL.
  const copy = openDatabase(path, { synchronous: 'FULL', quickCheck: true })
  try {
    const shape = copy.get(
      z.object({ count: z.int() }),
      "select count(*) as count from sqlite_schema where type = 'table' and name = 'migrations'",
    )
    const steps = shape?.count === 1 ? copy.all(z.unknown(), 'select id from migrations') : []
    if (steps.length === 0) throw new Failure('JOURNAL_DAMAGED')
  } finally {
    copy.close()
  }
}
