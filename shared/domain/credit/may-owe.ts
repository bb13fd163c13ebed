import type { Tender } from '../drawer/tender.ts'
import type { Money } from '../money/money.ts'

/** A sale that may go on credit. */
export interface CreditAsked {
  tender: Tender
  total: Money
  goods: { productId: string; name: string; category: string }
  /** Whoever may pass a limit says that it is meant. */
  overLimit: boolean
  /** The draft that is sold: asked again of the same one, as once other registers answered, a limit is passed once. */
  draftId?: string
  /** What of it the same person owes already: of a sale whose payment is put right. */
  already?: Money | null
}

/**
 * How a sale is paid, with who owes it as the book of credit names them; any other tender as it is.
 * @throws Failure DEBTOR_NOT_FOUND, CREDIT_NOT_FOR_THIS, CREDIT_ABOVE_LIMIT
 */
export type MayOwe = (asked: CreditAsked) => Tender
