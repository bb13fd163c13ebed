import type { FirstPaid, TenderKind } from '../drawer/tender.ts'
import type { MovementReason } from '../drawer/movement-reason.ts'
import type { Direction } from '../money/money.ts'
import type { ProductNature } from '../product/product-setting.ts'
import type { TypedEntry } from './typed.ts'

/** What this register's journal knows of a sale. Minor units of the sale's currency. */
export interface OwnSaleFact {
  /** What the customer paid, or was to be handed. */
  total: number
  cost: number | null
  incentive: number | null
  /** The balance after it less the balance before, as the service told them; null: it did not. */
  change: number | null
  /** What it was paid with; where in two ways, the rest of it. */
  tender: TenderKind
  first: FirstPaid | null
  via: string
  /** In whose drawer its cash is; null: no shift was open. */
  shift: string | null
  /** It ended when the customer may have gone. */
  late: boolean
  /** Money of it was given (back) later: that is a payout. */
  paid: boolean
}

/** The ways in which a sale was paid, with what each paid of it. */
export function paidParts({
  tender,
  first,
  total,
}: Pick<OwnSaleFact, 'tender' | 'first' | 'total'>): { tender: TenderKind; minor: number }[] {
  return first ? [first, { tender, minor: total - first.minor }] : [{ tender, minor: total }]
}

/** A row of the report, or a sale of this register that no row stands for yet. */
export interface SaleFact {
  /** The service's id of the record; of a sale without one its `_id`. */
  id: string
  /** The shop's day, as the report has it. */
  day: string
  product: string
  currency: string
  /** `open` also where only a list will tell. */
  outcome: 'done' | 'partial' | 'open' | 'undone'
  /** As it was sold here, else as the owner said of its product; null: nobody said. */
  direction: Direction | null
  nature: ProductNature | null
  amount: number
  /** null: sold elsewhere on the account. */
  own: OwnSaleFact | null
}

interface CashFact {
  id: string
  day: string
  shift: string | null
  currency: string
  minor: number
}

/** Cash in or out of a drawer with a reason; one that was moved after its Z is of no shift. */
export interface MovementFact extends CashFact {
  direction: Direction
  reason: MovementReason
  /** It pays what is owed through another connection: not a debt of these books. */
  isOfOthers?: boolean
}

/** Money given (back) for a sale; `direction`: that of the sale. */
export interface PayoutFact extends CashFact {
  direction: Direction
  how: 'cash' | 'transfer'
}

/** One currency of a drawer as its shift began. */
export interface OpeningFact {
  shift: string
  day: string
  currency: string
  base: number
  /** What the shift before had left in that drawer; null: it goes on with none. */
  due: number | null
  /** No shift was closed before it. */
  isFirst: boolean
}

/** One currency of a drawer as its Z has it. */
export interface CloseFact {
  shift: string
  day: string
  currency: string
  counted: number
  difference: number
}

/** An approved purchase: a load of the balance, as far as the service tells. */
export interface LoadFact {
  id: string
  day: string
  currency: string
  minor: number
}

/** All that the books of a month are made of. */
export interface MonthFacts {
  /** `YYYY-MM`. */
  month: string
  branch: string
  /** A short name of the connection, always the same. */
  connection: string
  sales: readonly SaleFact[]
  movements: readonly MovementFact[]
  payouts: readonly PayoutFact[]
  openings: readonly OpeningFact[]
  closes: readonly CloseFact[]
  loads: readonly LoadFact[]
  typed: readonly TypedEntry[]
}
