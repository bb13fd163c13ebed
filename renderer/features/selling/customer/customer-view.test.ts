import { expect, test } from 'vitest'
import { inputSample } from '../../../../shared/domain/testing/input-sample.ts'
import { newDraft, withQuote, withSale, type Draft } from '../draft.ts'
import { claro, claroForm, quoteOf, saleIn } from '../testing/samples.ts'
import { customerView, privateFields } from './customer-view.ts'

const writing = { country: 'CO', decimalSign: 'comma', currency: 'COP' } as const
const confirmed = (
  over: Parameters<typeof quoteOf>[0] = {},
  name = 'Recarga',
  category = 'Recargas',
): Draft =>
  withQuote(
    { ...newDraft({ ...claro, name, categoryName: category }, 'one'), detail: claroForm },
    quoteOf(over),
  )
const told = (name: string, value: string) => ({ ...inputSample(name, { value }), disabled: true })
const text = (name: string) => inputSample(name, {})

test('nothing is read before there is anything to confirm; then the number in full, and the end of it', () => {
  expect(customerView({ ...confirmed(), stage: 'form' }, writing)).toBeNull()
  expect(customerView(confirmed(), writing)).toMatchObject({
    holder: null,
    numbers: [{ text: '300\u00a0123\u00a04567' }],
    isAmountHidden: false,
    face: 'confirm',
  })
  const sold = withSale(confirmed(), saleIn('APPROVED'))
  expect(customerView(sold, writing)?.face).toBe('approved')
})

test('a bill says in whose name it is, and its reference', () => {
  const bill = confirmed(
    {
      inputs: [text('reference'), told('name_client', 'Ana Peña')],
      values: { reference: '0012345678', name_client: 'Ana Peña' },
    },
    'Energía',
    'Facturas',
  )
  const view = customerView(bill, writing)
  expect(view?.holder).toBe('Ana Peña')
  expect(view?.numbers.map((one) => one.text.replaceAll(/\s/g, ''))).toEqual(['0012345678'])
  expect(view?.isAmountHidden).toBe(false)
})

test('the credit that is paid stands before the document, and the address of a pin is read', () => {
  const credit = confirmed({
    inputs: [inputSample('customerDocument', { type: 'test' }), text('reference')],
    values: { customerDocument: '12345678', reference: '12345678' },
  })
  expect(customerView(credit, writing)?.numbers.map(({ name }) => name)).toEqual([
    'reference',
    'customerDocument',
  ])
  const pin = confirmed({
    inputs: [text('customerEmail')],
    values: { customerEmail: 'ana@correo.ejemplo.com' },
  })
  expect(customerView(pin, writing)?.mail?.text).toBe('ana@correo.ejemplo.com')
  expect(customerView(confirmed(), writing)?.mail).toBeNull()
})

test('documents and accounts are read by their end, and what is deposited or handed out not at all', () => {
  const shown = (draft: Draft) => {
    const view = customerView(draft, writing)
    return [view?.numbers.map((one) => one.text), view?.isAmountHidden]
  }
  const account = { inputs: [text('accountNumber')], values: { accountNumber: '123456789' } }
  expect(shown(confirmed(account, 'Banco Ceiba', 'Consignaciones'))).toEqual([
    ['•••\u00a0789'],
    true,
  ])
  const document = {
    inputs: [inputSample('customerDocument', { type: 'test' })],
    values: { customerDocument: '12345678' },
  }
  const withdrawal = confirmed({ ...document, direction: 'out' }, 'Retiro', 'Retiros')
  expect(shown(withdrawal)).toEqual([['•••\u00a0678'], true])
  // What the cashier's own panel masks once it was sold.
  const isPrivate = privateFields(withdrawal, writing)
  expect(['customerDocument', 'withdrawalCode'].map(isPrivate)).toEqual([true, true])
  expect(privateFields(confirmed(), writing)('customerCellphone')).toBe(false)
})
