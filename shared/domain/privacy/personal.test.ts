import { expect, it } from 'vitest'
import { inputSample } from '../testing/input-sample.ts'
import { impersonalFields } from './personal.ts'
import { firstForm, nextForm } from '../form/sale-form.ts'

const options = [{ label: 'Movistar', value: 'MOVISTAR' }]
const first = [
  inputSample('operator', { type: 'select', options }),
  inputSample('customerDocument', { type: 'test' }),
  inputSample('account'),
  inputSample('city', { options }),
  inputSample('charge', { type: 'money' }),
  inputSample('pack', { type: 'hidden', value: '10045', payloadSell: true }),
  inputSample('reference', { type: 'hidden', value: '998877' }),
]

it('a choice, an amount and what the service hid tell nobody; what identifies and what was typed does', () => {
  expect(impersonalFields(firstForm(first), first)).toEqual(['operator', 'city', 'charge', 'pack'])
})

it('what was typed tells somebody also once the service hides it or it is carried along', () => {
  const quoted = [
    inputSample('account', { type: 'hidden', value: '5544' }),
    inputSample('charge', { type: 'hidden', value: '900' }),
    inputSample('key', { type: 'hidden', value: '1001' }),
    inputSample('holder', { value: 'Rosa Pérez', disabled: true }),
  ]
  const form = nextForm(firstForm(first), { operator: 'MOVISTAR', account: '5544' }, quoted, {
    country: 'CO',
    valuesAs: 'strings',
  })
  expect(form.carried.map(({ name }) => name)).toContain('pack')
  expect(impersonalFields(form, first).sort()).toEqual(['charge', 'key', 'operator', 'pack'])
})
