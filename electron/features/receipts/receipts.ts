import type { PrintJob, Printer, ReceiptPrint } from '../../../shared/contract/receipts.ts'
import type { CallsOf, Emit, Handlers } from '../../../shared/contract/index.ts'
import type { Settings } from '../../../shared/contract/settings.ts'
import type { Business } from '../../../shared/domain/receipt/business.ts'
import { currencyOfCountry } from '../../../shared/domain/money/money.ts'
import {
  receipt,
  receiptKind,
  type ReceiptOptions,
} from '../../../shared/domain/receipt/receipt.ts'
import { saleSchema, type Sale } from '../../../shared/domain/sale/sale.ts'
import type { Slip } from '../../../shared/domain/receipt/slip.ts'
import type { Tender } from '../../../shared/domain/drawer/tender.ts'
import { Failure, toAppError, type AppError } from '../../../shared/errors.ts'
import type { SettingsStore } from '../../host/host.ts'
import type { JournalAccess } from '../../store/journal/journal-access.ts'
import { isDueAtOnce } from './automatic.ts'
import { deliver, savePdf, sendBytes, type PrintSystem } from './deliver.ts'
import { createPrintQueue } from './print-queue.ts'
import { changePrinter, isReceiptPrinter, printerName, readPrinter } from './printer-settings.ts'
import { drawerPulse, slipEscPos } from './slip-escpos.ts'
import { lettersSample, testPage } from './test-page.ts'

export interface ReceiptsDeps {
  /** null: this run has no printer at all (the command line). */
  system: PrintSystem | null
  settings: SettingsStore
  /** Sales as the journal has them; null: there is no such sale. */
  sale: (saleId: string) => Sale | null
  tender: (saleId: string) => Tender | null
  /** What was printed. */
  journal: JournalAccess
  business: () => Business
  formatting: () => Pick<Settings, 'language' | 'decimalSign'>
  /** Who is at the register. */
  cashier: () => string | null
  mustBeApproved: (path: string) => void
  emit: Emit
  now: () => number
  onProblem: (error: AppError) => void
}

/** Paper: receipts of sales, and slips of other features. */
export interface Receipts {
  readonly handlers: Handlers<CallsOf<'receipts'>>
  /** A sale changed: one that was just approved prints by itself where the owner wants it so. Never throws. */
  onSale(changed: unknown): void
  /** Paper for the slips of other features. */
  readonly slips: {
    /** Puts it on the queue; nothing waits for the paper. PRINTER_NOT_SET. */
    print(slip: Slip): Promise<{ jobId: string }>
    /** Writes it as a PDF on sheets to a path that a person chose; FILE_NOT_ALLOWED, FILE_NOT_WRITABLE. */
    savePdf(slip: Slip, path: string): Promise<void>
  }
  close(): Promise<void>
}

export function createReceipts(deps: ReceiptsDeps): Receipts {
  const { settings, emit, now } = deps
  const queue = createPrintQueue({ now, tell: (jobs) => emit('receipts.jobs', jobs) })

  function system(): PrintSystem {
    if (!deps.system) throw new Failure('PRINTER_NOT_SET')
    return deps.system
  }

  function mustBeSet(): Printer {
    const printer = readPrinter(settings)
    if (printer.kind === 'none') throw new Failure('PRINTER_NOT_SET')
    system()
    return printer
  }

  function saleOf(saleId: string): Sale {
    const sale = deps.sale(saleId)
    if (!sale) throw new Failure('SALE_NOT_FOUND')
    return sale
  }

  /** How this sale's papers are written, the next one being number `number`. */
  function optionsOf(sale: Sale, number: number, at: number): ReceiptOptions {
    const { language, decimalSign } = deps.formatting()
    const country = sale.amount.currency === currencyOfCountry.EC ? 'EC' : 'CO'
    return {
      language,
      figures: { country, decimalSign },
      tender: deps.tender(sale.id),
      duplicateAt: number > 1 ? at : null,
    }
  }

  /** What would be printed of a sale now; null: it has no paper. */
  function slipOf(sale: Sale): Slip | null {
    const kind = receiptKind(sale)
    const number = kind ? (deps.journal.read()?.receipts.nextNumber(sale.id, kind) ?? 1) : 1
    return receipt(sale, deps.business(), optionsOf(sale, number, now()))
  }

  function enqueueSale(sale: Sale): PrintJob {
    mustBeSet()
    const slip = slipOf(sale)
    if (!slip) throw new Failure('RECEIPT_NOT_DUE')
    const work = { saleId: sale.id, title: slip.title }
    return queue.add({ ...work, run: (signal) => printSale(sale.id, signal) })
  }

  /** The record as it is when its turn has come, written down as printed before its first byte leaves. */
  async function printSale(saleId: string, signal: AbortSignal): Promise<void> {
    const printer = mustBeSet()
    const sale = saleOf(saleId)
    const kind = receiptKind(sale)
    if (!kind) throw new Failure('RECEIPT_NOT_DUE')
    const prints = deps.journal.write().receipts
    const isFirst = prints.ofSale(saleId).every(({ outcome }) => outcome === 'failed')
    const at = now()
    const printing = { saleId, kind, at, printer: printerName(printer), cashier: deps.cashier() }
    const { seq, number } = prints.begin(printing)
    const options = optionsOf(sale, number, at)
    const copies = Array.from({ length: printer.copies }, (_, index) =>
      receipt(sale, deps.business(), {
        ...options,
        copy: { number: index + 1, of: printer.copies },
      }),
    )
    const drawer = printer.drawer && isFirst && touchesDrawer(sale)
    try {
      await deliver(
        system(),
        printer,
        copies.filter((slip) => slip !== null),
        { drawer, signal },
      )
      conclude(seq, 'done')
    } catch (caught) {
      // Of one that was cut off nobody knows: it stays as begun, and the next is a duplicate.
      if (toAppError(caught).code !== 'PRINTER_INTERRUPTED') conclude(seq, 'failed')
      throw caught
    }
  }

  /** Cash crosses the counter: by the tender, or where none was said. */
  function touchesDrawer({ id, direction }: Sale): boolean {
    const tender = deps.tender(id)
    return direction === 'out' || tender === null || tender.kind === 'cash'
  }

  /** A disk that refuses this leaves the printing as begun, which errs towards DUPLICADO. */
  function conclude(seq: number, outcome: 'done' | 'failed'): void {
    try {
      deps.journal.write().receipts.end(seq, outcome, now())
    } catch (caught) {
      deps.onProblem(toAppError(caught))
    }
  }

  function printSlip(slip: Slip): PrintJob {
    mustBeSet()
    return queue.add({
      saleId: null,
      title: slip.title,
      run: (signal) => deliver(system(), mustBeSet(), [slip], { drawer: false, signal }),
    })
  }

  function printTestPage(): PrintJob {
    const { language } = deps.formatting()
    const slip = testPage(mustBeSet(), deps.business(), language, now())
    const isLines = isReceiptPrinter(readPrinter(settings))
    return isLines ? printBytes(slip.title, (printer) => testBytes(slip, printer)) : printSlip(slip)
  }

  /** The letters stand before the cut, under the rest of the page. */
  function testBytes(slip: Slip, printer: Printer): Uint8Array {
    const page = slipEscPos(slip, { ...printer, cut: false })
    const end = slipEscPos({ title: slip.title, lines: [] }, printer)
    return Buffer.concat([page, lettersSample(printer), end])
  }

  function printBytes(title: string, bytes: (printer: Printer) => Uint8Array): PrintJob {
    mustBeSet()
    return queue.add({
      saleId: null,
      title,
      async run(signal) {
        const printer = mustBeSet()
        await sendBytes(system(), printer, bytes(printer), signal)
      },
    })
  }

  /** Once for each sale, whatever is told of it later. */
  function printIfDue(sale: Sale): void {
    if (!isDueAtOnce(sale, now())) return
    const isPrinted = printsOf(sale.id).some(({ kind }) => kind === 'receipt')
    if (!isPrinted && queue.jobs().every(({ saleId }) => saleId !== sale.id)) enqueueSale(sale)
  }

  const answer = ({ id }: PrintJob) => ({ jobId: id })
  const printsOf = (saleId: string): ReceiptPrint[] =>
    deps.journal.read()?.receipts.ofSale(saleId) ?? []

  return {
    handlers: {
      'receipts.printer': async () => readPrinter(settings),
      async 'receipts.setPrinter'(change) {
        const printer = changePrinter(settings, change)
        emit('receipts.printer', printer)
        return printer
      },
      'receipts.systemPrinters': async () => (await deps.system?.paper.printers()) ?? [],
      'receipts.ofSale': async ({ saleId }) => ({
        slip: slipOf(saleOf(saleId)),
        prints: printsOf(saleId),
      }),
      'receipts.print': async ({ saleId }) => answer(enqueueSale(saleOf(saleId))),
      async 'receipts.savePdf'({ saleId, path }) {
        deps.mustBeApproved(path)
        const slip = slipOf(saleOf(saleId))
        if (!slip) throw new Failure('RECEIPT_NOT_DUE')
        await savePdf(system(), path, slip, readPrinter(settings))
        return {}
      },
      'receipts.testPage': async () => answer(printTestPage()),
      'receipts.openDrawer': async () => {
        if (!isReceiptPrinter(mustBeSet())) throw new Failure('PRINTER_NOT_SET')
        return answer(printBytes('drawer', () => drawerPulse()))
      },
      'receipts.jobs': async () => queue.jobs(),
      async 'receipts.retry'({ jobId }) {
        queue.retry(jobId)
        return {}
      },
      async 'receipts.dismiss'({ jobId }) {
        queue.dismiss(jobId)
        return {}
      },
    },
    onSale(changed) {
      const printer = readPrinter(settings)
      if (!printer.automatic || printer.kind === 'none' || !deps.system) return
      try {
        printIfDue(saleSchema.parse(changed))
      } catch (caught) {
        deps.onProblem(toAppError(caught))
      }
    },
    slips: {
      print: async (slip) => answer(printSlip(slip)),
      async savePdf(slip, path) {
        deps.mustBeApproved(path)
        await savePdf(system(), path, slip, { paper: 'a4' })
      },
    },
    close: () => queue.close(),
  }
}
