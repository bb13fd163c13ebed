import { describe, expect, it } from 'vitest'
import { inputSample } from '../testing/input-sample.ts'
import { money } from '../money/money.ts'
import { amountOf, firstForm, identityOf, nextForm, overlaidValues } from './sale-form.ts'
import { formProblems } from './form-problems.ts'

const phone = inputSample('customerCellphone', { type: 'cellphone' })
const amount = inputSample('amount', { type: 'amount' })
const typing = { country: 'CO', valuesAs: 'strings' } as const
const names = (problems: { name: string }[]) => problems.map(({ name }) => name)

describe('formProblems', () => {
  const form = firstForm([
    phone,
    amount,
    inputSample('kind', { type: 'select', options: [{ label: 'A', value: 'a' }] }),
    inputSample('note', { required: false }),
    inputSample('secret', { type: 'hidden' }),
    inputSample('fixed', { disabled: true }),
  ])

  it('names what is empty, and the amount only before selling', () => {
    expect(names(formProblems(form, {}, 'CO', 'query'))).toEqual(['customerCellphone', 'kind'])
    expect(names(formProblems(form, { amount: '0' }, 'CO', 'sell'))).toContain('amount')
  })

  it('names what is filled wrongly', () => {
    const values = { customerCellphone: '6011234567', amount: '5000', kind: 'b' }
    expect(names(formProblems(form, values, 'CO', 'sell'))).toEqual(['customerCellphone', 'kind'])
    const right = { customerCellphone: '3001234567', amount: '5000', kind: 'a' }
    expect(formProblems(form, right, 'CO', 'sell')).toEqual([])
  })

  it('says when an amount can be misread', () => {
    const [problem] = formProblems(firstForm([amount]), { amount: '5.000' }, 'CO', 'sell')
    expect(problem?.error?.code).toBe('AMOUNT_UNREADABLE')
  })
})

describe('values of a step', () => {
  it('keeps what was typed where the service gives nothing', () => {
    const form = firstForm([
      inputSample('reference', { value: '' }),
      inputSample('amount', { value: 900 }),
      inputSample('query', { type: 'hidden', value: null }),
      inputSample('credits', { type: 'input-lender', value: '[{}]' }),
    ])
    const typed = { reference: '123', amount: '5', query: 'x', credits: 'y', other: 'z' }
    expect(overlaidValues(form, typed)).toEqual({
      reference: '123',
      amount: '900',
      query: '',
      credits: '',
      other: 'z',
    })
  })

  it('keeps the form when a quote returns no inputs', () => {
    const form = firstForm([phone])
    expect(nextForm(form, {}, [], typing)).toBe(form)
  })
})

describe('amountOf', () => {
  it('reads the typed, the given and the carried amount', () => {
    const form = firstForm([amount])
    expect(amountOf(form, { amount: '5000' }, 'CO')).toEqual(money(500_000, 'COP'))
    expect(amountOf(form, { amount: '1.234' }, 'CO')).toBeNull()
    expect(amountOf(form, {}, 'CO')).toBeNull()
    const given = { ...amount, value: { text: '5000.000', json: '5000.000' } }
    expect(amountOf(firstForm([given]), {}, 'EC')).toEqual(money(500_000, 'USD'))
    const next = nextForm(form, { amount: '5000' }, [phone], typing)
    expect(amountOf(next, {}, 'CO')).toEqual(money(500_000, 'COP'))
  })
})

describe('identityOf', () => {
  it('prefers what is paid for over who pays', () => {
    const form = firstForm([phone, inputSample('reference'), amount])
    const values = { customerCellphone: '+57 300 123 4567', reference: ' 77 ', amount: '5' }
    expect(identityOf(form, values, 'CO')).toEqual({ reference: '77', phone: '3001234567' })
    expect(identityOf(firstForm([phone]), values, 'CO').reference).toBe('3001234567')
  })

  it('falls back to the first thing typed', () => {
    const form = firstForm([inputSample('ticket'), amount])
    expect(identityOf(form, { ticket: 'T-1', amount: '5' }, 'CO')).toEqual({
      reference: 'T-1',
      phone: null,
    })
  })
})
