import type { PrintJob, Printer, ReceiptPrint } from '../../../shared/contract/receipts.ts'
import { phoneAbroad } from '../../../shared/domain/identity/phone.ts'
import { currencyOfCountry, type Country } from '../../../shared/domain/money/money.ts'
import {
  receipt,
  receiptKind,
  type ReceiptOptions,
} from '../../../shared/domain/receipt/receipt.ts'
import { slipMessage } from '../../../shared/domain/receipt/slip-message.ts'
import type { Slip } from '../../../shared/domain/receipt/slip.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { Failure, toAppError } from '../../../shared/errors.ts'
import { orTold } from '../../or-told.ts'
import { isDueAtOnce } from './automatic.ts'
import { deliverSlips, savePdf } from './deliver.ts'
import { printerName, readPrinter } from './printer-settings.ts'
import { printerOf, systemOf, type Printing } from './printing.ts'

/** The sale as the journal has it. @throws Failure SALE_NOT_FOUND */
export function saleOf(printing: Printing, saleId: string): Sale {
  const sale = printing.sale(saleId)
  if (!sale) throw new Failure('SALE_NOT_FOUND')
  return sale
}

/** What was printed of a sale, oldest first. */
export function printsOf({ journal }: Printing, saleId: string): ReceiptPrint[] {
  return journal.read()?.receipts.ofSale(saleId) ?? []
}

/** What would be printed of a sale now; null: it has no paper. */
function slipOfSale(printing: Printing, sale: Sale): Slip | null {
  return receipt(sale, printing.business(), nextOptions(printing, sale))
}

/**
 * The same for who looks at it: without how it was paid where that is not for them. What goes to the customer, on paper or
 * as a message, has it, and stands written down in somebody's name.
 */
export function shownSlip(printing: Printing, sale: Sale): Slip | null {
  const options = nextOptions(printing, sale)
  const tender = printing.mayKnowDrawer() ? options.tender : null
  return receipt(sale, printing.business(), { ...options, tender })
}

function nextOptions(printing: Printing, sale: Sale): ReceiptOptions {
  const kind = receiptKind(sale)
  const number = kind ? (printing.journal.read()?.receipts.nextNumber(sale.id, kind) ?? 1) : 1
  return optionsOf(printing, sale, number, printing.now())
}

/** How this sale's papers are written, the next one being number `number`. */
function optionsOf(printing: Printing, sale: Sale, number: number, at: number): ReceiptOptions {
  const { language, decimalSign } = printing.formatting()
  return {
    language,
    figures: { country: countryOf(sale), decimalSign },
    tender: printing.tender(sale.id),
    duplicateAt: number > 1 ? at : null,
  }
}

const countryOf = ({ amount }: Sale): Country =>
  amount.currency === currencyOfCountry.EC ? 'EC' : 'CO'

/** Queues a sale's paper: where one of an earlier run did not come out, that one. @throws Failure PRINTER_NOT_SET, RECEIPT_NOT_DUE */
export function enqueueSale(printing: Printing, sale: Sale): PrintJob {
  printerOf(printing)
  const slip = slipOfSale(printing, sale)
  if (!slip) throw new Failure('RECEIPT_NOT_DUE')
  const { queue } = printing
  const earlier = queue
    .jobs()
    .find(({ saleId, again }) => saleId === sale.id && again === 'duplicate')
  if (earlier && queue.retry(earlier.id)) return earlier
  return queue.add({
    saleId: sale.id,
    title: slip.title,
    run: (signal) => printSale(printing, sale.id, { signal, isAgain: false }),
  })
}

/** Queues a sale's paper where it was just approved; once for each sale, whatever is told of it later. */
export function printIfDue(printing: Printing, sale: Sale): void {
  if (!isDueAtOnce(sale, printing.now())) return
  const isPrinted = printsOf(printing, sale.id).some(({ kind }) => kind === 'receipt')
  const isQueued = printing.queue.jobs().some(({ saleId }) => saleId === sale.id)
  if (!isPrinted && !isQueued) enqueueSale(printing, sale)
}

/** Writes a sale's paper as a PDF to a path that a person chose. @throws Failure RECEIPT_NOT_DUE, FILE_NOT_ALLOWED */
export async function saveSaleReceipt(
  printing: Printing,
  saleId: string,
  path: string,
): Promise<void> {
  printing.mustBeApproved(path)
  const slip = shownSlip(printing, saleOf(printing, saleId))
  if (!slip) throw new Failure('RECEIPT_NOT_DUE')
  await savePdf(systemOf(printing), path, slip, readPrinter(printing.settings))
}

/**
 * Opens a sale's paper as a message to a number that was typed.
 * @throws Failure MESSAGING_OFF, PHONE_UNREADABLE, RECEIPT_NOT_DUE, MESSAGE_TOO_LONG
 */
export async function openMessage(printing: Printing, sale: Sale, typed: string): Promise<void> {
  const { openChat } = printing
  if (openChat === null || !printing.formatting().sendByWhatsApp) throw new Failure('MESSAGING_OFF')
  const number = phoneAbroad(typed, countryOf(sale))
  if (number === null) throw new Failure('PHONE_UNREADABLE')
  const slip = slipOfSale(printing, sale)
  if (!slip) throw new Failure('RECEIPT_NOT_DUE')
  const text = slipMessage(slip)
  if (text === null) throw new Failure('MESSAGE_TOO_LONG')
  await openChat({ number, text })
}

/**
 * The record as it is when its turn has come, written down as printed before its first byte leaves. `isAgain`: it was
 * asked for in a run before this one, so that it is a duplicate, and opens no drawer.
 */
export async function printSale(
  printing: Printing,
  saleId: string,
  { signal, isAgain }: { signal: AbortSignal; isAgain: boolean },
): Promise<void> {
  const printer = printerOf(printing)
  const sale = saleOf(printing, saleId)
  const kind = receiptKind(sale)
  if (!kind) throw new Failure('RECEIPT_NOT_DUE')
  const prints = printing.journal.write().receipts
  const isFirst = !isAgain && prints.ofSale(saleId).every(({ outcome }) => outcome === 'failed')
  const at = printing.now()
  const begun = { saleId, kind, at, printer: printerName(printer), cashier: printing.cashier() }
  const { seq, number } = prints.begin(begun, isAgain)
  const copies = copiesOf(printing, sale, printer, optionsOf(printing, sale, number, at))
  const drawer = printer.drawer && isFirst && touchesDrawer(printing, sale)
  try {
    await deliverSlips(systemOf(printing), printer, copies, { drawer, signal })
    conclude(printing, seq, 'done')
  } catch (caught) {
    // Of one that was cut off nobody knows: it stays as begun, and the next is a duplicate.
    if (toAppError(caught).code !== 'PRINTER_INTERRUPTED') conclude(printing, seq, 'failed')
    throw caught
  }
}

/** As many as the owner wants, each with its number. */
function copiesOf(
  printing: Printing,
  sale: Sale,
  printer: Printer,
  options: ReceiptOptions,
): Slip[] {
  const slips = Array.from({ length: printer.copies }, (_, index) =>
    receipt(sale, printing.business(), {
      ...options,
      copy: { number: index + 1, of: printer.copies },
    }),
  )
  return slips.filter((slip) => slip !== null)
}

/** Cash crosses the counter: by the tender, or where none was said. */
function touchesDrawer(printing: Printing, { id, direction }: Sale): boolean {
  const tender = printing.tender(id)
  return direction === 'out' || tender === null || tender.kind === 'cash'
}

/** A disk that refuses this leaves the printing as begun, which errs towards DUPLICADO. */
function conclude(printing: Printing, seq: number, outcome: 'done' | 'failed'): void {
  const { onProblem, journal, now } = printing
  orTold(onProblem, () => journal.write().receipts.end(seq, outcome, now()))
}
