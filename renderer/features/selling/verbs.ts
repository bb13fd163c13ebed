import type { Country, Direction } from '../../../shared/domain/money/money.ts'
import { foldText } from '../../../shared/domain/text/fold-text.ts'

/** What is done at the counter with a product; each has its words under `selling.verb`. */
export type Verb =
  | 'recharge'
  | 'payBill'
  | 'depositCO'
  | 'depositEC'
  | 'pay'
  | 'withdraw'
  | 'payPrize'
  | 'buy'

type Family = 'recharge' | 'deposit' | 'pay' | 'payBill' | 'buy'

/** The words that tell a family, the most telling first. */
const families: readonly [Family, RegExp][] = [
  ['recharge', /\b(recarg\w*|top ?ups?|apuesta\w*|betting|pronostico\w*|billetera\w*|wallet\w*)\b/],
  ['deposit', /\b(deposit\w*|consign\w*)\b/],
  [
    'pay',
    /\b(credito\w*|obligacion\w*|cuota\w*|prestamo\w*|loan\w*|instal?lment\w*|planilla\w*|impuesto\w*|registro\w*|pagas?|pay)\b/,
  ],
  ['payBill', /\b(factura\w*|recaudo\w*|bills?|servicios? (publicos?|basicos?)|convenio\w*)\b/],
  ['buy', /\b(paquete\w*|package\w*|pin|pines|pins|revista\w*|certificado\w*|plan|planes)\b/],
]

/**
 * The verb of the button for a product. The product's own name tells most ("Paquete" under "Recargas" is bought),
 * then its category's; what neither tells is bought. Ecuador says Depositar where Colombia says Consignar.
 */
export function verbOf(product: {
  name: string
  categoryName: string
  direction: Direction
  country: Country
}): Verb {
  const texts = [foldText(product.name), foldText(product.categoryName)]
  if (product.direction === 'out') {
    return texts.some((text) => /\b(premio|prize)/.test(text)) ? 'payPrize' : 'withdraw'
  }
  const family = texts
    .map((text) => families.find(([, words]) => words.test(text))?.[0])
    .find((found) => found !== undefined)
  if (family === 'deposit') return product.country === 'CO' ? 'depositCO' : 'depositEC'
  return family ?? 'buy'
}
