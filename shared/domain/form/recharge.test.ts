import { expect, it } from 'vitest'
import { inputSample } from '../testing/input-sample.ts'
import { rechargeFields } from './recharge.ts'

const phone = inputSample('customerCellphone', { type: 'cellphone' })
const amount = inputSample('amount', { type: 'amount' })

it('is a phone and a value, whatever the service keeps beside them', () => {
  const hidden = inputSample('id_query', { type: 'hidden', value: 12 })
  const echo = inputSample('plan', { disabled: true, value: 'x' })
  const fields = { phone: 'customerCellphone', amount: 'amount', allowed: null }
  expect(rechargeFields([phone, amount])).toEqual(fields)
  expect(rechargeFields([hidden, amount, echo, phone])).toEqual(fields)
})

it('takes only the values that the service offers, where it does', () => {
  const options = [
    { label: 'Elija', value: '' },
    { label: '$ 5.000', value: '5000' },
  ]
  const choice = inputSample('amount', { type: 'select', options })
  expect(rechargeFields([phone, choice])?.allowed).toEqual([500_000])
  expect(rechargeFields([phone, { ...choice, options: [] }])).toBeNull()
})

it('is nothing else: a package, a bet, a deposit, a bill', () => {
  const fixed = { ...amount, disabled: true, value: { text: '6000', json: '6000' } }
  const document = inputSample('customerDocument')
  expect(rechargeFields([phone, fixed])).toBeNull()
  expect(rechargeFields([document, phone, amount])).toBeNull()
  expect(rechargeFields([phone])).toBeNull()
  expect(rechargeFields([inputSample('reference'), phone])).toBeNull()
})
