import { fork } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { read } from 'xlsx'
import {
  exportRequestSchema,
  type ExportHooks,
} from '../../electron/features/reports/export/export-request.ts'
import { storeWindow } from '../../electron/features/reports/ledger/ledger-windows.ts'
import { openLedger } from '../../electron/features/reports/ledger/ledger.ts'
import { saleRow } from '../../electron/features/reports/testing/list-double.ts'
import { runExport } from '../../electron/features/reports/export/run-export.ts'
import { openCache } from '../../electron/store/cache/cache.ts'
import { reportFilterSchema } from '../../shared/contract/reports.ts'
import { makeFolder } from '../folders.ts'
import { openSmallDisk } from './small-disk.ts'

const count = 3000
const data = makeFolder('exports')
const disk = openSmallDisk(4)
const quiet: ExportHooks = { progress: () => undefined, check: () => undefined }

function request(path: string) {
  return exportRequestSchema.parse({
    database: join(data, 'cache.db'),
    profileId: 'p',
    profileName: 'Tienda',
    path,
    range: { kind: 'sales', from: '2026-10-01', to: '2026-10-31' },
    format: 'xlsx',
    filter: reportFilterSchema.parse({}),
    language: 'es',
    decimalSign: 'comma',
    madeAt: 0,
  })
}

/** Whether a file is the whole workbook: its last sheet and its last row are there. */
function isWhole(path: string): boolean {
  const { SheetNames, Sheets } = read(readFileSync(path))
  return SheetNames.at(-1) === 'Auditoría' && Sheets['Ventas']?.[`C${count + 1}`] !== undefined
}

const temporaries = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.tmp'))

beforeAll(() => {
  const db = openCache(join(data, 'cache.db'))
  const rows = Array.from({ length: count }, (_, index) =>
    saleRow(String(index), `2026-10-${String(1 + (index % 30)).padStart(2, '0')}T08:00:00`),
  )
  const window = { dateStart: '2026-10-01', dateEnd: '2026-10-31', rows: count, full: false }
  const proof = { proven: null, saturated: null, ends: null, startedAt: 0, fetchedAt: 0 }
  storeWindow(openLedger(db, 'p', 'sales'), { ...window, ...proof }, rows)
  db.close()
})
afterAll(() => disk?.dispose())

test('a program that is killed while it exports leaves the older file or a whole one', async () => {
  const folder = join(data, 'killed')
  mkdirSync(folder)
  const path = join(folder, 'Ventas.xlsx')
  const script = fileURLToPath(new URL('./export-child.ts', import.meta.url))
  for (let kill = 0; kill < 8; kill += 1) {
    writeFileSync(path, 'older')
    const child = fork(script, [JSON.stringify(request(path))], {
      env: { ...process.env, NODE_COMPILE_CACHE: join(data, 'compiled') },
    })
    const gone = new Promise((resolve) => child.once('exit', resolve))
    await new Promise((resolve) => child.once('message', resolve))
    // Before, while and after the first file is written.
    await wait(kill * 60)
    child.kill('SIGKILL')
    await gone
    expect(readFileSync(path, 'utf8') === 'older' || isWhole(path)).toBe(true)
  }
  // What was being written then is cleared away by a later export, once nobody can be writing it any more.
  const left = temporaries(folder)
  for (const name of left) utimesSync(join(folder, name), 0, 0)
  writeFileSync(join(folder, '.Ventas.xlsx.0123abcd.tmp'), 'of a program that still runs')
  await runExport(request(path), quiet)
  expect(isWhole(path)).toBe(true)
  expect(temporaries(folder)).toEqual(['.Ventas.xlsx.0123abcd.tmp'])
})

test('a folder that goes away at any point is said, and nothing is left', async () => {
  for (const at of [0, 1, 20, 55]) {
    const folder = join(data, `gone-${at}`)
    mkdirSync(folder)
    let turns = 0
    const check = () => {
      if (turns === at) {
        // In one step: a file that is being made in it meanwhile keeps a folder from being removed.
        renameSync(folder, `${folder}-away`)
        rmSync(`${folder}-away`, { recursive: true, maxRetries: 20, retryDelay: 10 })
      }
      turns += 1
    }
    const exporting = runExport(request(join(folder, 'Ventas.xlsx')), { ...quiet, check })
    await expect(exporting).rejects.toMatchObject({ error: { code: 'FOLDER_NOT_FOUND' } })
    expect(existsSync(folder)).toBe(false)
  }
})

// Mounting a file system takes rights that not every computer gives its tests.
describe.skipIf(disk === null)('a disk that fills up', () => {
  const folder = disk?.folder ?? ''

  test('at any point is said, and the older file stays', async () => {
    const path = join(folder, 'Ventas.xlsx')
    writeFileSync(path, 'older')
    disk?.fill()
    // Room for nothing, for a part, for all but the last piece.
    const spare = join(folder, 'spare')
    for (const room of [0, 20, 40]) {
      disk?.free()
      writeFileSync(spare, Buffer.alloc(room * 1024))
      disk?.fill()
      rmSync(spare)
      await expect(runExport(request(path), quiet)).rejects.toMatchObject({
        error: { code: 'DISK_FULL' },
      })
      expect(readFileSync(path, 'utf8')).toBe('older')
      expect(temporaries(folder)).toEqual([])
    }
    disk?.free()
    await runExport(request(path), quiet)
    expect(isWhole(path)).toBe(true)
  })
})
