import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import ExcelJS from 'exceljs'
import { expect, test } from 'vitest'
import { waitingBytes } from '../testing/waiting-bytes.ts'
import { createSheetSink } from './sheet-sink.ts'

test('what is written faster than it is compressed never piles up', async () => {
  const out = new PassThrough().resume()
  const writer = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: out, useStyles: false })
  const hooks = { progress: () => undefined, check: () => undefined }
  const sink = createSheetSink(writer, out, hooks, { footer: '', paper: 'a4' })
  const sheet = sink.add('Ventas', {})
  let most = 0
  for (let turn = 0; turn < 8; turn += 1) {
    for (let row = 0; row < 20; row += 1) {
      sheet.addRow([randomBytes(15_000).toString('hex')]).commit()
    }
    most = Math.max(most, waitingBytes(sheet))
    await sink.turn()
    expect(waitingBytes(sheet)).toBe(0)
  }
  // Else nothing was measured.
  expect(most).toBeGreaterThan(100_000)
  expect(most).toBeLessThan(1_000_000)
  sheet.commit()
  await writer.commit()
})

test('a turn after a sheet was ended with bytes still waiting goes on', async () => {
  const out = new PassThrough().resume()
  const writer = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: out, useStyles: false })
  const hooks = { progress: () => undefined, check: () => undefined }
  const sink = createSheetSink(writer, out, hooks, { footer: '', paper: 'a4' })
  for (let count = 0; count < 5; count += 1) {
    const sheet = sink.add(`Ventas ${count}`, {})
    // Enough for one write past the mark, and no more: it drains within the same end.
    for (let row = 0; row < 40; row += 1) {
      sheet.addRow([randomBytes(15_000).toString('hex')]).commit()
    }
    sheet.commit()
    expect(waitingBytes(sheet)).toBeGreaterThan(0)
    await sink.turn()
    expect(waitingBytes(sheet)).toBe(0)
  }
  await writer.commit()
})
