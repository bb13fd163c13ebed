import { z } from 'zod'
import { transactionRowSchema } from '../../../shared/domain/sale/transaction.ts'
import {
  accountSchema,
  categorySchema,
  foundSchema,
  productDetailSchema,
  queryResultSchema,
} from '../service.ts'

const schemas = {
  getBusiness: accountSchema,
  find: foundSchema,
  query: queryResultSchema,
  listProducts: z.array(categorySchema),
  getProduct: productDetailSchema,
  list: z.array(transactionRowSchema),
  generateLink: z.string(),
}

/** The operations whose answers are read: all that are asked by POST but the sale. */
export const readOperationSchema = z.object(schemas).keyof()
export type ReadOperation = z.infer<typeof readOperationSchema>

/** What the answer of each read is read into. A sale is none: see operations/sell.ts. */
export type Results = { [O in ReadOperation]: z.infer<(typeof schemas)[O]> }

/** The same as schemas: what a thread hands over is checked like whatever comes from outside. */
export const resultSchemas: { [O in ReadOperation]: z.ZodType<Results[O]> } = schemas
