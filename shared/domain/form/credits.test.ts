import { expect, test } from 'vitest'
import { chosenCredit, readCredits } from './credits.ts'

test('a credit is sent with the very digits that the lender wrote', () => {
  const one =
    '{"nroCredito":98765432109876543210,"operacionUId":12345678901234567890,"totalDeuda":125000.50}'
  const other = '{"nroCredito":"0012","deudaProxCuota":"10000.00","diasMora":3}'
  const credits = readCredits(`[ ${one}, ${other} ]`)
  expect(credits?.map(({ json }) => json)).toEqual([one, other])
  expect(credits).toMatchObject([
    { number: '98765432109876543210', debtMinor: 125_000_50 },
    { number: '0012', dueMinor: 10_000_00, daysLate: 3 },
  ])
})

test('a credit already chosen, or nothing, is no list', () => {
  expect(readCredits('{"nroCredito":"1"}')).toBeNull()
  expect(readCredits('')).toBeNull()
  expect(readCredits('[{"totalDeuda":1}]')).toEqual([])
})

test('the credit that is paid is the one that was chosen, and none of several', () => {
  const one = '{"nroCredito":98765432109876543210,"descripcionTipoOperacion":"Consumo"}'
  expect(chosenCredit({ credits: one })).toMatchObject({
    number: '98765432109876543210',
    kind: 'Consumo',
  })
  expect(chosenCredit({ credits: `[${one}]` })?.number).toBe('98765432109876543210')
  expect(chosenCredit({ credits: `[${one},${one}]` })).toBeNull()
  for (const credits of ['', '[]', '12', '"x"', '{"otro":1}', 'null', '{']) {
    expect(chosenCredit({ credits })).toBeNull()
  }
  expect(chosenCredit({ otherCredits: one })).toBeNull()
})
