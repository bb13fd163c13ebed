import { labelOf } from '../../../shared/domain/form/form-fields.ts'
import type { InputDescriptor } from '../../../shared/domain/form/form.ts'
import { foldText } from '../../../shared/domain/text/fold-text.ts'
import type { AppError, ErrorCode } from '../../../shared/errors.ts'
import { kindOf, type FieldKind } from './field-text.ts'

/** Words that the service says a kind of field with, whatever its label is. */
const kindWords: Partial<Record<FieldKind, RegExp>> = {
  phone: /\b(celular|telefono|movil|cellphone|phone)\b/,
  money: /\b(valor|monto|importe|amount|value)\b/,
  document: /\b(documento|cedula|nit|ruc|document)\b/,
}

/** Shorter words of a label, as "del", are in any sentence. */
const shortest = 5

/** Our own refusals of an amount: they say it in words of ours, where those of labels would stand by chance. */
export const ofAmount: readonly ErrorCode[] = [
  ...(['AMOUNT_MISSING', 'AMOUNT_ABOVE_TOTAL'] as const),
  ...(['CASH_SHORT', 'CASH_SHORT_BY', 'CASH_ABOVE_LIMIT'] as const),
]

/**
 * The field that a refusal speaks of, out of those that a person may put right: in what the service said by a word of its
 * label, else of its kind; in our own by what they are of. Else `last`, the one that the value was asked from. It only says
 * which one to look at, and where the keyboard goes.
 */
export function refusedField(
  inputs: readonly InputDescriptor[],
  error: AppError,
  last: string | null,
): string | null {
  return meantBy(inputs, error)?.name ?? last
}

function meantBy(
  inputs: readonly InputDescriptor[],
  { code, params }: AppError,
): InputDescriptor | undefined {
  if (ofAmount.includes(code)) return inputs.find((input) => kindOf(input) === 'money')
  if (code === 'FORM_INCOMPLETE') {
    const missing = `, ${params?.['fields']}, `
    return inputs.find((input) => missing.includes(`, ${labelOf(input)}, `))
  }
  const message = params?.['message']
  if (typeof message !== 'string') return undefined
  const said = ` ${foldText(message)} `
  const named = inputs.find((input) =>
    foldText(`${labelOf(input)} ${input.name}`)
      .split(' ')
      .some((word) => word.length >= shortest && said.includes(` ${word} `)),
  )
  return named ?? inputs.find((input) => kindWords[kindOf(input)]?.test(said))
}
