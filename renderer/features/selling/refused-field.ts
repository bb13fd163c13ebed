import { labelOf } from '../../../shared/domain/form/form-fields.ts'
import type { InputDescriptor } from '../../../shared/domain/form/form.ts'
import { foldText } from '../../../shared/domain/text/fold-text.ts'
import { errorText, type AppError, type ErrorCode } from '../../../shared/errors.ts'
import type { Language } from '../../../shared/words/words.ts'
import { kindOf, type FieldKind } from './field-text.ts'

/** Words that the service says a kind of field with, whatever its label is. */
const kindWords: Partial<Record<FieldKind, RegExp>> = {
  phone: /\b(celular|telefono|movil|cellphone|phone)\b/,
  money: /\b(valor|monto|importe|amount|value)\b/,
  document: /\b(documento|cedula|nit|ruc|document)\b/,
}

/** Shorter words of a label, as "del", are in any sentence. */
const shortest = 5

/** Our own refusals whose words name a field: those of others would name one by chance. */
export const namesField: readonly ErrorCode[] = [
  ...(['FORM_INCOMPLETE', 'AMOUNT_MISSING', 'AMOUNT_ABOVE_TOTAL'] as const),
  ...(['CASH_SHORT', 'CASH_SHORT_BY', 'CASH_ABOVE_LIMIT'] as const),
]

/**
 * The field that a refusal speaks of, out of those that a person may put right: by a word of its label, else of its kind;
 * else `last`, the one that the value was asked from. It only says which one to look at, and where the keyboard goes.
 */
export function refusedField(
  inputs: readonly InputDescriptor[],
  error: AppError,
  last: string | null,
  language: Language,
): string | null {
  const said = ` ${foldText(wordsOnFields(error, language))} `
  const named = inputs.find((input) =>
    foldText(`${labelOf(input)} ${input.name}`)
      .split(' ')
      .some((word) => word.length >= shortest && said.includes(` ${word} `)),
  )
  const meant = named ?? inputs.find((input) => kindWords[kindOf(input)]?.test(said))
  return meant?.name ?? last
}

/** What the service said, without the words of ours that stand around it. */
function wordsOnFields(error: AppError, language: Language): string {
  const message = error.params?.['message']
  if (typeof message === 'string') return message
  return namesField.includes(error.code) ? errorText(error, language) : ''
}
