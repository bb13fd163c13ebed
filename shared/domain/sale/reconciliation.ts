import { z } from 'zod'
import { isClosed, shownState } from './closing.ts'
import { serviceDay, serviceEpoch } from '../time/dates.ts'
import type { Money } from '../money/money.ts'
import type { Sale, SaleState } from './sale.ts'
import type { TransactionRow, TransactionStatus } from './transaction.ts'

/** What of a sale of ours is held against the service's list. */
export type HeldSale = Pick<
  Sale,
  'id' | 'productId' | 'amount' | 'state' | 'sentAt' | 'createdAt'
> & {
  /** As it is shown and counted: a person's word, where that stands. */
  shown: SaleState
  /** The service's record that it is known to be; null while none is. */
  claim: string | null
  /** find gave that record; else it is a person's word, which no proof may lose to. */
  isProven: boolean
  /** A person's word, which stands, that it never was made. */
  isNotMade: boolean
}

/** What of a row of the list is held against our sales. */
export type HeldRow = Pick<TransactionRow, 'id' | 'product' | 'amount' | 'status' | 'createdAt'>

/**
 * What came of holding the journal against the service's list.
 * - matched: both say the same
 * - differs: one record, another amount, product or state
 * - possible: no proof that they are the same, but product and amount are, and the time is near
 * - only-here: this register believes in a sale that the list does not show
 * - only-there: the list shows a sale that this register did not make
 */
export const lineKindSchema = z.enum(['matched', 'differs', 'possible', 'only-here', 'only-there'])
export type LineKind = z.infer<typeof lineKindSchema>

/** What differs first, or why a record may stand alone. `double`: near in time to an equal sale of ours. */
export const lineHintSchema = z.enum(['amount', 'product', 'status', 'double', 'elsewhere', 'none'])
export type LineHint = z.infer<typeof lineHintSchema>

/** One line: a sale, a record, or both. */
export interface MatchLine<S = Sale, R = TransactionRow> {
  kind: LineKind
  hint: LineHint
  sale: S | null
  row: R | null
  /** For a possible double execution: the sale that it looks like. */
  twin: S | null
}

const minute = 60_000
/** The service's clock may be so much behind ours. */
const early = 2 * minute
/** A sale may reach the service's list this late (design: late arrivals). */
const late = 48 * 60 * minute
/** Two executions of one request come close together; equal sales of two customers seldom do. */
const doubleWindow = 10 * minute

/** States in which the service surely has no record. */
const absent: readonly SaleState[] = ['PREPARED', 'NOT_SENT', 'DECLINED']

/** When a record was made, epoch ms; NaN when its time cannot be read. */
function rowTime(row: HeldRow): number {
  return row.createdAt ? serviceEpoch(row.createdAt.local) : Number.NaN
}

/** When a sale was sent, or at least begun. */
function saleTime(sale: Pick<HeldSale, 'sentAt' | 'createdAt'>): number {
  return sale.sentAt ?? sale.createdAt
}

function sameMoney(a: Money, b: Money | null): boolean {
  return b !== null && a.minor === b.minor && a.currency === b.currency
}

/** Whether product and amount are the same: what find and list let one tell sales apart by. */
export function isAlike(
  sale: Pick<HeldSale, 'productId' | 'amount'>,
  row: Pick<HeldRow, 'product' | 'amount'>,
): boolean {
  return row.product?.id === sale.productId && sameMoney(sale.amount, row.amount)
}

/**
 * The record that a sale is known to be: by find's identifier, else as a person recognised it, as long as nothing
 * learnt since overruled that person.
 */
export function matchedRecord(sale: Sale): string | null {
  return sale.serviceId ?? (isClosed(sale) ? (sale.closing?.candidateId ?? null) : null)
}

/** matchHeld of whole sales. */
export function matchSales(sales: readonly Sale[], rows: readonly TransactionRow[]): MatchLine[] {
  const held = sales.map((sale) => ({
    ...sale,
    shown: shownState(sale),
    claim: matchedRecord(sale),
    isProven: sale.serviceId !== null,
    isNotMade: isClosed(sale) && sale.closing?.as === 'not-made',
  }))
  return matchHeld(held, rows)
}

/**
 * Holds the sales of a register against the service's rows. Every sale and every row stands in exactly one
 * line, save sales that are not in the list and should not be. Exact claims come first, proven ones before
 * a person's word; what is left is paired by product, amount and nearness in time, one to one, nearest first.
 */
export function matchHeld<S extends HeldSale, R extends HeldRow>(
  sales: readonly S[],
  rows: readonly R[],
): MatchLine<S, R>[] {
  const lines: MatchLine<S, R>[] = []
  const freeRows = new Set(rows)
  const freeSales = new Set(sales)
  const byId = new Map(rows.map((row) => [row.id, row]))

  const claiming = [true, false].flatMap((proven) =>
    sales.filter(({ isProven }) => isProven === proven),
  )
  for (const sale of claiming) {
    const { claim } = sale
    const row = claim === null ? undefined : byId.get(claim)
    if (!row || !freeRows.has(row)) continue
    freeRows.delete(row)
    freeSales.delete(sale)
    lines.push({ ...difference(sale, row), sale, row, twin: null })
  }
  for (const { sale, row } of likelyPairs(freeSales, freeRows)) {
    if (!freeSales.has(sale) || !freeRows.has(row)) continue
    freeRows.delete(row)
    freeSales.delete(sale)
    lines.push({ kind: 'possible', hint: 'none', sale, row, twin: null })
  }
  for (const sale of freeSales) {
    if (absent.includes(sale.shown)) continue
    lines.push({ kind: 'only-here', hint: 'none', sale, row: null, twin: null })
  }
  if (freeRows.size > 0) {
    const alike = Map.groupBy(sales, ({ productId, amount }) => likeness(productId, amount))
    for (const row of freeRows) {
      const twin = twinOf(row, alike.get(likeness(row.product?.id, row.amount)) ?? [])
      const hint = twin ? 'double' : 'elsewhere'
      lines.push({ kind: 'only-there', hint, sale: null, row, twin })
    }
  }
  return lines.sort((a, b) => timeOf(a) - timeOf(b))
}

function difference(sale: HeldSale, row: HeldRow): Pick<MatchLine, 'kind' | 'hint'> {
  if (!sameMoney(sale.amount, row.amount)) return { kind: 'differs', hint: 'amount' }
  if (row.product !== null && row.product.id !== sale.productId) {
    return { kind: 'differs', hint: 'product' }
  }
  return agrees(sale.shown, row.status)
    ? { kind: 'matched', hint: 'none' }
    : { kind: 'differs', hint: 'status' }
}

/** Whether a state and a status say the same; two that both still wait do. */
function agrees(state: SaleState, status: TransactionStatus | null): boolean {
  if (state === 'DECLINED') return status === 'REJECTED'
  const waits = (name: string | null) => name === 'PENDING' || name === 'PROCESSING'
  return state === status || (waits(state) && waits(status))
}

/** What alike sales and rows have in common: tens of thousands are found by it instead of each by each. */
function likeness(productId: string | undefined, amount: Money | null): string {
  return `${productId} ${amount?.minor} ${amount?.currency}`
}

function likelyPairs<S extends HeldSale, R extends HeldRow>(
  sales: ReadonlySet<S>,
  rows: ReadonlySet<R>,
) {
  const unclaimed = [...sales].filter((sale) => sale.claim === null && mayBeThere(sale))
  if (unclaimed.length === 0) return []
  const alike = Map.groupBy(rows, ({ product, amount }) => likeness(product?.id, amount))
  return unclaimed
    .flatMap((sale) =>
      (alike.get(likeness(sale.productId, sale.amount)) ?? []).flatMap((row) => {
        const after = rowTime(row) - saleTime(sale)
        const near = after >= -early && after <= late && isAlike(sale, row)
        return near ? [{ sale, row, distance: Math.abs(after) }] : []
      }),
    )
    .sort((a, b) => a.distance - b.distance)
}

/** It was sent and its end leaves room for a record; a person's "not made" does not. */
function mayBeThere({ sentAt, state, isNotMade }: HeldSale): boolean {
  return sentAt !== null && state !== 'NOT_SENT' && !isNotMade
}

/** The sale that a lone record looks like a second execution of. */
function twinOf<S extends HeldSale>(row: HeldRow, sales: readonly S[]): S | null {
  const at = rowTime(row)
  const near = sales
    .filter((sale) => sale.sentAt !== null && !absent.includes(sale.state) && isAlike(sale, row))
    .map((sale) => ({ sale, distance: Math.abs(saleTime(sale) - at) }))
    .filter(({ distance }) => distance <= doubleWindow)
    .sort((a, b) => a.distance - b.distance)
  return near[0]?.sale ?? null
}

/** When a line happened, for its order and its day; records without a time come last. */
function timeOf({ sale, row }: MatchLine<HeldSale, HeldRow>): number {
  const at = sale ? saleTime(sale) : row ? rowTime(row) : Number.NaN
  return Number.isNaN(at) ? Number.MAX_SAFE_INTEGER : at
}

/**
 * Whether a line belongs to a day of the shop: by its sale, else by its record (or it has no time at
 * all). Where the two are not proven to be one, either will do: no record of the day goes unseen.
 */
export function isOfDay(
  { kind, sale, row }: MatchLine<Pick<HeldSale, 'sentAt' | 'createdAt'>, HeldRow>,
  day: string,
): boolean {
  const local = row?.createdAt?.local
  const isRowOfDay = local === undefined || local.startsWith(day)
  if (sale === null) return isRowOfDay
  if (serviceDay(saleTime(sale)) === day) return true
  return kind === 'possible' && isRowOfDay
}
