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
