import type { Country, Direction } from '../../../shared/domain/money/money.ts'
import { familyOf } from '../../../shared/domain/product/family.ts'
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
  const names = [product.name, product.categoryName]
  if (product.direction === 'out') {
    return names.some((name) => /\b(premio|prize)/.test(foldText(name))) ? 'payPrize' : 'withdraw'
  }
  const family = familyOf(product.name) ?? familyOf(product.categoryName)
  if (family === 'deposit') return product.country === 'CO' ? 'depositCO' : 'depositEC'
  return family ?? 'buy'
}
