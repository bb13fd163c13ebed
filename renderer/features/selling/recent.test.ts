import { expect, test } from 'vitest'
import { inputSample } from '../../../shared/domain/testing/input-sample.ts'
import { offersFor, tellsCustomer } from './recent.ts'

const customer = (phone: string) => ({
  reference: phone,
  phone,
  values: { customerCellphone: phone, amount: '5000' },
  amount: { minor: 500_000, currency: 'COP' },
  at: 1,
})
const all = ['3001112233', '3009998877', '3005550000', '3101112233', '3201112233'].map(customer)
const phones = (typed: string) =>
  offersFor(all, 'customerCellphone', typed).map(({ phone }) => phone)

test('what holds the digits typed so far is offered, four at most, newest first', () => {
  expect(phones('')).toEqual(['3001112233', '3009998877', '3005550000', '3101112233'])
  expect(phones('300 111')).toEqual(['3001112233'])
  expect(phones('2233')).toEqual(['3001112233', '3101112233', '3201112233'])
  expect(phones('300 111 2233')).toEqual([])
  expect(offersFor(all, 'reference', '')).toEqual([])
})

test('only beside fields that tell the customer', () => {
  expect(tellsCustomer(inputSample('customerCellphone', { type: 'cellphone' }))).toBe(true)
  expect(tellsCustomer(inputSample('reference', {}))).toBe(true)
  expect(tellsCustomer(inputSample('document', { type: 'test' }))).toBe(true)
  expect(tellsCustomer(inputSample('reference', { disabled: true }))).toBe(false)
  expect(tellsCustomer(inputSample('amount', { type: 'amount' }))).toBe(false)
})
