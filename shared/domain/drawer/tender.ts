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

/** What was written down of it. No tender at all means cash, exact: the usual case needs no key. */
export const tenderSchema = z.discriminatedUnion('kind', [
  /** `received` null: exactly what was to be collected. */
  z.object({ kind: z.literal('cash'), received: moneySchema.nullable().default(null) }),
  z.object({
    kind: z.literal('transfer'),
    /** Where it comes in, by the owner's name for it; empty: nobody said. */
    via: z.string().trim().max(viaLength).default(''),
    /** Its number, or what else it is known by. */
    note: z.string().trim().max(80).default(''),
    /** Whether it was seen in the shop's account; null: nobody was asked. */
    seen: z.boolean().nullable().default(null),
  }),
  /** Fiado: who owes it, by their id in the book of credit; left out by what was written before there was one. */
  z.object({
    kind: z.literal('credit'),
    name: z.string().trim().min(1).max(80),
    debtorId: z.string().min(1).exactOptional(),
  }),
])
export type Tender = z.infer<typeof tenderSchema>

/** What a sale is paid with where nothing else was said. */
export const exactCash: Tender = { kind: 'cash', received: null }

/** Whether there is anything to write down. */
export function isExactCash(tender: Tender): boolean {
  return tender.kind === 'cash' && tender.received === null
}

/**
 * The change (vueltas) of what was received, or null where it is not enough or of another currency: then the
 * tender does not fit the sale.
 */
export function changeOf(total: Money, received: Money): Money | null {
  if (received.currency !== total.currency || received.minor < total.minor) return null
  return money(received.minor - total.minor, total.currency)
}

/** A tender as its row has it: the text is who owes it, or what it is known by. */
export interface TenderRow {
  kind: TenderKind
  received: Money | null
  text: string
  via: string
  seen: boolean | null
  debtorId: string | null
}

/** That row of a tender; of cash nothing but what was received. */
export function rowOfTender(tender: Tender): TenderRow {
  const none = { kind: tender.kind, received: null, text: '', via: '', seen: null, debtorId: null }
  if (tender.kind === 'cash') return { ...none, received: tender.received }
  if (tender.kind === 'credit') {
    return { ...none, text: tender.name, debtorId: tender.debtorId ?? null }
  }
  return { ...none, text: tender.note, via: tender.via, seen: tender.seen }
}

/** And the tender of it. */
export function tenderOf({ kind, received, text, via, seen, debtorId }: TenderRow): Tender {
  if (kind === 'cash') return { kind, received }
  if (kind === 'transfer') return { kind, via, note: text, seen }
  return { kind, name: text, ...(debtorId === null ? {} : { debtorId }) }
}

/** What tells it from others of its kind, to be read: who owes it, or where it came in and its number. */
export function tenderSaid(tender: Tender): string {
  const { via, text } = rowOfTender(tender)
  return [via, text].filter(Boolean).join(' ')
}

/** Whether a tender can pay a total. */
export function fitsTotal(tender: Tender, total: Money): boolean {
  if (tender.kind !== 'cash' || tender.received === null) return true
  return changeOf(total, tender.received) !== null
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
