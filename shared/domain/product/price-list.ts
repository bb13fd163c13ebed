import type { Business } from '../receipt/business.ts'
import { businessLines } from '../receipt/receipt.ts'
import { slipSchema, type Slip, type SlipDraft } from '../receipt/slip.ts'
import { formatMoney, type FigureStyle } from '../money/figures.ts'
import type { Money } from '../money/money.ts'
import { formatDay } from '../time/dates.ts'
import { words, type Language } from '../../words/words.ts'

/** The products of one category that have a price of their own. */
export interface PricedCategory {
  name: string
  products: readonly { name: string; price: Money }[]
}

/** More lines than these fill no paper that anyone reads. */
export const mostPrices = 3_000

/** A list of prices for the wall, by category: the shop's name, and the day of which they are. */
export function priceListSlip(
  categories: readonly PricedCategory[],
  day: string,
  { business, language, figures }: { business: Business; language: Language; figures: FigureStyle },
): Slip {
  const say = words.in(language)
  const title = say('slip.prices.title')
  const lines: SlipDraft['lines'] = [
    ...businessLines(business, say),
    { kind: 'text', align: 'center', size: 'large', bold: true, text: title },
    { kind: 'text', align: 'center', text: formatDay(day, language) },
    ...categories.flatMap(({ name, products }): SlipDraft['lines'] => [
      { kind: 'head', text: name },
      ...products.map((product) => ({
        kind: 'row' as const,
        label: product.name,
        value: formatMoney(product.price, figures),
      })),
    ]),
    { kind: 'rule' },
    { kind: 'text', size: 'small', align: 'center', text: say('slip.prices.note') },
  ]
  return slipSchema.parse({ title: `${title} ${day}`, lines })
}
