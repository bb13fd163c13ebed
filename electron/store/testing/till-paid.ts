import { expect } from 'vitest'
import { drawersOf, type CashFacts } from '../../../shared/domain/drawer/drawer.ts'
import { countTotal } from '../../../shared/domain/drawer/drawer-count.ts'
import { paidBy } from '../../../shared/domain/drawer/paid.ts'
import type { TenderKind } from '../../../shared/domain/drawer/tender.ts'
import type { SaleRecord } from '../sales/sale-row.ts'
import type { ShiftsReader } from '../tables/shifts.ts'

/**
 * What the books say a shift's sales were paid with, against the sales themselves: cash is the drawer's, transfers by
 * account and credit by name are all of theirs, and every transfer that nobody saw is listed.
 */
export function checkPaid(
  { cash, tenders, transfers, movements, shift }: ShiftsReader,
  shiftId: string,
  sales: readonly SaleRecord[],
  factsOf: (sale: SaleRecord) => CashFacts,
): void {
  const groups = cash.groups(shiftId)
  const paid = paidBy(groups)
  const of = (kind: TenderKind) => paid.find(({ tender }) => tender === kind)
  const [drawer] = drawersOf({
    base: (shift(shiftId)?.base ?? []).map(countTotal),
    sales: groups,
    movements: movements.ofShift(shiftId),
    payouts: movements.payoutsOfShift(shiftId),
  })
  expect(of('cash')?.total.minor ?? 0).toBe(drawer?.salesIn)
  expect(of('cash')?.held.minor ?? 0).toBe(drawer?.held)
  const mine = sales.filter((sale) => sale.shift === shiftId)
  for (const [kind, parts] of [
    ['transfer', transfers.ofShift(shiftId)],
    ['credit', cash.credits(shiftId)],
  ] as const) {
    const facts = mine.map((sale) => ({ ...factsOf(sale), minor: sale.total.minor }))
    const alive = facts.filter(({ tender, outcome }) => tender === kind && outcome !== 'undone')
    expect(sumOf(parts.map(({ count }) => count))).toBe(alive.length)
    expect(sumOf(parts.map(({ total }) => total.minor))).toBe(minorOf(alive))
    // Refused, and what was transferred for it stayed until it is given back.
    const stayed = facts.filter(
      ({ tender, outcome, late, paid: isPaid }) =>
        kind === 'transfer' && tender === kind && outcome === 'undone' && (late || isPaid),
    )
    const kept = of(kind)
    const total = (kept?.total.minor ?? 0) + (kept?.held.minor ?? 0)
    expect(total).toBe(minorOf(alive) + minorOf(stayed))
  }
  const unseen = sales.filter((sale) => {
    const tender = tenders.ofSale(sale.id)
    return tender.kind === 'transfer' && tender.seen === false && factsOf(sale).outcome !== 'undone'
  })
  const { lines, sums } = transfers.unseen('p1', 500)
  expect(lines.map(({ saleId }) => saleId)).toEqual(unseen.map(({ id }) => id).toReversed())
  expect(sumOf(sums.map(({ count }) => count))).toBe(unseen.length)
  expect(sumOf(sums.map(({ total }) => total.minor))).toBe(
    sumOf(unseen.map(({ total }) => total.minor)),
  )
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
const minorOf = (found: readonly { minor: number }[]) => sumOf(found.map(({ minor }) => minor))
