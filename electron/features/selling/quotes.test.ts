import { describe, expect, it } from 'vitest'
import { inputSample } from '../../../shared/domain/testing/input-sample.ts'
import { firstForm } from '../../../shared/domain/form/sale-form.ts'
import { amountToCharge, preparedValues } from './quotes.ts'
import { topUp } from './testing/shop.ts'

const pesos = { minor: 2_000_000, currency: 'COP' }
const form = firstForm([inputSample('amount', { type: 'amount' })])

describe('a card number', () => {
  it('is cut also where the form itself says that it is one', () => {
    const card = firstForm([
      inputSample('customerQueryType', { type: 'select', value: '1' }),
      inputSample('reference', {}),
    ])
    const prepared = preparedValues(card, { reference: '4111 1111 1111 1234' }, 'CO', topUp)
    expect(prepared['reference']).toBe('4111111234')
  })
})

describe('a price of another currency than the country’s', () => {
  it('is neither filled in nor charged', () => {
    const product = { ...topUp, price: pesos }
    expect(preparedValues(form, {}, 'CO', product)).toEqual({ amount: '20000' })
    expect(preparedValues(form, {}, 'EC', product)).toEqual({})
    expect(amountToCharge(form, {}, 'CO', null, pesos)).toEqual(pesos)
    expect(amountToCharge(form, {}, 'EC', null, pesos)).toBeNull()
    expect(amountToCharge(form, {}, 'EC', pesos, null)).toBeNull()
  })
})
