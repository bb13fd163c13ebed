import type { CallOutput } from '../../../shared/contract/index.ts'

/** A printer that the system knows by name. */
export type FoundPrinter = CallOutput<'receipts.systemPrinters'>[number]
