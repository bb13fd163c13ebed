/** Stands for a character that paper does not tell; every printer has it. */
const hidden = '*'

/** A phone for paper that others may find: `300 *** **67`. Anything too short for that is hidden whole. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  if (digits.length < 7) return hidden.repeat(digits.length)
  const between = hidden.repeat(digits.length - 5)
  return `${digits.slice(0, 3)}\u00a0${between.slice(0, 3)}\u00a0${between.slice(3)}${digits.slice(-2)}`
}

/** A document or an account by its end: `******789`; of a short one less is told. */
export function maskNumber(text: string, told: number): string {
  const plain = text.replace(/[\s\u00a0.-]/g, '')
  const shown = Math.min(told, Math.floor(plain.length / 3))
  return hidden.repeat(plain.length - shown) + plain.slice(plain.length - shown)
}

/** Hides a value that stands inside another text, for example a phone within a reference. */
export function isSameDigits(one: string, other: string): boolean {
  const digits = one.replace(/\D/g, '')
  return digits !== '' && digits === other.replace(/\D/g, '')
}
