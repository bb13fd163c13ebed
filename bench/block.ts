import { fork } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { createThread } from '../electron/async/thread.ts'
import { sheetFile } from '../electron/features/books/formats/sheet-file.ts'
import { createCatalog, type CatalogFeature } from '../electron/features/catalog/catalog.ts'
import { shopOf } from '../electron/features/catalog/testing/fake-service.ts'
import { packedPushedSchema } from '../electron/features/hub/hub-question.ts'
import { sharedReader } from '../electron/features/hub/packed-shared.ts'
import { createMerchantService } from '../electron/service/client.ts'
import type { MerchantService } from '../electron/service/service.ts'
import { openCatalogCache } from '../electron/store/cache/catalog-cache.ts'
import { openJournal } from '../electron/store/journal/open-journal.ts'
import { openDatabase } from '../electron/store/sqlite/db.ts'
import { wholeCatalog } from '../shared/contract/catalog.ts'
import type { Profile } from '../shared/contract/connection.ts'
import { formLogic } from '../shared/domain/form/field-scripts.ts'
import { Failure } from '../shared/errors.ts'
import { inputSample } from '../shared/domain/testing/input-sample.ts'
import { makeFolder, removeFolder } from '../tests/folders.ts'
import { longestTurn, machine, table, type Result } from './measure.ts'

/**
 * The longest time that the main thread stands still while the service answers as much as it may, and more, or sends
 * the dearest form, or a hub tells a register that joins of years, or a month's entries are written: in processor time, so
 * that it does not matter who else works. The service runs as a process of its own.
 */
const target = 50
const folder = makeFolder('block')
const child = fork(fileURLToPath(new URL('./large-answers.ts', import.meta.url)))
const { port } = await new Promise<{ port: number }>((resolve, reject) => {
  child.once('message', (told) => resolve(z.object({ port: z.int() }).parse(told)))
  child.once('exit', () => reject(new Error('the service ended')))
})

function serviceAt(name: string): MerchantService {
  const profile: Profile = {
    id: 'bench',
    name: 'Bench',
    country: 'CO',
    apiVersion: '1.10.2',
    deviceId: '',
    baseUrl: `http://127.0.0.1:${port}/${name}`,
    position: null,
    valuesAs: 'strings',
    sandbox: true,
  }
  return createMerchantService({ profile, token: () => 'secret', timeouts: { list: 300_000 } })
}

const results: Result[] = []

async function measured(name: string, work: () => Promise<unknown>): Promise<void> {
  const longest = await longestTurn(work)
  const value = `${longest.toFixed(0)} ms`
  results.push({ name, value, target: `${target} ms`, met: longest <= target })
}

/** An answer, read or refused, and a moment to tidy up after it. */
async function answered(
  name: string,
  answer: string,
  ask: (service: MerchantService) => Promise<unknown>,
): Promise<void> {
  const service = serviceAt(answer)
  await measured(name, async () => {
    await ask(service).catch(() => undefined)
    await pause(5)
  })
  await service.close()
}

/** The dearest that fifty fields can ask for: options whose snippets are long and many. */
async function form(): Promise<void> {
  const strings = Array.from({ length: 3 }, (_, at) => `f0 = [${'1, '.repeat(300)}${at}]`)
  const option = { label: 'a', value: 'a', eval: strings }
  const inputs = Array.from({ length: 50 }, (_, at) =>
    inputSample(`f${at}`, { type: 'select', options: [option] }),
  )
  const values = Object.fromEntries(inputs.map(({ name }) => [name, 'a']))
  await measured('a form of 50 fields whose options run three long lines each', async () => {
    await pause(5)
    formLogic(inputs, values)
    await pause(5)
  })
}

async function catalog(): Promise<void> {
  const db = openDatabase(join(folder, 'cache.db'), { synchronous: 'NORMAL' })
  const service = serviceAt('catalog')
  const create = () =>
    createCatalog({
      ...shopOf(),
      cache: openCatalogCache(db),
      profileId: () => 'bench',
      service: () => service,
      emit: () => undefined,
      soldAmounts: () => [],
      directions: () => new Map(),
      settings: { get: () => undefined, set: () => undefined },
      onProblem: () => undefined,
      now: Date.now,
    })
  const feature = create()
  const refresh = () => feature.handlers['catalog.refresh']({})
  await measured('a first catalog of 100,000 products, read and stored', refresh)
  await measured('the same once more, nothing new', refresh)
  feature.close()
  const opened = create()
  await measured('the same part by part to the window', async () => {
    await pause(5)
    await wholeCatalog(async (input) => {
      // Each part is asked for by a message of its own.
      await pause(1)
      return opened.handlers['catalog.get'](input)
    })
    await pause(5)
  })
  const held = await heldBy(opened)
  if (held !== null) results.push(held)
  opened.close()
  await service.close()
  db.close()
}

/** What stays in the memory of the main process once a whole catalog was asked for; null: without `--expose-gc`. */
async function heldBy(catalog: CatalogFeature): Promise<Result | null> {
  const collect: unknown = Reflect.get(globalThis, 'gc')
  if (typeof collect !== 'function') return null
  const used = async () => {
    await pause(50)
    Reflect.apply(collect, undefined, [])
    return process.memoryUsage().heapUsed / 1024 / 1024
  }
  const before = await used()
  await wholeCatalog((input) => catalog.handlers['catalog.get'](input))
  const megabytes = Math.max(0, (await used()) - before)
  const value = `${megabytes.toFixed(1)} MB`
  return { name: 'what is held of it in memory', value, target: '2 MB', met: megabytes <= 2 }
}

/** Years of lines of the book of credit, as a register hears them that joins: read and written down, a turn at a time. */
async function heardLines(): Promise<void> {
  const lines = 30_000
  const thread = createThread({
    url: new URL('./books/told-lines.ts', import.meta.url),
    died: (cause) => new Failure('HUB_UNREACHABLE', { reason: String(cause) }),
  })
  const data = join(folder, 'joined')
  mkdirSync(data)
  const journal = openJournal(data)
  const stream = { id: 's', code: 'C1', name: 'Caja 1', login: 'l', url: 'u', ca: null, begunAt: 1 }
  journal.outbox.begin(stream)
  const places = { accounts: {}, beside: [] }
  await measured('30,000 lines of the book of credit, heard and written down', async () => {
    const { shared } = await thread.ask({ lines }, packedPushedSchema)
    if (!shared) throw new Error('nothing was told')
    const read = sharedReader(shared)
    let answer = read()
    for (; answer === null; answer = read()) await pause(1)
    const step = journal.outbox.shared.takes(answer)
    while (step(places, 1, () => undefined) === null) await pause(1)
  })
  await thread.end()
  journal.close()
}

/** The entries of a large month, as a sheet. */
async function entries(): Promise<void> {
  const row = ['2026-10-01', 'v', 'd', 'COP', '28150501', '900123456', 'c', 10.5, 0, 'r', 'p', 3]
  const rows = Array.from({ length: 6_000 }, () => row)
  // What writes it is loaded once a run, at the first file.
  await sheetFile('e', [])
  await measured('6,000 lines of entries, written as a workbook', () => sheetFile('e', rows))
}

const list = (service: MerchantService) => service.list('sales', '2026-10-01', '2026-10-01')
const products = (service: MerchantService) => service.listProducts()
await answered('an answer of 16 MB, all of it empty lists', 'lists', products)
await answered('a catalog of 150,000 products, refused', 'toomany', products)
await answered('a report of 1,000 rows', 'page', list)
await answered('a quote of 20,000 empty fields, refused', 'form', (one) => one.query('{}'))
await form()
await catalog()
await heardLines()
await entries()

child.kill()
await removeFolder(folder)
process.stdout.write(`${table(results)}\n\n${machine()}\n`)
if (results.some(({ met }) => met === false)) process.exitCode = 1
