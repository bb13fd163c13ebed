import { z } from 'zod'
import { typedFiguresSchema, typedLineSchema } from '../../domain/books/typed-figures.ts'
import { moneySumSchema } from '../../domain/money/money.ts'
import { defineCalls } from '../define.ts'
import { monthSchema, ofEntries } from './books.ts'

const typedMonth = z.object({
  /** null: it is open, and more may be typed. */
  closed: z.int().nullable(),
  lines: z.array(typedLineSchema),
  /** The commission that the sales of the month were quoted or paid, to hold the provider's statement against. */
  quoted: z.array(moneySumSchema),
})

/** What only a paper tells: the provider's statement, loads that were paid, debts that are lost. */
export const typedEntriesCalls = defineCalls({
  'books.typed': {
    input: z.object({ month: monthSchema }),
    output: typedMonth,
    right: ofEntries,
    patient: true,
  },
  /** The same `id` again is the same entry. MONTH_CLOSED: what is learnt later goes into an open month. */
  'books.type': {
    input: z.object({
      id: z.uuid(),
      day: z.iso.date(),
      currency: z.string().regex(/^[A-Z]{3}$/),
      figures: typedFiguresSchema,
    }),
    output: typedMonth,
    right: ofEntries,
    audit: ({ day, figures }) => ({ subject: day, detail: figures.kind }),
  },
  /** Takes an entry back as long as its month is open; one that is not there is taken back already. MONTH_CLOSED. */
  'books.takeBack': {
    input: z.object({ month: monthSchema, id: z.uuid() }),
    output: typedMonth,
    right: ofEntries,
    audit: ({ month, id }) => ({ subject: month, detail: id }),
  },
})
