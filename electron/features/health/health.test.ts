import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import JSZip from 'jszip'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { usualProfile, type Profile } from '../../../shared/contract/connection.ts'
import type { CopiesState } from '../../../shared/contract/journal.ts'
import { monthlyPlanSchema } from '../../../shared/contract/upkeep/monthly.ts'
import { printerSchema } from '../../../shared/contract/receipts.ts'
import { settingsSchema, type UpdatesState } from '../../../shared/contract/settings.ts'
import { businessSchema } from '../../../shared/domain/receipt/business.ts'
import { Failure } from '../../../shared/errors.ts'
import { createLog } from '../../log.ts'
import { writtenJournal } from '../../store/journal/journal-access.ts'
import { openJournal, type OpenJournal } from '../../store/journal/open-journal.ts'
import type { Database } from '../../store/sqlite/db.ts'
import { intentSample } from '../../store/testing/journal-samples.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { createHealth } from './health.ts'
import type { HealthDeps } from './ports.ts'

let folder: string
let journal: OpenJournal
beforeEach(() => {
  folder = makeFolder('health', inMemory)
  journal = openJournal(folder)
})
afterEach(() => journal.close())

/** What a thief would look for. */
const secrets = {
  phone: '3001234567',
  document: '1020304050',
  name: 'María Ñandú Pérez',
  email: 'maria@ejemplo.co',
  account: '81234567890',
  token: 'eyJhbGciOiJIUzI1NiJ9.c2VjcmV0bw.firma-de-prueba',
  password: 'clave%20secreta',
}
const all = Object.values(secrets)

const profile: Profile = {
  ...usualProfile,
  ...{ id: secrets.account, name: secrets.name, country: 'CO', deviceId: secrets.document },
  baseUrl: `https://${secrets.phone}:${secrets.password}@servicio.ejemplo.co/${secrets.token}`,
}

const copies: CopiesState = {
  folder: `/media/${secrets.name}/${secrets.phone}`,
  last: { at: 1, bytes: 7_654 },
  seenAt: null,
  error: { code: 'COPY_FAILED', params: { reason: secrets.name } },
  takenOver: { since: 2, computer: secrets.name },
  waits: false,
  restored: null,
}

const updates: UpdatesState = {
  unavailable: null,
  version: '9.9.9',
  from: `https://${secrets.phone}:${secrets.password}@actualiza.ejemplo.co/${secrets.token}`,
  isOn: true,
  lookedAt: 3,
  offers: [{ version: '9.9.10', isSecurity: true, notes: { es: secrets.name, en: secrets.name } }],
  isSeason: false,
  doing: null,
  ready: null,
  chosen: null,
  before: null,
  problem: { code: 'FEED_NOT_FOUND', params: { feed: secrets.token } },
}

function health(over: Partial<HealthDeps> = {}) {
  return createHealth({
    dataDir: folder,
    version: '9.9.9',
    host: 'chromium',
    now: () => Date.UTC(2026, 10, 23),
    journal: writtenJournal(journal),
    journalState: () => ({ kind: 'ready' }),
    connection: () => ({
      profiles: [profile],
      activeId: profile.id,
      token: 'keyring',
      reach: 'offline',
      error: { code: 'CONNECTION_REFUSED', params: { host: secrets.name } },
      lastAnswerAt: null,
      clockSkewMs: 400_000,
    }),
    copies: async () => copies,
    updates: async () => updates,
    monthly: () => ({
      plan: monthlyPlanSchema.parse({ on: true, folder: `/home/${secrets.name}` }),
      ...{ written: null, failed: null, due: '2026-10', isTestService: false },
    }),
    pace: () => [{ operation: 'query', requests: 3, failed: 1, median: 120, slowest: 900 }],
    settings: () => settingsSchema.parse({ transferVias: { CO: [`Nequi ${secrets.phone}`] } }),
    business: () => businessSchema.parse({ name: secrets.name, phone: secrets.phone }),
    printer: () => printerSchema.parse({ kind: 'system', systemName: 'Caja\u0000\u202e ñ "\n' }),
    printers: async () => [{ name: 'Caja\u0000\u202e ñ "\n', label: 'x', isDefault: true }],
    mustBeApproved: (path) => {
      if (!path.startsWith(folder)) throw new Failure('FILE_NOT_ALLOWED')
    },
    ...over,
  })
}

/** As a text may stand in a file: as it is, masked by nothing, or in another writing of the same bytes. */
function writings(text: string): string[] {
  const bytes = Buffer.from(text)
  const digits = text.replace(/\D/g, '')
  return [
    text,
    text.normalize('NFD'),
    encodeURIComponent(text),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('latin1'),
    JSON.stringify(text).slice(1, -1),
    [...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    ...text.split(' ').filter((word) => word.length > 4),
    // Its end alone, as masks leave it, is enough to tell one customer from another.
    ...(digits.length > 6 ? [digits.slice(-6)] : []),
  ]
}

test('the report holds nothing of a journal, a log and settings that are full of customers and secrets', async () => {
  const said = all.join(' ')
  journal.prepare(
    intentSample({
      reference: secrets.phone,
      phone: secrets.phone,
      productName: said,
      values: { customerCellphone: secrets.phone, name: secrets.name, email: secrets.email },
      cashier: secrets.name,
    }),
  )
  journal.unprinted.add({ id: 'job', at: 5, saleId: 'sale-0001', title: said })
  journal.unprinted.failed('job', { code: 'PRINTER_REFUSED', params: { reason: said } })
  const log = createLog(folder)
  log.error(`PRINTER_REFUSED: ${said}`)
  log.error(
    'selling.sell',
    new Failure('SERVICE_REFUSED', {
      message: `${said}\n    at x (electron/${secrets.name}.ts:1:1)`,
    }),
  )
  log.error(
    secrets.phone,
    new Error(`${said}\n    at f (electron/a/${secrets.phone}.ts:30012:34567)`),
  )
  writeFileSync(join(folder, `intents.log.${secrets.phone}`), said)
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ said }))
  const texts = await hunted(health())
  const whole = texts.map(({ text }) => text).join('\n')
  for (const told of [
    '9.9.9',
    'SERVICE_REFUSED',
    'selling.sell',
    'PRINTER_REFUSED',
    'Caja',
    'https://servicio.ejemplo.co',
    '"median": 120',
  ]) {
    expect(whole).toContain(told)
  }
})

test('nor of a journal whose every field of every table holds them, though nothing of it can be told', async () => {
  const { journal: full, db } = openMemoryJournal()
  const tables = fillEveryField(db, all.join(' '))
  expect(tables.length).toBeGreaterThan(20)
  const journalState = () => {
    throw new Failure('STORE_FAILED', { reason: all.join(' ') })
  }
  const texts = await hunted(health({ journal: writtenJournal(full), journalState }))
  const told = Object.fromEntries(texts.map(({ name, text }) => [name, text]))
  expect(told['storage.json']).toContain('STORE_FAILED')
  expect(told['printers.json']).toContain('failed')
  expect(told['settings.json']).toContain('offerRecent')
  full.close()
})

/** A row in each table whose every text, blob and number is `said`, whatever the table wants; answers the tables. */
function fillEveryField(db: Database, said: string): string[] {
  db.exec('pragma foreign_keys = off; pragma ignore_check_constraints = on')
  const named = z.object({ name: z.string() })
  const ofKind = (kind: string) =>
    db.all(named, `select name from sqlite_master where type = ? and name not like 'sqlite%'`, kind)
  for (const kind of ['trigger', 'index']) {
    for (const { name } of ofKind(kind)) db.exec(`drop ${kind} "${name}"`)
  }
  const tables = ofKind('table').map(({ name }) => name)
  const column = z.object({ name: z.string(), type: z.string() })
  for (const table of tables) {
    const sql = 'select name, upper(type) as type from pragma_table_xinfo(?) where hidden = 0'
    const columns = db.all(column, sql, table)
    const values = columns.map(({ type }) => {
      if (/^(?:INT|REAL)/.test(type)) return '7'
      // What is computed of a column reads JSON in it.
      return type === 'BLOB' ? `cast('${said}' as blob)` : `'${JSON.stringify(said)}'`
    })
    const names = columns.map(({ name }) => `"${name}"`)
    db.exec(`insert or replace into "${table}" (${names.join()}) values (${values.join()})`)
  }
  return tables
}

/** What the saved zip holds, in which no writing of any secret stands. */
async function hunted(calls: ReturnType<typeof health>) {
  const { id, files } = await calls['health.report']({ language: 'es' })
  const path = join(folder, 'informe.zip')
  await calls['health.saveReport']({ id, path })
  const zip = await JSZip.loadAsync(await readFile(path))
  const texts = await Promise.all(
    Object.values(zip.files).map(async (file) => ({
      name: file.name,
      text: await file.async('text'),
    })),
  )
  // What is saved is what was shown.
  expect(texts).toEqual(files)
  const found = texts.flatMap(({ name, text }) =>
    all.flatMap((secret) =>
      writings(secret)
        .filter((one) => text.toLowerCase().includes(one.toLowerCase()) || name.includes(one))
        .map((one) => `${name}: ${one}`),
    ),
  )
  expect(found).toEqual([])
  return texts
}

test('only the report that was shown last is saved, and only where a person chose', async () => {
  const calls = health()
  const first = await calls['health.report']({ language: 'es' })
  await calls['health.report']({ language: 'en' })
  const save = (id: string, path: string) => calls['health.saveReport']({ id, path })
  await expect(save(first.id, join(folder, 'a.zip'))).rejects.toMatchObject({
    error: { code: 'BAD_INPUT' },
  })
  await expect(save(first.id, '/etc/a.zip')).rejects.toMatchObject({
    error: { code: 'FILE_NOT_ALLOWED' },
  })
})

test('says what it found of each thing, and what it could not look at', async () => {
  const states = async (over: Partial<HealthDeps> = {}) => {
    const { checks } = await health(over)['health.look']({ language: 'es' })
    return Object.fromEntries(checks.map(({ topic, state }) => [topic, state]))
  }
  expect(await states()).toMatchObject({
    clock: 'bad',
    service: 'bad',
    copies: 'look',
    printer: 'well',
  })
  const gone = await states({ dataDir: join(folder, 'gone') })
  expect(gone).toMatchObject({ disk: 'unknown', version: 'well', copies: 'well' })
  const blocked = { kind: 'blocked', error: { code: 'JOURNAL_DAMAGED' } } as const
  expect(await states({ journalState: () => blocked })).toMatchObject({ integrity: 'bad' })
  expect(
    await states({
      journalState: () => {
        throw new Failure('STORE_FAILED')
      },
    }),
  ).toMatchObject({ integrity: 'unknown' })
})

test('tells of copies elsewhere and of new versions what the frame tells of them', async () => {
  const now = Date.UTC(2026, 10, 23)
  const day = 24 * 3_600_000
  const look = async (over: { copies?: Partial<CopiesState>; updates?: Partial<UpdatesState> }) => {
    const given = {
      copies: async () => ({ ...copies, error: null, takenOver: null, ...over.copies }),
      updates: async () => ({
        ...updates,
        offers: [],
        problem: null,
        lookedAt: now,
        ...over.updates,
      }),
    }
    const { checks } = await health(given)['health.look']({ language: 'es' })
    const of = (topic: string) => checks.find((check) => check.topic === topic)
    return { elsewhere: of('elsewhere'), updates: of('updates') }
  }
  const elsewhere = async (over: Partial<CopiesState>) => (await look({ copies: over })).elsewhere
  const last = { at: now - 2 * day, bytes: 1 }
  const gone = { code: 'COPY_FOLDER_GONE', params: { folder: 'E:' } } as const
  expect(await elsewhere({ folder: null })).toMatchObject({ state: 'look' })
  expect(await elsewhere({ last, seenAt: now - 2 * day })).toMatchObject({ state: 'well' })
  expect(await elsewhere({ last, seenAt: now - 4 * day })).toMatchObject({ state: 'look' })
  expect(await elsewhere({ last, seenAt: now + day })).toMatchObject({ state: 'look' })
  const lost = await elsewhere({ last, seenAt: now, error: gone })
  expect(lost).toMatchObject({ state: 'look' })
  expect(lost?.text).toContain('No se encuentra la carpeta')
  expect(await elsewhere({ takenOver: { since: now, computer: 'caja-2' } })).toMatchObject({
    state: 'bad',
  })
  const versions = async (over: Partial<UpdatesState>) => (await look({ updates: over })).updates
  expect(await versions({})).toMatchObject({ state: 'well' })
  expect(await versions({ lookedAt: now - 4 * day })).toMatchObject({ state: 'look' })
  expect(await versions({ from: '' })).toMatchObject({ state: 'look' })
  expect(await versions({ from: '', unavailable: 'elsewhere' })).toMatchObject({ state: 'off' })
  expect(await versions({ problem: { code: 'CLOCK_WRONG' } })).toMatchObject({ state: 'look' })
  const offers = [{ version: '9.9.10', isSecurity: false, notes: { es: '', en: '' } }]
  expect((await versions({ offers }))?.text).toContain('9.9.10')
  expect((await versions({ chosen: '9.9.10' }))?.text).toContain('la próxima vez')
  // The command line was started by no launcher that it knows of.
  const { checks } = await health({ host: null })['health.look']({ language: 'es' })
  expect(checks.find(({ topic }) => topic === 'updates')?.text).toContain('Las busca la ventana')
})
