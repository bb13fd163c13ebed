import { inputSample } from '../../shared/domain/testing/input-sample.ts'
import type { Country } from '../../shared/domain/money/money.ts'
import type { SaleProduct } from '../../shared/domain/sale/sale-product.ts'
import type { Random } from './random.ts'

const plain = { tip: null, price: null } as const
const form = { title: '', button: '' }

/** What the simulated shop sells: cash in by phone, and cash out by reference. */
export const products: ReadonlyMap<string, SaleProduct> = new Map([
  [
    '10000',
    {
      ...plain,
      name: 'Recarga',
      categoryName: 'Recargas',
      direction: 'in',
      form: {
        ...form,
        inputs: [
          inputSample('customerCellphone', { type: 'cellphone' }),
          inputSample('amount', { type: 'amount' }),
        ],
      },
    },
  ],
  [
    '411001',
    {
      ...plain,
      name: 'Retiro',
      categoryName: 'Bancos',
      direction: 'out',
      form: {
        ...form,
        inputs: [inputSample('reference'), inputSample('amount', { type: 'money' })],
      },
    },
  ],
])

/** What a customer asks for: few phones and references, so that the same sale comes again. */
export function chooseOrder(random: Random, country: Country) {
  const productId = random.pick([...products.keys()])
  const digit = random.int(0, 9)
  const phone = country === 'CO' ? `300 123 456${digit}` : `099 123 456${digit}`
  const minor = random.chance(0.3) ? random.pick([500_000, 1_000_000]) : random.int(1, 9_999_999)
  const amount = `${Math.floor(minor / 100)},${String(minor % 100).padStart(2, '0')}`
  const values: Record<string, string> =
    productId === '10000'
      ? { customerCellphone: phone, amount }
      : { reference: `A-${digit}`, amount }
  return { productId, values, minor }
}
