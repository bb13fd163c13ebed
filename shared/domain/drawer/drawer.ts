import { z } from 'zod'
import { isOpen, shownState } from '../sale/closing.ts'
import {
  directionSchema,
  sumMinorSchema,
  sumMoney,
  type Direction,
  type Money,
} from '../money/money.ts'
import type { Sale } from '../sale/sale.ts'
import type { MovementReason } from './movement-reason.ts'
import { tenderKindSchema } from './tender.ts'

/** What of a sale decides where its cash is. The journal's SQL says the same (a test compares). */
export const cashFactsSchema = z.object({
  direction: directionSchema,
  /** As it is shown and counted: a person's closing stands for an end. */
  outcome: z.enum(['done', 'partial', 'open', 'undone']),
  tender: tenderKindSchema,
  /** It ended when the customer may have gone: 20 seconds after it began, by hand, or once that was written down. */
  late: z.boolean(),
  /** Somebody wrote down that the money of it was given (back) to the customer. */
  paid: z.boolean(),
})
export type CashFacts = z.infer<typeof cashFactsSchema>

/** Sales alike in what decides where their cash is, and what they come to. */
export type DrawerSales = CashFacts & { count: number; total: Money }

/** How a sale ended, as it is shown. */
export function outcomeOf(
  sale: Pick<Sale, 'state' | 'closing' | 'error' | 'transaction'>,
): CashFacts['outcome'] {
  if (isOpen(sale)) return 'open'
  const shown = shownState(sale)
  if (shown === 'APPROVED') return 'done'
  return shown === 'PARTIAL' ? 'partial' : 'undone'
}

/**
 * What a sale does to the drawer of its own shift. `in`: its total came in. `held`: it came in and nobody knows
 * yet whether it stays: a line of its own, never part of a difference. `out`: its total was handed to
 * the customer. `none`: nothing moved, or it came and went at once. What is given (back) later is a payout.
 */
export function cashEffect(sale: CashFacts): 'in' | 'out' | 'held' | 'none' {
  if (sale.direction === 'out') {
    return sale.outcome === 'done' && !sale.late && !sale.paid ? 'out' : 'none'
  }
  if (sale.tender !== 'cash') return 'none'
  if (sale.outcome === 'open') return 'held'
  if (sale.outcome === 'undone') return sale.late || sale.paid ? 'in' : 'none'
  return 'in'
}

/**
 * What the shop still owes the customer of a sale: money to give back (it was refused after they had paid and may
 * have left, or made in part: the rest), or to hand out (a withdrawal approved late, or in a part). Of a part a person
 * says how much it is.
 */
export function owedOf(sale: CashFacts): 'give-back' | 'hand-out' | null {
  if (sale.paid) return null
  if (sale.direction === 'out') {
    if (sale.outcome === 'partial') return 'hand-out'
    return sale.outcome === 'done' && sale.late ? 'hand-out' : null
  }
  const isOwed = sale.outcome === 'undone' || sale.outcome === 'partial'
  return isOwed && sale.late && sale.tender !== 'credit' ? 'give-back' : null
}

/**
 * Of a collection of which `made` was made, some paid at once and some owed: what was paid at once pays what was made
 * first. `back`: what of it is given back; `lent`: what stays owed. Minor units.
 */
export function partOwed(made: number, paid: number, lent: number): { back: number; lent: number } {
  return { back: Math.max(0, paid - made), lent: Math.min(lent, Math.max(0, made - paid)) }
}

/** How money reached the customer again: only cash leaves the drawer. */
export const payoutHowSchema = z.enum(['cash', 'transfer'])
export type PayoutHow = z.infer<typeof payoutHowSchema>

/** The cash of one currency in one shift, each figure in minor units and none negative but `shopSales` and `expected`. */
export const drawerSchema = z.object({
  currency: z.string(),
  base: sumMinorSchema,
  salesIn: sumMinorSchema,
  salesOut: sumMinorSchema,
  /** Of the shop's own goods, less what was given back of them: it may be negative. A Z of before has none. */
  shopSales: sumMinorSchema.default(0),
  /** In and out with any other reason. */
  movedIn: sumMinorSchema,
  movedOut: sumMinorSchema,
  /** Given (back) to customers of this or an earlier shift. */
  paidOut: sumMinorSchema,
  /** base + in - out: what the drawer holds of what is certain. */
  expected: sumMinorSchema,
  /** Received for sales whose end is not known: in the drawer too, on a line of its own. */
  held: sumMinorSchema,
  heldCount: z.int(),
})
export type Drawer = z.infer<typeof drawerSchema>

/** Everything that moved the cash of a shift. */
export interface CashBook {
  base: readonly Money[]
  sales: readonly DrawerSales[]
  movements: readonly { direction: Direction; reason: MovementReason; amount: Money }[]
  payouts: readonly { how: PayoutHow; amount: Money }[]
}

type Figure = Exclude<keyof Drawer, 'currency' | 'expected' | 'heldCount'>

/**
 * What each currency's drawer should hold, the currencies in alphabetical order and never added:
 * expected = base + what came in - what went out, to the minor unit.
 */
export function drawersOf(book: CashBook): Drawer[] {
  const drawers = new Map<string, Drawer>()
  const add = (figure: Figure, { minor, currency }: Money, count = 0) => {
    const drawer = drawers.get(currency) ?? emptyDrawer(currency)
    const sum = sumMoney(drawer[figure] + minor, currency).minor
    drawers.set(currency, { ...drawer, [figure]: sum, heldCount: drawer.heldCount + count })
  }
  for (const amount of book.base) add('base', amount)
  for (const group of book.sales) {
    const effect = cashEffect(group)
    if (effect === 'in') add('salesIn', group.total)
    if (effect === 'out') add('salesOut', group.total)
    if (effect === 'held') add('held', group.total, group.count)
  }
  for (const { direction, reason, amount } of book.movements) {
    if (reason !== 'shop-sales') add(direction === 'in' ? 'movedIn' : 'movedOut', amount)
    else add('shopSales', { ...amount, minor: direction === 'in' ? amount.minor : -amount.minor })
  }
  for (const { how, amount } of book.payouts) if (how === 'cash') add('paidOut', amount)
  return [...drawers.values()].map(withExpected).sort(byCurrency)
}

/** A drawer that nothing was ever in. */
export function emptyDrawer(currency: string): Drawer {
  const sales = { salesIn: 0, salesOut: 0, shopSales: 0 }
  const moved = { movedIn: 0, movedOut: 0, paidOut: 0 }
  return { currency, base: 0, ...sales, ...moved, expected: 0, held: 0, heldCount: 0 }
}

function withExpected(drawer: Drawer): Drawer {
  const { base, salesIn, shopSales, movedIn, salesOut, movedOut, paidOut, currency } = drawer
  const expected = base + salesIn + shopSales + movedIn - salesOut - movedOut - paidOut
  return { ...drawer, expected: sumMoney(expected, currency).minor }
}

function byCurrency(one: Drawer, other: Drawer): number {
  return one.currency < other.currency ? -1 : 1
}

/** What has to lie in the drawer: what is certain, and what is held for sales without an end. */
export function toCount({ expected, held }: Drawer): number {
  return expected + held
}

/**
 * Whether somebody may know what lies in the drawer whatever is counted of it, and with it how customers pay: where the
 * count is blind only who closes the shifts of others.
 */
export function mayKnowDrawer(isBlind: boolean, mayCloseOthers: boolean): boolean {
  return !isBlind || mayCloseOthers
}

/** Counted less what had to be there; what is held for unconfirmed sales is never inside it. */
export function differenceOf(drawer: Drawer, counted: Money): Money {
  if (counted.currency !== drawer.currency) throw new RangeError('a count of another currency')
  return sumMoney(counted.minor - toCount(drawer), drawer.currency)
}
