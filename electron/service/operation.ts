/** The service's operations by the last part of their path (contract, Endpoints). */
export const paths = {
  getBusiness: 'commerces/getBusiness',
  find: 'transactions/find',
  sell: 'transactions/sell',
  query: 'transactions/query',
  listProducts: 'products/list',
  getProduct: 'products/get',
  list: 'transactions/list',
  generateLink: 'transactions/payment/generateLink',
} as const

/** What is asked by POST. */
export type PostOperation = keyof typeof paths
export type Operation = PostOperation | 'getImage'
