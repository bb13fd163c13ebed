import { words, type Language } from '../../../shared/words/words.ts'
import { formatMoney, type DecimalSign } from '../../../shared/domain/money/figures.ts'
import { shownEnd } from '../../../shared/domain/privacy/mask.ts'
import { currencyOfCountry } from '../../../shared/domain/money/money.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'

/** Sales that end sooner are still before the cashier's eyes. */
const lookedAway = 20_000

/** A system's notification. */
export interface SystemNotification {
  title: string
  body: string
}

/**
 * What to notify when a sale changed at `now`: that it ended after it was left waiting; null: nothing.
 * Others can read a screen, so of the reference only its end is told.
 */
export function saleNotification(
  sale: Sale,
  now: number,
  formatting: { language: Language; decimalSign: DecimalSign },
): SystemNotification | null {
  const { state, sentAt, settledAt } = sale
  if (sentAt === null || settledAt === null || now - settledAt > 1_000) return null
  if (settledAt - sentAt < lookedAway || sale.closing !== null) return null
  if (state !== 'APPROVED' && state !== 'REJECTED' && state !== 'DECLINED') return null
  const say = words.in(formatting.language)
  const country = sale.amount.currency === currencyOfCountry.EC ? 'EC' : 'CO'
  const amount = formatMoney(sale.amount, { country, decimalSign: formatting.decimalSign })
  return {
    title: say(state === 'APPROVED' ? 'notices.sale.approved' : 'notices.sale.rejected'),
    body: say('notices.sale.body', {
      ...{ product: sale.productName, amount, end: shownEnd(sale.reference) },
    }),
  }
}
