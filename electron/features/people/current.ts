import type { Right, Role } from '../../../shared/domain/people/rights.ts'

/** Who is at the register. */
export interface CurrentPerson {
  id: string
  /** As it stands on sales and receipts; no two people of a shop ever have the same. */
  name: string
  role: Role
  rights: readonly Right[]
}

/** Who is at the register now; null: nobody has signed in, or one person works here without a PIN. */
export type CurrentCashier = () => CurrentPerson | null
