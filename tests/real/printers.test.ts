import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  approved,
  openPaperDesk,
  sellOn,
} from '../../electron/features/receipts/testing/paper-desk.ts'
import { reportPage } from '../../electron/features/reports/print/print-page.ts'
import { printedReport } from '../../electron/features/reports/testing/printed-report.ts'
import { createChromiumPaper } from '../../electron/host/chromium/chromium-paper.ts'
import { createCups } from '../../electron/host/system/cups.ts'
import { openJournal, type OpenJournal } from '../../electron/store/journal/open-journal.ts'
import { makeFolder } from '../folders.ts'
import { papersOf, startPrintSystem, whyNoPrintSystem, type PrintSystem } from './print-system.ts'

// Paper by the system's printers: Debian's CUPS before an IPP printer, whose papers are read back.

const missing = whyNoPrintSystem()
if (missing !== null) process.stderr.write(`\nNOT RUN: printing over CUPS (${missing})\n\n`)

/** Every width that a receipt has, the printer it is sent to, and what comes out of that in millimetres. */
const widths = [
  ['58', 'Rollo58', 58],
  ['80', 'Rollo80', 80],
  ['a4', 'Hojas', 210],
] as const

describe.skipIf(missing !== null)(`over CUPS to a printer${missing ? `: ${missing}` : ''}`, () => {
  const folder = makeFolder('printers')
  const before = process.env['CUPS_SERVER']
  let system: PrintSystem
  let paper: ReturnType<typeof createChromiumPaper>
  let journal: OpenJournal

  beforeAll(async () => {
    const names = widths.map(([, name]) => name)
    system = await startPrintSystem(folder, names)
    process.env['CUPS_SERVER'] = system.server
    paper = createChromiumPaper(createCups(), async () => undefined)
    journal = openJournal(makeFolder('printers-journal'))
    sellOn(journal, ...approved)
  })
  afterAll(async () => {
    if (before === undefined) delete process.env['CUPS_SERVER']
    else process.env['CUPS_SERVER'] = before
    await paper.close()
    journal.close()
    await system.close()
  })

  test('each is found by its name', async () => {
    const found = (await createCups().printers()).map(({ name }) => name)
    expect(found.toSorted()).toEqual(widths.map(([, name]) => name).toSorted())
  })

  test.each(widths)(
    'a receipt of %s comes out of %s as wide, once, and reads as it was made',
    async (width, systemName, mm) => {
      const own = { kind: 'system', systemName, paper: width } as const
      const desk = openPaperDesk({ journal, folder }, own, { paper })
      await desk.print()
      expect(await desk.settled()).toEqual([])
      const [printed] = await papersOf(system, systemName, 1)
      const told = ['Tienda La Esquina', 'Comprobante de transacción', '******4567', '$ 5.000']
      for (const words of told) expect(printed?.text).toContain(words)
      expect(printed?.text).not.toContain('3001234567')
      expect(printed).toMatchObject({ width: mm, pages: 1 })
      await desk.receipts.close()
    },
  )

  test('a month’s report comes out on sheets, with its totals and every row', async () => {
    await paper.printPage(reportPage(printedReport(400)), 'Hojas')
    const [, report] = await papersOf(system, 'Hojas', 2)
    expect(report?.text).toContain('Reporte de ventas')
    expect(report?.text).toContain('Se imprimen todas las filas: 400.')
    expect(new Set(report?.text.match(/\b4000\d{3}\b/g)).size).toBe(400)
    expect(report).toMatchObject({ width: 210, height: 297 })
    expect(report?.pages).toBeGreaterThan(5)
  })

  test('one that is not there is refused in CUPS’ own words', async () => {
    const gone = paper.printPage(reportPage(printedReport(1)), 'No hay; rm -rf $HOME "ñ"')
    await expect(gone).rejects.toMatchObject({ error: { code: 'PRINTER_REFUSED' } })
  })
})
