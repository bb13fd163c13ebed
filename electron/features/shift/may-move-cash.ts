import type { MayMoveCash } from '../../../shared/domain/drawer/may-move-cash.ts'
import { formatMoney, type FigureStyle } from '../../../shared/domain/money/figures.ts'
import { amountSaid, type AuditLine } from '../../../shared/domain/people/audit-line.ts'
import type { CashLimits } from '../../../shared/domain/people/cash-limits.ts'
import { money } from '../../../shared/domain/money/money.ts'
import { isDeposit } from '../../../shared/domain/product/family.ts'
import { Failure } from '../../../shared/errors.ts'

export interface MayMoveCashDeps {
  /** The most that who is at the register may hand out, and take in for a deposit, at once. */
  limits: () => CashLimits
  /** What the own drawer should hold of a currency, in minor units; null: no shift is open. */
  inDrawer: (currency: string) => number | null
  /** Whether who is at the register may be told of it. */
  mayKnowDrawer: () => boolean
  figures: () => FigureStyle
  /** Writes a line of the trail in the name of who is at the register. */
  note: (action: 'shift.short' | 'shift.aboveLimit', said: AuditLine) => void
}

/**
 * What stands between a sale and the drawer, whoever asks: the window or a script. What is refused leaves a line in the
 * trail: by trying amounts, who counts blindly comes to know what is there.
 */
export function createMayMoveCash(deps: MayMoveCashDeps): MayMoveCash {
  return ({ direction, amount, total, goods }) => {
    const { cashOut, deposit } = deps.limits()
    const limit = direction === 'out' ? cashOut : isDeposit(goods) ? deposit : null
    if (limit?.currency === amount.currency && amount.minor > limit.minor) {
      deps.note('shift.aboveLimit', { subject: goods.name, detail: amountSaid(amount) })
      throw new Failure('CASH_ABOVE_LIMIT', { limit: formatMoney(limit, deps.figures()) })
    }
    if (direction === 'in') return
    const there = deps.inDrawer(total.currency)
    if (there === null || there >= total.minor) return
    deps.note('shift.short', { subject: goods.name, detail: amountSaid(total) })
    // Who counts the drawer blindly would know by it how much there is.
    if (!deps.mayKnowDrawer()) throw new Failure('CASH_SHORT')
    const free = Math.max(0, there)
    const said = (minor: number) => formatMoney(money(minor, total.currency), deps.figures())
    throw new Failure('CASH_SHORT_BY', {
      there: said(free),
      short: said(total.minor - free),
    })
  }
}
