import type { Service } from '../service.ts'
import type { Call } from './call.ts'
import { answerFind } from './find.ts'
import { answerGenerateLink } from './generate-link.ts'
import { answerGetBusiness } from './get-business.ts'
import { answerGetProduct } from './get-product.ts'
import { answerListProducts } from './list-products.ts'
import { answerListTransactions } from './list-transactions.ts'
import { answerQuery } from './query.ts'
import { answerSell } from './sell.ts'

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
  getBusiness: { path: '/api/v1/commerces/getBusiness', run: answerGetBusiness },
  find: { path: '/api/v1/transactions/find', run: answerFind },
  sell: { path: '/api/v1/transactions/sell', run: answerSell },
  query: { path: '/api/v1/transactions/query', run: answerQuery },
  listProducts: { path: '/api/v1/products/list', run: answerListProducts },
  getProduct: { path: '/api/v1/products/get', run: answerGetProduct },
  listTransactions: { path: '/api/v1/transactions/list', run: answerListTransactions },
  generateLink: { path: '/api/v1/transactions/payment/generateLink', run: answerGenerateLink },
}
