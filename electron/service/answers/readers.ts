import { z } from 'zod'
import { exactText, isRecord } from '../../../shared/domain/text/json.ts'
import { Failure, toAppError, type AppError } from '../../../shared/errors.ts'
import { judgeAnswer, type Envelope, type Judgement } from './answer.ts'
import { most } from './bounds.ts'
import * as lenient from './lenient.ts'
import { categories, productDetail, queryInputs } from '../schemas/product.ts'
import { transaction, transactionRow } from '../schemas/transaction.ts'
import type { Results, ReadOperation } from './results.ts'

/** What reading an answer needs to know beside its text. */
export interface ReadingContext {
  /** Of the profile's country. */
  currency: string
  /** Whether the service is asked over https. */
  secure: boolean
}

/** What one answer turned out to be. `documented`: the service itself said the error, in its own form. */
export type Reading<T> =
  | { kind: 'read'; value: T }
  | { kind: 'failed'; error: AppError; documented: boolean }

/**
 * Reads a whole answer of an operation. Never throws, and needs nothing but what it is given: it runs on the main
 * thread or in another.
 */
export function readAnswer<O extends ReadOperation>(
  operation: O,
  status: number,
  body: Uint8Array,
  context: ReadingContext,
): Reading<Results[O]> {
  let documented = false
  try {
    const judgement = judgeAnswer(status, new TextDecoder().decode(body))
    documented = judgement.kind === 'error' && judgement.documented
    const reader: Reader<O> = readers[operation]
    return { kind: 'read', value: reader(judgement, context) }
  } catch (caught) {
    return { kind: 'failed', error: toAppError(caught), documented }
  }
}

type Reader<O extends ReadOperation> = (judgement: Judgement, context: ReadingContext) => Results[O]

/** What is opened in a browser must be a web page, over https. */
const linkData = z.object({ link: lenient.text.pipe(z.url({ protocol: /^https$/ })) })
/** A service on this same computer may link to itself without https. */
const localLinkData = z.object({ link: lenient.text.pipe(z.url({ protocol: /^https?$/ })) })

/** No list, no page: an answer without its rows must not pass for an empty day. */
const listData = z.object({ Transactions: z.array(z.unknown()).max(most.rows) })

function queryData(currency: string) {
  const amount = lenient.moneyOrNull(currency)
  const incentive = lenient.informativeMoney(currency)
  return z.object({
    amountEditable: lenient.field((value) => lenient.toFlag(value) ?? false),
    Inputs: queryInputs,
    DefaultPayload: lenient.field((value) => (Array.isArray(value) ? value.map(exactText) : [])),
    Amount: z
      .object({ cost: amount, incentive, amount })
      .nullish()
      .transform((value) => value ?? { cost: null, incentive: null, amount: null }),
  })
}

const readers: { [O in ReadOperation]: Reader<O> } = {
  getBusiness(judgement, { currency }) {
    const amount = lenient.strictMoney(currency)
    const schema = z.object({ Business: z.object({ balance: amount, profits: amount }) })
    return readWith(schema, dataOf(judgement), 'getBusiness').Business
  },

  // Not found is 404 with the documented body, or a success without a Transaction; anything that is not plainly the
  // service's own word is an error. A record that is there is there, whatever is complained of beside it.
  find(judgement, { currency }) {
    if (isNotFound(judgement)) return { kind: 'not-found' }
    const data = envelopeOf(judgement).data ?? {}
    if (!isRecord(data)) throw new Failure('ANSWER_UNREADABLE', { where: 'find.data' })
    const record = data['Transaction'] ?? {}
    if (!isRecord(record)) throw new Failure('ANSWER_UNREADABLE', { where: 'find.Transaction' })
    if (Object.keys(record).length === 0) {
      dataOf(judgement)
      const said = judgement.kind === 'success' && judgement.envelope.statusCode
      if (said !== 200) throw new Failure('ANSWER_UNREADABLE', { where: 'find.statusCode' })
      return { kind: 'not-found' }
    }
    const result = transaction(record, currency)
    if (result.success) return { kind: 'found', transaction: result.data }
    const path = result.error.issues[0]?.path.join('.') ?? ''
    throw new Failure('ANSWER_UNREADABLE', { where: `find.Transaction.${path}` })
  },

  query(judgement, { currency }) {
    const { data: given, complaint } = envelopeOf(judgement)
    const data = readWith(queryData(currency), given, 'query')
    return {
      amountEditable: data.amountEditable,
      inputs: data.Inputs,
      defaultPayload: data.DefaultPayload,
      ...data.Amount,
      errorMessage: complaint,
    }
  },

  listProducts(judgement, { currency }) {
    const data = dataOf(judgement)
    const count = countProducts(data)
    if (count > most.products)
      throw new Failure('CATALOG_TOO_LARGE', { count, most: most.products })
    const schema = z.object({ Categories: categories(currency) })
    return readWith(schema, data, 'products/list').Categories
  },

  getProduct(judgement, { currency }) {
    const data = dataOf(judgement)
    // The contract does not show whether the product stands in `data` or in `data.Product`.
    const product = isRecord(data) && isRecord(data['Product']) ? data['Product'] : data
    return readWith(productDetail(currency), product, 'products/get')
  },

  list(judgement, { currency }) {
    const { Transactions } = readWith(listData, dataOf(judgement), 'transactions/list')
    return Transactions.map((row) => transactionRow(row, currency))
  },

  generateLink(judgement, { secure }) {
    const schema = secure ? linkData : localLinkData
    return readWith(schema, dataOf(judgement), 'generateLink').link
  },
}

/** Whether the service itself says that it knows no such transaction. */
function isNotFound(judgement: Judgement): boolean {
  return (
    judgement.kind === 'error' &&
    judgement.documented &&
    judgement.error.code === 'SERVICE_NOT_FOUND'
  )
}

/** The products of all categories together, read or not. */
function countProducts(data: unknown): number {
  const { Categories: all } = lenient.toRecord(data)
  const lists = Array.isArray(all) ? all.map((one) => lenient.toRecord(one)['Products']) : []
  return lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0)
}

/** The data of a success that complains of nothing: beside a complaint nothing there is no proof that there is nothing. */
function dataOf(judgement: Judgement): unknown {
  const { data, complaint } = envelopeOf(judgement)
  if (complaint !== null) throw new Failure('SERVICE_ERROR', { status: 200, message: complaint })
  return data
}

/** The envelope of a success; throws the answer's own error otherwise. */
function envelopeOf(judgement: Judgement): Envelope {
  if (judgement.kind === 'success') return judgement.envelope
  throw new Failure(judgement.error.code, judgement.error.params)
}

/** Reads data with a schema; throws ANSWER_UNREADABLE naming the operation and the field. */
function readWith<T>(schema: z.ZodType<T>, data: unknown, where: string): T {
  const result = schema.safeParse(data)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new Failure('ANSWER_UNREADABLE', { where: [where, ...(issue?.path ?? [])].join('.') })
}
