import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  printerChangeSchema,
  printerSchema,
  type Printer,
} from '../../../shared/contract/receipts.ts'
import { slipSchema } from '../../../shared/domain/receipt/slip.ts'
import { Failure } from '../../../shared/errors.ts'
import { nextSale, type SaleEvidence } from '../../../shared/domain/sale/sale-machine.ts'
import type { Journal } from '../../store/journal/journal.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { publicSale } from '../selling/public-sale.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { decodeEscPos, paperText } from './testing/escpos-decoder.ts'
import { approved, found, openPaperDesk, sellOn } from './testing/paper-desk.ts'
import { startPrinter, type PrinterDouble, type PrinterMood } from './testing/printer-double.ts'

let folder: string
let journal: Journal
let open: { close(): Promise<void> }[]
beforeEach(async () => {
  folder = makeFolder('receipts')
  journal = openMemoryJournal().journal
  open = []
})
afterEach(async () => {
  for (const one of open.reverse()) await one.close()
})

function openPaper(printer: Partial<Printer>, over: Parameters<typeof openPaperDesk>[2] = {}) {
  const desk = openPaperDesk({ journal, folder }, printer, over)
  open.push(desk.receipts)
  return desk
}

const sell = (...evidence: SaleEvidence[]) => sellOn(journal, ...evidence)

async function printerOf(mood: PrinterMood = {}): Promise<PrinterDouble> {
  const printer = await startPrinter(mood)
  open.push(printer)
  return printer
}

const network = ({ port }: PrinterDouble) => ({ kind: 'network', host: '127.0.0.1', port }) as const

describe('a receipt', () => {
  test('arrives at the printer as bytes, and the second one is a duplicate', async () => {
    sell(...approved)
    const printer = await printerOf()
    const paper = openPaper(network(printer))
    await paper.print()
    await paper.print()
    expect(await paper.settled()).toEqual([])
    const [first, second] = printer.papers().map((bytes) => paperText(bytes))
    expect(first).toContain('******4567')
    expect(first?.replace(/\s+/g, ' ')).toContain('No es factura de venta')
    expect(first).not.toContain('DUPLICADO')
    expect(second).toContain('DUPLICADO')
    expect(journal.receipts.ofSale('sale-0001')).toMatchObject([
      { kind: 'receipt', number: 1, outcome: 'done', cashier: 'Ana' },
      { kind: 'receipt', number: 2, outcome: 'done' },
    ])
    expect(paper.told.flat().map(({ state }) => state)).toContain('done')
  })

  test('of a sale that waits says so, and its receipt is still the original', async () => {
    sell({ kind: 'accepted', skewMs: 0 }, found('PENDING'))
    const printer = await printerOf()
    const paper = openPaper(network(printer))
    await paper.print()
    await paper.settled()
    const record = journal.sale('sale-0001')
    const facts = record && nextSale(record, found(), 9_000)
    if (!record || !facts) throw new Error('the sale did not end')
    journal.advance(record, { facts }, { kind: 'lookup', at: 9_000, error: null })
    await paper.print()
    await paper.settled()
    const [waiting, receipt] = printer
      .papers()
      .map((bytes) => paperText(bytes).replace(/\s+/g, ' '))
    expect(waiting).toContain('Transacción en proceso Todavía no es comprobante.')
    expect(waiting).toContain('No es factura de venta ni documento equivalente.')
    expect(receipt).toContain('Comprobante de transacción')
    expect(receipt).not.toContain('DUPLICADO')
  })

  test('is shown without how it was paid to who may not know the drawer, and printed whole', async () => {
    sell(...approved)
    const printer = await printerOf()
    let knows = true
    const over = {
      tender: { kind: 'credit', name: 'Doña Rosa' },
      mayKnowDrawer: () => knows,
    } as const
    const paper = openPaper(network(printer), over)
    const shown = async () =>
      JSON.stringify(await paper.receipts.handlers['receipts.ofSale']({ saleId: 'sale-0001' }))
    expect(await shown()).toContain('Doña Rosa')
    knows = false
    expect(await shown()).not.toContain('Doña Rosa')
    await paper.print()
    await paper.settled()
    expect(paperText(printer.papers()[0] ?? Buffer.of())).toContain('Doña Rosa')
  })

  test('does not exist of a sale that was not made, or without a printer', async () => {
    sell({ kind: 'not-sent', error: { code: 'CONNECTION_REFUSED' } })
    const printer = await printerOf()
    const paper = openPaper(network(printer))
    await expect(paper.print()).rejects.toMatchObject({ error: { code: 'RECEIPT_NOT_DUE' } })
    await expect(paper.print('another')).rejects.toMatchObject({
      error: { code: 'SALE_NOT_FOUND' },
    })
    const none = openPaper({})
    await expect(none.print()).rejects.toMatchObject({ error: { code: 'PRINTER_NOT_SET' } })
    expect(printer.papers()).toEqual([])
  })

  test('comes out as often as the owner wants, and opens the drawer once for the sale', async () => {
    sell(...approved)
    const printer = await printerOf()
    const paper = openPaper({ ...network(printer), copies: 2, drawer: true })
    await paper.print()
    await paper.print()
    await paper.settled()
    const [first, again] = printer.papers().map((bytes) => decodeEscPos(bytes))
    expect(first).toMatchObject({ pulses: 1, cuts: 2 })
    expect(first?.lines.map(({ text }) => text.trim())).toContain('Copia 2 de 2')
    expect(again).toMatchObject({ pulses: 0, cuts: 2 })
  })
})

describe('a printer that does not print', () => {
  test('is told of once, and a retry on demand gives the original', async () => {
    sell(...approved)
    const printer = await printerOf({ state: [0x12, 0x72] })
    const paper = openPaper(network(printer))
    await paper.print()
    const [failed, ...more] = await paper.settled()
    expect(more).toEqual([])
    expect(failed).toMatchObject({ state: 'failed', error: { code: 'PRINTER_NOT_READY' } })
    const well = await printerOf()
    await paper.handlers['receipts.setPrinter'](network(well))
    await paper.handlers['receipts.retry']({ jobId: failed?.id ?? '' })
    expect(await paper.settled()).toEqual([])
    expect(paperText(well.papers()[0] ?? Buffer.alloc(0))).not.toContain('DUPLICADO')
    expect(journal.receipts.ofSale('sale-0001').map(({ outcome }) => outcome)).toEqual([
      'failed',
      'done',
    ])
  })

  test('half-way leaves a doubt: what comes out next is a duplicate', async () => {
    sell(...approved)
    const printer = await printerOf({ end: null, on: (socket) => socket.destroy() })
    const paper = openPaper(network(printer))
    await paper.print()
    const [failed] = await paper.settled()
    expect(failed?.error).toMatchObject({ code: 'PRINTER_INTERRUPTED' })
    await paper.handlers['receipts.dismiss']({ jobId: failed?.id ?? '' })
    expect(await paper.handlers['receipts.jobs']({})).toEqual([])
    const well = await printerOf()
    await paper.handlers['receipts.setPrinter'](network(well))
    await paper.print()
    await paper.settled()
    expect(paperText(well.papers()[0] ?? Buffer.alloc(0))).toContain('DUPLICADO')
  })

  test('makes nobody wait: the call answers at once, and closing ends it', async () => {
    sell(...approved)
    const printer = await printerOf({ end: null, keepsOpen: true })
    const paper = openPaper(network(printer))
    await paper.print()
    // It was not even reached by then.
    expect(printer.papers()).toEqual([])
    await expect.poll(() => printer.papers().length).toBe(1)
    await paper.receipts.close()
    expect(journal.receipts.ofSale('sale-0001')).toMatchObject([{ outcome: 'begun' }])
  })

  test('and a dialog that was closed is nobody’s problem', async () => {
    sell(...approved)
    const paper = openPaper({ kind: 'system' }, { refuses: new Failure('PRINT_CANCELLED') })
    await paper.print()
    expect(await paper.settled()).toEqual([])
    expect(journal.receipts.ofSale('sale-0001')).toMatchObject([{ outcome: 'failed' }])
  })
})

describe('by itself', () => {
  test('a sale that is approved prints once, and no other change prints again', async () => {
    sell(...approved)
    const printer = await printerOf()
    const paper = openPaper({ ...network(printer), automatic: true })
    const record = journal.sale('sale-0001')
    if (!record) throw new Error('no sale')
    const settledAt = paper.now()
    const sale = { ...publicSale(record), sentAt: settledAt - 4_000, settledAt }
    paper.receipts.onSale(sale)
    paper.receipts.onSale(sale)
    await paper.settled()
    paper.receipts.onSale(sale)
    await paper.settled()
    expect(printer.papers()).toHaveLength(1)
    expect(paper.problems).toEqual([])
    paper.receipts.onSale({ id: 'half a sale' })
    expect(paper.problems).toEqual(['UNEXPECTED'])
  })

  test.each([
    ['its customer has gone', { sentAt: -3_600_000 }],
    ['it is told again later', { settledAt: -60_000 }],
    ['it waits', { state: 'PENDING' as const }],
  ])('nothing is printed when %s', async (_why, change) => {
    sell(...approved)
    const printer = await printerOf()
    const paper = openPaper({ ...network(printer), automatic: true })
    const record = journal.sale('sale-0001')
    if (!record) throw new Error('no sale')
    const at = paper.now()
    const times = { sentAt: at - 4_000, settledAt: at }
    const {
      sentAt = -4_000,
      settledAt = 0,
      state = 'APPROVED',
    } = change as Partial<{ sentAt: number; settledAt: number; state: 'PENDING' }>
    paper.receipts.onSale({
      ...publicSale(record),
      ...times,
      sentAt: at + sentAt,
      settledAt: at + settledAt,
      state,
    })
    await paper.settled()
    expect(printer.papers()).toEqual([])
  })
})

describe('other paper', () => {
  test('the system prints a page of the paper’s width on the chosen printer', async () => {
    sell(...approved)
    const paper = openPaper({ kind: 'system', systemName: 'Caja', paper: '58' })
    await paper.print()
    await paper.settled()
    expect(paper.pages).toMatchObject([{ printer: 'Caja', page: { width: 58, height: null } }])
    expect(paper.pages[0]?.page.html).toContain('Tienda La Esquina')
  })

  test('PDFs are kept among the documents and opened, none in place of another', async () => {
    sell(...approved)
    const paper = openPaper({ kind: 'pdf' })
    await paper.print()
    await paper.print()
    await paper.settled()
    expect((await readdir(join(folder, 'Mostrador'))).toSorted()).toEqual([
      'Comprobante de transacción 4711 (2).pdf',
      'Comprobante de transacción 4711.pdf',
    ])
    expect(paper.opened).toHaveLength(2)
  })

  test('slips of other features go the same way, and as PDF only to an agreed path', async () => {
    const slip = slipSchema.parse({ title: 'Cierre Z', lines: [{ kind: 'head', text: 'Caja' }] })
    const printer = await printerOf()
    const paper = openPaper(network(printer))
    await paper.receipts.slips.print(slip)
    await paper.settled()
    expect(paperText(printer.papers()[0] ?? Buffer.alloc(0))).toContain('Caja')
    await paper.receipts.slips.savePdf(slip, join(folder, 'z.pdf'))
    expect(await readdir(folder)).toEqual(['z.pdf'])
    await expect(paper.receipts.slips.savePdf(slip, '/etc/z.pdf')).rejects.toMatchObject({
      error: { code: 'FILE_NOT_ALLOWED' },
    })
  })

  test('the test page shows the sentence in every table of letters, and the drawer opens alone', async () => {
    const printer = await printerOf()
    const paper = openPaper(network(printer))
    await paper.handlers['receipts.testPage']({})
    await paper.handlers['receipts.openDrawer']({})
    await paper.settled()
    const [page, drawer] = printer.papers()
    const text = paperText(page ?? Buffer.alloc(0))
    expect(text.match(/El pingüino Ñoño/g)?.length).toBe(5)
    expect(text).toContain('El pinguino Nono')
    expect(decodeEscPos(page ?? Buffer.alloc(0)).cuts).toBe(1)
    expect(decodeEscPos(drawer ?? Buffer.alloc(0))).toMatchObject({ pulses: 1, lines: [] })
  })
})

test('a change of the printer keeps the rest, as it comes over the bridge too', async () => {
  const paper = openPaper({ kind: 'network', host: '10.0.0.9', copies: 2 })
  const change = printerChangeSchema.parse({ paper: '58' })
  expect(await paper.handlers['receipts.setPrinter'](change)).toMatchObject({
    kind: 'network',
    host: '10.0.0.9',
    copies: 2,
    paper: '58',
  })
})

test('nothing but a printer is ever written to as a device', () => {
  const taken = (device: string) => printerSchema.safeParse({ device }).success
  for (const device of [
    '/dev/usb/lp0',
    '/dev/ttyUSB0',
    '/dev/cu.usbserial-1',
    'COM3',
    '\\\\.\\COM12',
    'LPT1',
    '\\\\localhost\\POS 80',
    '',
  ]) {
    expect([device, taken(device)]).toEqual([device, true])
  }
  for (const device of [
    '/etc/passwd',
    '/dev/../etc/passwd',
    '/home/ana/.bashrc',
    'C:\\x.txt',
    '\\\\.\\PhysicalDrive0',
    '\\\\?\\C:',
    '\\\\host\\share\\x.txt',
    'COM3\n',
  ]) {
    expect([device, taken(device)]).toEqual([device, device === 'COM3\n'])
  }
})
