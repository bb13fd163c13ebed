import type { FieldValue, FormValues, InputDescriptor } from '../form/form.ts'
import { isAmount, minorOfText, ownText, typedText } from '../form/form-fields.ts'
import { decimalFromMinor } from '../money/money.ts'
import type { FormScope } from './run.ts'

/**
 * What the snippets of a form see when one of its fields has changed: every field of this step as it
 * would be sent. Amounts are exact numbers whatever way a person typed them, "12.000" of unclear
 * meaning is empty; what the service gave and nobody changed keeps its JSON; the rest is text.
 * `texts` is believed for every field, also for those that nobody types into.
 */
export function formScope(
  inputs: readonly InputDescriptor[],
  texts: FormValues,
  changed: string,
): FormScope {
  const fields = new Map(
    inputs.map((input): [string, FieldValue] => {
      const text = typedText(texts, input.name) ?? ownText(input, {})
      return [input.name, isAmount(input) ? amountValue(inputs, text) : plainValue(input, text)]
    }),
  )
  return { fields, changed }
}

function plainValue({ value }: InputDescriptor, text: string): FieldValue {
  return value !== null && value.text === text ? value : textValue(text)
}

function amountValue(inputs: readonly InputDescriptor[], text: string): FieldValue {
  const minor = minorOfText(inputs, text.trim())
  if (minor === null) return textValue('')
  const decimal = decimalFromMinor(minor)
  return { text: decimal, json: decimal }
}

function textValue(text: string): FieldValue {
  return { text, json: JSON.stringify(text) }
}
