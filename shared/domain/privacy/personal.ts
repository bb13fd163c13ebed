import { isAmount } from '../form/form-fields.ts'
import type { InputDescriptor } from '../form/form.ts'
import { referenceNames, type SaleForm } from '../form/sale-form.ts'

/** Stands where who a customer is was erased. */
export const erasedMark = '[borrado]'

/** A field of a form that says nothing of who the customer is. */
export function isImpersonal(name: string): boolean {
  return name === 'amount' || name === 'productId'
}

/** A form's values with everything that may tell the customer replaced; empty ones stay empty. */
export function erasedValues<T>(values: Readonly<Record<string, T>>): Record<string, T | string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isImpersonal(name) || value === '' || value === null ? value : erasedMark,
    ]),
  )
}

/**
 * The fields of a sale that hold what others' have too: a choice of a list, an amount, what the service hid in the form.
 * `first`: the product's first form, where what is hidden or carried by now may have been typed.
 */
export function impersonalFields(form: SaleForm, first: readonly InputDescriptor[]): string[] {
  const earlier = new Map(first.map((input) => [input.name, input]))
  const isCommon = (input: InputDescriptor) =>
    isAmount(input) || input.type === 'select' || input.options.length > 0
  const tells = (input: InputDescriptor): boolean => {
    if (isCommon(input)) return false
    if (input.type !== 'hidden' || referenceNames.some((name) => name === input.name)) return true
    const before = earlier.get(input.name)
    return before !== undefined && before.type !== 'hidden' && !isCommon(before)
  }
  const carried = form.carried.flatMap(({ name }) => earlier.get(name) ?? [])
  return [...form.inputs, ...carried].filter((input) => !tells(input)).map(({ name }) => name)
}
