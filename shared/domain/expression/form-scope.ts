import type { FieldValue, FormValues, InputDescriptor } from '../form.ts'
import { decimalFromMinor, minorFromDecimal, type Country } from '../money.ts'
import { encodeField, fieldText, isAmount, type SaleForm } from '../sale-form.ts'
import type { FormScope } from './run.ts'

/**
 * What the snippets of a form see when one of its fields has changed: every field of this step as it
 * would be sent. Amounts are exact numbers whatever way a person typed them, "12.000" of unclear
 * meaning is empty; what the service gave and nobody changed keeps its JSON; the rest is text.
 */
export function formScope(
  form: SaleForm,
  values: FormValues,
  country: Country,
  changed: string,
): FormScope {
  const fields = new Map(
    form.inputs.map((input): [string, FieldValue] => [
      input.name,
      isAmount(input)
        ? amountValue(form, input, values, country)
        : plainValue(input, fieldText(form, input, values)),
    ]),
  )
  return { fields, changed, value: fields.get(changed) ?? '' }
}

function plainValue({ value }: InputDescriptor, text: string): FieldValue {
  return value !== null && value.text === text ? value : textValue(text)
}

function amountValue(
  form: SaleForm,
  input: InputDescriptor,
  values: FormValues,
  country: Country,
): FieldValue {
  const text = fieldText(form, input, values).trim()
  const json = encodeField(form, input, values, { country, valuesAs: 'numbers' }) ?? ''
  const machine = text === input.value?.text ? text : json
  const minor = minorFromDecimal(machine)
  if (minor === null) return textValue('')
  const decimal = decimalFromMinor(minor)
  return { text: decimal, json: decimal }
}

function textValue(text: string): FieldValue {
  return { text, json: JSON.stringify(text) }
}
