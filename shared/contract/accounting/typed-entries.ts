import { z } from 'zod'
import {
  typeableFiguresSchema,
  typedLineSchema,
  typedPostings,
  type TypedLine,
} from '../../domain/books/typed-figures.ts'
import { moneySumSchema } from '../../domain/money/money.ts'
import { amountSaid } from '../../domain/people/audit-line.ts'
import { defineCalls } from '../define.ts'
import { monthSchema, ofEntries } from './books.ts'

const typedMonth = z.object({
  /** null: it is open, and more may be typed. */
  closed: z.int().nullable(),
  lines: z.array(typedLineSchema),
  /** The commission that the sales of the month were quoted or paid, to hold the provider's statement against. */
  quoted: z.array(moneySumSchema),
})

/** What was typed and what it comes to, for the trail. */
function saidOf({ figures, currency }: Pick<TypedLine, 'figures' | 'currency'>): string {
  const debits = typedPostings(figures).filter(({ minor }) => minor > 0)
  const minor = debits.reduce((sum, one) => sum + one.minor, 0)
  return `${figures.kind} ${amountSaid({ minor, currency })}`
}

/** What only a paper tells: the provider's statement, loads that were paid. */
export const typedEntriesCalls = defineCalls({
  'books.typed': {
    input: z.object({ month: monthSchema }),
    output: typedMonth,
    right: ofEntries,
    patient: true,
  },
  /**
   * The same `id` again is the same entry; with anything else in it ENTRY_WRITTEN. MONTH_CLOSED: what is learnt later
   * goes into an open month.
   */
  'books.type': {
    input: z.object({
      id: z.uuid(),
      day: z.iso.date(),
      currency: z.string().regex(/^[A-Z]{3}$/),
      figures: typeableFiguresSchema,
    }),
    output: typedMonth,
    right: ofEntries,
    audit: (typed) => ({ subject: typed.day, detail: saidOf(typed) }),
  },
  /** Takes an entry back as long as its month is open; one that is not there is taken back already. MONTH_CLOSED. */
  'books.takeBack': {
    input: z.object({ month: monthSchema, id: z.uuid() }),
    /** `back`: what was taken back; null: it was before, or never stood here. */
    output: typedMonth.extend({ back: typedLineSchema.nullable() }),
    right: ofEntries,
    audit: ({ month }, { back }) => ({
      subject: back?.day ?? month,
      detail: back ? saidOf(back) : '',
    }),
  },
})
