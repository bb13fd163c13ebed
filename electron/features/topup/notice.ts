import { words, type Language } from '../../../shared/words/words.ts'
import { formatMoney, type DecimalSign } from '../../../shared/domain/money/figures.ts'
import type { TopUp } from '../../../shared/domain/balance/topup.ts'
import { currencyOfCountry } from '../../../shared/domain/money/money.ts'

/** What to notify of a top-up that ended by itself; null: nothing. */
export function topUpNotice(
  { state, amount, reference }: Pick<TopUp, 'state' | 'amount' | 'reference'>,
  formatting: { language: Language; decimalSign: DecimalSign },
): { title: string; body: string } | null {
  if (state !== 'arrived' && state !== 'rejected') return null
  const say = words.in(formatting.language)
  const country = amount.currency === currencyOfCountry.EC ? 'EC' : 'CO'
  const shown = formatMoney(amount, { country, decimalSign: formatting.decimalSign })
  return {
    title: say(`notices.load.${state}`),
    body: say('notices.load.body', { amount: shown, reference }),
  }
}
