import { describe, expect, it } from 'vitest'
import { defaultLimits, Meter } from '../expression/index.ts'
import {
  asksForQuote,
  filledByLogic,
  formLogic,
  preQueryDue,
  runFieldLogic,
} from './field-scripts.ts'
import { inputSample } from '../testing/input-sample.ts'
import { obligationProblem } from './obligation.ts'
import { firstForm } from './sale-form.ts'
import { formProblems } from './form-problems.ts'

const onChange =
  "amount = customerPaymentType == '1' ? amount_1 : customerPaymentType == '2' ? amount_2 : 0"
const obligation = [
  inputSample('reference', { disabled: true, value: '77' }),
  inputSample('customerPaymentType', { type: 'select', value: '1', onChange }),
  inputSample('amount', { type: 'money', value: 12_000 }),
  inputSample('amount_1', { type: 'hidden', value: 12_000 }),
  inputSample('amount_2', { type: 'hidden', value: 250_000.5 }),
]

const option = (value: string, price: number) => ({
  label: value,
  value,
  eval: [`amount = ${price}`, `months = ${price / 1000}`, ''],
})
const plans = [
  inputSample('plan', { type: 'select', options: [option('one', 1000), option('six', 6000)] }),
  inputSample('months', { type: 'hidden', value: 0 }),
  inputSample('amount', { type: 'amount', value: 0, disabled: true }),
]

describe("a form's own logic", () => {
  it('gives an obligation its minimum, its total, or leaves the value to be typed', () => {
    const amountFor = (customerPaymentType: string) => {
      const result = runFieldLogic(obligation, { customerPaymentType }, 'customerPaymentType')
      return result?.ok ? result.changes.get('amount') : result
    }
    expect(['1', '2', '3'].map(amountFor)).toEqual(['12000', '250000.5', '0'])
  })

  it('works out disabled and hidden fields from what was typed, whatever is claimed for them', () => {
    const claimed = { plan: 'six', amount: '1', months: '99' }
    expect(Object.fromEntries(formLogic(plans, claimed).written)).toEqual({
      amount: '6000',
      months: '6',
    })
    expect(formLogic(plans, { amount: '1', months: '99' }).written.size).toBe(0)
  })

  it('runs the eval of the chosen option, then onChange over it, all of both or none', () => {
    const both = (source: string) =>
      formLogic(
        plans.map((input) => (input.name === 'plan' ? { ...input, onChange: source } : input)),
        { plan: 'one' },
      )
    expect(both('amount = amount + 500').written.get('amount')).toBe('1500')
    const refused = both('amount = nowhere')
    expect(refused.written.size).toBe(0)
    expect(refused.refused.get('plan')).toMatchObject({ reason: 'UNDECLARED' })
  })

  it('asks for a quote where the service looks something up, and not where the form knows all', () => {
    const asks = (name: string) => asksForQuote(obligation, { customerPaymentType: '3' }, name)
    expect(['customerPaymentType', 'amount', 'reference'].map(asks)).toEqual([false, false, true])
    const viewed = obligation.map((input) => ({ ...input, view: 'query' }))
    expect(asksForQuote(viewed, {}, 'customerPaymentType')).toBe(true)
  })
})

describe('the amount of an obligation', () => {
  const of = (customerPaymentType: string, amount: string) =>
    obligationProblem(obligation, {
      customerPaymentType,
      amount,
      amount_1: '12000',
      amount_2: '250000.5',
    })

  it('is never above the total, and is what was chosen', () => {
    expect(of('3', '250000.50')).toBeNull()
    expect(of('3', '250000.51')).toEqual({ kind: 'above-total', minor: 25_000_050 })
    expect(of('1', '12000')).toBeNull()
    expect(of('1', '13000')).toEqual({ kind: 'other-than-chosen', minor: 1_200_000 })
    expect(of('2', '13000')).toEqual({ kind: 'other-than-chosen', minor: 25_000_050 })
    expect(obligationProblem(plans, { amount: '9' })).toBeNull()
  })

  it('above the total is refused before it is sent, whoever asks', () => {
    const values = { customerPaymentType: '3', amount: '250001' }
    expect(formProblems(firstForm(obligation), values, 'CO', 'sell')).toMatchObject([
      { name: 'amount', error: { code: 'AMOUNT_ABOVE_TOTAL', params: { total: '250000.5' } } },
    ])
  })
})

it('fills what the logic of the set fields writes, and leaves what was set itself', () => {
  const given = { reference: '77', amount: '12000' }
  const filled = (set: Record<string, string>) => filledByLogic(obligation, given, set)['amount']
  expect(filled({ customerPaymentType: '2' })).toBe('250000.5')
  expect(filled({ customerPaymentType: '2', amount: '5' })).toBe('5')
  expect(filled({ customerPaymentType: '1' })).toBe('12000')
  expect(filled({ reference: '78' })).toBe('12000')
})

it('has a pre-query due until the service says that its flag is set', () => {
  const process = { check: 'used', method: 'start', complete: 'used' }
  const credits = inputSample('credits', { type: 'input-lender', preQueryProcess: process })
  const due = (value: unknown, input = credits) =>
    preQueryDue([input, inputSample('used', { type: 'hidden', value })], input)
  expect([due('false'), due(null), due('true'), due(true), due(1)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(preQueryDue([credits], credits)).toBe(true)
  expect(due('false', { ...credits, preQueryProcess: null })).toBe(false)
  expect(due('false', { ...credits, disabled: true })).toBe(false)
})

describe('the budget of a form', () => {
  const many = (make: (index: number) => Parameters<typeof inputSample>[1]) =>
    Array.from({ length: 50 }, (_, index) => inputSample(`f${index}`, make(index)))
  const typedInto = (inputs: readonly { name: string }[], text: string) =>
    Object.fromEntries(inputs.map(({ name }) => [name, text]))
  const long = `f0 = 1, ${'1.1 + 0.1, '.repeat(200)} 1`
  const evals = Array(3).fill(`f0 = [${'1, '.repeat(300)}1]`)

  it.each([
    ['calculations', many(() => ({ onChange: long })), '5'],
    ['data', many(() => ({ onChange: 'f0 = JSON.parse(f1)[0]' })), `[${'1,'.repeat(9_000)}1]`],
    ['long texts', many(() => ({ onChange: 'f0 = 1' })), 'b'.repeat(90_000)],
    ['snippets', many((index) => ({ onChange: `${'0,'.repeat(450)} f0 = ${index}` })), '5'],
    [
      'strings of options',
      many(() => ({ type: 'select', options: [{ label: 'a', value: 'a', eval: evals }] })),
      'a',
    ],
  ])('is one for all its fields, whatever their logic spends it on: %s', (_name, inputs, text) => {
    const meter = new Meter(defaultLimits)
    const { refused } = formLogic(inputs, typedInto(inputs, text), meter)
    expect(refused.get('f49')?.reason).toBe('TOO_MANY_STEPS')
    expect(meter.refusalFor(1)?.reason).toBe('TOO_MANY_STEPS')
  })

  it('is far above what the forms of the contract take', () => {
    const meter = new Meter(defaultLimits)
    formLogic(obligation, { customerPaymentType: '2' }, meter)
    formLogic(plans, { plan: 'six' }, meter)
    expect(meter.spent).toBeLessThan(defaultLimits.steps / 50)
  })
})
