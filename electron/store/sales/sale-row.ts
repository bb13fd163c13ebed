import { z } from 'zod'
import { formValuesSchema } from '../../../shared/domain/form/form.ts'
import { directionSchema, type Money } from '../../../shared/domain/money/money.ts'
import type { SaleFacts } from '../../../shared/domain/sale/sale-machine.ts'
import {
  closingSchema,
  saleEventSchema,
  saleStateSchema,
  type Sale,
} from '../../../shared/domain/sale/sale.ts'
import { transactionSchema } from '../../../shared/domain/sale/transaction.ts'
import { appError, appErrorSchema, isErrorCode, type AppError } from '../../../shared/errors.ts'

/** A sale as the journal knows it: what is shown, what decides its course, and what was sent. */
export interface SaleRecord extends Sale, SaleFacts {
  shift: string | null
  /** The exact text that was, or was to be, sent, and its SHA-256 in hexadecimal. */
  body: string
  bodySha256: string
  /** Counts every change: the compare-and-set. */
  revision: number
}

/** A column that holds JSON of a known shape. */
function jsonOf<S extends z.ZodType>(schema: S) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch (caught) {
        context.addIssue({ code: 'custom', message: String(caught) })
        return z.NEVER
      }
    })
    .pipe(schema)
}

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

const time = z.int().nullable()

/** A row of `sale`, as the record it stands for. */
export const saleRow = z
  .object({
    id: z.string(),
    draft_id: z.string(),
    profile_id: z.string(),
    revision: z.int(),
    state: saleStateSchema,
    product_id: z.string(),
    product_name: z.string(),
    category_name: z.string(),
    tip: z.string().nullable(),
    direction: directionSchema,
    currency: z.string(),
    amount: z.int(),
    cost: z.int().nullable(),
    incentive: z.int().nullable(),
    total: z.int(),
    reference: z.string(),
    phone: z.string().nullable(),
    form_values: jsonOf(formValuesSchema),
    body: z.string(),
    body_sha256: z.string(),
    cashier: z.string().nullable(),
    shift: z.string().nullable(),
    again_of: z.string().nullable(),
    created_at: z.int(),
    sent_at: time,
    settled_at: time,
    outcome: z.enum(['not-sent', 'accepted', 'refused', 'unauthorized', 'unknown']).nullable(),
    transaction_id: z.string().nullable(),
    service_id: z.string().nullable(),
    found: jsonOf(transactionSchema).nullable(),
    error: storedError.nullable(),
    attempts: z.int(),
    misses: z.int(),
    first_miss_at: time,
    look_from: time,
    next_look_at: time,
    horizon_at: time,
    skew_ms: time,
    closing: jsonOf(closingSchema).nullable(),
  })
  .transform((row): SaleRecord => {
    const inRowCurrency = (minor: number): Money => ({ minor, currency: row.currency })
    return {
      id: row.id,
      draftId: row.draft_id,
      profileId: row.profile_id,
      revision: row.revision,
      state: row.state,
      productId: row.product_id,
      productName: row.product_name,
      categoryName: row.category_name,
      tip: row.tip,
      direction: row.direction,
      amount: inRowCurrency(row.amount),
      cost: row.cost === null ? null : inRowCurrency(row.cost),
      incentive: row.incentive === null ? null : inRowCurrency(row.incentive),
      total: inRowCurrency(row.total),
      reference: row.reference,
      phone: row.phone,
      values: row.form_values,
      body: row.body,
      bodySha256: row.body_sha256,
      cashier: row.cashier,
      shift: row.shift,
      againOf: row.again_of,
      createdAt: row.created_at,
      sentAt: row.sent_at,
      settledAt: row.settled_at,
      outcome: row.outcome,
      transactionId: row.transaction_id,
      serviceId: row.service_id,
      transaction: row.found,
      seen: row.found !== null,
      error: row.error,
      attempts: row.attempts,
      misses: row.misses,
      firstMissAt: row.first_miss_at,
      lookFrom: row.look_from,
      nextLookAt: row.next_look_at,
      horizonAt: row.horizon_at,
      skewMs: row.skew_ms,
      closing: row.closing,
    }
  })

/** A row of `sale_event`. */
export const saleEventRow = z
  .object({
    at: z.int(),
    kind: saleEventSchema.shape.kind,
    state: saleStateSchema,
    http_status: z.int().nullable(),
    error: storedError.nullable(),
    raw: z.string().nullable(),
    closing: jsonOf(closingSchema).nullable(),
  })
  .transform(({ http_status, ...row }) => ({ ...row, httpStatus: http_status }))
