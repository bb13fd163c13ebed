/**
 * Cuts what must never be kept from a text that came from outside: card numbers to their first six
 * and last four digits, bearer tokens, and the values of JSON members that are called like secrets.
 */
export function redact(text: string): string {
  return text
    .replace(/\b(bearer)\s+[\w.~+/=-]+/gi, '$1 ***')
    .replace(secretMember, '$1***')
    .replace(/(?<![\w.])\d{13,19}(?!\w)/g, cutCard)
    .replace(/(?<![\w-])\d{4}([ -])\d{4,6}\1\d{4,5}(\1\d{1,7})?(?![\w-])/g, cutCard)
}

/**
 * A member called like a secret, with its text; quotes may be escaped inside another text. The prefix is
 * bounded: unbounded, a long run of letters (a picture in base64) takes the square of its length.
 */
const secretMember =
  /((?:\w{0,40}token|authorization|password|secret|api_?key)\\*"\s*:\s*\\*")[^"\\]*/gi

function cutCard(run: string): string {
  const digits = run.replace(/\D/g, '')
  if (digits.length < 13 || digits.length > 19 || !passesLuhn(digits)) return run
  return `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`
}

/** The check that every card number passes. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
