import { parseTypedMoney } from '../money/typed-money.ts'
import { isAmount, isGuarded, ownText, typedText } from './form-fields.ts'
import { formLogic } from './field-scripts.ts'
import type { FormValues, InputDescriptor } from './form.ts'
import { isRecord, jsonOrNull, parseExact } from '../text/json.ts'
import {
  currencyOfCountry,
  decimalFromMinor,
  minorFromDecimal,
  money,
  type Country,
  type Money,
} from '../money/money.ts'
import { normalisePhone } from '../identity/phone.ts'
import type { AppError } from '../../errors.ts'

/** A field of an earlier step that goes along, as it was then. */
export interface CarriedField {
  name: string
  text: string
  /** Exact JSON. */
  json: string
}

/** The form of a sale at one step: the product's first form, or what the last quote returned. */
export interface SaleForm {
  inputs: readonly InputDescriptor[]
  carried: readonly CarriedField[]
}

/** How values are written: see Profile.valuesAs. */
export interface FieldTyping {
  country: Country
  valuesAs: 'strings' | 'numbers'
}

/** The first step of a sale. */
export function firstForm(inputs: readonly InputDescriptor[]): SaleForm {
  return { inputs, carried: [] }
}

/**
 * The step after a quote. Its Inputs take the form's place (none at all: the form stays). Of the
 * fields that they do not name again, those flagged `payloadSell` go along, and so do visible ones unless their
 * `view` says that they were only for the query.
 */
export function nextForm(
  form: SaleForm,
  values: FormValues,
  quoted: readonly InputDescriptor[],
  typing: FieldTyping,
): SaleForm {
  if (quoted.length === 0) return form
  const named = new Set(quoted.map((input) => input.name))
  const kept = form.inputs
    .filter((input) => input.payloadSell || (input.type !== 'hidden' && input.view !== 'query'))
    .flatMap((input) => carry(form, input, values, typing))
  const again = new Set(kept.map((field) => field.name))
  const carried = [...form.carried.filter((field) => !again.has(field.name)), ...kept]
  return { inputs: quoted, carried: carried.filter((field) => !named.has(field.name)) }
}

function carry(
  form: SaleForm,
  input: InputDescriptor,
  values: FormValues,
  typing: FieldTyping,
): CarriedField[] {
  const json = encodeField(form, input, values, typing)
  return json === null ? [] : [{ name: input.name, text: fieldText(form, input, values), json }]
}

/** The values to draw a step with: what was typed, overlaid by what the service returned. */
export function overlaidValues(form: SaleForm, values: FormValues): FormValues {
  const overlay = form.inputs.map((input): [string, string] => {
    const typed = typedText(values, input.name) ?? ''
    if (input.type === 'input-lender') return [input.name, '']
    const isTypable = !input.disabled && input.type !== 'hidden'
    if (input.value === null || (input.value.text === '' && isTypable)) return [input.name, typed]
    return [input.name, input.value.text]
  })
  return { ...values, ...Object.fromEntries(overlay) }
}

/** The text a field has now; a disabled or hidden one takes what the service gave or the form's own logic wrote. */
export function fieldText(form: SaleForm, input: InputDescriptor, values: FormValues): string {
  const written = isGuarded(input) && formLogic(form.inputs, values).written.get(input.name)
  return typeof written === 'string' ? written : ownText(input, values)
}

/** The exact JSON that a field is sent as, or null when it is empty and left out. */
export function encodeField(
  form: SaleForm,
  input: InputDescriptor,
  values: FormValues,
  typing: FieldTyping,
): string | null {
  const text = fieldText(form, input, values)
  const { value } = input
  const isGiven = input.disabled || input.type === 'hidden' || input.origin === 'object'
  // An amount that says nothing is left to the quote; sent as it came it would read as none, or as nought.
  if (input.name === 'amount' && text.trim() === '') return null
  if (isGiven && value !== null && text === value.text) return value.json
  const bare = text.trim()
  if (bare === '') return null
  if (input.origin === 'object' && isJsonStructure(bare)) return bare
  if (/^(true|false)$/.test(value?.json ?? '') && /^(true|false)$/.test(bare)) return bare
  if (isAmount(input)) {
    const read = readAmount(form, bare, typing.country)
    const decimal = 'money' in read ? decimalFromMinor(read.money.minor) : bare
    return typing.valuesAs === 'numbers' && 'money' in read ? decimal : JSON.stringify(decimal)
  }
  if (input.type === 'cellphone') {
    return JSON.stringify(normalisePhone(bare, typing.country) ?? bare)
  }
  return JSON.stringify(bare)
}

function isJsonStructure(text: string): boolean {
  const parsed = jsonOrNull(text, parseExact)
  return isRecord(parsed) || Array.isArray(parsed)
}

type AmountReading = { money: Money } | { error: AppError }

/** Reads an amount: exactly as a machine wrote it where the service did, else as a person types. */
export function readAmount(form: SaleForm, text: string, country: Country): AmountReading {
  const currency = currencyOfCountry[country]
  if (form.inputs.some((input) => input.value?.text === text)) {
    const minor = minorFromDecimal(text)
    if (minor !== null) return { money: money(minor, currency) }
  }
  return parseTypedMoney(text, currency, 'point')
}

/** The value of the sale as the form says it: the field `amount`, here or carried; null when it says none. */
export function amountOf(form: SaleForm, values: FormValues, country: Country): Money | null {
  const input = form.inputs.find(({ name }) => name === 'amount')
  const carried = form.carried.find(({ name }) => name === 'amount')
  const text = (input ? fieldText(form, input, values) : (carried?.text ?? '')).trim()
  if (text === '') return null
  const read = readAmount(form, text, country)
  return 'money' in read ? read.money : null
}

/** Names that identify what is paid for, the most telling first (the service's documentation, examples of sell). */
export const referenceNames = [
  'reference',
  'barcode',
  'accountNumber',
  'customerDocument',
  'customerCellphone',
] as const

/** What identifies the sale to the customer, and the customer's phone. */
export function identityOf(
  form: SaleForm,
  values: FormValues,
  country: Country,
): { reference: string; phone: string | null } {
  const texts = new Map(form.carried.map(({ name, text }) => [name, text.trim()]))
  for (const input of form.inputs) {
    const text = fieldText(form, input, values).trim()
    const isPhone = input.type === 'cellphone' || input.name === 'customerCellphone'
    texts.set(input.name, isPhone ? (normalisePhone(text, country) ?? text) : text)
  }
  const known = referenceNames.map((name) => texts.get(name)).find(Boolean)
  const typed = form.inputs.find(
    (input) => !isAmount(input) && input.type !== 'hidden' && texts.get(input.name),
  )
  const phoneName = form.inputs.find(({ type }) => type === 'cellphone')?.name
  return {
    reference: known ?? (typed ? (texts.get(typed.name) ?? '') : ''),
    phone: texts.get('customerCellphone') || (phoneName && texts.get(phoneName)) || null,
  }
}
