import { describe, expect, it } from 'vitest'
import { inputSample } from '../testing/input-sample.ts'
import { money } from '../money/money.ts'
import { amountOf, firstForm } from '../form/sale-form.ts'
import { formScope, runOnChange } from './index.ts'

const onChange = "amount = type == '1' ? amount_1 : type == '2' ? amount_2 : 0"
const form = firstForm([
  inputSample('type', { type: 'select', onChange }),
  inputSample('amount', { type: 'money', value: 0 }),
  inputSample('amount_1', { type: 'hidden', value: 12000 }),
  inputSample('amount_2', { type: 'hidden', value: 250000.5 }),
  inputSample('other', { type: 'money' }),
  inputSample('given', { type: 'money', value: '7500.00', disabled: true }),
])

/** Runs a snippet over the form, and gives the form's values after it. */
function after(snippet: string, values: Record<string, string>): Record<string, string> {
  const result = runOnChange(snippet, formScope(form.inputs, values, 'type'))
  if (!result.ok) throw new Error(result.reason)
  return { ...values, ...Object.fromEntries(result.changes) }
}

describe('formScope', () => {
  it.each([
    ['1', 1_200_000],
    ['2', 25_000_050],
    ['3', 0],
  ])('carries the money of type %s from the service to the sale exactly', (type, minor) => {
    const values = after(onChange, { type, amount: '5' })
    expect(amountOf(form, values, 'CO')).toEqual(money(minor, 'COP'))
  })

  it.each([
    ['12000', '12001'],
    ['12,5', '13.5'],
    ['1.234.567', '1234568'],
    ['$ 12.000,50', '12001.5'],
    ['12.000', '1'],
    ['nonsense', '1'],
    ['', '1'],
  ])('reads what a person typed, %s, as money or not at all', (typed, next) => {
    expect(after('amount = Number(other) + 1', { other: typed }).amount).toBe(next)
  })

  it('reads an amount that the service wrote as text', () => {
    expect(after('amount = given + 1', {}).amount).toBe('7501')
  })

  it('knows the fields of this step only', () => {
    const scope = formScope(form.inputs, { nowhere: '1' }, 'type')
    expect(runOnChange('amount = nowhere', scope)).toMatchObject({ reason: 'UNDECLARED' })
  })
})
