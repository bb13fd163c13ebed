import { bookRoleSchema, type BookRole } from '../../../shared/domain/books/roles.ts'
import type { TypedFigures } from '../../../shared/domain/books/typed-figures.ts'

/** The amounts that each kind asks for, in their order; the first one must be above nought. */
export const amountsOf = {
  statement: ['commission', 'vat', 'withheld'],
  loadPaid: ['amount', 'charge'],
  profitsMoved: ['amount'],
  between: ['amount'],
} as const satisfies Partial<Record<TypedFigures['kind'], readonly string[]>>
export type TypedKind = keyof typeof amountsOf
export type AmountName = (typeof amountsOf)[TypedKind][number]
export const typedKinds = ['statement', 'loadPaid', 'profitsMoved', 'between'] as const

/** What customers owe is written in their accounts. */
export const typedRoles = bookRoleSchema.options.filter((role) => role !== 'credit')

/** What stands in the fields of the page. Minor units; null: nothing that can be read. */
export interface TypedDraft {
  kind: TypedKind
  amounts: Record<AmountName, number | null>
  from: 'bank' | 'cash'
  debit: BookRole
  debitPart: string
  credit: BookRole
  creditPart: string
}

/** What was typed, as it is sent; an empty second amount is nought. */
export function figuresOf({ kind, amounts, from, ...sides }: TypedDraft): TypedFigures {
  const amount = amounts.amount ?? 0
  switch (kind) {
    case 'statement':
      return {
        kind,
        commission: amounts.commission ?? 0,
        vat: amounts.vat ?? 0,
        withheld: amounts.withheld ?? 0,
      }
    case 'loadPaid':
      return { kind, from, amount, charge: amounts.charge ?? 0 }
    case 'profitsMoved':
      return { kind, amount }
    case 'between':
      return {
        kind,
        amount,
        debit: { role: sides.debit, part: sides.debitPart },
        credit: { role: sides.credit, part: sides.creditPart },
      }
  }
}
