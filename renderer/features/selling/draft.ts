import { shownState } from '../../../shared/domain/sale/closing.ts'
import type { CatalogDetail, CatalogProduct } from '../../../shared/contract/catalog.ts'
import type { Quote } from '../../../shared/contract/selling.ts'
import { isByCard, typedCardDigits } from '../../../shared/domain/identity/card.ts'
import { givenText, isGuarded, typedText } from '../../../shared/domain/form/form-fields.ts'
import { asksForQuote, formLogic, preQueryDue } from '../../../shared/domain/form/field-scripts.ts'
import type { FormValues, InputDescriptor } from '../../../shared/domain/form/form.ts'
import { amountToCollect, type Money } from '../../../shared/domain/money/money.ts'
import {
  obligationProblem,
  type ObligationProblem,
} from '../../../shared/domain/form/obligation.ts'
import { amountOf } from '../../../shared/domain/form/sale-form.ts'
import { formProblems } from '../../../shared/domain/form/form-problems.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { isWithoutService, type AppError } from '../../../shared/errors.ts'
import { editableText, kindOf, readField, type FieldNote, type Writing } from './field-text.ts'

/** What the panel sells: the product as the grid gave it. */
export type ProductOnSale = Pick<
  CatalogProduct,
  'id' | 'name' | 'image' | 'price' | 'tip' | 'direction'
> & { categoryName: string }

/** Where a sale stands in the panel; Enter goes on, Esc goes one step back. */
export type Stage = 'form' | 'confirm' | 'sending' | 'result'

/**
 * A sale being made. One a product, kept for as long as the window lives: looking away loses nothing.
 * `draftId` is the promise never to sell it twice: it changes only when what is sold changes, or after the result.
 */
export interface Draft {
  draftId: string
  product: ProductOnSale
  stage: Stage
  /** The first form; null until it came. */
  detail: CatalogDetail | null
  quote: Quote | null
  /** Something was changed since the quote: it must be asked again before selling. */
  quoteStale: boolean
  /** The form's values as they are sent. */
  values: FormValues
  /** What was typed over them since, as it was typed. */
  typed: Record<string, string>
  busy: 'detail' | 'quote' | 'look' | null
  error: AppError | null
  /** The same sale was made minutes ago: asks before making it again. */
  sameSale: AppError | null
  /** Say what is missing: only once the cashier tried to go on. */
  strict: boolean
  sale: Sale | null
  againOf: string | null
  /** A phone filled in from an earlier sale, until a person said that its operator is still this one. */
  askOperator: string | null
}

export function newDraft(product: ProductOnSale, draftId: string): Draft {
  return {
    draftId,
    product,
    stage: 'form',
    detail: null,
    quote: null,
    quoteStale: false,
    values: {},
    typed: {},
    busy: null,
    error: null,
    sameSale: null,
    strict: false,
    sale: null,
    againOf: null,
    askOperator: null,
  }
}

/** The inputs to draw now: the quote's once there is one, else the first form's. */
export function inputsOf(draft: Draft): readonly InputDescriptor[] {
  return draft.quote?.inputs ?? draft.detail?.form?.inputs ?? []
}

/** Those that a person sees. */
export function visibleInputs(draft: Draft): InputDescriptor[] {
  return inputsOf(draft).filter((input) => kindOf(input) !== 'hidden')
}

function heldValue(draft: Draft, input: InputDescriptor): string {
  const given = givenText(input)
  return isGuarded(input) ? given : (typedText(draft.values, input.name) ?? given)
}

/** What stands in a field: what was typed, else the held value made editable; or what the form itself worked out. */
export function textOf(draft: Draft, input: InputDescriptor, writing: Writing): string {
  if (isGuarded(input)) {
    const { values } = readForm(draft, writing)
    return editableText(input, typedText(values, input.name) ?? '', writing)
  }
  const typed = typedText(draft.typed, input.name)
  return typed ?? editableText(input, heldValue(draft, input), writing)
}

/** The form as it would be sent, and what there is to say about each field. */
export interface ReadForm {
  values: FormValues
  notes: Map<string, FieldNote>
  /** The first field that keeps from going on. */
  firstProblem: string | null
}

/**
 * Reads every field, and works out those that nobody types into. A required or (by the quote) missing field that is
 * empty counts only when `strict`.
 */
export function readForm(draft: Draft, writing: Writing): ReadForm {
  const inputs = inputsOf(draft)
  const notes = new Map<string, FieldNote>()
  const own = new Map(Object.entries(draft.values))
  for (const input of inputs) {
    const typed = typedText(draft.typed, input.name)
    if (kindOf(input) === 'hidden' || isGuarded(input) || typed === undefined) {
      const held = heldValue(draft, input)
      // The list of credits and a value of zero stand for "not chosen yet".
      own.set(input.name, editableText(input, held, writing) === '' ? '' : held)
    } else {
      const read = readField(input, typed, writing)
      own.set(input.name, read.value)
      if (read.note) notes.set(input.name, read.note)
    }
    const isEmpty = own.get(input.name) === '' && !notes.has(input.name)
    if (draft.strict && isEmpty && isNeeded(draft, input)) {
      notes.set(input.name, { kind: 'problem', key: 'missing' })
    }
  }
  const typedValues = withCardRead(draft, Object.fromEntries(own), notes)
  const { written, refused } = formLogic(inputs, typedValues)
  const values = { ...typedValues, ...Object.fromEntries(written) }
  for (const [name, { reason }] of refused) {
    if (!notes.has(name)) notes.set(name, { kind: 'warning', key: 'logic', reason })
  }
  const obligation = obligationProblem(inputs, values)
  if (obligation && !notes.has('amount')) notes.set('amount', obligationNote(obligation))
  const problem = visibleInputs(draft).find(({ name }) => notes.get(name)?.kind === 'problem')
  return { values, notes, firstProblem: problem?.name ?? null }
}

/** A card number as it is sent; one that is not whole yet is not sent at all. */
function withCardRead(draft: Draft, values: FormValues, notes: Map<string, FieldNote>): FormValues {
  const typed = typedText(draft.typed, 'reference')?.trim() ?? ''
  if (typed === '' || !isByCard(values)) return values
  const digits = typedCardDigits(typed)
  if (digits === null) notes.set('reference', { kind: 'problem', key: 'card' })
  else notes.delete('reference')
  return { ...values, reference: digits ?? '' }
}

function obligationNote({ kind, minor }: ObligationProblem): FieldNote {
  return kind === 'above-total'
    ? { kind: 'problem', key: 'aboveTotal', minor }
    : { kind: 'warning', key: 'otherThanChosen', minor }
}

/** Whether a person has to fill a field to go on. A value that only the next quote can say is not theirs to fill. */
function isNeeded(draft: Draft, input: InputDescriptor): boolean {
  if (input.disabled || kindOf(input) === 'hidden') return false
  if (kindOf(input) === 'money' && draft.quoteStale && !draft.quote?.amountEditable) return false
  return input.required || isMissing(draft, input.name)
}

function isMissing(draft: Draft, name: string): boolean {
  return draft.quote !== null && draft.quote.missing.includes(name)
}

/**
 * Something was typed: it is another sale than any sent before, and what was quoted may no longer hold. What the
 * first form marks as for the query alone (`view`) begins anew: the quote at hand answers another question.
 */
export function withTyped(draft: Draft, name: string, text: string, draftId: string): Draft {
  const typed = { ...draft.typed, [name]: text }
  const first = draft.detail?.form?.inputs.find((input) => input.name === name)
  const quote = first?.view === 'query' ? null : draft.quote
  const seen = { ...draft.values, ...typed }
  const stale = draft.quoteStale || asksForQuote(inputsOf(draft), seen, name)
  const changed = { ...draft, draftId, typed, quote, error: null, sameSale: null }
  return { ...changed, quoteStale: quote !== null && stale }
}

/** Back to the first form with all that was written there, to ask about something else. */
export function withRestart(draft: Draft, draftId: string): Draft {
  const fresh = { quote: null, quoteStale: false, strict: false, error: null, sameSale: null }
  return { ...draft, ...fresh, draftId }
}

/** Whether the quote took away something to write that the first form had. */
export function canRestart(draft: Draft): boolean {
  if (draft.quote === null) return false
  const open = draft.quote.inputs.filter((input) => !input.disabled).map(({ name }) => name)
  const first = draft.detail?.form?.inputs ?? []
  return first.some(
    (input) => kindOf(input) !== 'hidden' && !input.disabled && !open.includes(input.name),
  )
}

/** A quote came: its inputs and values stand; it is confirmed when nothing is missing and nothing forbids it. */
export function withQuote(draft: Draft, quote: Quote): Draft {
  const sellable =
    quote.missing.length === 0 && quote.errorMessage === null && quote.amount !== null
  return {
    ...draft,
    quote,
    quoteStale: false,
    values: quote.values,
    typed: {},
    busy: null,
    error:
      quote.errorMessage === null
        ? null
        : { code: 'QUOTE_REFUSED', params: { message: quote.errorMessage } },
    strict: false,
    stage: sellable ? 'confirm' : 'form',
  }
}

/** Whether going on asks the service, as nothing that it said yet can be sold. */
export function asksNext({ quote, quoteStale }: Draft): boolean {
  if (quote === null || quoteStale || quote.errorMessage !== null) return true
  return quote.inputs.some((input) => preQueryDue(quote.inputs, input))
}

/** What a sale comes to. */
export interface Charge {
  amount: Money
  total: Money
}

/** What the quote at hand comes to with the value that the form has now; null when it is still to be said. */
export function chargeOf(draft: Draft, writing: Writing): Charge | null {
  const { quote } = draft
  if (!quote) return null
  const form = { inputs: quote.inputs, carried: [] }
  const named = amountOf(form, readForm(draft, writing).values, writing.country)
  const amount = named && named.minor > 0 ? named : quote.amount
  return amount && { amount, total: amountToCollect(amount, quote.cost, quote.direction) }
}

/** Whether the quote at hand can be sold as it is. */
export function canConfirm(draft: Draft, writing: Writing): boolean {
  const { quote } = draft
  if (quote === null || draft.quoteStale || quote.errorMessage !== null) return false
  const { values } = readForm(draft, writing)
  const form = { inputs: quote.inputs, carried: [] }
  const isComplete = formProblems(form, values, writing.country, 'sell').length === 0
  return isComplete && chargeOf(draft, writing) !== null
}

/** A sale's row came, as an answer or as an event. Rows of while it is being sent are not results yet. */
export function withSale(draft: Draft, sale: Sale): Draft {
  const sending = sale.state === 'PREPARED' || sale.state === 'SENDING'
  if (sending && draft.stage === 'result') return draft
  return {
    ...draft,
    sale,
    busy: null,
    error: null,
    sameSale: null,
    stage: sending ? 'sending' : 'result',
  }
}

/** One step back, or null where there is none: a sale that is out is not called back. */
export function stepBack(draft: Draft): Draft | 'close' | null {
  if (draft.busy === 'quote') return null
  if (draft.stage === 'confirm') return { ...draft, stage: 'form', error: null, sameSale: null }
  return draft.stage === 'form' ? 'close' : null
}

/** The same again with a new promise: after NOT_SENT at once, after a refusal back in the form. */
export function withRetry(draft: Draft, draftId: string): Draft {
  const sent = draft.sale
  const stage = sent?.state === 'NOT_SENT' && !draft.quoteStale ? 'confirm' : 'form'
  return {
    ...draft,
    draftId,
    stage,
    // A look that is still under way is about the sale before.
    busy: null,
    quoteStale: stage === 'form' && draft.quote !== null,
    sale: null,
    againOf: sent?.id ?? null,
    error: null,
    sameSale: null,
  }
}

/** The form as it was sent in an earlier sale: what a person can write there, ready to be quoted anew. */
export function withValues(draft: Draft, sent: FormValues): Draft {
  const open = visibleInputs(draft).filter((input) => !input.disabled)
  const values = open.flatMap(({ name }): [string, string][] => {
    const value = typedText(sent, name)
    return value === undefined ? [] : [[name, value]]
  })
  return { ...draft, values: { ...draft.values, ...Object.fromEntries(values) } }
}

/** Only what was not sent is thrown away from outside; a result is dismissed where it is read. */
export function canDiscard(draft: Draft): boolean {
  return draft.stage === 'form' || draft.stage === 'confirm'
}

/** Approved, and cash came in: there is nothing left to do but to hand over the receipt. */
export function isDone(sale: Sale | null): boolean {
  return sale?.state === 'APPROVED' && sale.direction === 'in'
}

/** Whether anything would be lost by forgetting it. */
export function isTouched(draft: Draft): boolean {
  return (
    draft.stage !== 'form' ||
    Object.values(draft.typed).some((text) => text !== '') ||
    draft.quote !== null
  )
}

/** Whether an error says nothing once the service answers again. */
export function isAboutReach(error: AppError): boolean {
  return isWithoutService(error) || error.code === 'FORM_NOT_STORED'
}

/** The earlier sale that it is asked about is known anew: what is asked says how it is by now; a look without news asks nothing. */
export function withSameSale(draft: Draft, sale: Sale): Draft {
  if (!draft.sameSale) return draft
  const { params } = draft.sameSale
  const state = shownState(sale)
  const serviceId = sale.serviceId ?? params?.['serviceId']
  if (params?.['state'] === state && params['serviceId'] === serviceId) return draft
  const news = { ...params, state, ...(serviceId !== undefined && { serviceId }) }
  return { ...draft, sameSale: { ...draft.sameSale, params: news } }
}
