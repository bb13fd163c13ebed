/** Why a text looks wrong for what its field is called. It is said, and never keeps anyone from selling. */
export type TextWarning = 'email' | 'account' | 'signs' | 'short'

/**
 * Looks at a plain text as it is typed and says what seems wrong, or null. The contract gives no format for
 * references: only what no bill, account or mail address has is said, by the names it shows.
 */
export function textWarning(name: string, text: string): TextWarning | null {
  const plain = text.trim()
  if (plain === '') return null
  if (/e?mail$/i.test(name)) return /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(plain) ? null : 'email'
  if (/^accountNumber$/i.test(name)) return /^[\d\s-]+$/.test(plain) ? tooShort(plain) : 'account'
  if (!/reference$/i.test(name)) return null
  return /^[\p{L}\p{N}\s.,/()#_-]+$/u.test(plain) ? tooShort(plain) : 'signs'
}

function tooShort(text: string): TextWarning | null {
  return text.replace(/[^\p{L}\p{N}]/gu, '').length < 4 ? 'short' : null
}
