/** A name with a phone after it, as one types them: "Rosa Pérez 300 123 4567". */
const withPhone = /^(.*?\p{L}.*?)[\s,]+(\+?\d[\d\s-]{5,18}\d)$/u

/** Who is meant by what was typed for somebody new; null: no name stands there. */
export function typedDebtor(text: string): { name: string; phone: string } | null {
  const trimmed = text.trim()
  const [, name = trimmed, phone = ''] = withPhone.exec(trimmed) ?? []
  return /\p{L}/u.test(name) && name.length >= 2 ? { name, phone } : null
}
