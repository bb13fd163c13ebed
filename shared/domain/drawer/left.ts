import { z } from 'zod'
import { sumMoney, moneySumSchema, type Money } from '../money/money.ts'
import { countTotal } from './drawer-count.ts'
import { movementReasonSchema } from './movement-reason.ts'
import { movementSchema, type Movement, type Shift } from './shift.ts'

/** Where cash goes that is taken out of a drawer after its Z. */
export const takenReasonSchema = movementReasonSchema.extract([
  'deposit',
  'safe',
  'withdrawal',
  'other',
])
export type TakenReason = z.infer<typeof takenReasonSchema>

/** What a closed shift left in its drawer. */
export const drawerLeftSchema = z.object({
  shiftId: z.string(),
  number: z.int(),
  cashier: z.string().nullable(),
  closedAt: z.number(),
  /** As its last count said. */
  counted: z.array(moneySumSchema),
  /** What was taken out since. */
  taken: z.array(movementSchema),
  left: z.array(moneySumSchema),
  /** The shift that was opened with it; null: none yet. */
  followedBy: z.string().nullable(),
})
export type DrawerLeft = z.infer<typeof drawerLeftSchema>

/** What was counted less what was taken since, in each currency, the currencies in alphabetical order. */
export function leftOf(counted: readonly Money[], taken: readonly Movement[]): Money[] {
  return sums([
    ...counted,
    ...taken.map(({ direction, amount }) =>
      direction === 'in' ? amount : sumMoney(-amount.minor, amount.currency),
    ),
  ])
}

/** What a shift was opened with less what the one before it had left, in each currency; none: it follows no other. */
export function openingDifferences({ base, follows }: Pick<Shift, 'base' | 'follows'>): Money[] {
  if (follows === null) return []
  const due = follows.due.map(({ minor, currency }) => sumMoney(-minor, currency))
  return sums([...base.map(countTotal), ...due])
}

function sums(amounts: readonly Money[]): Money[] {
  const found = new Map<string, number>()
  for (const { minor, currency } of amounts) {
    found.set(currency, (found.get(currency) ?? 0) + minor)
  }
  return [...found]
    .map(([currency, minor]) => sumMoney(minor, currency))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
}
