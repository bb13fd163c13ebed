import type { FormValues } from '../../../shared/domain/form/form.ts'
import type { Tender } from '../../../shared/domain/drawer/tender.ts'
import type { Direction, Money } from '../../../shared/domain/money/money.ts'
import type { SaleFacts } from '../../../shared/domain/sale/sale-machine.ts'
import type { Closing, SaleEvent } from '../../../shared/domain/sale/sale.ts'
import type { Transaction } from '../../../shared/domain/sale/transaction.ts'
import type { AppError } from '../../../shared/errors.ts'

/** What is about to be sold, whole, before a byte leaves. */
export interface Intent {
  /** `_id`. */
  id: string
  draftId: string
  profileId: string
  productId: string
  productName: string
  categoryName: string
  tip: string | null
  direction: Direction
  /** amount, cost, incentive and total are of one currency. */
  amount: Money
  cost: Money | null
  incentive: Money | null
  total: Money
  reference: string
  phone: string | null
  values: FormValues
  body: string
  cashier: string | null
  shift: string | null
  againOf: string | null
  createdAt: number
  /** How the customer pays; left out: cash, exact. */
  tender?: Tender
  /** The fields of `values` that tell nothing of the customer: no sale is found by them. Not kept with the sale. */
  impersonal?: string[]
}

/** One line of a sale's history as it is written; `raw` is redacted on the way. */
export interface EventDraft {
  kind: SaleEvent['kind']
  at: number
  error: AppError | null
  startedAt?: number
  httpStatus?: number | null
  serverDate?: number | null
  raw?: string | null
  closing?: Closing
}

/** What a piece of evidence changes in a sale. */
export interface SaleChange {
  facts: SaleFacts
  transactionId?: string
  transaction?: Transaction
  /** A person's closing; without it an earlier one stays as it is. */
  closing?: Closing
}
