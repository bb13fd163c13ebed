import type { Language } from '../../../shared/words/words.ts'
import { formatMoney, type DecimalSign } from '../../../shared/domain/money/figures.ts'
import { endOf } from '../../../shared/domain/text/mask.ts'
import { currencyOfCountry } from '../../../shared/domain/money/money.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'

/** Sales that end sooner are still before the cashier's eyes. */
const lookedAway = 20_000

const words = {
  es: {
    approved: 'Venta aprobada',
    rejected: 'Venta rechazada',
    body: '{product}, {amount}, termina en {end}. Ábrala en Hoy para ver qué hacer.',
  },
  en: {
    approved: 'Sale approved',
    rejected: 'Sale declined',
    body: '{product}, {amount}, ends in {end}. Open it in Today to see what to do.',
  },
} as const

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
  const text = words[formatting.language]
  const country = sale.amount.currency === currencyOfCountry.EC ? 'EC' : 'CO'
  const amount = formatMoney(sale.amount, { country, decimalSign: formatting.decimalSign })
  return {
    title: state === 'APPROVED' ? text.approved : text.rejected,
    body: text.body
      .replace('{product}', sale.productName)
      .replace('{amount}', amount)
      .replace('{end}', endOf(sale.reference)),
  }
}
