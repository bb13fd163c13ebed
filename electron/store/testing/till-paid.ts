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
  // Each sale is asked about once: a till's day has dozens, and this is checked after every step.
  const known = sales.map((sale) => ({
    ...factsOf(sale),
    id: sale.id,
    minor: sale.total.minor,
    isMine: sale.shift === shiftId,
  }))
  const mine = known.filter(({ isMine }) => isMine)
  for (const [kind, parts] of [
    ['transfer', transfers.ofShift(shiftId)],
    ['credit', cash.credits(shiftId)],
  ] as const) {
    const alive = mine.filter(({ tender, outcome }) => tender === kind && outcome !== 'undone')
    expect(sumOf(parts.map(({ count }) => count))).toBe(alive.length)
    expect(sumOf(parts.map(({ total }) => total.minor))).toBe(minorOf(alive))
    // Refused, and what was transferred for it stayed until it is given back.
    const stayed = mine.filter(
      ({ tender, outcome, late, paid: isPaid }) =>
        kind === 'transfer' && tender === kind && outcome === 'undone' && (late || isPaid),
    )
    const kept = of(kind)
    const total = (kept?.total.minor ?? 0) + (kept?.held.minor ?? 0)
    expect(total).toBe(minorOf(alive) + minorOf(stayed))
  }
  const transferred = known.filter(
    ({ tender, outcome }) => tender === 'transfer' && outcome !== 'undone',
  )
  const said = tenders.ofSales(transferred.map(({ id }) => id))
  const looked = new Set(
    said.flatMap(({ saleId, tender }) =>
      tender.kind === 'transfer' && tender.seen === false ? saleId : [],
    ),
  )
  const unseen = transferred.filter(({ id }) => looked.has(id))
  const { lines, sums } = transfers.unseen('p1', 500)
  expect(lines.map(({ saleId }) => saleId)).toEqual(unseen.map(({ id }) => id).toReversed())
  expect(sumOf(sums.map(({ count }) => count))).toBe(unseen.length)
  expect(sumOf(sums.map(({ total }) => total.minor))).toBe(minorOf(unseen))
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
const minorOf = (found: readonly { minor: number }[]) => sumOf(found.map(({ minor }) => minor))
