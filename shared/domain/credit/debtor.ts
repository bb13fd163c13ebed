import { z } from 'zod'
import { isTooLarge, moneySchema, moneySumSchema, sumMoney, type Money } from '../money/money.ts'

/** The most letters of a name, and of a phone. */
export const nameLength = 80
export const phoneLength = 20

/** Somebody who buys on credit (fiado). One who was erased is a number alone. */
export const debtorSchema = z.object({
  id: z.string(),
  /** Counted from 1, never given twice: what is left to call them by once they were erased. */
  number: z.int(),
  /** Their number at the register of the shop that made them (`C2-5`); left out: it was this one. */
  home: z.string().optional(),
  name: z.string(),
  phone: z.string(),
  /** The most that they may owe; null: no limit. */
  limit: moneySchema.nullable(),
  createdAt: z.number(),
  isErased: z.boolean(),
})
export type Debtor = z.infer<typeof debtorSchema>

/** A limit as it can be set. */
export const limitSchema = moneySchema.refine((one) => one.minor >= 0 && !isTooLarge(one))

/**
 * What a line of the book is: a sale that was approved, or what a person wrote down. `corrected`: it came out that a sale
 * was paid, is owed by somebody else, or more or less of it is owed; `paid-before`: it was paid before there was a book, whose entries have it already.
 */
export const debtKindSchema = z.enum([
  'sale',
  'corrected',
  'payment',
  'adjustment',
  'write-off',
  'opening',
  'paid-before',
])
export type DebtKind = z.infer<typeof debtKindSchema>

/** A line of somebody's account: append only, put right by another one. */
export const debtLineSchema = z.object({
  /** Of a sale, and of what was corrected of it, its `_id`. */
  id: z.string(),
  at: z.number(),
  kind: debtKindSchema,
  /** By how much the debt grew; negative: it shrank. */
  amount: moneySchema,
  /** Of a payment, how it came. */
  how: z.enum(['cash', 'transfer']).nullable(),
  /** The product of a sale, where a transfer came in, or the reason. */
  text: z.string(),
  cashier: z.string().nullable(),
  /** The register of the shop where it was written, by its number and name as far as they are known; left out: here. */
  register: z.string().optional(),
})
export type DebtLine = z.infer<typeof debtLineSchema>

/** What somebody owes in one currency. */
export const standingSchema = z.object({
  /** Negative: more was paid than was owed. */
  owed: moneySumSchema,
  /** Sales on credit whose end is not known: no debt yet. */
  open: moneySumSchema,
  /** Of when (epoch ms) the oldest line is that was not paid; null: nothing is owed. */
  since: z.number().nullable(),
})
export type Standing = z.infer<typeof standingSchema>

/** Somebody with what they owe, by currency. */
export const accountSchema = z.object({
  debtor: debtorSchema,
  standings: z.array(standingSchema),
  /** It is told as it stood then (epoch ms): of what came since one could tell what a drawer holds that is counted blindly. */
  until: z.number().optional(),
  /** Other registers of the shop sell to them, too: what they did since they last sent is not in it. */
  isShared: z.literal(true).optional(),
})
export type CreditAccount = z.infer<typeof accountSchema>

/** What a line or an open sale has to say for a standing. */
export type DebtAmount = Pick<DebtLine, 'at' | 'amount'>

/**
 * What is owed in each currency, in alphabetical order and never added. What was paid pays the oldest debt first, so that
 * the age is that of the oldest line which the payments do not cover.
 */
export function standingsOf(lines: readonly DebtAmount[], open: readonly Money[]): Standing[] {
  const currencies = new Set([...lines.map(({ amount }) => amount), ...open].map(currencyOf))
  return [...currencies].toSorted().map((currency) => {
    const own = lines.filter(({ amount }) => amount.currency === currency)
    const waiting = open.filter((amount) => amount.currency === currency)
    return {
      owed: sumMoney(added(own.map(({ amount }) => amount)), currency),
      open: sumMoney(added(waiting), currency),
      since: oldestUnpaid(own),
    }
  })
}

const currencyOf = ({ currency }: Money) => currency
const added = (amounts: readonly Money[]) => amounts.reduce((sum, { minor }) => sum + minor, 0)

function oldestUnpaid(lines: readonly DebtAmount[]): number | null {
  const amounts = lines.map(({ amount }) => amount)
  let paid = -added(amounts.filter(({ minor }) => minor < 0))
  const debts = lines.filter(({ amount }) => amount.minor > 0)
  for (const { at, amount } of debts.toSorted((one, other) => one.at - other.at)) {
    paid -= amount.minor
    if (paid < 0) return at
  }
  return null
}

/** What somebody owes in a currency, with what their open sales may still come to. */
export function exposureOf(standings: readonly Standing[], currency: string): Money {
  const own = standings.find(({ owed }) => owed.currency === currency)
  return sumMoney((own?.owed.minor ?? 0) + (own?.open.minor ?? 0), currency)
}

/**
 * By how much somebody would be above their limit once they owe `more` too, open sales counted; null: they would not, or
 * have none in that currency.
 */
export function aboveLimit({ debtor, standings }: CreditAccount, more: Money): Money | null {
  const { limit } = debtor
  if (limit?.currency !== more.currency) return null
  const above = exposureOf(standings, more.currency).minor + more.minor - limit.minor
  return above > 0 ? sumMoney(above, more.currency) : null
}

/** The number by which somebody is known, at whichever register of the shop. */
export const numberOf = ({ number, home }: Pick<Debtor, 'number' | 'home'>): string =>
  home ?? `${number}`

/** A debtor as they are called where their name may be gone: with it, else by their number. */
export function calledAs({ name, ...of }: Pick<Debtor, 'name' | 'number' | 'home'>): string {
  return name === '' ? `N.º ${numberOf(of)}` : name
}
