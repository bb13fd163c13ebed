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
