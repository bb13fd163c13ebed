import { isAmount, isGuarded } from '../../../shared/domain/form/form-fields.ts'
import { asksForQuote } from '../../../shared/domain/form/field-scripts.ts'
import type { FormValues, InputDescriptor } from '../../../shared/domain/form/form.ts'
import { decimalFromMinor, type Money } from '../../../shared/domain/money/money.ts'
import {
  fieldText,
  type FieldTyping,
  type SaleForm,
} from '../../../shared/domain/form/sale-form.ts'
import { Failure } from '../../../shared/errors.ts'
import type { QueryResult } from '../../service/service.ts'
import { sameField, telling } from './same-draft.ts'

/** The amount that a quote does not let anyone change; a list of credits says zero, which binds nothing. */
export function boundAmount({
  amountEditable,
  amount,
}: Pick<QueryResult, 'amountEditable' | 'amount'>): Money | null {
  return !amountEditable && amount !== null && amount.minor > 0 ? amount : null
}

/** The form with its amount as the quote binds it, where nobody can write it. */
export function boundForm(form: SaleForm, bound: Money | null, typing: FieldTyping): SaleForm {
  if (bound === null) return form
  const text = decimalFromMinor(bound.minor)
  const json = typing.valuesAs === 'numbers' ? text : JSON.stringify(text)
  const inputs = form.inputs.map((input) =>
    input.name === 'amount' && isAmount(input) && !isGuarded(input)
      ? { ...input, disabled: true, value: { text, json } }
      : input,
  )
  return { ...form, inputs }
}

/** What a quote was asked with, and what it showed for it. */
export interface Quoted {
  form: SaleForm
  asked: FormValues
  values: FormValues
}

/**
 * Throws QUOTE_NOT_FOUND when what is to be sold is not what was quoted: a field that tells what is sold to whom
 * differs, other than one that the quote left empty or that the form's own logic may write.
 */
export function mustBeQuoted({ form, asked, values }: Quoted, sold: FormValues): void {
  for (const name of telling) {
    const now = sold[name]?.trim() ?? ''
    const before = [asked[name], values[name]].filter((text) => !isEmpty(name, text))
    if (isEmpty(name, now) || before.length === 0) continue
    if (before.some((text) => text !== undefined && sameField(name, text, now))) continue
    const input = form.inputs.find((one) => one.name === name)
    if (!input || !mayDiffer(form, input, sold, name)) throw new Failure('QUOTE_NOT_FOUND')
  }
}

/** Whether a field may hold another value than quoted: nobody types into a guarded one, so its own logic must say it. */
function mayDiffer(
  form: SaleForm,
  input: InputDescriptor,
  sold: FormValues,
  name: (typeof telling)[number],
): boolean {
  return isGuarded(input)
    ? sameField(name, fieldText(form, input, sold), sold[name] ?? '')
    : !asksForQuote(form.inputs, sold, name)
}

/** Nothing there, or an amount of zero: still to be said. */
function isEmpty(name: string, text: string | undefined): boolean {
  const bare = text?.trim() ?? ''
  return bare === '' || (name === 'amount' && Number(bare) === 0)
}
