import { readCredits } from '../../../shared/domain/form/credits.ts'
import { sayService } from '../../i18n/service-words.ts'
import { labelOf } from '../../../shared/domain/form/form-fields.ts'
import { formProblems } from '../../../shared/domain/form/form-problems.ts'
import {
  asksNext,
  canConfirm,
  inputsOf,
  readForm,
  textOf,
  visibleInputs,
  type Draft,
} from './draft.ts'
import { kindOf, type Writing } from './field-text.ts'

/** What the service would have to say before a product can be sold, as nobody here can fill it. */
export type Gap = { kind: 'form' } | { kind: 'amount' } | { kind: 'field'; label: string }

/**
 * What is missing of a product that its descriptors do not let anyone sell: a choice of nothing, or a quote that
 * leaves nothing to fill and still cannot be sold. Empty while a person can go on.
 */
export function gapsOf(draft: Draft, writing: Writing): Gap[] {
  const empty = visibleInputs(draft).filter(
    (input) =>
      kindOf(input) === 'choice' &&
      input.required &&
      !input.disabled &&
      input.options.every(({ value }) => value === ''),
  )
  if (empty.length > 0)
    return empty.map((input) => ({ kind: 'field', label: sayService(labelOf(input)) }))
  return isStuck(draft, writing) ? gapsOfQuote(draft, writing) : []
}

/** Everything is filled, nothing more is to be asked, and yet it cannot be sold. */
function isStuck(draft: Draft, writing: Writing): boolean {
  if (draft.quote === null || draft.busy !== null || asksNext(draft)) return false
  return !isUnfilled(draft, writing) && !canConfirm(draft, writing)
}

function gapsOfQuote(draft: Draft, writing: Writing): Gap[] {
  const inputs = inputsOf(draft)
  if (inputs.length === 0) return [{ kind: 'form' }]
  const { values } = readForm(draft, writing)
  const form = { inputs, carried: [] }
  const problems = formProblems(form, values, writing.country, 'sell')
  const fields = problems.filter(({ name }) => name !== 'amount')
  if (fields.length === 0) return [{ kind: 'amount' }]
  return fields.map(({ label }) => ({ kind: 'field', label: sayService(label) }))
}

/** Something that the form asks for is not there yet, or cannot be read: going on leads there. */
export function isUnfilled(draft: Draft, writing: Writing): boolean {
  return readForm({ ...draft, strict: true }, writing).firstProblem !== null
}

/** Of credits that a lender found none is chosen yet. */
export function isCreditMissing(draft: Draft, writing: Writing): boolean {
  return visibleInputs(draft).some(
    (input) =>
      kindOf(input) === 'credit' &&
      !input.disabled &&
      textOf(draft, input, writing) === '' &&
      (readCredits(input.value?.text ?? '') ?? []).length > 0,
  )
}
