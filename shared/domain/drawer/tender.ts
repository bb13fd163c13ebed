import { z } from 'zod'
import { money, moneySchema, type Country, type Money } from '../money/money.ts'
import { billsOf, denominationsOf } from './drawer-count.ts'

/** How a customer pays a sale. Only cash touches the drawer. */
export const tenderKindSchema = z.enum(['cash', 'transfer', 'credit'])
export type TenderKind = z.infer<typeof tenderKindSchema>

/** The most letters of a name for where transfers come in. */
export const viaLength = 40

/** Where transfers usually come in, as customers call it, until the owner says so. */
export const usualVias: Record<Country, readonly string[]> = {
  CO: ['Nequi', 'Daviplata', 'Banco'],
  EC: ['Deuna', 'Banco'],
}

const transfer = z.object({
  kind: z.literal('transfer'),
  /** Where it comes in, by the owner's name for it; empty: nobody said. */
  via: z.string().trim().max(viaLength).default(''),
  /** Its number, or what else it is known by. */
  note: z.string().trim().max(80).default(''),
  /** Whether it was seen in the shop's account; null: nobody was asked. */
  seen: z.boolean().nullable().default(null),
})

/** Fiado: who owes it, by their id in the book of credit; left out by what was written before there was one. */
const credit = z.object({
  kind: z.literal('credit'),
  name: z.string().trim().min(1).max(80),
  debtorId: z.string().min(1).exactOptional(),
})

/** What of the total is paid in this way; the rest as the tender says that it stands in. */
const first = { amount: moneySchema }
const firstTransfer = transfer.extend(first)
const firstSchema = z.discriminatedUnion('kind', [firstTransfer, credit.extend(first)])
/** What is paid first of a sale that is paid in two ways. */
export type FirstTender = z.infer<typeof firstSchema>

/**
 * What was written down of it. No tender at all means cash, exact: the usual case needs no key. Of two ways the one
 * whose amount is said stands in `first`: a transfer, beside cash or credit, or credit beside cash.
 */
export const tenderSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cash'),
    /** null: exactly what was to be collected. */
    received: moneySchema.nullable().default(null),
    first: firstSchema.exactOptional(),
  }),
  transfer.extend({ first: z.never().exactOptional() }),
  credit.extend({ first: firstTransfer.exactOptional() }),
])
export type Tender = z.infer<typeof tenderSchema>

/** What a sale is paid with where nothing else was said. */
export const exactCash: Tender = { kind: 'cash', received: null }

/** Whether there is anything to write down. */
export function isExactCash(tender: Tender): boolean {
  return tender.kind === 'cash' && tender.received === null && !tender.first
}

/**
 * The change (vueltas) of what was received, or null where it is not enough or of another currency: then the
 * tender does not fit the sale.
 */
export function changeOf(total: Money, received: Money): Money | null {
  if (received.currency !== total.currency || received.minor < total.minor) return null
  return money(received.minor - total.minor, total.currency)
}

/** What of a sale was paid first, in minor units of its currency. */
export interface FirstPaid {
  tender: FirstTender['kind']
  minor: number
}

/** One way of paying, and what it pays. */
export interface TenderPart {
  tender: Tender
  amount: Money
}

/** What is left of a total for the way that pays the rest; all of it where nothing is paid first. */
export function restOf({ first: paid }: Tender, total: Money): Money {
  return paid ? money(total.minor - paid.amount.minor, total.currency) : total
}

/** The one way or the two in which a tender pays, the one first whose amount was said. */
export function tenderWays({ first: paid, ...rest }: Tender): Tender[] {
  if (!paid) return [rest]
  const { amount: _, ...way } = paid
  return [way, rest]
}

/** The same for a total, each with what it pays of it: they come to it. */
export function tenderParts(tender: Tender, total: Money): TenderPart[] {
  return tenderWays(tender).map((way, place) => {
    const amount = place === 0 && tender.first ? tender.first.amount : restOf(tender, total)
    return { tender: way, amount }
  })
}

/** Which of two ways stands first: the one of the lower figure. */
const firstRank: Record<TenderKind, number> = { transfer: 0, credit: 1, cash: 2 }

/**
 * The tender of a total that is paid in two ways, `part` of it in the one and the rest in the other, whichever a person
 * named first; null: they are of one kind, or the part is not some of the total and less than all of it.
 */
export function splitTender(part: TenderPart, rest: Tender, total: Money): Tender | null {
  if (part.amount.currency !== total.currency) return null
  const left = { tender: rest, amount: money(total.minor - part.amount.minor, total.currency) }
  const isFirst = firstRank[part.tender.kind] < firstRank[rest.kind]
  const [paid, other] = isFirst ? [part, left] : [left, part]
  const said = { ...other.tender, first: { ...paid.tender, amount: paid.amount } }
  const tender = tenderSchema.safeParse(said).data
  return tender && fitsTotal(tender, total) ? tender : null
}

/** The part of a tender that is of a kind, or null. */
export function partOf<K extends TenderKind>(
  kind: K,
  tender: Tender,
  total: Money,
): { tender: Extract<Tender, { kind: K }>; amount: Money } | null {
  for (const part of tenderParts(tender, total)) {
    if (isOfKind(kind, part.tender)) return { tender: part.tender, amount: part.amount }
  }
  return null
}

function isOfKind<K extends TenderKind>(
  kind: K,
  tender: Tender,
): tender is Extract<Tender, { kind: K }> {
  return tender.kind === kind
}

/**
 * A tender as its row has it. The text is who owes it, or what it is known by; where it is both, `firstText` is what
 * the transfer is known by.
 */
export interface TenderRow {
  kind: TenderKind
  received: Money | null
  text: string
  via: string
  seen: boolean | null
  debtorId: string | null
  firstKind: FirstTender['kind'] | null
  firstAmount: Money | null
  firstText: string
}

const unsaid = { received: null, text: '', via: '', seen: null, debtorId: null, firstText: '' }

/** That row of a tender; of cash nothing but what was received. */
export function rowOfTender({ first: paid, ...rest }: Tender): TenderRow {
  const named = { kind: rest.kind, firstKind: paid?.kind ?? null }
  const row = { ...unsaid, ...named, firstAmount: paid?.amount ?? null, ...columnsOf(rest) }
  if (!paid) return row
  const { text, ...columns } = columnsOf(paid)
  return rest.kind === 'credit'
    ? { ...row, ...columns, firstText: text }
    : { ...row, ...columns, text }
}

function columnsOf(tender: Tender | FirstTender) {
  if (tender.kind === 'cash') return { received: tender.received, text: '' }
  if (tender.kind === 'credit') return { text: tender.name, debtorId: tender.debtorId ?? null }
  return { text: tender.note, via: tender.via, seen: tender.seen }
}

/** And the tender of it. */
export function tenderOf(row: TenderRow): Tender {
  const { kind, received, text, via, seen, debtorId, firstKind, firstAmount, firstText } = row
  const owing = { kind: 'credit', name: text, ...(debtorId === null ? {} : { debtorId }) } as const
  const sent = { kind: 'transfer', via, note: kind === 'credit' ? firstText : text, seen } as const
  if (kind === 'transfer') return sent
  const amount = firstAmount
  if (kind === 'credit') {
    return amount && firstKind === 'transfer' ? { ...owing, first: { ...sent, amount } } : owing
  }
  if (amount === null || firstKind === null) return { kind, received }
  const paid = firstKind === 'transfer' ? sent : owing
  return { kind, received, first: { ...paid, amount } }
}

/**
 * What of the transfer of a tender was seen already, by the tender before it: of the same one what was said then; of
 * another amount, account or number nothing was.
 */
export function seenBefore(tender: Tender, before: Tender, total: Money): boolean | null {
  const [sent, was] = [tender, before].map((one) => partOf('transfer', one, total))
  const isSame =
    sent?.amount.minor === was?.amount.minor &&
    sent?.tender.via === was?.tender.via &&
    sent?.tender.note === was?.tender.note
  return was && isSame ? was.tender.seen : false
}

/** What tells one way of paying from others of its kind, to be read: who owes it, or where it came in and its number. */
export function tenderSaid(tender: Tender): string {
  const { via, text } = rowOfTender(tender)
  return [via, text].filter(Boolean).join(' ')
}

/** Whether a tender can pay a total: what is paid first is some of it and not all, and cash is enough for the rest. */
export function fitsTotal(tender: Tender, total: Money): boolean {
  const paid = tender.first?.amount
  if (paid && (paid.currency !== total.currency || paid.minor < 1 || paid.minor >= total.minor)) {
    return false
  }
  if (tender.kind !== 'cash' || tender.received === null) return true
  return changeOf(restOf(tender, total), tender.received) !== null
}

/** The most that fit beside what was received, each written out. */
const mostOffered = 3

/**
 * What customers usually hand over for a total that they do not pay exactly, the least first, three at most: one note
 * or coin that is more than it; where fewer than two are, also what its larger notes come to.
 */
export function usualTenders({ minor, currency }: Money): Money[] {
  const pieces = denominationsOf(currency).map(({ value }) => value)
  const single = pieces.filter((value) => value > minor)
  const offered = new Set(single).size > 1 ? single : single.concat(sumsAbove(minor, currency))
  return [...new Set(offered)]
    .sort((less, more) => less - more)
    .slice(0, mostOffered)
    .map((value) => money(value, currency))
}

/** The next round sum of each of the four largest notes. */
function sumsAbove(minor: number, currency: string): number[] {
  return billsOf(currency)
    .slice(-4)
    .map((bill) => (Math.floor(minor / bill) + 1) * bill)
}
