import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readBack } from '../../electron/features/reports/workbook/testing/read-back.ts'
import { makeFolder } from '../folders.ts'

// What npm start plays where there is no display: another folder than the house's own is given.

const tour = fileURLToPath(new URL('../e2e/tour.ts', import.meta.url))
const minutes = 20

test(
  'the tour leaves its pictures, and a workbook whose totals are those of its rows',
  { timeout: minutes * 60_000 },
  async () => {
    const folder = makeFolder('tour')
    const { stdout } = await promisify(execFile)(process.execPath, [tour, folder])
    expect(stdout.trim()).toBe(folder)
    const files = readdirSync(folder).sort()
    const pictures = files.filter((name) => name.endsWith('.png'))
    const numbers = pictures.map((name) => Number(name.slice(0, 2)))
    expect(numbers).toEqual(Array.from({ length: 31 }, (_, index) => index + 1))
    expect(files).toHaveLength(pictures.length + 1)
    const [workbook = ''] = files.filter((name) => /^Ventas \d{4}-\d\d\.xlsx$/.test(name))
    const book = readBack(join(folder, workbook))
    const rows = book.rows('Ventas')
    const sum = (found: typeof rows) =>
      found.reduce((all, row) => all + Number(row['Valor COP']), 0)
    const approved = rows.filter((row) => row['Estado'] === 'APPROVED')
    expect(approved.length).toBeGreaterThan(1_000)
    const byState = book.under('Totales', 'Por estado')
    const line = (head: string) => byState.find(([first]) => first === head)?.slice(1, 3)
    expect(line('Aprobada (APPROVED)')).toEqual([approved.length, sum(approved)])
    expect(line('Total')).toEqual([rows.length, sum(rows)])
    expect(book.lines('Ventas').at(-1)).toContain(sum(rows))
  },
)
