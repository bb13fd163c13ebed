import { z } from 'zod'
import { bookRoleSchema } from './roles.ts'
import {
  credit,
  debit,
  loadPaid,
  profitsMoved,
  statementPostings,
  writtenOff,
  type Posting,
} from './typed.ts'

/** More than any shop moves in a month; minor units. */
const most = 10_000_000_000_000
const amount = z.int().positive().max(most)
const none = z.int().min(0).max(most)
const side = z.object({ role: bookRoleSchema, part: z.string().trim().max(80) })

/** What is typed from a paper, by what it is of. Minor units. */
export const typedFiguresSchema = z.discriminatedUnion('kind', [
  z
    .object({ kind: z.literal('statement'), commission: amount, vat: none, withheld: none })
    .refine(({ commission, vat, withheld }) => withheld <= commission + vat, {
      path: ['withheld'],
    }),
  z.object({ kind: z.literal('loadPaid'), from: z.enum(['bank', 'cash']), amount, charge: none }),
  z.object({ kind: z.literal('profitsMoved'), amount }),
  z.object({ kind: z.literal('badDebt'), amount }),
  z
    .object({ kind: z.literal('between'), debit: side, credit: side, amount })
    .refine(
      (typed) => typed.debit.role !== typed.credit.role || typed.debit.part !== typed.credit.part,
      { path: ['credit'] },
    ),
])
export type TypedFigures = z.infer<typeof typedFiguresSchema>

/**
 * What may be typed. What customers owe is written in their accounts alone (credit.adjust, credit.writeOff), which make
 * the entries of it: a loss that was typed here, too, would be in them twice. What was typed before stands.
 */
export const typeableFiguresSchema = typedFiguresSchema.refine(
  (typed) => typedPostings(typed).every(({ role }) => role !== 'credit'),
  { path: ['credit'] },
)

/** What was typed: when it is of, and by whom it was written. */
export const typedLineSchema = z.object({
  id: z.string(),
  day: z.string(),
  currency: z.string(),
  figures: typedFiguresSchema,
  /** Epoch milliseconds. */
  at: z.int(),
  who: z.string().nullable(),
})
export type TypedLine = z.infer<typeof typedLineSchema>

/** The entries of what was typed: they balance, whatever it says. */
export function typedPostings(typed: TypedFigures): Posting[] {
  switch (typed.kind) {
    case 'statement':
      return statementPostings(typed)
    case 'loadPaid':
      return loadPaid(typed.from, typed.amount, typed.charge)
    case 'profitsMoved':
      return profitsMoved(typed.amount)
    case 'badDebt':
      return writtenOff(typed.amount)
    case 'between':
      return [
        debit(typed.debit.role, typed.amount, typed.debit.part),
        credit(typed.credit.role, typed.amount, typed.credit.part),
      ]
  }
}
