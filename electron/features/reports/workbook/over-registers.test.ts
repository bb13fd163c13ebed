import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createJournalReader } from '../../../store/journal/journal-reader.ts'
import { openJournalReadOnly } from '../../../store/journal/open-journal.ts'
import { readImage } from '../../../store/hub/images.ts'
import { beginMirror } from '../../../store/hub/mirror.ts'
import { inMemory, makeFolder } from '../../../../tests/folders.ts'
import { runExport } from '../export/run-export.ts'
import { sampleProfile, writeSampleMonth } from './testing/month-sample.ts'
import { readBack } from './testing/read-back.ts'
import { sampleRequest } from './testing/sample-request.ts'

const quiet = { progress: () => undefined, check: () => undefined }

/** A mirror of a journal whose sales two registers made, one the other one's; answers its folder. */
function mirrorOf(folder: string): string {
  const db = openJournalReadOnly(folder)
  if (!db) throw new Error('there is no journal')
  const mirror = beginMirror(folder, sampleProfile)
  const ids = (sql: string) => db.arrays(sql).map(([id]) => String(id))
  ids('select id from sale order by created_at').forEach((id, at) =>
    mirror.take('sale', [{ code: `C${1 + (at % 2)}`, id, doc: readImage(db, 'sale', id) }]),
  )
  ids('select seq from balance_snapshot').forEach((id) =>
    mirror.take('balance', [{ code: 'C1', id, doc: readImage(db, 'balance', id) }]),
  )
  for (const { productId, direction, nature } of createJournalReader(db).productSettings.all(
    sampleProfile,
  )) {
    mirror.say(productId, { direction, nature })
  }
  db.close()
  const registers = ['C1', 'C2'].map((code) => ({
    ...{ code, name: `Caja ${code}`, branch: null, retired: null, complete: 4e12, unplaced: 0 },
    ...{ isForked: false, stream: 'a', seq: 1, tip: 'b', ...mirror.taken(code) },
  }))
  mirror.finish({ at: 4e12, only: null, account: 'Tienda', registers })
  return mirror.folder
}

test('what two registers sold stands in the workbook as if one had sold it, with its register', async () => {
  const folder = makeFolder('over-registers', inMemory)
  writeSampleMonth(folder)
  const own = sampleRequest(folder, 'own.xlsx')
  await runExport(own, quiet)
  const all = sampleRequest(folder, 'all.xlsx', { journal: mirrorOf(folder) })
  await runExport(all, quiet)
  const [one, both] = [readBack(own.path), readBack(all.path)]
  expect(both.names).toEqual(one.names)
  const saying = ['Resumen', 'Conciliación', 'Auditoría', 'Ventas']
  for (const name of one.names.filter((sheet) => !saying.includes(sheet))) {
    expect(both.lines(name), name).toEqual(one.lines(name))
  }
  // Only whose sales they are is said otherwise.
  const figures = (book: typeof one, name: string) =>
    book.lines(name).map((line) => line.filter((value) => typeof value === 'number'))
  expect(figures(both, 'Conciliación')).toEqual(figures(one, 'Conciliación'))
  const rows = both.rows('Ventas')
  const others = (row: object) => Object.entries(row).filter(([name]) => name !== 'Caja')
  expect(rows.map(others)).toEqual(one.rows('Ventas').map(others))
  const sold = rows.filter((row) => row._id !== undefined && row._id !== null)
  expect(new Set(sold.map(({ Caja }) => Caja))).toEqual(new Set(['C1 · Caja C1', 'C2 · Caja C2']))
  expect(one.rows('Ventas')[0]).not.toHaveProperty('Caja')
  expect(both.lines('Resumen').flat()).toContain('todas (2)')
  expect(both.under('Auditoría', 'Caja').map(([name]) => name)).toEqual([
    ...['C1 · Caja C1', 'C2 · Caja C2'],
  ])
  expect(dirname(dirname(all.journal ?? ''))).toBe(join(folder))
})
