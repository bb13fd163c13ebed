import type { PrintJob, Printer } from '../../../shared/contract/receipts.ts'
import type { Slip } from '../../../shared/domain/receipt/slip.ts'
import { Failure } from '../../../shared/errors.ts'
import { deliverSlips, savePdf, sendBytes, type PrintSystem } from './deliver.ts'
import type { ReceiptsDeps } from './ports.ts'
import type { PrintQueue } from './print-queue.ts'
import { isReceiptPrinter, readPrinter, sheetOf } from './printer-settings.ts'
import { slipEscPos } from './layout/slip-escpos.ts'
import { lettersSample, testPage } from './test-page.ts'

/** The register's printer with its papers. */
export interface Printing extends ReceiptsDeps {
  readonly queue: PrintQueue
}

/** @throws Failure PRINTER_NOT_SET where this run prints nothing at all */
export function systemOf({ system }: Printing): PrintSystem {
  if (!system) throw new Failure('PRINTER_NOT_SET')
  return system
}

/** The printer as it is set now. @throws Failure PRINTER_NOT_SET */
export function printerOf(printing: Printing): Printer {
  const printer = readPrinter(printing.settings)
  if (printer.kind === 'none') throw new Failure('PRINTER_NOT_SET')
  systemOf(printing)
  return printer
}

/** Queues a slip that belongs to no sale. Errors as printerOf. */
export function printSlip(printing: Printing, slip: Slip): PrintJob {
  printerOf(printing)
  return printing.queue.add({
    saleId: null,
    title: slip.title,
    run(signal) {
      const options = { drawer: false, signal }
      return deliverSlips(systemOf(printing), printerOf(printing), [slip], options)
    },
  })
}

/** Queues what a receipt printer takes as it is and nobody misses; `bytes` are made once their turn has come. Errors as printerOf. */
export function printBytes(
  printing: Printing,
  title: string,
  bytes: (printer: Printer) => Uint8Array,
): PrintJob {
  printerOf(printing)
  return printing.queue.add({
    saleId: null,
    title,
    isPassing: true,
    async run(signal) {
      const printer = printerOf(printing)
      await sendBytes(systemOf(printing), printer, bytes(printer), signal)
    },
  })
}

/** Queues a page that shows what the printer can do. Errors as printerOf. */
export function printTestPage(printing: Printing): PrintJob {
  const { language } = printing.formatting()
  const slip = testPage(printerOf(printing), printing.business(), language, printing.now())
  const isLines = isReceiptPrinter(readPrinter(printing.settings))
  if (!isLines) return printSlip(printing, slip)
  return printBytes(printing, slip.title, (printer) => testBytes(slip, printer))
}

/** The letters stand before the cut, under the rest of the page. */
function testBytes(slip: Slip, printer: Printer): Uint8Array {
  const page = slipEscPos(slip, { ...printer, cut: false })
  const end = slipEscPos({ title: slip.title, lines: [] }, printer)
  return Buffer.concat([page, lettersSample(printer), end])
}

/** Writes a slip as a PDF on sheets to a path that a person chose. */
export async function saveSlip(printing: Printing, slip: Slip, path: string): Promise<void> {
  printing.mustBeApproved(path)
  const paper = sheetOf(readPrinter(printing.settings))
  await savePdf(systemOf(printing), path, slip, { paper })
}
