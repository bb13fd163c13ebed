import { appError, type AppError } from '../../errors.ts'
import { normalisePhone } from '../identity/phone.ts'
import { decimalFromMinor, type Country } from '../money/money.ts'
import { isAmount, labelOf } from './form-fields.ts'
import type { FormValues, InputDescriptor } from './form.ts'
import { obligationProblem } from './obligation.ts'
import { fieldText, readAmount, type SaleForm } from './sale-form.ts'

/** A field that a person still has to put right; `error` when it is an amount that cannot be read. */
export interface FieldProblem {
  name: string
  label: string
  error: AppError | null
}

/**
 * What a person still has to fill or choose: required fields that are empty, and whatever is filled
 * wrongly. Before a query the amount may be missing (the quote says it); before selling it must be above zero.
 */
export function formProblems(
  form: SaleForm,
  values: FormValues,
  country: Country,
  purpose: 'query' | 'sell',
): FieldProblem[] {
  const texts = Object.fromEntries(form.inputs.map((i) => [i.name, fieldText(form, i, values)]))
  const obligation = obligationProblem(form.inputs, texts)
  return form.inputs.flatMap((input) => {
    if (input.type === 'hidden') return []
    const text = fieldText(form, input, values).trim()
    const problem = { name: input.name, label: labelOf(input), error: null }
    if (input.name === 'amount' && obligation?.kind === 'above-total') {
      const error = appError('AMOUNT_ABOVE_TOTAL', { total: decimalFromMinor(obligation.minor) })
      return [{ ...problem, error }]
    }
    if (isAmount(input)) return amountProblem(form, input, text, country, purpose, problem)
    if (input.disabled) return []
    if (text === '') return input.required ? [problem] : []
    if (input.type === 'cellphone' && normalisePhone(text, country) === null) return [problem]
    const { options } = input
    const isNoChoice = options.length > 0 && !options.some((option) => option.value === text)
    return isNoChoice ? [problem] : []
  })
}

function amountProblem(
  form: SaleForm,
  input: InputDescriptor,
  text: string,
  country: Country,
  purpose: 'query' | 'sell',
  problem: FieldProblem,
): FieldProblem[] {
  const mustHold = purpose === 'sell' && (input.required || input.name === 'amount')
  if (text === '') return mustHold ? [problem] : []
  const read = readAmount(form, text, country)
  if ('error' in read) return [{ ...problem, error: read.error }]
  return mustHold && read.money.minor <= 0 ? [problem] : []
}
