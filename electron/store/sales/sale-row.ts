import { z } from 'zod'
import { formValuesSchema } from '../../../shared/domain/form/form.ts'
import type { Money } from '../../../shared/domain/money/money.ts'
import { saleFactsSchema } from '../../../shared/domain/sale/sale-machine.ts'
import { closingSchema, saleEventSchema, saleSchema } from '../../../shared/domain/sale/sale.ts'
import { transactionSchema } from '../../../shared/domain/sale/transaction.ts'
import { isRecord } from '../../../shared/domain/text/json.ts'
import { appError, appErrorSchema, isErrorCode, type AppError } from '../../../shared/errors.ts'
import { packKey, unpackRow } from '../slim/packed-sale.ts'
import type { Named } from '../sqlite/db.ts'
import { jsonOf, rowOf } from '../sqlite/rows.ts'

/** A sale as the journal knows it: what is shown, what decides its course, and what was sent. */
const recordSchema = saleSchema.extend(saleFactsSchema.shape).extend({
  shift: z.string().nullable(),
  /** The exact text that was, or was to be, sent, and its SHA-256 in hexadecimal. */
  body: z.string(),
  bodySha256: z.string(),
  /** Counts every change: the compare-and-set. */
  revision: z.int(),
})
export type SaleRecord = z.infer<typeof recordSchema>

/** The fields that have a column of their own, in which they stand as they are. */
const plainSchema = recordSchema.omit({
  amount: true,
  cost: true,
  incentive: true,
  total: true,
  values: true,
  transaction: true,
  seen: true,
  error: true,
  closing: true,
})
const plainFields = plainSchema.keyof().options

/**
 * An error as it was stored. One whose code this program does not know, as another version wrote it, is still shown:
 * a row must never keep the queue from being read.
 */
const storedError = jsonOf(
  z.unknown().transform((value): AppError => {
    const known = appErrorSchema.safeParse(value)
    if (known.success) return known.data
    const { code } = z.object({ code: z.string() }).catch({ code: '?' }).parse(value)
    return isErrorCode(code) ? appError(code) : appError('UNEXPECTED', { reason: code })
  }),
)

/** A row whose body and record are packed, as it was before; any other as it is. JOURNAL_DAMAGED: they cannot be read. */
function unpacked(row: unknown): unknown {
  // Asked of every row, and without a schema: one that most rows are not of took a fifth of reading them.
  if (!isRecord(row) || !(row.packed instanceof Uint8Array)) return row
  return { ...row, ...unpackRow(row.packed, packKey(row)) }
}

/** The columns of `sale`, each under the name of its field. */
const columnsRow = rowOf({
  ...plainSchema.shape,
  currency: z.string(),
  amount: z.int(),
  cost: z.int().nullable(),
  incentive: z.int().nullable(),
  total: z.int(),
  formValues: jsonOf(formValuesSchema),
  found: jsonOf(transactionSchema).nullable(),
  error: storedError.nullable(),
  closing: jsonOf(closingSchema).nullable(),
})

/** A row of `sale`, as the record it stands for. */
export const saleRow = z
  .preprocess(unpacked, columnsRow)
  .transform(
    ({ currency, amount, cost, incentive, total, formValues, found, ...row }): SaleRecord => {
      const inRowCurrency = (minor: number): Money => ({ minor, currency })
      return {
        ...row,
        amount: inRowCurrency(amount),
        cost: cost === null ? null : inRowCurrency(cost),
        incentive: incentive === null ? null : inRowCurrency(incentive),
        total: inRowCurrency(total),
        values: formValues,
        transaction: found,
        seen: found !== null,
      }
    },
  )

/** A record as its row is written: saleRow the other way round. */
export function rowOfSale(sale: SaleRecord): Named {
  return {
    ...Object.fromEntries(plainFields.map((field) => [field, sale[field]] as const)),
    currency: sale.amount.currency,
    amount: sale.amount.minor,
    cost: sale.cost?.minor ?? null,
    incentive: sale.incentive?.minor ?? null,
    total: sale.total.minor,
    formValues: JSON.stringify(sale.values),
    found: jsonText(sale.transaction),
    error: jsonText(sale.error),
    closing: jsonText(sale.closing),
  }
}

export function jsonText(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}

/** A row of `sale_event`. */
export const saleEventRow = rowOf({
  ...saleEventSchema.shape,
  error: storedError.nullable(),
  closing: jsonOf(closingSchema).nullable(),
})
