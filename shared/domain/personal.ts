/** How many signs at the end of what identifies a customer stay readable in lists. */
const shown = 4
const hidden = '•••'

/**
 * A phone, document, account or reference where others may look on: `••• 4567`. Of a short one less is shown, of a card
 * number (already cut) its end.
 */
export function maskReference(text: string): string {
  const plain = text.replace(/[\s\u00a0.-]/g, '')
  const told = Math.min(shown, Math.floor(plain.length / 2))
  return plain === '' ? '' : `${hidden}\u00a0${plain.slice(plain.length - told)}`
}

/** Stands where who a customer is was erased. */
export const erasedMark = '[borrado]'

/** What of the values of a form says nothing of who the customer is. */
const impersonal: ReadonlySet<string> = new Set(['amount', 'productId'])

/** A form's values with everything that may tell the customer replaced; empty ones stay empty. */
export function erasedValues<T>(values: Readonly<Record<string, T>>): Record<string, T | string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      impersonal.has(name) || value === '' || value === null ? value : erasedMark,
    ]),
  )
}

/** What is compared of phones, documents and references: letters and digits alone. */
export function personKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
