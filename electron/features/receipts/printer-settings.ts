import {
  printerSchema,
  type Printer,
  type PrinterChange,
} from '../../../shared/contract/receipts.ts'
import type { Sheet } from '../../../shared/domain/receipt/sheet.ts'
import type { SettingsStore } from '../../host/host.ts'
import { changeStored, readEach } from '../../stored-values.ts'

const key = 'printer'

/** The stored printer; each value that cannot be read is as if it had never been chosen. */
export function readPrinter(store: SettingsStore): Printer {
  return readEach(printerSchema, store.get(key))
}

/** What is written on sheets, whatever the register's own printer takes. */
export const sheetOf = ({ paper }: Pick<Printer, 'paper'>): Sheet =>
  paper === 'a4' ? 'a4' : 'letter'

/** Stores a change and answers the whole. */
export function changePrinter(store: SettingsStore, change: PrinterChange): Printer {
  const printer = printerSchema.parse({ ...readPrinter(store), ...change })
  changeStored(store, key, change)
  return printer
}

/** The printer as printings and messages name it. */
export function printerName({ kind, systemName, host, port, device }: Printer): string {
  if (kind === 'network') return port === 9100 ? host : `${host}:${port}`
  if (kind === 'device') return device
  return kind === 'system' && systemName ? systemName : kind
}

/** Whether it speaks ESC/POS here: only then can it open a drawer. */
export function isReceiptPrinter({ kind }: Pick<Printer, 'kind'>): boolean {
  return kind === 'network' || kind === 'device'
}
