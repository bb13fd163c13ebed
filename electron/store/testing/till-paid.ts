import { expect } from 'vitest'
import { drawersOf, outcomeOf, type CashFacts } from '../../../shared/domain/drawer/drawer.ts'
import { countTotal } from '../../../shared/domain/drawer/drawer-count.ts'
import { paidBy } from '../../../shared/domain/drawer/paid.ts'
import {
  partOf,
  tenderParts,
  type TenderKind,
  type TenderPart,
} from '../../../shared/domain/drawer/tender.ts'
import type { JournalReader } from '../journal/journal-reader.ts'
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
    parts: tenderParts(tenders.ofSale(sale.id), sale.total),
    isMine: sale.shift === shiftId,
  }))
  const mine = known.filter(({ isMine }) => isMine)
  for (const [kind, parts] of [
    ['transfer', transfers.ofShift(shiftId)],
    ['credit', cash.credits(shiftId)],
  ] as const) {
    const own = ofKind(mine, kind)
    const alive = own.filter(({ outcome }) => outcome !== 'undone')
    expect(sumOf(parts.map(({ count }) => count))).toBe(alive.length)
    expect(sumOf(parts.map(({ total }) => total.minor))).toBe(minorOf(alive))
    // Refused, and what was transferred for it stayed until it is given back.
    const stayed = own.filter(
      ({ outcome, late, paid: isPaid }) =>
        kind === 'transfer' && outcome === 'undone' && (late || isPaid),
    )
    const kept = of(kind)
    const total = (kept?.total.minor ?? 0) + (kept?.held.minor ?? 0)
    expect(total).toBe(minorOf(alive) + minorOf(stayed))
  }
  const transferred = ofKind(known, 'transfer').filter(({ outcome }) => outcome !== 'undone')
  const unseen = transferred.filter(({ said }) => said.kind === 'transfer' && said.seen === false)
  const { lines, sums } = transfers.unseen('p1', 500)
  expect(lines.map(({ saleId }) => saleId)).toEqual(unseen.map(({ id }) => id).toReversed())
  expect(sumOf(sums.map(({ count }) => count))).toBe(unseen.length)
  expect(sumOf(sums.map(({ total }) => total.minor))).toBe(minorOf(unseen))
  expect(lines.map(({ total }) => total.minor)).toEqual(
    unseen.map(({ minor }) => minor).toReversed(),
  )
}

/** What sales say that was paid in a way, each with how much. */
const ofKind = <T extends { parts: readonly TenderPart[] }>(
  sales: readonly T[],
  kind: TenderKind,
) =>
  sales.flatMap((sale) =>
    sale.parts.flatMap(({ tender: said, amount }) =>
      said.kind === kind ? [{ ...sale, said, minor: amount.minor }] : [],
    ),
  )

/** What the book of credit says that people owe, against the sales themselves: of each what they did not pay at once. */
export function checkDebts({ debts, shifts }: JournalReader, sales: readonly SaleRecord[]): void {
  const owing = sales.flatMap((sale) => {
    const lent = partOf('credit', shifts.tenders.ofSale(sale.id), sale.total)
    return lent ? [{ ends: outcomeOf(sale), minor: lent.amount.minor }] : []
  })
  const of = (end: string) => sumOf(owing.map(({ ends, minor }) => (ends === end ? minor : 0)))
  const standings = debts.everybody().flatMap((account) => account.standings)
  expect(sumOf(standings.map(({ owed }) => owed.minor))).toBe(of('done'))
  expect(sumOf(standings.map(({ open }) => open.minor))).toBe(of('open'))
  for (const { debtor } of debts.everybody()) {
    const lines = debts.lines(debtor.id)
    const account = standings.length > 0 ? debts.account(debtor.id) : null
    expect(sumOf(lines.map(({ amount }) => amount.minor))).toBe(
      sumOf((account?.standings ?? []).map(({ owed }) => owed.minor)),
    )
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
const minorOf = (found: readonly { minor: number }[]) => sumOf(found.map(({ minor }) => minor))
