import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { createPageWriter, openPages, rootOf, sumOf, writtenAtOnce } from './page-file.ts'

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const pageSize = 65_536
const count = 200

/** How many bytes stood unwritten at most before the disk was asked for them, and in how many times all of them. */
function watchDisk() {
  const { writeSync, fdatasyncSync, fsyncSync } = fs
  const seen = { unwritten: 0, most: 0, times: 0 }
  const durable = (sync: (file: number) => void) => (file: number) => {
    sync(file)
    seen.times += 1
    seen.unwritten = 0
  }
  vi.spyOn(fs, 'writeSync').mockImplementation((file: number, bytes: unknown) => {
    const written = writeSync(file, Buffer.from(bytes instanceof Uint8Array ? bytes : ''))
    seen.unwritten += written
    seen.most = Math.max(seen.most, seen.unwritten)
    return written
  })
  vi.spyOn(fs, 'fdatasyncSync').mockImplementation(durable(fdatasyncSync))
  vi.spyOn(fs, 'fsyncSync').mockImplementation(durable(fsyncSync))
  syncBuiltinESMExports()
  return seen
}

it('brings what it writes to the disk piece by piece: whoever makes a sale durable waits for no more', () => {
  const path = join(makeFolder('writer', inMemory), 'copy.pages')
  const disk = watchDisk()
  const writer = createPageWriter(path, pageSize, () => undefined)
  const sums: Buffer[] = []
  for (let number = 1; number <= count; number += 1) {
    // Noise, which does not get smaller.
    const page = randomBytes(pageSize)
    const sum = sumOf(page)
    sums.push(sum)
    writer.add(number, page, sum)
  }
  const facts = { content: 1, saleEvents: 1, erasures: 0, turn: 1, written: null }
  const root = rootOf(pageSize, Buffer.concat(sums))
  writer.seal({ ...facts, pageSize, pageCount: count, root, parent: null })
  writer.close()
  expect(disk.unwritten).toBe(0)
  // A block goes beyond it.
  expect(disk.most).toBeLessThan(writtenAtOnce + 64 * pageSize + 4_096)
  expect(disk.times).toBeGreaterThanOrEqual(3)
  const copy = openPages(path)
  expect(copy.numbers).toHaveLength(count)
  copy.close()
})
