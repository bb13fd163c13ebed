/** How many signs at the end of a customer's number stay readable. */
const shown = 4

/** A phone, document or account of a customer as a file shows it unless it was asked for in full. */
export function masked(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  const rest = [...trimmed]
  const kept = rest.length > shown ? rest.slice(-shown).join('') : ''
  return `****${kept}`
}
