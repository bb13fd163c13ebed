import { labelOf } from '../../../shared/domain/form/form-fields.ts'
import type { InputDescriptor } from '../../../shared/domain/form/form.ts'
import { foldText } from '../../../shared/domain/text/fold-text.ts'
import { kindOf, type FieldKind } from './field-text.ts'

/** Words that the service says a kind of field with, whatever its label is. */
const kindWords: Partial<Record<FieldKind, RegExp>> = {
  phone: /\b(celular|telefono|movil|cellphone|phone)\b/,
  money: /\b(valor|monto|importe|amount|value)\b/,
  document: /\b(documento|cedula|nit|ruc|document)\b/,
}

/** Shorter words of a label, as "del", are in any sentence. */
const shortest = 5

/**
 * The field that a refusal speaks of, out of those that a person may put right: by a word of its label, else of its kind;
 * else `last`, the one that the value was asked from. It only says where the keyboard goes.
 */
export function refusedField(
  inputs: readonly InputDescriptor[],
  message: string,
  last: string | null,
): string | null {
  const said = ` ${foldText(message)} `
  const named = inputs.find((input) =>
    foldText(`${labelOf(input)} ${input.name}`)
      .split(' ')
      .some((word) => word.length >= shortest && said.includes(` ${word} `)),
  )
  const meant = named ?? inputs.find((input) => kindWords[kindOf(input)]?.test(said))
  return meant?.name ?? last
}
