import { minorOfText, typedText } from './form-fields.ts'
import type { FormValues, InputDescriptor } from './form.ts'

/** What the loan obligation (contract 4a) has against an amount; `minor` is what it may be. */
export interface ObligationProblem {
  kind: 'above-total' | 'other-than-chosen'
  minor: number
}

/**
 * Holds the amount of a loan obligation against its minimum (`amount_1`) and total (`amount_2`): never above the
 * total (4a rule 1), and with minimum or total chosen it is that. Null for any other form, or when it is right.
 */
export function obligationProblem(
  inputs: readonly InputDescriptor[],
  texts: FormValues,
): ObligationProblem | null {
  const minorOf = (name: string): number | null => {
    const declared = inputs.some((input) => input.name === name)
    return declared ? minorOfText(inputs, (typedText(texts, name) ?? '').trim()) : null
  }
  const [amount, minimum, total] = [minorOf('amount'), minorOf('amount_1'), minorOf('amount_2')]
  const type = typedText(texts, 'customerPaymentType')
  if (type === undefined || amount === null || minimum === null || total === null) return null
  if (amount > total) return { kind: 'above-total', minor: total }
  const chosen = type === '1' ? minimum : type === '2' ? total : amount
  return amount === chosen ? null : { kind: 'other-than-chosen', minor: chosen }
}
