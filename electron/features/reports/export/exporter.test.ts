import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportFilterSchema } from '../../../../shared/contract/reports.ts'
import { openCache } from '../../../store/cache/cache.ts'
import { makeFolder } from '../../../../tests/folders.ts'
import { createExporter } from './exporter.ts'
import { exportRequestSchema } from './export-request.ts'
import { storeWindow } from '../ledger/ledger-windows.ts'
import { openLedger } from '../ledger/ledger.ts'
import { saleRow } from '../testing/list-double.ts'

const folder = makeFolder('exporter')
const database = join(folder, 'cache.db')

/** A CSV of the third of October. */
const request = (name: string) =>
  exportRequestSchema.parse({
    ...{ database, profileId: 'p', profileName: 'Tienda', format: 'csv', language: 'es' },
    ...{ range: { kind: 'sales', from: '2026-10-03', to: '2026-10-03' }, decimalSign: 'comma' },
    ...{ filter: reportFilterSchema.parse({}), path: join(folder, name), madeAt: Date.now() },
  })

test('writes one file after another, and none that was called off while it waited', async () => {
  const db = openCache(database)
  const sold = Array.from({ length: 2_500 }, (_, index) =>
    saleRow(`t${index}`, '2026-10-03T10:00:00'),
  )
  const window = { dateStart: '2026-10-03', dateEnd: '2026-10-03', rows: 2_500, full: false }
  const proof = { proven: null, saturated: null, ends: null, startedAt: 0, fetchedAt: 0 }
  storeWindow(openLedger(db, 'p', 'sales'), { ...window, ...proof }, sold)
  db.close()
  const exporter = createExporter()
  const told: string[] = []
  const write = (name: string, { signal }: AbortController) => {
    return exporter.export(request(`${name}.csv`), signal, () => told.push(name))
  }
  const stop = new AbortController()
  const [one, two, off] = [
    write('one', new AbortController()),
    write('two', new AbortController()),
    write('off', stop),
  ]
  stop.abort()
  await expect(off).rejects.toMatchObject({ error: { code: 'CANCELLED' } })
  expect((await one).rows + (await two).rows).toBe(5_000)
  expect(new Set(told)).toEqual(new Set(['one', 'two']))
  expect(told.lastIndexOf('one')).toBeLessThan(told.indexOf('two'))
  expect(existsSync(join(folder, 'off.csv'))).toBe(false)
  await exporter.close()
})

/** Stands in for the thread: does this with whatever it is told. */
const threadOf = (work: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { ${work} })`,
    )}`,
  )
test.each([
  ['exits by itself', 'process.exit(3)', 'EXPORT_STOPPED'],
  ['throws', "throw new Error('broken')", 'EXPORT_STOPPED'],
  [
    'is out of memory',
    'const all = []; for (;;) all.push(new Array(100_000).fill(all.length))',
    'EXPORT_TOO_LARGE',
  ],
  ['is ended with the program', '', 'CANCELLED'],
])('says what became of a file when it %s', async (_, work, code) => {
  const exporter = createExporter(threadOf(work))
  const { signal } = new AbortController()
  const writing = exporter.export(request('x'), signal, () => undefined)
  if (code === 'CANCELLED') void exporter.close()
  await expect(writing).rejects.toMatchObject({ error: { code } })
  await exporter.close()
})
