/** The operations by the last part of their path. */
export type Operation =
  | 'getBusiness'
  | 'find'
  | 'sell'
  | 'query'
  | 'listProducts'
  | 'getProduct'
  | 'list'
  | 'generateLink'
  | 'getImage'
