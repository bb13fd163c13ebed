import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Profile } from '../shared/contract/connection.ts'
import { reportFilterSchema } from '../shared/contract/reports.ts'
import type { Right } from '../shared/domain/people/rights.ts'
import { saleSchema } from '../shared/domain/sale/sale.ts'
import { Failure } from '../shared/errors.ts'
import { makeFolder } from '../tests/folders.ts'
import {
  sampleProfile,
  sampleRange,
  writeSampleMonth,
} from './features/reports/workbook/testing/month-sample.ts'
import { readBack } from './features/reports/workbook/testing/read-back.ts'
import {
  forkNodeCopier,
  forkNodeJournalCheck,
  forkNodeKeyring,
} from './host/programs/node-programs.ts'
import { openSettingsFile } from './host/system/settings-file.ts'
import { openRegister } from './register.ts'
import { createFeatures, type Features } from './wiring.ts'
import { profileSample } from '../shared/contract/testing/profile-sample.ts'

const folder = makeFolder('wiring')
beforeAll(() => void writeSampleMonth(folder))

const profile: Profile = profileSample({
  id: sampleProfile,
  name: 'Tienda',
  country: 'CO',
  baseUrl: 'http://127.0.0.1:1',
})

/** The features over the sample, for whoever has all rights but these. */
async function withFeatures<T>(
  missing: readonly Right[],
  work: (features: Features) => Promise<T>,
): Promise<T> {
  const features = createFeatures({
    environment: {
      dataDir: folder,
      settings: openSettingsFile(folder),
      startSandbox: () => Promise.reject(new Failure('NO_PROFILE')),
      forkKeyring: forkNodeKeyring,
      forkJournalCheck: forkNodeJournalCheck,
      forkCopier: forkNodeCopier,
      onResume: () => () => undefined,
      proxyFor: () => Promise.resolve(null),
    },
    register: openRegister(folder),
    emit: () => undefined,
    log: { info: () => undefined, error: () => undefined },
    given: { profile, token: 'x' },
    mustBeApproved: () => undefined,
    decimalSign: () => 'comma',
    may: (right) => !missing.includes(right),
  })
  try {
    await features.connection.ready
    return await work(features)
  } finally {
    await features.close()
  }
}

/** Exports the sample. */
function exported(format: 'xlsx' | 'csv', missing: readonly Right[]) {
  const path = join(folder, `libro.${format}`)
  return withFeatures(missing, async ({ handlers }) => {
    const { lacks } = await handlers['reports.export']({
      kind: 'sales',
      ...sampleRange,
      filter: reportFilterSchema.parse({}),
      kinds: [],
      format,
      path,
      language: 'es',
      full: false,
      separator: null,
      jobId: 'export',
    })
    return { path, lacks }
  })
}

test('commissions stand in a file of whoever may see them', async () => {
  const book = await exported('xlsx', [])
  expect(book.lacks).toEqual([])
  expect(readBack(book.path).names).toEqual(expect.arrayContaining(['Saldo diario', 'Comisiones']))
  const csv = await exported('csv', [])
  expect(csv.lacks).toEqual([])
  expect(readFileSync(csv.path, 'utf8')).toContain('Comisión COP')
})

test('and in none of whoever may not, which is said', async () => {
  const book = await exported('xlsx', ['commissions'])
  expect(book.lacks).toEqual(['commissions'])
  const { names, lines } = readBack(book.path)
  expect(names.filter((name) => ['Saldo diario', 'Comisiones'].includes(name))).toEqual([])
  expect(lines('Ventas')[0]).not.toContain('Comisión COP')
  const csv = await exported('csv', ['commissions'])
  expect(csv.lacks).toEqual(['commissions'])
  expect(readFileSync(csv.path, 'utf8')).not.toContain('Comisión')
})

const customerFileSchema = z.object({
  records: z.array(z.object({ sale: saleSchema })).min(1),
})

test.each([
  ['stand', []],
  ['do not stand', ['commissions']],
] as const)('commissions %s in what is kept about a customer', async (_, missing) => {
  const path = join(folder, 'cliente.json')
  await withFeatures(missing, ({ handlers }) =>
    handlers['privacy.export']({ key: '3001234567', path, format: 'json', language: 'es' }),
  )
  const { records } = customerFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  const told = records.filter(({ sale }) => sale.tip !== null || sale.incentive !== null)
  expect(told.length > 0).toBe(missing.length === 0)
})
