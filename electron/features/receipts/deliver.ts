import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Printer } from '../../../shared/contract/receipts.ts'
import type { Slip } from '../../../shared/domain/receipt/slip.ts'
import { Failure } from '../../../shared/errors.ts'
import { unlessAborted } from '../../async/time-limit.ts'
import type { Host } from '../../host/host.ts'
import { saveFile } from '../../store/files/save-file.ts'
import { writeToDevice } from './device.ts'
import { sendToNetworkPrinter } from './network-printer.ts'
import { isReceiptPrinter } from './printer-settings.ts'
import { drawerPulse, slipEscPos } from './layout/slip-escpos.ts'
import { slipPage } from './layout/slip-html.ts'

/** What printing needs of where the app runs. */
export type PrintSystem = Pick<Host, 'paper' | 'forkDeviceWriter' | 'documentsDir' | 'openPath'>

/**
 * Puts slips on the paper of a printer, one after the other in one go.
 * @throws Failure PRINTER_NOT_SET, PRINTER_UNREACHABLE, PRINTER_NOT_READY, PRINTER_REFUSED, PRINT_CANCELLED
 * (nothing came out), PRINTER_INTERRUPTED (some may have), FILE_NOT_WRITABLE, DISK_FULL (kind `pdf`)
 */
export async function deliverSlips(
  system: PrintSystem,
  printer: Printer,
  slips: readonly Slip[],
  options: { drawer: boolean; signal: AbortSignal },
): Promise<void> {
  if (isReceiptPrinter(printer)) {
    const papers = slips.map((slip) => slipEscPos(slip, printer))
    const pulse = options.drawer ? [drawerPulse()] : []
    await sendBytes(system, printer, Buffer.concat([...pulse, ...papers]), options.signal)
  } else if (printer.kind === 'system') {
    const named = printer.systemName || null
    // A dialog of the system may stay open for as long as it likes, save when the app closes.
    const closing = () => new Failure('PRINT_CANCELLED')
    for (const slip of slips) {
      const page = slipPage(slip, printer.paper)
      await unlessAborted(system.paper.printPage(page, named), options.signal, closing)
    }
  } else if (printer.kind === 'pdf') {
    for (const slip of slips.slice(0, 1)) await keepPdf(system, printer, slip)
  } else throw new Failure('PRINTER_NOT_SET')
}

/** Sends bytes to a receipt printer as they are. Errors as deliver. */
export async function sendBytes(
  system: PrintSystem,
  printer: Printer,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  const { kind, host, port, device, baud } = printer
  if (kind === 'network' && host) return sendToNetworkPrinter({ host, port }, bytes, { signal })
  if (kind === 'device' && device) {
    return writeToDevice(() => system.forkDeviceWriter(), { path: device, baud }, bytes, { signal })
  }
  throw new Failure('PRINTER_NOT_SET')
}

/** Keeps a slip as a PDF among the person's documents, beside an earlier one of its name, and opens it. */
async function keepPdf(system: PrintSystem, printer: Printer, slip: Slip): Promise<void> {
  const folder = join(await system.documentsDir(), 'Mostrador')
  await mkdir(folder, { recursive: true })
  const path = await freePath(folder, slip.title)
  await savePdf(system, path, slip, printer)
  await system.openPath(path)
}

/** Writes a slip as a PDF, whole or not at all. */
export async function savePdf(
  system: PrintSystem,
  path: string,
  slip: Slip,
  { paper }: Pick<Printer, 'paper'>,
): Promise<void> {
  const bytes = await system.paper.pdf(slipPage(slip, paper))
  await saveFile(path, async (out) => void out.end(bytes))
}

async function freePath(folder: string, title: string): Promise<string> {
  const name = title
    .replace(/[<>:"/\\|?*\p{Cc}]/gu, ' ')
    .trim()
    .slice(0, 100)
  for (let copy = 1; ; copy += 1) {
    const path = join(folder, copy === 1 ? `${name}.pdf` : `${name} (${copy}).pdf`)
    const there = await stat(path).catch(() => null)
    if (there === null) return path
  }
}
