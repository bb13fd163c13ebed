import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createAsset } from './asset.ts'
import { settingsSchema } from '../shared/contract/settings.ts'
import { createSettings } from './features/settings/index.ts'
import { inOrder } from './async/in-order.ts'
import { createLog } from './log.ts'
import { lookIntoRegister, openRegister } from './register.ts'
import { openDatabase } from './store/sqlite/db.ts'
import { readRecovery } from './store/recovery/recovery-note.ts'
import { Failure } from '../shared/errors.ts'
import { makeFolder } from '../tests/folders.ts'

let folder: string
beforeEach(() => {
  folder = makeFolder('app')
})

describe('what the window asks for', () => {
  const text = (body: Uint8Array) => new TextDecoder().decode(body)

  function assets(contentType = 'image/png') {
    const renderer = join(folder, 'renderer')
    mkdirSync(join(renderer, 'assets'), { recursive: true })
    writeFileSync(join(renderer, 'index.html'), 'index')
    writeFileSync(join(renderer, 'assets', 'a.js'), 'script')
    writeFileSync(join(renderer, '.sources'), 'hash')
    writeFileSync(join(folder, 'secret.json'), 'secret')
    const media = async (path: string) => ({
      status: 200,
      contentType,
      body: new TextEncoder().encode(path),
    })
    return createAsset(renderer, media, () => undefined)
  }

  test('its files with their types, its pictures by path', async () => {
    const asset = assets()
    const index = await asset('/')
    expect([index.status, index.contentType, text(index.body)]).toEqual([
      200,
      'text/html; charset=utf-8',
      'index',
    ])
    expect((await asset('/assets/a.js')).contentType).toBe('text/javascript; charset=utf-8')
    expect(text((await asset('/media/products/1')).body)).toBe('/media/products/1')
  })

  test.each([
    '/../secret.json',
    '/%2e%2e/secret.json',
    '/assets/..%2f..%2fsecret.json',
    '/..%5csecret.json',
    '//etc/passwd.json',
    '/.sources',
    '/nothing.js',
    '/assets',
    '/%',
    '/index.html%00.js',
  ])('%s is not there', async (path) => {
    expect((await assets()(path)).status).toBe(404)
  })

  test('a picture that fails is told and answered, and ends nothing', async () => {
    const told: unknown[] = []
    const trouble = new Failure('CACHE_DAMAGED')
    const asset = createAsset(
      folder,
      () => Promise.reject(trouble),
      (caught) => told.push(caught),
    )
    expect((await asset('/media/products/1')).status).toBe(500)
    expect(told).toEqual([trouble])
  })

  test('a picture that is a page is not answered', async () => {
    expect((await assets('text/html')('/media/products/1')).status).toBe(404)
  })
})

describe('settings', () => {
  function settings(stored: Record<string, unknown> = {}) {
    const store = new Map(Object.entries(stored))
    const emitted: unknown[] = []
    const { handlers } = createSettings({
      store: { get: (key) => store.get(key), set: (key, value) => void store.set(key, value) },
      info: {
        version: '1.0.0',
        host: 'chromium',
        dataDir: folder,
        unsandboxed: false,
        platform: 'linux',
        settingsAside: null,
      },
      openPath: async () => undefined,
      emit: (name, payload) => void emitted.push([name, payload]),
      tell: () => undefined,
    })
    return { handlers, emitted }
  }
  const defaults = settingsSchema.parse({})

  test('a change keeps the rest and is told', async () => {
    const { handlers, emitted } = settings({ settings: { theme: 'dark' } })
    const now = { ...defaults, theme: 'dark', language: 'en' }
    expect(await handlers['settings.set']({ language: 'en' })).toEqual(now)
    expect(await handlers['settings.get']({})).toEqual(now)
    expect(emitted).toEqual([['settings.changed', now]])
  })

  test('what cannot be read is as on the first day', async () => {
    const { handlers } = settings({ settings: { theme: 'plaid' } })
    expect(await handlers['settings.get']({})).toEqual(defaults)
  })
})

describe('the log', () => {
  const read = () => readFileSync(join(folder, 'mostrador.log'), 'utf8')

  test('tells causes and hides secrets', () => {
    const cause = new Error('header Authorization: Bearer abc.def-1 with 4111111111111111')
    createLog(folder).error('selling.sell', new Error('{"token":"s3cret"}', { cause }))
    expect(read()).toMatch(/ERROR selling\.sell: Error: .*\n[\s\S]*caused by Error: header/)
    for (const secret of ['abc.def-1', '4111111111111111', 's3cret']) {
      expect(read()).not.toContain(secret)
    }
  })

  test('tells of a customer’s number its end, and leaves times and names of files', () => {
    const said = `no: "3001234567", 79456123. at file:///a-1234567.js:1234:56 1.23456789 20260101-1234567`
    createLog(folder).info(said)
    expect(read()).toContain(
      'no: "******4567", *****123. at file:///a-1234567.js:1234:56 1.23456789 20260101-1234567',
    )
  })

  test('turns over at 1 MB and keeps three old ones', () => {
    const log = createLog(folder)
    for (let count = 0; count < 900; count += 1) log.info('venta '.repeat(2_000))
    const there = ['', '.1', '.2', '.3', '.4'].map((age) =>
      existsSync(join(folder, `mostrador.log${age}`)),
    )
    expect(there).toEqual([true, true, true, true, false])
    expect(read().length).toBeLessThan(1_200_000)
  })

  test('loses no line where a file cannot be renamed, as on Windows while another program has it open', () => {
    const quiet = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => quiet.mockRestore())
    writeFileSync(join(folder, 'mostrador.log.2'), 'held')
    mkdirSync(join(folder, 'mostrador.log.3'))
    const log = createLog(folder)
    for (let count = 0; count < 200; count += 1) log.info(`${count} ${'venta '.repeat(2_000)}`)
    expect(read().match(/ INFO \d+ /g)).toHaveLength(200)
    // Once it can, it turns over.
    rmSync(join(folder, 'mostrador.log.3'), { recursive: true })
    for (let count = 0; count < 200; count += 1) log.info('venta '.repeat(2_000))
    expect(readdirSync(folder)).toContain('mostrador.log.1')
  })
})

test('closing goes on past what cannot be closed, and says it', async () => {
  const taken: number[] = []
  const fails = (step: number) => () => {
    taken.push(step)
    throw new Error(`step ${step}`)
  }
  const closing = inOrder([fails(1), async () => fails(2)(), () => void taken.push(3)])
  await expect(closing).rejects.toThrow('step 1')
  expect(taken).toEqual([1, 2, 3])
})

describe('the register', () => {
  test('one writes; another is told; looking goes on', () => {
    const first = openRegister(folder)
    expect(first.kind).toBe('open')
    expect(() => openRegister(folder)).toThrow(Failure)
    const look = lookIntoRegister(folder)
    expect(look.kind === 'blocked' && look.reader?.openCount('p')).toBe(0)
    if (look.kind === 'blocked') look.reader?.close()
    if (first.kind === 'open') first.journal.close()
  })

  test('a damaged journal is restored, and the open register can tell of it', () => {
    writeFileSync(join(folder, 'journal.db'), 'this is no database at all'.repeat(500))
    const register = openRegister(folder)
    expect(register.kind).toBe('open')
    expect(readRecovery(folder)?.setAside).toHaveLength(1)
    if (register.kind === 'open') register.journal.close()
  })

  test('a journal of a newer version blocks selling and says so, and does not keep the app shut', () => {
    const first = openRegister(folder)
    if (first.kind === 'open') first.journal.close()
    const db = openDatabase(join(folder, 'journal.db'), { synchronous: 'FULL' })
    db.run("insert into migrations (id, applied_at) values ('99990101T0000-future', 0)")
    db.close()
    const register = openRegister(folder)
    expect(register.kind === 'blocked' && register.failure.error.code).toBe('JOURNAL_NEWER')
  })
})
