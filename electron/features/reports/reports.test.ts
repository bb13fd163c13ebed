import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { month, profileId, writeMonth } from '../../../bench/ledger.ts'
import type { Profile } from '../../../shared/contract/connection.ts'
import { reportFilterSchema } from '../../../shared/contract/reports.ts'
import { Failure } from '../../../shared/errors.ts'
import type { MerchantService } from '../../service/service.ts'
import { openCache } from '../../store/cache/cache.ts'
import type { Database } from '../../store/sqlite/db.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { storeWindow } from './ledger/ledger-windows.ts'
import { findLedger, openLedger } from './ledger/ledger.ts'
import { saleRow } from './testing/list-double.ts'
import { createReports, type ReportsDeps } from './reports.ts'
import { profileSample } from '../../../shared/contract/testing/profile-sample.ts'

const profile: Profile = profileSample({
  id: 'p',
  name: 'Tienda',
  country: 'CO',
  baseUrl: 'http://127.0.0.1:1',
  sandbox: true,
})
const range = { kind: 'sales', from: '2026-10-01', to: '2026-10-01' } as const

let folder: string
let cache: Database
beforeEach(() => {
  folder = makeFolder('jobs')
  cache = openCache(join(folder, 'cache.db'))
})
afterEach(() => {
  cache.close()
})

const notHere = () => Promise.reject(new Failure('UNEXPECTED'))

function depsOver(list: MerchantService['list']): ReportsDeps {
  const service: MerchantService = {
    profile,
    list,
    getBusiness: notHere,
    listProducts: notHere,
    getProduct: notHere,
    getImage: notHere,
    query: notHere,
    sell: notHere,
    find: notHere,
    turn: async () => undefined,
    generateLink: notHere,
    close: async () => undefined,
  }
  return {
    cache,
    profile: () => profile,
    service: () => service,
    emit: () => undefined,
    mustBeApproved: () => undefined,
    decimalSign: () => 'comma',
    maySeeCommissions: () => true,
  }
}

function reportsOver(list: MerchantService['list'], onProgress: () => void = () => undefined) {
  return createReports({ ...depsOver(list), emit: onProgress })
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (caught: unknown) => (caught instanceof Failure ? caught.error.code : caught),
  )

test('a gather that waits its turn ends at its cancel, not with the one before it', async () => {
  const slow = Promise.withResolvers<never>()
  let asked = 0
  const { handlers, close } = reportsOver(() => {
    asked += 1
    return slow.promise
  })
  const first = codeOf(handlers['reports.gather']({ jobId: 'a', ...range }))
  const second = codeOf(handlers['reports.gather']({ jobId: 'b', ...range }))
  await expect.poll(() => asked).toBe(1)
  await handlers['reports.cancel']({ jobId: 'b' })
  expect(await second).toBe('CANCELLED')
  slow.reject(new Failure('CONNECTION_LOST'))
  expect(await first).toBe('CONNECTION_LOST')
  await close()
  expect(asked).toBe(1)
})

test('a range with a mistyped year is refused before anything is asked or counted', async () => {
  let asked = 0
  const { handlers, close } = reportsOver(() => {
    asked += 1
    return notHere()
  })
  const long = { ...range, to: '9026-10-01' }
  expect(await codeOf(handlers['reports.gather']({ jobId: 'a', ...long }))).toBe('RANGE_INVALID')
  expect(await codeOf(handlers['reports.completeness'](long))).toBe('RANGE_INVALID')
  const twenty = { ...range, from: '2006-10-02' }
  expect(await handlers['reports.completeness'](twenty)).toMatchObject({ complete: false })
  await close()
  expect(asked).toBe(0)
})

test('closing in the middle of an export leaves no unfinished file', async () => {
  const ledger = openLedger(cache, 'p', 'sales')
  const rows = Array.from({ length: 40_000 }, (_, index) =>
    saleRow(String(index), '2026-10-01T08:00:00'),
  )
  const window = { dateStart: '2026-10-01', dateEnd: '2026-10-01', rows: rows.length, full: false }
  const proof = { proven: null, saturated: null, ends: null, startedAt: 0, fetchedAt: 0 }
  storeWindow(ledger, { ...window, ...proof }, rows)
  let told = 0
  const { handlers, close } = reportsOver(notHere, () => (told += 1))
  const out = makeFolder('out')
  const filter = reportFilterSchema.parse({})
  const how = { jobId: 'x', format: 'xlsx', language: 'es', filter, ...range } as const
  const plain = { kinds: [], full: false, separator: null }
  const path = join(out, 'v.xlsx')
  const exporting = codeOf(handlers['reports.export']({ ...how, ...plain, path }))
  await expect.poll(() => told, { interval: 5 }).toBeGreaterThan(0)
  expect(readdirSync(out)).toHaveLength(1)
  await close()
  expect(await exporting).toBe('CANCELLED')
  expect(readdirSync(out)).toEqual([])
})

test('what is printed claims no more than was known before its rows were read', async () => {
  const path = join(folder, 'large.db')
  // So many that a search over them goes on in the thread, while a gather may store what it brings.
  writeMonth(path, 11_000)
  const large = openCache(path)
  const ledger = findLedger(large, profileId, 'sales')
  const next = { from: '2026-11-01', to: '2026-11-01' }
  const at = Date.parse('2026-11-10T12:00:00Z')
  let paper = ''
  const { handlers, close } = createReports({
    ...depsOver(notHere),
    cache: large,
    profile: () => ({ ...profile, id: profileId }),
    print: async ({ html }) => void (paper = html),
  })
  const printing = handlers['reports.print']({
    kind: 'sales',
    from: month.from,
    to: next.to,
    filter: reportFilterSchema.parse({ text: '4001' }),
    sort: { column: 'createdAt', descending: true },
    language: 'es',
  })
  storeWindow(
    ledger,
    {
      dateStart: next.from,
      dateEnd: next.to,
      rows: 1,
      full: false,
      startedAt: at,
      fetchedAt: at,
      proven: next,
      saturated: null,
      ends: 'inclusive',
    },
    [saleRow('4001', `${next.from}T08:00:00`)],
  )
  await printing
  expect(/Completo|Sin comprobar: 1 día/.exec(paper)?.[0]).toBe('Sin comprobar: 1 día')
  await close()
  large.close()
})
