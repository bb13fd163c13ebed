import { z } from 'zod'
import type { Profile } from '../../shared/contract/connection.ts'
import { inputDescriptorSchema, productFormSchema } from '../../shared/domain/form/form.ts'
import { moneySchema, type Money } from '../../shared/domain/money/money.ts'
import {
  transactionSchema,
  type ReportKind,
  type TransactionRow,
} from '../../shared/domain/sale/transaction.ts'
import { Failure, type AppError } from '../../shared/errors.ts'

/** The merchant's account (contract, Endpoints 1). */
export const accountSchema = z.object({ balance: moneySchema, profits: moneySchema })
export type MerchantAccount = z.infer<typeof accountSchema>

const price = moneySchema.nullable()
const product = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  price,
})

/** A category with its products, in the service's order (contract, Endpoints 5). */
export const categorySchema = z.object({
  id: z.string(),
  name: z.string(),
  sort: z.number(),
  /** `tip` is the service's text: its unit is not stated. */
  products: z.array(product.extend({ tip: z.string().nullable() })),
})
export type Category = z.infer<typeof categorySchema>

/** products/get (contract, Endpoints 6). `form` null: the service sent no usable descriptor. */
export const productDetailSchema = product.extend({ form: productFormSchema.nullable() })
export type ProductDetail = z.infer<typeof productDetailSchema>

/** The answer of query (contract, Query result), whole and unjudged. */
export const queryResultSchema = z.object({
  amountEditable: z.boolean(),
  inputs: z.array(inputDescriptorSchema),
  /** Items of DefaultPayload as exact JSON texts; the contract never shows their content. */
  defaultPayload: z.array(z.string()),
  cost: price,
  incentive: price,
  amount: price,
  /** Error.message: set even on a 200. */
  errorMessage: z.string().nullable(),
})
export type QueryResult = z.infer<typeof queryResultSchema>

/** What find shows of a sale. */
export const foundSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('found'), transaction: transactionSchema }),
  z.object({ kind: z.literal('not-found') }),
])

/** One request's facts, kept with every outcome. Times are epoch milliseconds. */
export interface Exchange {
  startedAt: number
  endedAt: number
  httpStatus: number | null
  /** The Date header as epoch milliseconds: the service's own clock. */
  serverDate: number | null
  /** The body's text as it came (cut at the size cap), null when there was none. */
  raw: string | null
}

/** A read that was sent and gave no result, with what came back: the evidence behind the error. */
export class ReadFailure extends Failure {
  readonly exchange: Exchange

  constructor({ error }: Failure, exchange: Exchange, options?: { cause?: unknown }) {
    super(error.code, error.params, options)
    this.exchange = exchange
  }
}

/**
 * What one sell request proved (design: A sale). Never thrown: every way a sell can end is a value.
 * - not-sent: it failed before the connection was secured, nothing left this computer
 * - accepted: 200 with a transactionId
 * - refused: 400 or 404 with the documented error body
 * - unauthorized: 401
 * - unknown: everything else
 */
export type SellEvidence = { exchange: Exchange } & (
  | { kind: 'not-sent'; error: AppError }
  | { kind: 'accepted'; transactionId: string }
  | { kind: 'refused'; error: AppError }
  | { kind: 'unauthorized'; error: AppError }
  | { kind: 'unknown'; error: AppError }
)

/** What one find proved. Failures to ask are thrown as Failure. */
export type FindEvidence = { exchange: Exchange } & z.infer<typeof foundSchema>

/** One page of list: at most `rowCap` rows; unreadable rows are kept inside. */
export interface ListPage {
  rows: TransactionRow[]
  exchange: Exchange
  /** How many requests it took: more than one tells of a service in trouble. */
  attempts: number
}

/** The most rows that either report returns (contract, Limits). */
export const rowCap = 1000

/**
 * The merchant transaction service as the features see it. Reads (all but sell) throw Failure, are
 * retried with backoff inside, and stop at `signal`. Days are `YYYY-MM-DD`.
 */
export interface MerchantService {
  readonly profile: Profile
  getBusiness(signal?: AbortSignal): Promise<MerchantAccount>
  listProducts(signal?: AbortSignal): Promise<Category[]>
  getProduct(productId: string, signal?: AbortSignal): Promise<ProductDetail>
  /** Sends this exact body text, built by the payload functions. */
  query(body: string, signal?: AbortSignal): Promise<QueryResult>
  /** Sends this exact body text once, and only once. Never throws. No signal: a sale is not cancelled. */
  sell(body: string): Promise<SellEvidence>
  find(customerId: string, signal?: AbortSignal): Promise<FindEvidence>
  /** `isAhead`: beside another, on the chance that the service bears it; not repeated, and no sign of trouble. */
  list(
    kind: ReportKind,
    dateStart: string,
    dateEnd: string,
    signal?: AbortSignal,
    isAhead?: boolean,
  ): Promise<ListPage>
  /** Waits until something that goes on behind may ask: see Pace. `every`: milliseconds after the one before it. */
  turn(every: number, signal?: AbortSignal): Promise<void>
  generateLink(request: LinkRequest, signal?: AbortSignal): Promise<string>
  /** The bytes of an image path relative to the service's origin; the token is not sent. */
  getImage(path: string, signal?: AbortSignal): Promise<{ body: Uint8Array; contentType: string }>
  close(): Promise<void>
}

/** generateLink (the service's documentation, Loading balance). */
export interface LinkRequest {
  reference: string
  amount: Money
  confirmUrl: string
  responseUrl: string
}
