import { expect, it } from 'vitest'
import { inputSample } from '../../../shared/domain/testing/input-sample.ts'
import { appError } from '../../../shared/errors.ts'
import { refusedField } from './refused-field.ts'

const inputs = [
  inputSample('customerCellphone', { type: 'cellphone', label: 'Celular del cliente' }),
  inputSample('reference', { label: 'Número de contrato' }),
  inputSample('amount', { type: 'amount', label: 'Cuánto' }),
]

it.each([
  ['El contrato no existe', 'reference'],
  ['El celular debe tener 10 dígitos', 'customerCellphone'],
  ['El valor debe ser múltiplo de $ 1.000', 'amount'],
  ['Error 17', 'reference'],
])('%s: %s', (message, name) => {
  const error = appError('SERVICE_REFUSED', { message })
  expect(refusedField(inputs, error, 'reference')).toBe(name)
})

it('goes by what the service said, and of our own refusals by what they are of', () => {
  const form = [
    inputSample('invoice', { label: 'Número de factura' }),
    inputSample('account', { label: 'Número de cuenta' }),
    inputSample('entry', { label: 'Formulario de entrada, según caja' }),
    inputSample('amount', { type: 'amount', label: 'Valor' }),
  ]
  const fieldOf = (...of: Parameters<typeof appError>) => refusedField(form, appError(...of), null)
  expect(fieldOf('SERVICE_REFUSED', { message: 'Error 17' })).toBeNull()
  expect(fieldOf('QUOTE_REFUSED', { message: 'el valor supera el máximo' })).toBe('amount')
  expect(fieldOf('SERVICE_BUSY', { seconds: 5 })).toBeNull()
  expect(fieldOf('CASH_ABOVE_LIMIT', { limit: '$ 100' })).toBe('amount')
  expect(fieldOf('CASH_SHORT_BY', { short: '$ 100', there: '$ 5' })).toBe('amount')
  expect(fieldOf('AMOUNT_ABOVE_TOTAL', { total: '$ 100' })).toBe('amount')
  expect(fieldOf('AMOUNT_MISSING')).toBe('amount')
  expect(fieldOf('FORM_INCOMPLETE', { fields: 'Número de cuenta' })).toBe('account')
  expect(fieldOf('FORM_INCOMPLETE', { fields: 'Formulario de entrada, según caja, Valor' })).toBe(
    'entry',
  )
})
