export type ServiceCountry = 'CO' | 'EC'

export interface Option {
  label: string
  value: string
  /** Three assignments in the language of `onChange`, run when the option is chosen. */
  eval?: [string, string, string]
}

/** An input as it goes over the wire, in products/get and in a quote. */
export interface WireInput {
  name: string
  type: string
  label: string
  value?: string | number | Record<string, unknown>
  required?: boolean
  disabled?: boolean
  icon?: string
  note?: string
  view?: 'query'
  options?: Option[]
  onChange?: string
  origin?: 'object'
  payloadSell?: boolean
  title?: string
  Description?: string
  preQueryProcess?: { check: string; method: string; complete: string }
}

/** One value a product asks for: how it is drawn, and what a sale must send for it. */
export interface Field {
  input: WireInput
  pattern: RegExp
  /** What is said when the value does not match. */
  message: string
}

/** What a sale may be worth, in minor units. */
export type AmountRule =
  | { kind: 'fixed'; value: number }
  | { kind: 'range'; min: number; max: number; step: number }
  | { kind: 'choice'; values: [number, ...number[]] }
  /** The inquiry says the value, somewhere between these. */
  | { kind: 'billed'; min: number; max: number; editable: boolean }

export interface Product {
  id: number
  name: string
  description: string
  /** Path from the service's origin. */
  image: string
  categoryId: number
  /** Assigned commission; the sandbox reads it as a percentage of the amount. */
  tip: number
  country: ServiceCountry
  /** `out` where the shop hands cash to the customer. */
  direction: 'in' | 'out'
  title: string
  button: string
  fields: Field[]
  amount: AmountRule
  /** Fixed charge on top of the amount, minor units. */
  cost: number
  /** Minor units, or null. */
  incentive: number | null
  behaviour: Behaviour
}

/** What the products of a family share. */
interface Family {
  title: string
  button: string
  fields: Field[]
  /** Sold as it is typed when not given. */
  behaviour?: Behaviour
  /** Given where the shop hands cash to the customer. */
  direction?: 'out'
}

/** A family as a country knows it. */
export type FamilyOf = (country: ServiceCountry) => Family

/** One product of a family. Money in whole or decimal units; the image's file is the product's number when not given. */
export type Row = readonly [
  family: FamilyOf,
  amount: AmountRule,
  id: number,
  name: string,
  tip: number,
  more?: { image?: string; cost?: number; incentive?: number },
]

/** The rows of a catalog by the name of their category, in display order. */
export type Shelves = Readonly<Record<string, readonly Row[]>>

export interface ServiceCategory {
  id: number
  name: string
  sort: number
  products: Product[]
}

/** The product-specific fields of a request, as they came. */
export type Data = Record<string, unknown>

/** A quote before it becomes the answer of a query. Money in minor units. */
export interface QuoteAnswer {
  inputs: WireInput[]
  amountEditable: boolean
  cost: number
  incentive: number | null
  /** Only the lender credit queries return it. */
  amount?: number
  error: string | null
}

/** How a product is quoted and how a sale of it is checked. */
export interface Behaviour {
  /** Inputs of the first form, in products/get; null: it describes none. */
  form(product: Product): WireInput[] | null
  /** Throws ServiceError 500 when the query is rejected. */
  quote(product: Product, data: Data): QuoteAnswer
  /** The amount sold in minor units; throws ServiceError 400 when the payload is wrong. */
  check(product: Product, data: Data): number
}
