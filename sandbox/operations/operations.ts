import type { Service } from '../service.ts'
import type { Call } from './call.ts'
import { find } from './find.ts'
import { generateLink } from './generate-link.ts'
import { getBusiness } from './get-business.ts'
import { getProduct } from './get-product.ts'
import { listProducts } from './list-products.ts'
import { listTransactions } from './list-transactions.ts'
import { query } from './query.ts'
import { sell } from './sell.ts'

export const OPERATION_NAMES = [
  'getBusiness',
  'find',
  'sell',
  'query',
  'listProducts',
  'getProduct',
  'listTransactions',
  'generateLink',
] as const

export type OperationName = (typeof OPERATION_NAMES)[number]

interface Operation {
  path: string
  /** The answer's body; throws ServiceError. */
  run(service: Service, call: Call, lateMs?: number): object
}

/** Every operation of the contract at its path. */
export const OPERATIONS: Record<OperationName, Operation> = {
  getBusiness: { path: '/api/v1/commerces/getBusiness', run: getBusiness },
  find: { path: '/api/v1/transactions/find', run: find },
  sell: { path: '/api/v1/transactions/sell', run: sell },
  query: { path: '/api/v1/transactions/query', run: query },
  listProducts: { path: '/api/v1/products/list', run: listProducts },
  getProduct: { path: '/api/v1/products/get', run: getProduct },
  listTransactions: { path: '/api/v1/transactions/list', run: listTransactions },
  generateLink: { path: '/api/v1/transactions/payment/generateLink', run: generateLink },
}
