import type { PrintJob } from '../../../shared/contract/receipts.ts'
import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import { saleSchema } from '../../../shared/domain/sale/sale.ts'
import type { SlipPrinter } from '../../../shared/domain/receipt/slip.ts'
import { Failure } from '../../../shared/errors.ts'
import { orTold } from '../../or-told.ts'
import type { ReceiptsDeps } from './ports.ts'
import { createPrintQueue } from './print-queue.ts'
import { changePrinter, isReceiptPrinter, readPrinter } from './printer-settings.ts'
import {
  printBytes,
  printerOf,
  printSlip,
  printTestPage,
  saveSlip,
  type Printing,
} from './printing.ts'
import {
  enqueueSale,
  openMessage,
  printIfDue,
  printSale,
  printsOf,
  saleOf,
  saveSaleReceipt,
  shownSlip,
} from './sale-receipts.ts'
import { drawerPulse } from './layout/slip-escpos.ts'
import { earlierPapers, paperKeeper } from './unprinted.ts'

/** Paper: receipts of sales, and slips of other features. */
export interface Receipts {
  readonly handlers: Handlers<CallsOf<'receipts'>>
  /** A sale changed: one that was just approved prints by itself where the owner wants it so. Never throws. */
  onSale(changed: unknown): void
  /** Paper for the slips of other features. */
  readonly slips: SlipPrinter
  close(): Promise<void>
}

export function createReceipts(deps: ReceiptsDeps): Receipts {
  const { now, emit } = deps
  const keeper = paperKeeper(deps)
  const queue = createPrintQueue({ now, tell: (jobs) => emit('receipts.jobs', jobs), keeper })
  const printing: Printing = { ...deps, queue }
  const printAgain = (saleId: string) => (signal: AbortSignal) =>
    printSale(printing, saleId, { signal, isAgain: true })
  queue.bringBack(earlierPapers(deps, printAgain))
  return {
    handlers: handlersOf(printing),
    onSale: (changed) => onSale(printing, changed),
    slips: {
      print: async (slip) => answer(printSlip(printing, slip)),
      savePdf: (slip, path) => saveSlip(printing, slip, path),
    },
    close: () => queue.close(),
  }
}

const answer = ({ id }: PrintJob) => ({ jobId: id })

function handlersOf(printing: Printing): Receipts['handlers'] {
  const { settings, emit, queue } = printing
  return {
    'receipts.printer': async () => readPrinter(settings),
    async 'receipts.setPrinter'(change) {
      const printer = changePrinter(settings, change)
      emit('receipts.printer', printer)
      return printer
    },
    'receipts.systemPrinters': async () => (await printing.system?.paper.printers()) ?? [],
    'receipts.ofSale': async ({ saleId }) => ({
      slip: shownSlip(printing, saleOf(printing, saleId)),
      prints: printsOf(printing, saleId),
    }),
    'receipts.print': async ({ saleId }) => answer(enqueueSale(printing, saleOf(printing, saleId))),
    async 'receipts.savePdf'({ saleId, path }) {
      await saveSaleReceipt(printing, saleId, path)
      return {}
    },
    async 'receipts.message'({ saleId, number }) {
      await openMessage(printing, saleOf(printing, saleId), number)
      return {}
    },
    'receipts.testPage': async () => answer(printTestPage(printing)),
    'receipts.openDrawer': async () => {
      if (!isReceiptPrinter(printerOf(printing))) throw new Failure('PRINTER_NOT_SET')
      return answer(printBytes(printing, 'drawer', () => drawerPulse()))
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
  }
}

function onSale(printing: Printing, changed: unknown): void {
  const printer = readPrinter(printing.settings)
  if (!printer.automatic || printer.kind === 'none' || !printing.system) return
  orTold(printing.onProblem, () => printIfDue(printing, saleSchema.parse(changed)))
}
