import type { FormValues } from './form.ts'

/** Contract 4a: this `customerQueryType` says that `reference` is a card number. */
const byCard = '1'

function isByCard(values: FormValues): boolean {
  return values['customerQueryType'] === byCard
}

/**
 * A loan's reference that is a card number becomes its first six and last four digits, as the service
 * wants it (contract, 4a) and before anything else sees it. Other values stay as they are. `queryType`: what
 * the form holds for `customerQueryType` where nobody typed it.
 */
export function cutCardReference(
  values: FormValues,
  queryType = values['customerQueryType'],
): FormValues {
  if (queryType?.trim() !== byCard) return values
  const digits = (values['reference'] ?? '').replace(/[\s\u00a0.-]/g, '')
  if (!/^\d{11,19}$/.test(digits)) return values
  return { ...values, reference: digits.slice(0, 6) + digits.slice(-4) }
}

/** A card as it is read back to the customer, the digits that nobody keeps as dots; null when it is no cut card. */
export function readBackCard(values: FormValues): string | null {
  const digits = values['reference'] ?? ''
  if (!isByCard(values) || !/^\d{10}$/.test(digits)) return null
  return `${digits.slice(0, 4)} ${digits.slice(4, 6)}•• •••• ${digits.slice(6)}`.replaceAll(
    ' ',
    '\u00a0',
  )
}
