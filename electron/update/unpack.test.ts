import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar, type TarEntry } from 'modern-tar'
import { beforeEach, expect, it } from 'vitest'
import { inMemory, makeFolder } from '../../tests/folders.ts'
import { Failure } from '../../shared/errors.ts'
import { unpack, unpackLimits } from './unpack.ts'

let folder = ''
beforeEach(() => {
  folder = makeFolder('unpack', inMemory)
})

const file = (name: string, body = 'x'): TarEntry => ({
  header: { name, size: Buffer.byteLength(body), type: 'file' },
  body,
})

async function unpacked(entries: TarEntry[], limits = unpackLimits): Promise<string> {
  const archive = join(folder, 'archive.tgz')
  writeFileSync(archive, gzipSync(await packTar(entries)))
  return outcome(archive, limits)
}

async function outcome(archive: string, limits = unpackLimits): Promise<string> {
  try {
    await unpack(archive, join(folder, 'out'), limits)
    return 'done'
  } catch (caught) {
    return caught instanceof Failure ? caught.error.code : `not a Failure: ${String(caught)}`
  }
}

it('writes files and folders, and says what it wrote', async () => {
  const archive = join(folder, 'archive.tgz')
  const entries: TarEntry[] = [
    { header: { name: 'lib/', size: 0, type: 'directory' } },
    file('lib/main.js', 'one'),
    file('node_modules/@napi-rs/keyring/index.js', 'three'),
    file('.sources', ''),
  ]
  writeFileSync(archive, gzipSync(await packTar(entries)))
  expect(await unpack(archive, join(folder, 'out'))).toEqual({
    'lib/main.js': { bytes: 3 },
    'node_modules/@napi-rs/keyring/index.js': { bytes: 5 },
    '.sources': { bytes: 0 },
  })
  expect(readFileSync(join(folder, 'out/lib/main.js'), 'utf8')).toBe('one')
})

it.each([
  '../out.js',
  'lib/../../out.js',
  '/etc/passwd',
  'C:/Windows/x.js',
  String.raw`lib\..\..\x.js`,
  './x.js',
  'lib//x.js',
  'con.txt',
  'lib/NUL',
  'x.js.',
  'ñ.js',
  'a b.js',
  `${'d/'.repeat(20)}x.js`,
  `${'n'.repeat(250)}.js`,
])('writes nothing named %s', async (name) => {
  expect(await unpacked([file(name)])).toBe('FEED_REFUSED')
  expect(readdirSync(folder).sort()).toEqual(['archive.tgz', 'out'])
  expect(readdirSync(join(folder, 'out'))).toEqual([])
})

it.each(['symlink', 'link', 'fifo', 'character-device', 'block-device'] as const)(
  'makes no %s',
  async (type) => {
    const entry = { header: { name: 'x', size: 0, type, linkname: '/etc/passwd' } }
    expect(await unpacked([entry])).toBe('FEED_REFUSED')
    expect(existsSync(join(folder, 'out/x'))).toBe(false)
  },
)

it('writes nothing twice, also where two cases are one name', async () => {
  expect(await unpacked([file('lib/x.js'), file('LIB/X.js')])).toBe('FEED_REFUSED')
})

it('stops at too many files, and at too many bytes, however well they were compressed', async () => {
  const few = { ...unpackLimits, files: 3 }
  expect(
    await unpacked(
      ['a', 'b', 'c', 'd'].map((name) => file(name)),
      few,
    ),
  ).toBe('FEED_REFUSED')
})

it('stops at too many bytes, however well they were compressed', async () => {
  const small = { ...unpackLimits, bytes: 100_000 }
  expect(await unpacked([file('a', '0'.repeat(3_000_000))], small)).toBe('FEED_REFUSED')
})

it.each([
  ['no archive', (bytes: Buffer) => Buffer.from(`not ${bytes.length}`)],
  ['a cut one', (bytes: Buffer) => bytes.subarray(0, bytes.length - 20)],
  [
    'one with spoilt bytes',
    (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 60 ? byte ^ 255 : byte))),
  ],
])('takes %s for none', async (_name, spoil) => {
  const archive = join(folder, 'archive.tgz')
  const body = Array.from({ length: 500 }, (_, at) => String(at * 7919)).join(' ')
  writeFileSync(archive, spoil(gzipSync(await packTar([file('a', body)]))))
  expect(await outcome(archive)).toBe('FEED_REFUSED')
})
