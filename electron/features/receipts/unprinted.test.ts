import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Printer, PrintJob } from '../../../shared/contract/receipts.ts'
import { slipSchema } from '../../../shared/domain/receipt/slip.ts'
import { openJournal, type OpenJournal } from '../../store/journal/open-journal.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { decodeEscPos, paperText } from './testing/escpos-decoder.ts'
import { approved, openPaperDesk, sellOn } from './testing/paper-desk.ts'
import { startPrinter, type PrinterDouble, type PrinterMood } from './testing/printer-double.ts'

// What a run left unprinted, as the next one finds it.

let folder: string
let open: { close(): Promise<void> | void }[]
let journal: OpenJournal
beforeEach(() => {
  folder = makeFolder('unprinted', inMemory)
  open = []
  journal = openJournal(folder)
  sellOn(journal, ...approved)
})
afterEach(async () => {
  for (const one of open.reverse()) await one.close()
  journal.close()
})

async function printerOf(mood: PrinterMood = {}): Promise<PrinterDouble> {
  const printer = await startPrinter(mood)
  open.push(printer)
  return printer
}
const network = ({ port }: PrinterDouble): Partial<Printer> => ({
  kind: 'network',
  host: '127.0.0.1',
  port,
  drawer: true,
})
function run(printer: PrinterDouble) {
  const desk = openPaperDesk({ journal, folder }, network(printer))
  open.push(desk.receipts)
  return desk
}
/** As a new start of the program has it: what was in memory is gone. */
function restart(printer: PrinterDouble) {
  journal.close()
  journal = openJournal(folder)
  return run(printer)
}
/** A printer that takes the paper and never says that it printed it. */
const stalled: PrinterMood = { end: null, keepsOpen: true }
const jobs = (desk: ReturnType<typeof run>): Promise<PrintJob[]> =>
  desk.handlers['receipts.jobs']({})

describe('what a run left unprinted', () => {
  test('is shown by the next one, says what is known of it, and nothing of it prints by itself', async () => {
    const stuck = await printerOf(stalled)
    const first = run(stuck)
    await first.print()
    await first.receipts.slips.print(slipSchema.parse({ title: 'Cierre Z 7', lines: [] }))
    await first.handlers['receipts.openDrawer']({})
    await expect.poll(() => stuck.papers().length).toBe(1)
    await first.receipts.close()

    const well = await printerOf()
    const next = restart(well)
    expect(await jobs(next)).toMatchObject([
      {
        saleId: 'sale-0001',
        state: 'failed',
        again: 'duplicate',
        error: { code: 'PRINTER_INTERRUPTED' },
      },
      {
        ...{ saleId: null, title: 'Cierre Z 7', state: 'failed', again: 'elsewhere' },
        error: { code: 'PRINT_NOT_BEGUN', params: { title: 'Cierre Z 7' } },
      },
    ])
    next.receipts.onSale(await saleNow(next))
    await next.settled()
    expect(well.papers()).toEqual([])
  })

  test('prints on demand as a duplicate, opens no drawer, and is then forgotten', async () => {
    const first = run(await printerOf(stalled))
    await first.print()
    await first.receipts.close()
    const well = await printerOf()
    const next = restart(well)
    // It was killed before its first byte: nobody printed it, and it is still no original.
    const [left] = await jobs(next)
    expect(left?.error).toMatchObject({ code: 'PRINT_NOT_BEGUN' })
    await next.handlers['receipts.retry']({ jobId: left?.id ?? '' })
    expect(await next.settled()).toEqual([])
    const [paper] = well.papers()
    expect(paperText(paper ?? Buffer.alloc(0))).toContain('DUPLICADO')
    expect(decodeEscPos(paper ?? Buffer.alloc(0)).pulses).toBe(0)
    expect(await jobs(restart(well))).toEqual([])
  })

  test('is what the key for its sale prints, once', async () => {
    const first = run(await printerOf(stalled))
    await first.print()
    await first.receipts.close()
    const well = await printerOf()
    const next = restart(well)
    await next.print()
    expect(await next.settled()).toEqual([])
    expect(well.papers().map((bytes) => paperText(bytes).includes('DUPLICADO'))).toEqual([true])
  })

  test('is not shown again once a person has read of it', async () => {
    const first = run(await printerOf(stalled))
    await first.print()
    await first.receipts.close()
    const next = restart(await printerOf())
    const [left] = await jobs(next)
    await next.handlers['receipts.dismiss']({ jobId: left?.id ?? '' })
    expect(await jobs(restart(await printerOf()))).toEqual([])
  })

  test('of a process that was killed in the middle may have come out', async () => {
    const printer = await printerOf()
    const { unprinted } = journal
    unprinted.add({ id: 'job', at: 5, saleId: 'sale-0001', title: 'Comprobante 4711' })
    unprinted.begun('job')
    const next = restart(printer)
    expect(await jobs(next)).toMatchObject([
      { id: 'job', again: 'duplicate', error: { code: 'PRINT_UNKNOWN' } },
    ])
  })

  test('tells nothing that it cannot read of how it ended', async () => {
    journal.unprinted.add({ id: 'job', at: 5, saleId: null, title: 'Cierre Z 7' })
    journal.unprinted.failed('job', { code: 'DISK_FULL' })
    expect(journal.unprinted.all()).toMatchObject([{ error: { code: 'DISK_FULL' } }])
    const { DatabaseSync } = await import('node:sqlite')
    const other = new DatabaseSync(join(folder, 'journal.db'))
    other.exec(`update unprinted set error = '{"code":"OF_A_NEWER_VERSION"}'`)
    other.close()
    expect(await jobs(run(await printerOf()))).toMatchObject([{ error: { code: 'PRINT_UNKNOWN' } }])
  })
})

async function saleNow(desk: ReturnType<typeof run>): Promise<unknown> {
  const record = journal.sale('sale-0001')
  return record && { ...record, sentAt: desk.now(), settledAt: desk.now() }
}
