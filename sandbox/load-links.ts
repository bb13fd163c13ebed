/** A payment link that loads balance once it is paid. Amounts in minor units. */
export interface LoadLink {
  id: string
  reference: string
  amount: number
  confirmUrl: string
  responseUrl: string
  paid: boolean
}

/** Links live as long as the process. */
export type LoadLinks = Map<string, LoadLink>
