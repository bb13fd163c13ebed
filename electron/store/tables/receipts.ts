import { z } from 'zod'
import type { ReceiptPrint } from '../../../shared/contract/receipts.ts'
import { receiptKindSchema, type ReceiptKind } from '../../../shared/domain/receipt/receipt.ts'
import type { Database } from '../sqlite/db.ts'
import { insertRow } from '../sqlite/rows.ts'

/** A printing that is about to be tried. */
export interface PrintBegun {
  saleId: string
  kind: ReceiptKind
  at: number
  printer: string
  cashier: string | null
}

const printRow = z.object({
  at: z.int(),
  kind: receiptKindSchema,
  number: z.int(),
  printer: z.string(),
  cashier: z.string().nullable(),
  outcome: z.enum(['begun', 'done', 'failed']),
})
const numberRow = z.object({ number: z.int() })
const seqRow = z.object({ seq: z.int() })

/** Printings, each with how it ended as far as it is known. */
const withOutcome = `receipt_print left join receipt_print_end on print_seq = seq`

/** What can be read of the papers that were printed of sales. */
export function createReceiptPrintsReader(db: Database) {
  return {
    /** Oldest first. */
    ofSale: (saleId: string): ReceiptPrint[] =>
      db.all(
        printRow,
        `select receipt_print.at as at, kind, number, printer, cashier, ifnull(outcome, 'begun') as outcome
         from ${withOutcome} where sale_id = ? order by seq`,
        saleId,
      ),
    /** Which number the next paper of this kind has: 1, and it is the original. */
    nextNumber: (saleId: string, kind: ReceiptKind): number =>
      db.get(
        numberRow,
        `select count(*) + 1 as number from ${withOutcome}
         where sale_id = ? and kind = ? and ifnull(outcome, 'begun') <> 'failed'`,
        saleId,
        kind,
      )?.number ?? 1,
  }
}

/**
 * Every printing, written down before its first byte leaves and again when it is over; nothing is changed. Over the
 * journal in the hands of its one writer.
 */
export function createReceiptPrints(db: Database) {
  const reader = createReceiptPrintsReader(db)
  return {
    ...reader,
    /**
     * Durable when it returns: no other paper of the sale is an original any more, unless this one fails. `isAgain`: it
     * was asked for in a run before this one, and is a duplicate whatever is known of that.
     */
    begin: (print: PrintBegun, isAgain = false): { seq: number; number: number } =>
      db.transaction(() => {
        const next = reader.nextNumber(print.saleId, print.kind)
        const number = isAgain ? Math.max(2, next) : next
        insertRow(db, 'receipt_print', { ...print, number })
        const written = db.get(seqRow, 'select max(seq) as seq from receipt_print')
        return { seq: written?.seq ?? 0, number }
      }),
    /** `failed`: certainly nothing came out. A printing that nobody can tell of is left as it began. */
    end: (seq: number, outcome: 'done' | 'failed', at: number) => {
      insertRow(db, 'receipt_print_end', { printSeq: seq, outcome, at })
    },
  }
}
