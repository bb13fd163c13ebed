import type { FormValues } from '../form/form.ts'

/** Contract 4a: this `customerQueryType` says that `reference` is a card number. */
const byCard = '1'

/** Whether the form says that `reference` is a card number. */
export function isByCard(values: FormValues): boolean {
  return values['customerQueryType']?.trim() === byCard
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

/** Stands in the field for each digit of a card that is not kept. */
const gone = '•'

/**
 * What may stand of a card number while it is typed: up to ten digits as they are, of more the first six and the
 * last four, with a dot for each one between. The dots keep count, so that what is typed on or erased reads as if the
 * whole number stood there.
 */
export function cutTypedCard(text: string): string {
  const marks = text.replace(/[^\d•]/g, '')
  if (marks.length <= 10 && !marks.includes(gone)) return text
  const { head, between, tail } = partsOf(marks)
  return head + gone.repeat(between) + tail
}

/** The ten digits that are sent of what stands in a card's field, or null while it is no whole card. */
export function typedCardDigits(text: string): string | null {
  const marks = text.replace(/[\s\u00a0.-]/g, '')
  if (/^\d{10}$/.test(marks)) return marks
  if (!/^[\d•]{11,19}$/.test(marks)) return null
  const { head, tail } = partsOf(marks)
  return head.length === 6 && tail.length === 4 ? head + tail : null
}

/** Whether digits of a card were dropped from this text: it cannot be read as anything else any more. */
export function isCutCard(text: string): boolean {
  return text.includes(gone)
}

function partsOf(marks: string): { head: string; between: number; tail: string } {
  const first = marks.indexOf(gone)
  const whole = first < 0
  const before = whole ? marks.slice(0, 6) : marks.slice(0, first)
  const after = whole ? marks.slice(6) : marks.slice(marks.lastIndexOf(gone) + 1)
  const [head, tail] = [before.slice(0, 6), after.slice(-4)]
  return { head, between: marks.length - head.length - tail.length, tail }
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
