import { exactText, isRecord, jsonOrNull, NumberText, parseExact } from '../text/json.ts'
import type { CarriedField, SaleForm } from './sale-form.ts'

/**
 * What a quote's DefaultPayload adds to what is sent: each item that is `{name, value}` goes along as it came, in
 * later queries and in the sale, unless the form has a field of that name. The contract shows the list empty and never
 * its content: our reading of its name.
 */
export function withDefaultPayload(form: SaleForm, items: readonly string[]): SaleForm {
  const named = new Set(form.inputs.map(({ name }) => name))
  const added = items
    .flatMap((item) => readDefault(item) ?? [])
    .filter(({ name }) => !named.has(name))
  if (added.length === 0) return form
  const fields = new Map([...form.carried, ...added].map((field) => [field.name, field]))
  return { ...form, carried: [...fields.values()] }
}

/** One item of DefaultPayload as a field, or null when it is anything else: that is noted and not sent. */
export function readDefault(item: string): CarriedField | null {
  const parsed = jsonOrNull(item, parseExact)
  if (!isRecord(parsed)) return null
  const { name, value } = parsed
  if (typeof name !== 'string' || name === '' || value === undefined) return null
  const json = exactText(value)
  const isText = typeof value === 'string' || value instanceof NumberText
  return { name, json, text: isText ? String(value) : value === null ? '' : json }
}
