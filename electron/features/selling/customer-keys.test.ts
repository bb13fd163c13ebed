import { expect, it } from 'vitest'
import { inputSample } from '../../../shared/domain/testing/input-sample.ts'
import { openShop, topUp } from './testing/shop.ts'

it('a customer is found by what they typed, and nobody by a choice, an amount or what the form hid', async () => {
  const options = [{ label: 'Paquete', value: '1001' }]
  const inputs = [
    ...(topUp.form?.inputs ?? []),
    inputSample('operator', { type: 'select', options: [{ label: 'M', value: 'MOVISTAR' }] }),
    inputSample('pack', { options }),
    inputSample('branch', { type: 'hidden', value: '77001' }),
    inputSample('document'),
  ]
  const form = { title: '', button: '', inputs }
  const { sell, values, journal, selling } = openShop({
    productForSale: async () => ({ ...topUp, form }),
  })
  const typed = { ...values, operator: 'MOVISTAR', pack: '1001', document: '1.144.055' }
  const { id } = await sell({ values: typed })
  expect(journal.sale(id)?.values).toMatchObject({ branch: '77001', pack: '1001' })
  const found = (key: string) => journal.personal.idsOf(key)
  for (const key of ['movistar', '1001', '77001', '5000'])
    expect([key, found(key)]).toEqual([key, []])
  for (const key of ['1144055', '3001234567']) expect(found(key)).toEqual([id])
  await selling.stop()
})
