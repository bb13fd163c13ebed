import { expect, it } from 'vitest'
import { inputSample } from '../../../shared/domain/testing/input-sample.ts'
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
  expect(refusedField(inputs, message, 'reference')).toBe(name)
})
