import { z } from 'zod'
import { moneySchema, sumMoney, moneySumSchema, type Money } from '../money/money.ts'

/** What can happen to a claim: it is made, spoken of, answered, paid, ended, and taken up again. */
export const claimStepSchema = z.enum([
  'opened',
  'note',
  'answer',
  'recovered',
  'closed',
  'reopened',
])
export type ClaimStep = z.infer<typeof claimStepSchema>

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const words = (most: number) => z.string().trim().max(most)

/** What a person says of a claim. */
export const claimSaidSchema = z.object({
  step: claimStepSchema,
  /** The day that it happened, which may be before it is written down. */
  on: day,
  /** Who was told or who answered: a name, a desk, a telephone. */
  told: words(80).nullable().default(null),
  /** The case number that the other side gave (radicado). */
  caseNumber: words(60).nullable().default(null),
  text: words(500).default(''),
  /** Of `recovered`: the money that came back, in the sale's currency. */
  amount: moneySchema.nullable().default(null),
})
export type ClaimSaid = z.infer<typeof claimSaidSchema>

/** One line of a claim's history. Append-only. */
export const claimEventSchema = claimSaidSchema.extend({
  at: z.number(),
  by: z.string().nullable(),
})
export type ClaimEvent = z.infer<typeof claimEventSchema>

/** A claim about a sale as its history has it; a sale has one, which may be taken up again. */
export const claimSchema = z.object({
  saleId: z.string(),
  open: z.boolean(),
  /** When it was written down first (epoch ms): its age counts from here. */
  openedAt: z.number(),
  told: z.string().nullable(),
  caseNumber: z.string().nullable(),
  answer: z.string().nullable(),
  /** All that came back; null: nothing yet. */
  recovered: moneySumSchema.nullable(),
})
export type Claim = z.infer<typeof claimSchema>

/** Adds a claim's history up; null: there is none. */
export function claimOf(saleId: string, events: readonly ClaimEvent[]): Claim | null {
  const [first] = events
  if (first === undefined) return null
  const said = <T>(of: (event: ClaimEvent) => T | null) =>
    events.map(of).findLast((one) => one !== null && one !== '') ?? null
  return {
    saleId,
    open:
      events.findLast(({ step }) => step === 'closed' || step === 'reopened')?.step !== 'closed',
    openedAt: first.at,
    told: said(({ told }) => told),
    caseNumber: said(({ caseNumber }) => caseNumber),
    answer: said(({ step, text }) => (step === 'answer' ? text : null)),
    recovered: sum(events),
  }
}

function sum(events: readonly ClaimEvent[]): Money | null {
  return events.reduce<Money | null>((total, { step, amount }) => {
    if (step !== 'recovered' || amount === null) return total
    return sumMoney((total?.minor ?? 0) + amount.minor, amount.currency)
  }, null)
}

/** What can be said next of a claim. */
export function nextSteps(claim: Claim | null): readonly ClaimStep[] {
  if (claim === null) return ['opened']
  return claim.open ? ['note', 'answer', 'recovered', 'closed'] : ['reopened']
}

/** Why something cannot be said of a claim now, or null: the name of what is wrong. */
export function claimProblem(
  claim: Claim | null,
  said: ClaimSaid,
  currency: string,
): 'step' | 'amount' | 'text' | null {
  if (!nextSteps(claim).includes(said.step)) return 'step'
  const { amount } = said
  if ((said.step === 'recovered') !== (amount !== null)) return 'amount'
  if (amount !== null && (amount.currency !== currency || amount.minor <= 0)) return 'amount'
  const needsText = said.step !== 'recovered' && said.step !== 'reopened'
  return needsText && said.text.length < 3 ? 'text' : null
}
