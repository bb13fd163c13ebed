import { money, type Money } from '../../../shared/domain/money/money.ts'
import {
  changeOf,
  exactCash,
  isExactCash,
  splitTender,
  tenderSchema,
  type Tender,
  type TenderKind,
} from '../../../shared/domain/drawer/tender.ts'
import { aboveLimit, type CreditAccount } from '../../../shared/domain/credit/debtor.ts'

/** How a customer pays, as it is being said. */
export interface TenderSaid {
  /** The one way, or of two the one that pays the rest. */
  kind: TenderKind
  /** Of two ways the other one, and what it pays of the total in minor units (null: not said yet). */
  part: { kind: TenderKind; minor: number | null } | null
  /** Of cash that pays all or the rest, what was received, in minor units; null: exactly that. */
  received: number | null
  /** What stands in the field of what was received cannot be read as one figure. */
  unreadable: boolean
  /** What was typed for that field before it was there. */
  ahead: string
  /** Of a sale on credit, who owes it, with what they owe already; and that their limit is passed on purpose. */
  account: CreditAccount | null
  overLimit: boolean
  /** The sale was refused as above the limit of an account whose standing is not told here, or is another by now. */
  isAboveUntold: boolean
  /** Of a transfer: where it comes in, its number, and whether it was seen there. */
  via: string
  note: string
  seen: boolean
}

/** What keeps a sale from being made until it is put right. */
export type TenderProblem = 'part' | 'short' | 'unreadable' | 'name' | 'limit' | 'via'

/** What one way pays. */
export interface TenderShare {
  kind: TenderKind
  amount: Money
}

/** Cash, exact: what is said of a sale where nothing was. */
export const nothingSaid: TenderSaid = {
  kind: 'cash',
  part: null,
  received: null,
  unreadable: false,
  ahead: '',
  account: null,
  overLimit: false,
  isAboveUntold: false,
  via: '',
  note: '',
  seen: false,
}

/** What was received, seen in the shop's account or let pass a limit was so of one amount: of another, nothing of it is. */
export const unsaidOfAmount = {
  received: null,
  seen: false,
  overLimit: false,
  isAboveUntold: false,
} as const satisfies Partial<TenderSaid>

/** What is said no more once another part is. */
export function unsaidBy({ part }: Partial<TenderSaid>, said: TenderSaid): Partial<TenderSaid> {
  const isSame = part?.kind === said.part?.kind && part?.minor === said.part?.minor
  if (part === undefined || isSame) return {}
  return unsaidOfAmount
}

/**
 * What each way pays of a total, of two the one first whose amount was said: they come to it. Empty: what was said is not
 * more than nothing and less than all of it, or both are one way, which nothing could be written down of.
 */
export function sharesOf({ kind, part }: TenderSaid, total: Money): TenderShare[] {
  if (part === null) return [{ kind, amount: total }]
  const minor = part.minor ?? 0
  if (part.kind === kind || minor < 1 || minor >= total.minor) return []
  const amountOf = (of: number) => money(of, total.currency)
  return [
    { kind: part.kind, amount: amountOf(minor) },
    { kind, amount: amountOf(total.minor - minor) },
  ]
}

/** What `kind` pays: all, or the rest; null: what the other way pays does not fit. */
export function restSaid(said: TenderSaid, total: Money): Money | null {
  return sharesOf(said, total).at(-1)?.amount ?? null
}

/** The change of what was received; null: none is due, or it is not enough. */
export function changeSaid(said: TenderSaid, total: Money): Money | null {
  const rest = restSaid(said, total)
  if (said.kind !== 'cash' || said.received === null || rest === null) return null
  return changeOf(rest, money(said.received, rest.currency))
}

/**
 * How far above their limit who owes comes with what is owed of this sale; `untold`: above it, how far is not told, as the
 * account is shown as it stood before the drawer was opened, or stands otherwise by now; null: not above it so far as it is
 * known, or nothing is said to be owed.
 */
export function aboveSaid(said: TenderSaid, total: Money): Money | 'untold' | null {
  const { account, isAboveUntold } = said
  const owed = sharesOf(said, total).find(({ kind }) => kind === 'credit')?.amount
  if (account === null || owed === undefined) return null
  const known = account.until === undefined ? aboveLimit(account, owed) : null
  return known ?? (isAboveUntold ? 'untold' : null)
}

/** What is written down with the sale; undefined: cash, exact, or what cannot be written down yet. */
export function tenderOfSaid(said: TenderSaid, total: Money | null): Tender | undefined {
  const rest = wayOf(said, said.kind, total)
  if (said.part === null) return rest && isExactCash(rest) ? undefined : rest
  const { kind, minor } = said.part
  const tender = wayOf(said, kind, total)
  if (total === null || minor === null || !rest || !tender) return undefined
  return splitTender({ tender, amount: money(minor, total.currency) }, rest, total) ?? undefined
}

function wayOf(said: TenderSaid, kind: TenderKind, total: Money | null): Tender | undefined {
  const { received, account, via, note, seen } = said
  if (kind === 'transfer') return tenderSchema.safeParse({ kind, via, note, seen }).data
  if (kind === 'credit') {
    return account ? { kind, name: account.debtor.name, debtorId: account.debtor.id } : undefined
  }
  if (total === null || received === null || changeSaid(said, total) === null) return exactCash
  return { kind, received: money(received, total.currency) }
}

/**
 * A figure below what is to be received, or one with no reading, is never dropped in silence; what is owed has somebody who
 * may owe it, and a transfer an account that it can be looked for in, where there are any.
 */
export function problemOfSaid(
  said: TenderSaid,
  total: Money,
  hasVias: boolean,
): TenderProblem | null {
  const shares = sharesOf(said, total)
  if (shares.length === 0) return 'part'
  const problems = shares.map(({ kind }) => problemOfWay(said, kind, total, hasVias))
  return problems.find((one) => one !== null) ?? null
}

function problemOfWay(
  said: TenderSaid,
  kind: TenderKind,
  total: Money,
  hasVias: boolean,
): TenderProblem | null {
  if (kind === 'transfer') return said.via === '' && hasVias ? 'via' : null
  if (kind === 'credit') {
    if (said.account === null) return 'name'
    return said.overLimit || aboveSaid(said, total) === null ? null : 'limit'
  }
  // Cash whose amount was said is that amount, and nothing else is received of it.
  if (said.kind !== 'cash') return null
  if (said.unreadable) return 'unreadable'
  return said.received !== null && changeSaid(said, total) === null ? 'short' : null
}
