import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { packTar, type TarEntry } from 'modern-tar'
import { beforeAll, expect, test } from 'vitest'
import { Failure } from '../../../shared/errors.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { readHolder, writeHolder } from './holder.ts'
import { newKey, type CopyKey } from './key.ts'
import { stageRestore } from './stage-restore.ts'

// Copies that somebody else made who may write in the folder, and has the recipient; and what is none.

let key: CopyKey
beforeAll(async () => {
  key = await newKey('es')
})
const terabyte = 2 ** 40
const isWindows = process.platform === 'win32'

const named = (name: string, body = 'x', type: TarEntry['header']['type'] = 'file') => ({
  header: { name, size: Buffer.byteLength(body), type, linkname: '/etc/passwd' },
  body,
})

const fileOf = (bytes: string | Uint8Array): string => {
  const path = join(makeFolder('stick', inMemory), 'copy.tar.gz.age')
  writeFileSync(path, bytes)
  return path
}

async function sealed(bytes: Uint8Array): Promise<string> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(key.recipient)
  return fileOf(await encrypter.encrypt(bytes))
}

/** One whose manifest is right about all that is in it. */
async function made(entries: ReturnType<typeof named>[]): Promise<string> {
  const sumOf = (body: string) => createHash('sha256').update(body).digest('hex')
  const files = Object.fromEntries(
    entries.map(({ header, body }) => [header.name, { size: header.size, sha256: sumOf(body) }]),
  )
  const manifest = JSON.stringify({ format: 1, at: 1, shop: 's', backup: 'b', files })
  return sealed(gzipSync(await packTar([...entries, named('manifest.json', manifest)])))
}

/** What a restore of it comes to; nothing of it may stand anywhere. */
async function comesTo(path: string): Promise<unknown> {
  const parent = makeFolder('attacked', inMemory)
  const dataDir = join(parent, 'data')
  mkdirSync(dataDir)
  const holder = { writer: 'pc-2', since: 1, computer: 'CAJA-2', ticket: 't' }
  const { identity, recipient } = key
  const order = { dataDir, path, identity, recipient, mustMark: false, openAside: 0, holder }
  const caught: unknown = await stageRestore(order, () => undefined).catch(
    (error: unknown) => error,
  )
  expect([readdirSync(parent), readdirSync(dataDir)]).toEqual([['data'], []])
  return caught instanceof Failure ? caught.error.code : caught
}

test.each([
  ...['../journal.db', '/tmp/journal.db', 'intents/../../x.log', 'intents/000001.log/../../x'],
  ...['restoring/ready.json', 'ready.json', 'copies.json', 'lock.db', '__proto__', 'JOURNAL.DB'],
  ...['journal.db\n', '..\\journal.db', 'C:/journal.db', `intents/${'0'.repeat(200)}.log`],
])('writes nothing named %j', async (name) => {
  expect(await comesTo(await made([named(name)]))).toBe('COPY_DAMAGED')
})

test.each(['symlink', 'link', 'directory', 'fifo', 'character-device'] as const)(
  'makes no %s',
  async (type) => {
    expect(await comesTo(await made([named('journal.db', '', type)]))).toBe('COPY_DAMAGED')
  },
)

test('is none where it holds a file twice, too many, no journal, or is no archive at all', async () => {
  const twice = [named('journal.db', 'one'), named('journal.db', 'two')]
  const many = Array.from({ length: 2_001 }, (_, index) => named(`other-${index}`, ''))
  const noJournal = [named('journal.db', `SQLite format 3\0${'x'.repeat(4_080)}`)]
  for (const entries of [twice, many, [], noJournal]) {
    expect(await comesTo(await made(entries))).toBe('COPY_DAMAGED')
  }
  for (const bytes of ['', 'no gzip', gzipSync('no tar')]) {
    expect(await comesTo(await sealed(Buffer.from(bytes)))).toBe('COPY_DAMAGED')
  }
})

/** The beginning of a file of an archive, which says itself how large it is (ustar, size in base 256). */
function beginning(name: string, size: number): Buffer {
  const block = Buffer.alloc(512)
  block.write(name)
  block.write('0000600', 100)
  block[124] = 0x80
  block.writeBigUInt64BE(BigInt(size), 128)
  block.write('        0', 148)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((all, byte) => all + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

test('takes no room that sales need, however little of the disk it is itself', async () => {
  const path = await sealed(gzipSync(beginning('journal.db', 1000 * terabyte)))
  expect(await comesTo(path)).toBe('DISK_FULL')
})

test('is not held whole for what is no header, nor waited for where it is no file', async () => {
  const begun = 'age-encryption.org/v1\n-> X25519 '
  for (const text of ['', begun, `${begun}A\n\n--- `, `${begun}${'A'.repeat(70_000)}`]) {
    const path = fileOf(text)
    truncateSync(path, terabyte)
    expect(await comesTo(path), text.slice(0, 40)).toBe('COPY_DAMAGED')
  }
  expect(await comesTo(makeFolder('stick', inMemory))).toBe('COPY_DAMAGED')
  if (isWindows) return
  const pipe = join(makeFolder('stick', inMemory), 'copy.tar.gz.age')
  execFileSync('mkfifo', [pipe])
  expect(await comesTo(pipe)).toBe('COPY_DAMAGED')
})

test('is of nobody where who has it is endless or no file, and of a shop whose name is only shown', () => {
  const place = makeFolder('stick', inMemory)
  const path = join(place, 'caja.json')
  const shop = `La 14\n\u001b[2J\u202e${'x'.repeat(300)}`
  const own = { writer: 'pc-1', since: 1, computer: 'CAJA-1', ticket: 't' }
  writeHolder(place, { writtenBy: 'Mostrador', shop, ...own })
  expect(readHolder(place)?.shop).toMatch(/^La 14 \[2Jx{189}$/)
  truncateSync(path, terabyte)
  expect(readHolder(place)).toBeNull()
  rmSync(path)
  mkdirSync(path)
  expect(readHolder(place)).toBeNull()
  rmSync(path, { recursive: true })
  if (isWindows) return
  execFileSync('mkfifo', [path])
  expect(readHolder(place)).toBeNull()
})
