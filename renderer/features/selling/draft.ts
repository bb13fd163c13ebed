import type { CatalogDetail, CatalogProduct } from '../../../shared/contract/catalog.ts'
import type { Quote } from '../../../shared/contract/selling.ts'
import type { FormValues, InputDescriptor } from '../../../shared/domain/form.ts'
import type { Sale } from '../../../shared/domain/sale.ts'
import type { AppError } from '../../../shared/errors.ts'
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
  return draft.values[input.name] ?? input.value?.text ?? ''
}

/** What stands in a field: what was typed, else the held value made editable. */
export function textOf(draft: Draft, input: InputDescriptor, writing: Writing): string {
  return draft.typed[input.name] ?? editableText(input, heldValue(draft, input), writing)
}

/** The form as it would be sent, and what there is to say about each field. */
export interface ReadForm {
  values: FormValues
  notes: Map<string, FieldNote>
  /** The first field that keeps from going on. */
  firstProblem: string | null
}

/** Reads every field. A required or (by the quote) missing field that is empty counts only when `strict`. */
export function readForm(draft: Draft, writing: Writing): ReadForm {
  const values: FormValues = { ...draft.values }
  const notes = new Map<string, FieldNote>()
  for (const input of inputsOf(draft)) {
    const typed = draft.typed[input.name]
    if (kindOf(input) === 'hidden' || typed === undefined) {
      const held = heldValue(draft, input)
      // The list of credits and a value of zero stand for "not chosen yet".
      values[input.name] = editableText(input, held, writing) === '' ? '' : held
    } else {
      const read = readField(input, typed, writing)
      values[input.name] = read.value
      if (read.note) notes.set(input.name, read.note)
    }
    const needed = !input.disabled && (input.required || isMissing(draft, input.name))
    if (draft.strict && needed && kindOf(input) !== 'hidden' && !notes.has(input.name)) {
      if (values[input.name] === '') notes.set(input.name, { kind: 'problem', key: 'missing' })
    }
  }
  cutCardNumber(values)
  const problem = visibleInputs(draft).find(({ name }) => notes.get(name)?.kind === 'problem')
  return { values, notes, firstProblem: problem?.name ?? null }
}

/**
 * The loan obligation query by card (contract 4a, customerQueryType 1) takes its first six digits and last four: a
 * whole card number never leaves the form.
 */
function cutCardNumber(values: FormValues): void {
  const digits = (values.reference ?? '').replace(/[\s\u00a0-]/g, '')
  if (values.customerQueryType !== '1' || !/^\d{11,19}$/.test(digits)) return
  values.reference = digits.slice(0, 6) + digits.slice(-4)
}

function isMissing(draft: Draft, name: string): boolean {
  return draft.quote !== null && draft.quote.missing.includes(name)
}

/** Something was typed: what was quoted no longer holds, and it is another sale than any sent before. */
export function withTyped(draft: Draft, name: string, text: string, draftId: string): Draft {
  return {
    ...draft,
    draftId,
    typed: { ...draft.typed, [name]: text },
    quoteStale: draft.quote !== null,
    error: null,
    sameSale: null,
  }
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

/** Whether the quote at hand can be sold as it is. */
export function canConfirm(draft: Draft): boolean {
  return (
    draft.quote !== null &&
    !draft.quoteStale &&
    draft.quote.missing.length === 0 &&
    draft.quote.errorMessage === null &&
    draft.quote.amount !== null
  )
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
  const stage = sent?.state === 'NOT_SENT' && canConfirm(draft) ? 'confirm' : 'form'
  return {
    ...draft,
    draftId,
    stage,
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
    const value = sent[name]
    return value === undefined ? [] : [[name, value]]
  })
  return { ...draft, values: { ...draft.values, ...Object.fromEntries(values) } }
}

/** Only what was not sent is thrown away from outside; a result is dismissed where it is read. */
export function canDiscard(draft: Draft): boolean {
  return draft.stage === 'form' || draft.stage === 'confirm'
}

/** Whether anything would be lost by forgetting it. */
export function isTouched(draft: Draft): boolean {
  return (
    draft.stage !== 'form' ||
    Object.values(draft.typed).some((text) => text !== '') ||
    draft.quote !== null
  )
}
