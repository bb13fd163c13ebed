import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeFolder } from '../../../../tests/folders.ts'
import { shownText } from './writing/cell-text.ts'
import { rawRows, type RowValue } from './writing/raw-rows.ts'
import { pythonWithOpenpyxl, readBack, runPython } from './testing/read-back.ts'
import { publicRows } from './testing/public-rows.ts'
import { daySerial, timeSerial } from './writing/excel-dates.ts'

// Every trap that exceljs was measured to fall into, by both ways of writing rows, as
// two other programs read them.

const folder = makeFolder('traps')

/** What comes in, and what must be read. */
const traps: [name: string, value: RowValue, read: RowValue][] = [
  ['a formula', '=1+1', '=1+1'],
  ['a link', '=HYPERLINK("http://x.example","y")', '=HYPERLINK("http://x.example","y")'],
  ['a sign', '+57 300 123', '+57 300 123'],
  ['a command', '@SUM(A1)', '@SUM(A1)'],
  ['leading zeros', '000123', '000123'],
  ['a long number', '12345678901234567890', '12345678901234567890'],
  ['control characters', 'a\u0000b\u0008c\u001Bd\u007F', 'a\uFFFDb\uFFFDc\uFFFDd\uFFFD'],
  ['no characters', 'no\uFFFEchar\uFFFF', 'no\uFFFDchar\uFFFD'],
  ['half a surrogate', 'half \uD83D x', 'half \uFFFD x'],
  ['an escape of Excel', '_x0041_ and _x005F_', '_x0041_ and _x005F_'],
  ['markup', '<b a="1">&amp;</b> \'q\' ]]>', '<b a="1">&amp;</b> \'q\' ]]>'],
  ['lines', 'one\r\ntwo\ttab', 'one\ntwo\ttab'],
  ['other writing', 'ñandú 😀 漢字', 'ñandú 😀 漢字'],
  ['the longest text', 'y'.repeat(32_767), 'y'.repeat(32_767)],
  ['a longer text', 'x'.repeat(40_000), `${'x'.repeat(32_766)}…`],
  ['not a number', Number.NaN, null],
  ['without end', Number.POSITIVE_INFINITY, null],
  ['nothing', null, null],
  ['cents', 12_345.67, 12_345.67],
  ['a large amount', 90_071_992_547_409.91, 90_071_992_547_409.91],
  ['less than nothing', -0.01, -0.01],
]

/** Long texts are told by their length and their end: a failure stays readable. */
const brief = (value: unknown) =>
  typeof value === 'string' && value.length > 100 ? `${value.length} ${value.slice(-3)}` : value

async function write(path: string, kind: 'raw' | 'public'): Promise<void> {
  const out = createWriteStream(path)
  const closed = once(out, 'close')
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true })
  const sheet = book.addWorksheet('Filas')
  const styles = [{ numFmt: '@' }, {}, { numFmt: 'yyyy-mm-dd hh:mm:ss' }, { numFmt: 'yyyy-mm-dd' }]
  sheet.addRow(['Qué', 'Valor', 'Hora', 'Día']).commit()
  const rows = (kind === 'raw' ? rawRows : publicRows)(sheet, book, styles)
  for (const [name, value] of traps) {
    rows.add([name, value, timeSerial('2026-10-31T23:59:59'), daySerial('2026-10-31')])
  }
  rows.flush()
  sheet.addRow(['Total']).commit()
  await book.commit()
  await closed
}

describe.each(['raw', 'public'] as const)('rows written by the %s way', (kind) => {
  const path = join(folder, `${kind}.xlsx`)

  test('are read by SheetJS as they should be shown', async () => {
    await write(path, kind)
    const { lines, cell } = readBack(path)
    const [, ...rows] = lines('Filas')
    expect(rows.slice(0, -1).map(([name, value]) => [name, brief(value)])).toEqual(
      traps.map(([name, , read]) => [name, brief(read)]),
    )
    expect(rows.at(-1)?.[0]).toBe('Total')
    for (const [index, [, value]] of traps.entries()) {
      if (typeof value !== 'string') continue
      const { t, f, l } = cell('Filas', `B${index + 2}`)
      expect([t, f, l]).toEqual(['s', undefined, undefined])
    }
  })

  test('are read by openpyxl the same, with real dates', async ({ skip }) => {
    if (pythonWithOpenpyxl === null) skip('no Python with openpyxl (python3-openpyxl) is here')
    await write(path, kind)
    const script = `
import sys, json, openpyxl
from openpyxl.utils.escape import unescape
shown = lambda value: unescape(value) if isinstance(value, str) else value
sheet = openpyxl.load_workbook(sys.argv[1])['Filas']
rows = list(sheet.iter_rows(min_row=2, max_row=sheet.max_row - 1))
print(json.dumps({
  'values': [shown(row[1].value) for row in rows],
  'types': sorted(set(row[1].data_type for row in rows)),
  'times': sorted(set(row[2].value.isoformat() for row in rows)),
  'days': sorted(set(row[3].value.isoformat() for row in rows)),
  'links': [row[1].coordinate for row in rows if row[1].hyperlink],
}))`
    const said = z
      .looseObject({ values: z.array(z.unknown()) })
      .parse(JSON.parse(runPython(pythonWithOpenpyxl ?? '', script, path)))
    expect({ ...said, values: said.values.map(brief) }).toEqual({
      values: traps.map(([, , read]) => brief(read)),
      types: ['n', 's'],
      times: ['2026-10-31T23:59:59'],
      days: ['2026-10-31T00:00:00'],
      links: [],
    })
  })
})

test('a text is shown as far as a cell can show it', () => {
  expect(shownText('_x0041_')).toBe('_x0041_')
  expect(shownText('😀'.repeat(20_000)).length).toBeLessThanOrEqual(32_767)
  expect(shownText('😀'.repeat(20_000)).endsWith('😀…')).toBe(true)
})
