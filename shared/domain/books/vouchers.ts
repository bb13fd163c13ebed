import type { MonthFacts, MovementFact } from './facts.ts'
import { salePostings } from './sale-postings.ts'
import { credit, debit, type Posting } from './typed.ts'
import { chunksOf, finished } from './steps.ts'
import { createVouchers, type Voucher } from './voucher.ts'

/** The vouchers of a month: entries by role, before any account is named. `rate`: vatInside. */
export function vouchersOf(facts: MonthFacts, rate: number | null): Voucher[] {
  return finished(voucherSteps(facts, rate))
}

/** The same in steps: a month of a large shop takes longer than a sale may wait. */
export function* voucherSteps(facts: MonthFacts, rate: number | null): Generator<void, Voucher[]> {
  const vouchers = createVouchers(facts.branch, facts.connection)
  for (const sales of chunksOf(facts.sales)) {
    for (const sale of sales) {
      const { day, currency, id } = sale
      for (const { kind, postings } of salePostings(sale, rate)) {
        vouchers.add({ day, kind, currency }, postings, id)
      }
    }
    yield
  }
  addBesides(vouchers, facts)
  return vouchers.read().filter(({ lines, sales }) => lines.length + sales.length > 0)
}

/** What moved beside sales. */
function addBesides(vouchers: ReturnType<typeof createVouchers>, facts: MonthFacts): void {
  for (const { day, currency, minor } of facts.loads) {
    vouchers.add({ day, kind: 'loads', currency }, [
      debit('prepaid', minor),
      credit('loads', minor),
    ])
  }
  for (const movement of facts.movements) {
    const { day, currency } = movement
    vouchers.add({ day, kind: 'movements', currency }, movementPostings(movement))
  }
  for (const { day, currency, minor, how, direction, shift } of facts.payouts) {
    vouchers.add({ day, kind: 'payouts', currency }, [
      debit(direction === 'out' ? 'payouts' : 'refunds', minor),
      how === 'cash' ? credit('cash', minor, shift ?? '') : credit('bank', minor),
    ])
  }
  for (const { day, currency, base, due, isFirst, shift } of facts.openings) {
    const other = isFirst ? credit('opening', base) : credit('suspense', base)
    const began = [debit('cash', base, shift), other]
    const wentOn = due === null ? began : differencePostings(base - due, shift)
    vouchers.add({ day, kind: 'shift-opened', currency }, wentOn)
  }
  for (const { day, currency, difference, shift } of facts.closes) {
    vouchers.add({ day, kind: 'shift-closed', currency }, differencePostings(difference, shift))
  }
  for (const { day, currency, postings } of facts.typed) {
    vouchers.add({ day, kind: 'typed', currency }, postings)
  }
}

/** Cash that was missing or too much when it was counted. */
function differencePostings(minor: number, shift: string): Posting[] {
  const against = minor > 0 ? 'surplus' : 'shortage'
  return [debit('cash', minor, shift), credit(against, minor)]
}

/** Safe, bank, fiado and the shop's own goods are accounts of their own; every other reason is one of `movement`. */
function movementPostings(movement: MovementFact): Posting[] {
  const { direction, reason, shift, minor, isOfOthers } = movement
  const came = direction === 'in' ? minor : -minor
  const cash = debit('cash', came, shift ?? '')
  if (isOfOthers) return [cash, credit('suspense', came, 'credit')]
  if (reason === 'safe' || reason === 'credit') return [cash, credit(reason, came)]
  if (reason === 'shop-sales') return [cash, credit('shop-sales', came)]
  if (reason === 'deposit') return [cash, credit('bank', came)]
  return [cash, credit('movement', came, reason)]
}
