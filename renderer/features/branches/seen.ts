import type {
  BranchesNow,
  SeenDrawer,
  SeenPending,
  SeenRegister,
  SoldSum,
} from '../../../shared/contract/upkeep/branches.ts'
import type { CallOutput } from '../../../shared/contract/index.ts'
import { sumMoney, type Money } from '../../../shared/domain/money/money.ts'

/** An open window sends every four minutes at least: one of which nothing came for so long (ms) is behind. */
const behindAfter = 10 * 60_000
/** A clock that is further off (ms) dates sales into another hour. */
const clockOff = 2 * 60_000

/** How a register stands, the worst first. */
export type Standing =
  | 'forked'
  | 'trouble'
  | 'missing'
  | 'behind'
  | 'upToDate'
  | 'invited'
  | 'retired'

export function standingOf(register: SeenRegister, at: number): Standing {
  const { state, forked, trouble, missing, complete } = register
  if (state !== 'joined') return state
  if (forked !== null) return 'forked'
  if (trouble !== null) return 'trouble'
  if (missing > 0) return 'missing'
  return complete === null || at - complete > behindAfter ? 'behind' : 'upToDate'
}

/** How far its clock is off, in whole minutes; 0: it is right, or not known. */
export const minutesOff = ({ clock }: SeenRegister): number =>
  clock !== null && Math.abs(clock) > clockOff ? Math.round(clock / 60_000) : 0

/**
 * Of all that still sell, and of those that were retired since (epoch ms) without having sent all: those of which not all is
 * here, and until when all of all is; null: of one never.
 */
export function freshnessOf({ at, registers }: BranchesNow, since: number) {
  const isShort = ({ retired, complete, seen }: SeenRegister) =>
    retired !== null &&
    retired >= since &&
    // One that never came in has nothing to send.
    seen !== null &&
    (complete === null || retired - complete > behindAfter)
  const own = registers.filter((one) => one.state === 'joined' || isShort(one))
  const behind = own.filter((one) => standingOf(one, at) !== 'upToDate')
  const until = own.map(({ complete }) => complete)
  return {
    behind,
    until: until.includes(null) || own.length === 0 ? null : Math.min(...until.map(Number)),
  }
}

/** Amounts added up, the currencies apart and in order. */
export function sumsOf(amounts: readonly (Money | null)[]): Money[] {
  const sums = new Map<string, number>()
  for (const amount of amounts)
    if (amount) sums.set(amount.currency, (sums.get(amount.currency) ?? 0) + amount.minor)
  return [...sums]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, minor]) => sumMoney(minor, currency))
}

/** The least of each currency: several registers may see one account, so that balances are never added. */
export function lowestOf(amounts: readonly Money[]): Money[] {
  const currencies = [...new Set(amounts.map(({ currency }) => currency))].toSorted()
  return currencies.map((currency) => {
    const own = amounts.filter((one) => one.currency === currency)
    return sumMoney(Math.min(...own.map(({ minor }) => minor)), currency)
  })
}

/** What was sold: collected from customers, or handed out to them. */
export const soldOf = (sums: readonly SoldSum[], direction: 'in' | 'out'): Money[] =>
  sumsOf(
    sums
      .filter((one) => one.state === 'APPROVED' && one.direction === direction)
      .map(({ total }) => total),
  )

export const pendingOf = (pending: readonly SeenPending[], what: SeenPending['what']) => {
  const own = pending.filter((one) => one.what === what)
  const count = own.reduce((sum, one) => sum + one.count, 0)
  return { count, sums: sumsOf(own.map(({ total }) => total)) }
}

/** How the shift of a register stands: open since today, open since another day (its Z is missing), closed, or none today. */
export function shiftOf(
  register: SeenRegister,
  drawers: readonly SeenDrawer[],
  dayStart: number,
): 'open' | 'unclosed' | 'closed' | 'none' {
  const own = drawers.filter(({ code }) => code === register.code)
  if (own.some(({ opened }) => opened < dayStart)) return 'unclosed'
  if (own.length > 0) return 'open'
  return register.opened !== null && register.opened >= dayStart ? 'closed' : 'none'
}

/** The figures, each of which opens its rows. */
export type FigureName =
  | 'today'
  | 'month'
  | 'drawers'
  | 'open'
  | 'owed'
  | 'credit'
  | 'balances'
  | 'differences'

/** What was read of all registers. */
export interface SeenAll {
  now: BranchesNow
  today: CallOutput<'branches.sold'>
  month: CallOutput<'branches.sold'>
}

/** The same of some registers alone, by their codes; differences are known of all of them together. */
export function seenOf({ now, today, month }: SeenAll, codes: ReadonlySet<string>): SeenAll {
  const own = <T extends { code: string }>(rows: readonly T[]) =>
    rows.filter(({ code }) => codes.has(code))
  return {
    now: {
      ...{ at: now.at, registers: own(now.registers), drawers: own(now.drawers) },
      ...{ pending: own(now.pending), balances: own(now.balances) },
    },
    today: { ...today, sums: own(today.sums) },
    month: { ...month, sums: own(month.sums) },
  }
}

export interface Figure {
  name: FigureName
  sums: readonly Money[]
  /** How many it is of; null: that says nothing. */
  count: number | null
}

/** Nothing is an amount too, where who sells has told how it stands: zero. Of who has not, nothing is known. */
export const orZero = (
  sums: readonly Money[],
  isKnown: boolean,
  currency: string,
): readonly Money[] => (sums.length > 0 || !isKnown ? sums : [sumMoney(0, currency)])

/** `home`: the shop's currency. */
export function figuresOf({ now, today, month }: SeenAll, home: string): Figure[] {
  const { drawers, pending, balances, registers } = now
  const isKnown = registers.some(({ seen }) => seen !== null)
  const monthly = soldOf(month.sums, 'in')
  const known = (sums: Money[]) => orZero(sums, isKnown, monthly[0]?.currency ?? home)
  // The word says that it lacked: no sign says it again.
  const short = month.differences.map(({ short, currency }) => ({
    minor: Math.abs(short),
    currency,
  }))
  const waiting = (what: SeenPending['what']) => {
    const { count, sums } = pendingOf(pending, what)
    return { count, sums: known(sums) }
  }
  const cash = sumsOf(drawers.map(({ expected }) => expected))
  return [
    { name: 'today', sums: known(soldOf(today.sums, 'in')), count: null },
    { name: 'month', sums: known(monthly), count: null },
    { name: 'drawers', sums: known(cash), count: null },
    { name: 'open', ...waiting('open') },
    { name: 'owed', ...waiting('owed') },
    { name: 'credit', ...waiting('credit'), count: null },
    // Only what was seen of an account says what is in it.
    { name: 'balances', sums: lowestOf(balances.map(({ balance }) => balance)), count: null },
    { name: 'differences', sums: known(sumsOf(short)), count: null },
  ]
}
