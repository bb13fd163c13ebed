import { z } from 'zod'
import { inputDescriptorSchema, productFormSchema } from '../../../shared/domain/form/form.ts'
import { moneySchema } from '../../../shared/domain/money/money.ts'
import {
  transactionRowSchema,
  transactionSchema,
  type Transaction,
  type TransactionRow,
} from '../../../shared/domain/sale/transaction.ts'
import type { MerchantAccount, Category, ProductDetail, QueryResult } from '../service.ts'

/** What the answer of each read is read into. A sale is none: see operations/sell.ts. */
export interface Results {
  getBusiness: MerchantAccount
  find: { kind: 'found'; transaction: Transaction } | { kind: 'not-found' }
  query: Omit<QueryResult, 'raw'>
  listProducts: Category[]
  getProduct: ProductDetail
  list: TransactionRow[]
  generateLink: string
}

/** The operations whose answers are read: all that are asked by POST but the sale. */
export type ReadOperation = keyof Results

const price = moneySchema.nullable()
const product = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  price,
})

/** The same as schemas: what a thread hands over is checked like whatever comes from outside. */
export const resultSchemas: { [O in ReadOperation]: z.ZodType<Results[O]> } = {
  getBusiness: z.object({ balance: moneySchema, profits: moneySchema }),
  find: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('found'), transaction: transactionSchema }),
    z.object({ kind: z.literal('not-found') }),
  ]),
  query: z.object({
    amountEditable: z.boolean(),
    inputs: z.array(inputDescriptorSchema),
    defaultPayload: z.array(z.string()),
    cost: price,
    incentive: price,
    amount: price,
    errorMessage: z.string().nullable(),
  }),
  listProducts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      sort: z.number(),
      products: z.array(product.extend({ tip: z.string().nullable() })),
    }),
  ),
  getProduct: product.extend({ form: productFormSchema.nullable() }),
  list: z.array(transactionRowSchema),
  generateLink: z.string(),
}
