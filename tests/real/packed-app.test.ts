import { fork } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  globSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { programs } from '../../programs.config.ts'
import { startSandbox } from '../../sandbox/http/server.ts'
import type { Profile } from '../../shared/contract/connection.ts'
import { makeFolder } from '../folders.ts'
import { startKeyringService } from './keyring-service.ts'
import { fusesOf, open, pack, standInDist, unpack } from './packed.ts'
import { profileSample } from '../../shared/contract/testing/profile-sample.ts'

// The app as people install it, as near as a machine without Electron's program can: packed by the packager over a
// stand-in of that program, unpacked outside the repository and run from there with Node as Electron's.

const folder = makeFolder('packed')
const app = join(folder, 'app')
const output = join(folder, 'release')
const main = join(app, 'out/main')
let dist: string

beforeAll(async () => {
  dist = await standInDist(folder, '45.4.1')
  await pack('dir', dist, output)
  unpack(output, app)
})

const dataDirOf = (name: string) => join(folder, name)
const noBus = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', HOME: folder }

const progressSchema = z.object({ kind: z.enum(['progress', 'goesOn', 'atHome']) })
/** What it comes to, after how far it is. */
const endOf = (told: Pick<EventEmitter, 'on'>): Promise<unknown> =>
  new Promise((resolve) => {
    told.on('message', (message: unknown) => {
      if (!progressSchema.safeParse(message).success) resolve(message)
    })
  })

/** What one of its threads answers to a question. */
async function answerOf(name: string, question: object): Promise<unknown> {
  const thread = new Worker(join(main, name))
  thread.postMessage({ kind: 'ask', job: 1, question })
  const answer = await endOf(thread)
  await thread.terminate()
  return answer
}

/** What one of its programs says to what it is asked. */
async function saidBy(name: string, request: object): Promise<unknown> {
  const program = fork(join(main, name), { execArgv: [] })
  const said = endOf(program)
  program.send(request)
  const answer = await said
  program.kill()
  return answer
}

/** A shop's connection to a service. */
const shopAt = (baseUrl: string): Profile =>
  profileSample({
    id: 'tienda',
    name: 'Tienda',
    country: 'CO',
    baseUrl,
  })

describe('what the packager made', () => {
  test('the fuses are set in the program', () => {
    // RunAsNode, cookies, NODE_OPTIONS, --inspect, integrity, only the archive, snapshot, file://; the ninth is left.
    expect(fusesOf(join(output, 'linux-unpacked/mostrador'))).toBe('000011000')
  })

  test('each thread and program that a chunk names lies beside it', () => {
    const chunks = globSync('**/*.js', { cwd: main })
    const named = chunks.flatMap((chunk) => {
      const source = readFileSync(join(main, chunk), 'utf8')
      const places = source.match(/new URL\([^()]*, import\.meta\.url\)|join\(folder, "[^"]*"\)/g)
      const files = (places ?? []).flatMap((place) => place.match(/[\w./-]+\.c?js(?=")/g) ?? [])
      const threads = source.matchAll(/workerBeside\(import\.meta\.url, "([^"]*)"\)/g)
      for (const [, name] of threads) files.push(`${name}.js`)
      // That a version has a window to be started is asked of its folder, not of what lies beside a chunk.
      return files.filter((file) => file !== 'main.js').map((file) => join(dirname(chunk), file))
    })
    // What updates the app is asked of the folder of a version, too.
    const { 'update-process': _, ...beside } = programs
    const files = Object.keys(beside).map((name) => `${name}.js`)
    expect(named.toSorted()).toEqual(['../preload/preload.cjs', ...files].toSorted())
    for (const file of named) expect(existsSync(join(main, file)), file).toBe(true)
  })

  test('the preload runs on what a sandboxed one may require', async () => {
    const given = new Map<string, unknown>([
      [
        'electron',
        {
          contextBridge: {
            exposeInMainWorld: (name: string, value: object) => given.set(name, value),
          },
          ipcRenderer: { invoke: async (...asked: unknown[]) => asked },
        },
      ],
      ...['events', 'timers', 'url'].map((name) => [name, {}] as const),
    ])
    const allowed = (name: string) => {
      if (!given.has(name)) throw new Error(`module not found: ${name}`)
      return given.get(name)
    }
    const preload = join(app, 'out/preload/preload.cjs')
    const source = readFileSync(preload, 'utf8')
    runInContext(source, createContext({ require: allowed, exports: {}, module: { exports: {} } }))
    expect(Object.keys(given.get('bridge') ?? {})).toEqual(['call', 'subscribe'])
  })

  test('neither tests, tools nor sources are in it', () => {
    expect(readdirSync(app).toSorted()).toEqual(['node_modules', 'out', 'package.json'])
    for (const name of ['playwright-core', 'vitest', 'electron', 'fastify']) {
      expect(existsSync(join(app, 'node_modules', name)), name).toBe(false)
    }
  })
})

describe('the packed app', () => {
  test('opens its window, sells nothing by itself, reports and closes', async () => {
    const dataDir = dataDirOf('whole')
    const running = await open(app, dataDir, noBus)
    expect(await running.ask({ kind: 'page', path: '/' })).toBe(200)
    const index = readFileSync(join(app, 'out/renderer/index.html'), 'utf8')
    for (const [, file = ''] of index.matchAll(/(?:src|href)="\.(\/[^"]+)"/g)) {
      expect(await running.ask({ kind: 'page', path: file }), file).toBe(200)
    }
    // The test service is a program of its own.
    const { activeId } = await running.call('connection.useSandbox', { country: 'CO' })
    expect(activeId).toBe('sandbox-CO')
    expect((await running.call('connection.refresh', {})).reach).toBe('online')
    const day = new Date(Date.now() - 5 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    const range = { kind: 'sales', from: day, to: day } as const
    await running.call('reports.gather', { ...range, jobId: 'a' })
    const totals = await running.call('reports.totals', { ...range, filter: {} })
    expect(totals.rows).toBeGreaterThan(0)

    // The workbook is written by a thread.
    const path = join(folder, 'ventas.xlsx')
    await running.ask({ kind: 'choose', path })
    await running.call('files.chooseSave', { suggestedName: 'ventas.xlsx' })
    await running.call('reports.export', {
      ...range,
      jobId: 'b',
      filter: {},
      format: 'xlsx',
      path,
      language: 'es',
    })
    expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK')

    // So is a copy of the journal, and what sorts a large ledger.
    const file = openSync(join(dataDir, 'journal.db'), 'r')
    const backup = await answerOf('backup-worker.js', {
      folder: dataDir,
      reason: 'shift',
      file,
      isFirst: true,
    })
    closeSync(file)
    expect(backup).toMatchObject({ kind: 'answer' })
    const question = {
      kind: 'totals',
      database: join(dataDir, 'cache.db'),
      profileId: 'sandbox-CO',
      range,
      filter: {},
      said: new Map(),
    }
    expect(await answerOf('query-worker.js', question)).toMatchObject({
      answer: { rows: totals.rows },
    })

    // Large answers of the service are read by one too.
    const body = new TextEncoder().encode('{"statusCode":200,"data":{"Categories":[]}}')
    const context = { currency: 'COP', secure: true }
    const large = { operation: 'listProducts', status: 200, body, context }
    expect(await answerOf('answer-worker.js', { kind: 'read', question: large })).toMatchObject({
      answer: { kind: 'part' },
    })
    expect(await running.close()).toBe(0)
    expect(readFileSync(join(dataDir, 'mostrador.log'), 'utf8')).not.toContain(' error ')

    // What a long opening, a search over all sales, a check and a copy elsewhere are left to, on the folder it closed.
    const opening = await answerOf('opening-worker.js', { folder: dataDir, isChecked: false })
    expect(opening).toMatchObject({ kind: 'answer', answer: null })
    const tended = { kind: 'tend', folder: dataDir, index: true }
    expect(await answerOf('search-worker.js', tended)).toMatchObject({ answer: { lack: 0 } })
    const checked = await saidBy('check-process.js', { folder: dataDir, isBehind: false })
    expect(checked).toEqual({ kind: 'found', found: 'whole' })
  })

  test('its program for copies makes a key, and that for printers writes to a device', async () => {
    const key = await saidBy('copy-process.js', { do: 'newKey', language: 'es' })
    expect(key).toHaveProperty('kind', 'done')
    expect(JSON.stringify(key)).toMatch(/"recipient":"age1[a-z0-9]+"/)
    const paper = { path: '/dev/null', bytes: btoa('papel'), baud: 9600 }
    expect(await saidBy('device-writer.js', paper)).toEqual({ ok: true })
  })

  test('keeps its token in the keyring of the system from one run to the next', async () => {
    const sandbox = await startSandbox({})
    const keyring = await startKeyringService(join(folder, 'keyring'))
    const dataDir = dataDirOf('kept')
    const first = await open(app, dataDir, keyring.env)
    const profile = shopAt(sandbox.url)
    const saved = await first.call('connection.save', { profile, token: sandbox.token })
    expect(saved.token).toBe('keyring')
    await first.close()
    const second = await open(app, dataDir, keyring.env)
    expect((await second.call('connection.refresh', {})).token).toBe('keyring')
    expect((await second.call('connection.state', {})).reach).toBe('online')
    await second.close()
    await sandbox.close()
  })

  test('opens without the binding of the keyring, and keeps the token in memory', async () => {
    const sandbox = await startSandbox({})
    const keyring = await startKeyringService(join(folder, 'unused-keyring'))
    const other = join(folder, 'other-processor')
    cpSync(app, other, { recursive: true })
    for (const file of globSync('node_modules/@napi-rs/keyring-*', { cwd: other })) {
      rmSync(join(other, file), { recursive: true })
    }
    const running = await open(other, dataDirOf('other'), keyring.env)
    const profile = shopAt(sandbox.url)
    const saved = await running.call('connection.save', { profile, token: sandbox.token })
    expect(saved.token).toBe('memory')
    expect((await running.call('connection.refresh', {})).reach).toBe('online')
    expect(await running.close()).toBe(0)
    await sandbox.close()
  })
})

test('the installer of Debian is asked for with all that it needs', async () => {
  // fpm itself cannot be had everywhere: what it would be told is kept.
  const recorder = join(folder, 'fpm')
  const told = join(folder, 'told')
  writeFileSync(
    recorder,
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${told}'\nfor a; do [ "$p" = --package ] && echo > "$a"; p=$a; done\n`,
  )
  chmodSync(recorder, 0o755)
  const release = join(folder, 'deb')
  await pack('deb', dist, release, { CUSTOM_FPM_PATH: recorder })
  const args = readFileSync(told, 'utf8').split('\n')
  const after = (name: string) => args[args.indexOf(name) + 1]
  expect(after('--name')).toBe('mostrador-electron')
  expect(after('--url')).toMatch(/^https:/)
  expect(after('--architecture')).toBe('amd64')
  expect(args.some((arg) => arg.endsWith('=/usr/share/applications/mostrador.desktop'))).toBe(true)
  expect(statSync(after('--package') ?? '').isFile()).toBe(true)
})
