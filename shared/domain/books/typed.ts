import { z } from 'zod'
import { sumMinorSchema } from '../money/money.ts'
import { bookRoleSchema } from './roles.ts'

/** One side of an entry: positive is a debit, negative a credit; minor units. */
export const postingSchema = z.object({
  role: bookRoleSchema,
  part: z.string(),
  minor: sumMinorSchema,
})
export type Posting = z.infer<typeof postingSchema>

export const debit = (role: Posting['role'], minor: number, part = ''): Posting => {
  return { role, part, minor }
}
export const credit = (role: Posting['role'], minor: number, part = ''): Posting => {
  return { role, part, minor: -minor }
}

/** What only a person knows, from a paper: the provider's statement, what was paid for a load, a debt that is lost. */
export const typedEntrySchema = z.object({
  id: z.string(),
  day: z.string(),
  currency: z.string(),
  postings: z.array(postingSchema),
})
export type TypedEntry = z.infer<typeof typedEntrySchema>

/** The provider's monthly statement: commission and its VAT, less what was withheld of them. */
export function statementPostings(said: {
  commission: number
  vat: number
  withheld: number
}): Posting[] {
  const { commission, vat, withheld } = said
  return [
    debit('commission-clearing', commission + vat - withheld),
    debit('withholdings', withheld),
    credit('commission', commission),
    credit('vat-generated', vat),
  ].filter(({ minor }) => minor !== 0)
}

/** Profits that were moved to the balance: never a load. */
export const profitsMoved = (minor: number) => [debit('prepaid', minor), credit('provider', minor)]

/** What a load cost when it was paid, with the bank's or the service's charge. */
export function loadPaid(from: 'bank' | 'cash', minor: number, charge: number): Posting[] {
  const paid = [debit('loads', minor), debit('service-cost', charge), credit(from, minor + charge)]
  return paid.filter((posting) => posting.minor !== 0)
}

/** Fiado that will not be paid. */
export const writtenOff = (minor: number) => [debit('bad-debt', minor), credit('credit', minor)]

/** A line of the book of credit that is no sale and no movement of a drawer; `minor`: by how much the debt grew. */
export function creditPostings(line: {
  kind: 'payment' | 'adjustment' | 'write-off' | 'opening'
  how: 'cash' | 'transfer' | null
  via: string
  /** Its cash lies in a drawer of another connection, whose books have it under the same name. */
  isElsewhere: boolean
  minor: number
}): Posting[] {
  const { kind, how, via, isElsewhere, minor } = line
  if (kind === 'write-off') return writtenOff(-minor)
  const grown = debit('credit', minor)
  if (kind === 'opening') return [grown, credit('opening', minor)]
  // Why it was adjusted stands in the account: what it is to the books is for the accountant.
  if (kind === 'adjustment') return [grown, credit('suspense', minor, 'credit')]
  if (isElsewhere) return [debit('suspense', -minor, 'credit'), grown]
  return [how === 'transfer' ? debit('wallet', -minor, via) : debit('cash', -minor), grown]
}
