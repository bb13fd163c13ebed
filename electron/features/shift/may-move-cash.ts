import type { MayMoveCash } from '../../../shared/domain/drawer/may-move-cash.ts'
import { formatMoney, type FigureStyle } from '../../../shared/domain/money/figures.ts'
import type { CashLimits } from '../../../shared/domain/people/cash-limits.ts'
import { isDeposit } from '../../../shared/domain/product/family.ts'
import { Failure } from '../../../shared/errors.ts'

export interface MayMoveCashDeps {
  /** The most that who is at the register may hand out, and take in for a deposit, at once. */
  limits: () => CashLimits
  /** What the own drawer should hold of a currency, in minor units; null: no shift is open. */
  inDrawer: (currency: string) => number | null
  figures: () => FigureStyle
}

/** What stands between a sale and the drawer, whoever asks: the window or a script. */
export function createMayMoveCash(deps: MayMoveCashDeps): MayMoveCash {
  return ({ direction, amount, total, goods }) => {
    const { cashOut, deposit } = deps.limits()
    const limit = direction === 'out' ? cashOut : isDeposit(goods) ? deposit : null
    if (limit?.currency === amount.currency && amount.minor > limit.minor) {
      throw new Failure('CASH_ABOVE_LIMIT', { limit: formatMoney(limit, deps.figures()) })
    }
    if (direction === 'in') return
    const there = deps.inDrawer(total.currency)
    // How much there is, is not said: who counts the drawer blindly would know it.
    if (there !== null && there < total.minor) throw new Failure('CASH_SHORT')
  }
}
