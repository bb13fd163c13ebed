import { describe, expect, test } from 'vitest'
import type { InputDescriptor } from '../../../shared/domain/form/form.ts'
import { inputSample } from '../../../shared/domain/testing/input-sample.ts'
import { canConfirm, canRestart, chargeOf, newDraft, readForm, textOf, withQuote } from './draft.ts'
import { withChange } from './form-change.ts'
import type { Writing } from './field-text.ts'
import { claro, claroForm, quoteOf } from './testing/samples.ts'

const writing: Writing = { country: 'CO', decimalSign: 'comma', currency: 'COP' }

const onChange =
  "amount = customerPaymentType == '1' ? amount_1 : customerPaymentType == '2' ? amount_2 : 0"
const paymentType = (over: object = {}) =>
  inputSample('customerPaymentType', { type: 'select', value: '1', onChange, ...over })
const amount = inputSample('amount', { type: 'money', value: 12_000 })
const values = {
  reference: '77',
  customerPaymentType: '1',
  amount: '12000',
  amount_1: '12000',
  amount_2: '250000.5',
}

function draftOf(inputs: InputDescriptor[]) {
  return { ...newDraft(claro, 'one'), detail: { ...claroForm, form: { ...form, inputs } } }
}
const form = { title: 'Pagar obligación', button: 'Consultar' }

function obligation() {
  const inputs = [
    inputSample('reference', { disabled: true, value: '77' }),
    paymentType(),
    amount,
    inputSample('amount_1', { type: 'hidden', value: 12_000 }),
    inputSample('amount_2', { type: 'hidden', value: 250_000.5 }),
  ]
  const draft = draftOf([inputSample('reference', { view: 'query' }), paymentType()])
  return { ...withQuote(draft, quoteOf({ inputs, values })), stage: 'form' as const }
}

describe('the obligation', () => {
  const choose = (type: string) =>
    withChange(obligation(), 'customerPaymentType', type, 'two', writing)

  test('takes its total at once, as the shop writes it, without another quote', () => {
    const total = choose('2')
    expect(textOf(total, amount, writing)).toBe('250000,50')
    expect(chargeOf(total, writing)?.total.minor).toBe(25_000_050)
    expect(canConfirm(total, writing)).toBe(true)
    expect(total.draftId).toBe('two')
  })

  test('asks for a different value, and never above the total', () => {
    const other = choose('3')
    expect(textOf(other, amount, writing)).toBe('')
    expect(canConfirm(other, writing)).toBe(false)
    const typed = (text: string) => withChange(other, 'amount', text, 'three', writing)
    expect(canConfirm(typed('50000'), writing)).toBe(true)
    expect(chargeOf(typed('50000'), writing)?.amount.minor).toBe(5_000_000)
    expect(readForm(typed('250001'), writing)).toMatchObject({ firstProblem: 'amount' })
    expect(canConfirm(typed('250001'), writing)).toBe(false)
  })

  test('can be begun anew, as the quote only echoes what was asked', () => {
    expect(canRestart(obligation())).toBe(true)
    const back = withChange(obligation(), 'reference', '78', 'two', writing)
    expect(back).toMatchObject({ quote: null, quoteStale: false })
  })
})

test('a formula that cannot run says so and keeps from nothing', () => {
  const broken = paymentType({ onChange: 'amount = unknown', value: '' })
  const draft = withChange(draftOf([broken]), 'customerPaymentType', '2', 'two', writing)
  const { notes, firstProblem, values } = readForm(draft, writing)
  expect(notes.get('customerPaymentType')).toEqual({
    kind: 'warning',
    key: 'logic',
    reason: 'UNDECLARED',
  })
  expect(firstProblem).toBeNull()
  expect(values).toMatchObject({ customerPaymentType: '2' })
})

test('a plan fills what nobody types', () => {
  const option = (value: string) => ({
    label: value,
    value,
    eval: ['amount = 45900', "planName = 'Familia'", ''],
  })
  const draft = draftOf([
    inputSample('plan', { type: 'select', options: [option('familia')] }),
    inputSample('planName', { type: 'hidden', value: '' }),
    inputSample('amount', { type: 'amount', value: 0, disabled: true }),
  ])
  const chosen = withChange(draft, 'plan', 'familia', 'two', writing)
  expect(readForm(chosen, writing).values).toEqual({
    plan: 'familia',
    planName: 'Familia',
    amount: '45900',
  })
})

describe('a card number', () => {
  const kind = inputSample('customerQueryType', { type: 'select', value: '1' })
  const reference = inputSample('reference')
  const asCard = withChange(draftOf([kind, reference]), 'customerQueryType', '1', 'two', writing)
  const write = (draft: typeof asCard, text: string) =>
    withChange(draft, 'reference', text, 'three', writing)
  const textIn = (draft: typeof asCard) => textOf(draft, reference, writing)

  test('is cut with every key, and is never whole in the form', () => {
    let draft = asCard
    for (const digit of '4539125678901234') {
      draft = write(draft, textIn(draft) + digit)
      expect(JSON.stringify(draft)).not.toMatch(/\d{11}/)
    }
    expect(textIn(draft)).toBe('453912••••••1234')
    expect(readForm(draft, writing)).toMatchObject({
      values: { reference: '4539121234' },
      firstProblem: null,
    })
  })

  test('is pasted, erased and corrected as if the whole number stood there', () => {
    const pasted = write(asCard, '4539 1256 7890 1234')
    expect(textIn(pasted)).toBe('453912••••••1234')
    const erased = write(pasted, '453912••••••12')
    expect(readForm(erased, writing).firstProblem).toBe('reference')
    expect(readForm(erased, writing).values.reference).toBe('')
    expect(readForm(write(erased, '453912••••••1299'), writing).values.reference).toBe('4539121299')
    const head = write(pasted, '45391••••••1234')
    expect(textIn(write(head, '453917••••••1234'))).toBe('453917••••••1234')
    expect(textIn(write(pasted, '453912••••••1234x'))).toBe('453912••••••1234')
  })

  test('leaves an empty field when the number turns out to be an obligation', () => {
    const pasted = write(asCard, '4539125678901234')
    const other = withChange(pasted, 'customerQueryType', '2', 'four', writing)
    expect(textIn(other)).toBe('')
    expect(textIn(write(other, '4539125678901234'))).toBe('4539125678901234')
    const back = withChange(
      write(other, '4539125678901234'),
      'customerQueryType',
      '1',
      '5',
      writing,
    )
    expect(textIn(back)).toBe('453912••••••1234')
  })
})
