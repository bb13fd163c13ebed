import { describe, expect, test } from 'vitest'
import { inputSample } from '../../../shared/domain/testing/input-sample.ts'
import type { InputDescriptor } from '../../../shared/domain/form/form.ts'
import {
  canConfirm,
  isAboutReach,
  isTouched,
  newDraft,
  readForm,
  stepBack,
  textOf,
  visibleInputs,
  withQuote,
  withRetry,
  withSale,
  withSameSale,
  withTyped,
  type Draft,
} from './draft.ts'
import type { Writing } from './field-text.ts'
import { amount, claro, claroForm, phone, quoteOf, saleIn } from './testing/samples.ts'

const writing: Writing = { country: 'CO', decimalSign: 'comma', currency: 'COP' }

function draftWith(inputs: InputDescriptor[]): Draft {
  const form = { title: 'Realizar recarga', button: 'Vender', inputs }
  return { ...newDraft(claro, 'draft-one'), detail: { ...claroForm, form } }
}

describe('the form', () => {
  test('is read as the country writes it, and sent as the service wants it', () => {
    let draft = draftWith([phone, amount])
    draft = withTyped(draft, 'customerCellphone', '+57 300 123-4567', 'b')
    draft = withTyped(draft, 'amount', '$ 1.250.000,50', 'c')
    const { values, firstProblem } = readForm(draft, writing)
    expect(values).toEqual({ customerCellphone: '3001234567', amount: '1250000.5' })
    expect(firstProblem).toBeNull()
    expect(textOf(draft, amount, writing)).toBe('$ 1.250.000,50')
  })

  test('an amount with two readings, or none, keeps from going on and says why', () => {
    const ambiguous = withTyped(draftWith([phone, amount]), 'amount', '5.000', 'b')
    expect(readForm(ambiguous, writing).notes.get('amount')).toMatchObject({
      kind: 'problem',
      error: { code: 'AMOUNT_AMBIGUOUS' },
    })
    const zero = withTyped(ambiguous, 'amount', '0', 'c')
    expect(readForm(zero, writing).firstProblem).toBe('amount')
  })

  test('a doubtful document warns and does not block', () => {
    const document = inputSample('customerDocument', { type: 'test' })
    const draft = withTyped(draftWith([document]), 'customerDocument', '900.123.456-1', 'b')
    const read = readForm(draft, writing)
    expect(read.notes.get('customerDocument')).toEqual({
      kind: 'warning',
      key: 'document.check-digit',
    })
    expect(read.firstProblem).toBeNull()
  })

  test('what is missing is said only once the cashier tried to go on', () => {
    const draft = draftWith([inputSample('reference'), amount])
    expect(readForm(draft, writing).firstProblem).toBeNull()
    expect(readForm({ ...draft, strict: true }, writing).firstProblem).toBe('reference')
  })

  test('hidden fields are not drawn but go along', () => {
    const hidden = inputSample('query', { type: 'hidden', value: 'get_credits', required: false })
    const draft = draftWith([phone, hidden])
    expect(visibleInputs(draft).map(({ name }) => name)).toEqual(['customerCellphone'])
    expect(readForm(draft, writing).values).toMatchObject({ query: 'get_credits' })
  })

  test("a lender's list is no choice until one is picked", () => {
    const list = JSON.stringify([{ nroCredito: '001', deudaProxCuota: 1200 }])
    const credits = inputSample('credits', { type: 'input-lender', value: list })
    const draft = { ...draftWith([credits]), strict: true }
    expect(readForm(draft, writing).firstProblem).toBe('credits')
    const picked = withTyped(draft, 'credits', '{"nroCredito":"001"}', 'b')
    expect(readForm(picked, writing)).toMatchObject({
      firstProblem: null,
      values: { credits: '{"nroCredito":"001"}' },
    })
  })
})

test('of a card number only the first six and last four digits leave the form', () => {
  const kind = inputSample('customerQueryType', { type: 'select' })
  let draft = draftWith([kind, inputSample('reference')])
  draft = withTyped(draft, 'reference', '4111 1111 1111 1234', 'b')
  draft = withTyped(draft, 'customerQueryType', '1', 'c')
  expect(readForm(draft, writing).values.reference).toBe('4111111234')
  draft = withTyped(draft, 'customerQueryType', '2', 'd')
  expect(readForm(draft, writing).values.reference).toBe('4111 1111 1111 1234')
})

describe('the quote', () => {
  test('with nothing missing goes to the confirmation, fields shown as a person edits them', () => {
    const draft = withQuote(draftWith([phone, amount]), quoteOf())
    expect(draft.stage).toBe('confirm')
    expect(canConfirm(draft, writing)).toBe(true)
    const [first, second] = visibleInputs(draft)
    expect(first && textOf(draft, first, writing)).toBe('300\u00a0123\u00a04567')
    expect(second && textOf(draft, second, writing)).toBe('5000')
    expect(readForm(draft, writing).values).toEqual(quoteOf().values)
  })

  test('with something missing stays in the form and points at it', () => {
    const quote = quoteOf({ missing: ['customerCellphone'], values: { customerCellphone: '' } })
    const draft = withQuote(draftWith([phone, amount]), quote)
    expect(draft.stage).toBe('form')
    expect(readForm({ ...draft, strict: true }, writing).firstProblem).toBe('customerCellphone')
  })

  test('that forbids the sale stays in the form and says why', () => {
    const draft = withQuote(draftWith([phone]), quoteOf({ errorMessage: 'Sin cupo' }))
    expect(draft).toMatchObject({
      stage: 'form',
      error: { code: 'QUOTE_REFUSED', params: { message: 'Sin cupo' } },
    })
    expect(canConfirm(draft, writing)).toBe(false)
  })

  test('no longer holds once something is typed, which is also another sale', () => {
    const quoted = withQuote(draftWith([phone, amount]), quoteOf())
    const back = stepBack(quoted)
    if (back === null || back === 'close') throw new Error('the confirmation has a step before it')
    expect(canConfirm(back, writing)).toBe(true)
    const changed = withTyped(back, 'amount', '6000', 'draft-two')
    expect(changed.draftId).toBe('draft-two')
    expect(canConfirm(changed, writing)).toBe(false)
    expect(readForm(changed, writing).values.amount).toBe('6000')
  })
})

describe('steps', () => {
  test('back: confirmation, form, closed; a sale that is out is not called back', () => {
    const draft = withQuote(draftWith([phone]), quoteOf())
    expect(stepBack(draft)).toMatchObject({ stage: 'form' })
    expect(stepBack({ ...draft, stage: 'form' })).toBe('close')
    expect(stepBack({ ...draft, stage: 'form', busy: 'quote' })).toBeNull()
    expect(stepBack({ ...draft, stage: 'sending' })).toBeNull()
    expect(stepBack({ ...draft, stage: 'result' })).toBeNull()
  })

  test('rows of while it is sent are not results; a late one does not undo a result', () => {
    const draft: Draft = { ...withQuote(draftWith([phone]), quoteOf()), stage: 'sending' }
    expect(withSale(draft, saleIn('SENDING')).stage).toBe('sending')
    const settled = withSale(draft, saleIn('APPROVED'))
    expect(settled).toMatchObject({ stage: 'result', sale: { state: 'APPROVED' } })
    expect(withSale(settled, saleIn('PREPARED'))).toBe(settled)
  })

  test('what is asked of an earlier sale says how that one is by now, and nothing where nothing is asked', () => {
    const draft = withQuote(draftWith([phone]), quoteOf())
    const params = { saleId: 'earlier', state: 'ACCEPTED' }
    const asks: Draft = { ...draft, sameSale: { code: 'SAME_SALE_RECENTLY', params } }
    const ended = saleIn('REJECTED', { id: 'earlier', serviceId: '4181' })
    expect(withSameSale(asks, ended).sameSale?.params).toEqual({
      ...params,
      state: 'REJECTED',
      serviceId: '4181',
    })
    expect(withSameSale(draft, ended)).toBe(draft)
    const known = withSameSale(asks, ended)
    expect(withSameSale(known, { ...ended })).toBe(known)
    expect(withSameSale(asks, saleIn('ACCEPTED', { id: 'earlier', serviceId: null }))).toBe(asks)
  })

  test('not sent: again at once with a new promise; rejected: back in the form to be quoted anew', () => {
    const draft = withQuote(draftWith([phone]), quoteOf())
    const notSent = withRetry(withSale(draft, saleIn('NOT_SENT')), 'draft-two')
    expect(notSent).toMatchObject({
      stage: 'confirm',
      draftId: 'draft-two',
      againOf: 's1',
      sale: null,
    })
    const rejected = withRetry(withSale(draft, saleIn('REJECTED')), 'draft-two')
    expect(rejected).toMatchObject({ stage: 'form', quoteStale: true })
  })

  test('an opened product alone is nothing to lose', () => {
    const draft = draftWith([phone])
    expect(isTouched(draft)).toBe(false)
    expect(isTouched(withTyped(draft, 'customerCellphone', '3', 'b'))).toBe(true)
  })
})

test.each([
  ['NAME_NOT_FOUND', true],
  ['PROXY_FAILED', true],
  ['UNAUTHORIZED', true],
  ['FORM_NOT_STORED', true],
  ['SERVICE_REFUSED', false],
  ['QUOTE_NOT_FOUND', false],
] as const)('once the service answers again %s is taken back: %s', (code, isTakenBack) => {
  expect(isAboutReach({ code })).toBe(isTakenBack)
})
