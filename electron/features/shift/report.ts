import { countTotal } from '../../../shared/domain/drawer/drawer-count.ts'
import {
  drawersOf,
  toCount,
  type Drawer,
  type DrawerSales,
} from '../../../shared/domain/drawer/drawer.ts'
import type { Business } from '../../../shared/domain/receipt/business.ts'
import { maskNumber } from '../../../shared/domain/privacy/mask.ts'
import { sumMoney, type Money } from '../../../shared/domain/money/money.ts'
import {
  countedDrawers,
  type SaleLine,
  type SaleSum,
  type Shift,
  type ShiftCount,
  type ShiftReport,
} from '../../../shared/domain/drawer/shift.ts'
import type { ShiftsReader } from '../../store/tables/shifts.ts'

/** What the drawers of a shift should hold now: at least one, as a shift begins with a count. */
export function drawersOfShift(
  shifts: ShiftsReader,
  shift: Shift,
  groups: readonly DrawerSales[],
): Drawer[] {
  return drawersOf({
    base: shift.base.map(countTotal),
    sales: groups,
    movements: shifts.movements.ofShift(shift.id),
    payouts: shifts.movements.payoutsOfShift(shift.id),
  })
}

/** What has to lie in each drawer. */
export function dueOf(drawers: readonly Drawer[]): Money[] {
  return drawers.map((drawer) => sumMoney(toCount(drawer), drawer.currency))
}

/** The last count, if nothing moved the drawer since. */
export function standingCount(
  counts: readonly ShiftCount[],
  drawers: readonly Drawer[],
): ShiftCount | null {
  const last = counts.at(-1)
  if (!last) return null
  const due = dueOf(drawers)
  const wasDue = (currency: string) => last.due.find((one) => one.currency === currency)?.minor ?? 0
  const isSame = due.every(({ minor, currency }) => wasDue(currency) === minor)
  return isSame && last.due.length <= due.length ? last : null
}

/** The report of a shift as it is at a moment, without its prepaid account: X while it is open, Z when it is stored. */
export function reportOfShift(
  shifts: ShiftsReader,
  shift: Shift,
  groups: readonly DrawerSales[],
  facts: Pick<ShiftReport, 'at' | 'note' | 'closedBy' | 'register'>,
): ShiftReport {
  const { cash, movements, transfers } = shifts
  const drawers = drawersOfShift(shifts, shift, groups)
  const counts = shifts.counts(shift.id)
  const owed = cash.owedOfShift(shift)
  return {
    ...facts,
    shift,
    drawers: countedDrawers(drawers, standingCount(counts, drawers)?.counts ?? null),
    sales: sumsOf(groups),
    movements: movements.ofShift(shift.id),
    payouts: movements.payoutsOfShift(shift.id),
    credits: cash.credits(shift.id),
    transfers: transfers.ofShift(shift.id),
    unconfirmed: cash.unconfirmed(shift),
    owed: owed.own,
    owedElse: owed.others,
    counts,
    prepaid: null,
    trail: null,
  }
}

/** The register as its reports name it. */
export function registerOf({ registerCode, registerName }: Business): ShiftReport['register'] {
  return { code: registerCode, name: registerName }
}

/** Whether every drawer of it was counted as it stands. */
export function isCounted({ drawers }: ShiftReport): boolean {
  return drawers.every(({ counted }) => counted !== null)
}

/** A report without its customers' phones, and with the ends only of their references: a Z is kept for ever. */
export function withoutCustomers(report: ShiftReport): ShiftReport {
  const cut = <T extends SaleLine>(line: T): T => ({ ...line, ...masked(line), phone: null })
  return {
    ...report,
    unconfirmed: report.unconfirmed.map(cut),
    owed: report.owed.map((line) => ({ ...cut(line), contact: null })),
    payouts: report.payouts.map((line) => ({ ...line, ...masked(line) })),
  }
}

function masked({ reference }: { reference: string }): { reference: string } {
  return { reference: maskNumber(reference) }
}

/** Sales by what they are on paper: whether they ended late matters to the drawer only. */
function sumsOf(groups: readonly DrawerSales[]): SaleSum[] {
  const sums = new Map<string, SaleSum>()
  for (const { direction, outcome, tender, count, total } of groups) {
    const key = [direction, outcome, tender, total.currency].join(' ')
    const before = sums.get(key)
    sums.set(key, {
      direction,
      outcome,
      tender,
      count: count + (before?.count ?? 0),
      total: sumMoney(total.minor + (before?.total.minor ?? 0), total.currency),
    })
  }
  return [...sums.values()]
}
