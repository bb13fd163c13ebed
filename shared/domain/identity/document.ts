import type { Country } from '../money/money.ts'

/** Why a document number looks wrong. It is said, and never keeps anyone from selling. */
export type DocumentWarning = 'check-digit' | 'length' | 'characters'

/**
 * Looks at a document number as the country writes it and says what seems wrong, or null.
 * Colombia: a NIT with its check digit (900.123.456-8, or ten digits beginning with 8 or 9); a cédula has
 * none. Ecuador: a cédula of 10 digits or a RUC of 13. Foreigners' documents have no rule here.
 */
export function documentWarning(text: string, country: Country): DocumentWarning | null {
  const plain = text.replace(/[\s\u00a0.]/g, '')
  if (plain === '') return null
  const dashed = /^(\d+)-(\d)$/.exec(plain)
  if (dashed && country === 'CO') return checkNit(`${dashed[1]}${dashed[2]}`)
  const digits = plain.replaceAll('-', '')
  if (!/^\d+$/.test(digits)) return 'characters'
  return country === 'CO' ? colombian(digits) : ecuadorian(digits)
}

function colombian(digits: string): DocumentWarning | null {
  if (/^[89]\d{9}$/.test(digits)) return checkNit(digits)
  return digits.length >= 3 && digits.length <= 10 ? null : 'length'
}

function ecuadorian(digits: string): DocumentWarning | null {
  if (digits.length === 10) return cedulaHolds(digits) ? null : 'check-digit'
  if (digits.length === 13) return rucHolds(digits) ? null : 'check-digit'
  return 'length'
}

/** NIT: weights by position from the right, modulo 11 (DIAN). The last digit is the check digit. */
function checkNit(digits: string): DocumentWarning | null {
  const weights = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71]
  const body = digits.slice(0, -1)
  if (body.length > weights.length) return 'length'
  const rest = weighted([...body].reverse().join(''), weights) % 11
  return Number(digits.at(-1)) === (rest < 2 ? rest : 11 - rest) ? null : 'check-digit'
}

/** Cédula: province, a third digit below 6, and modulo 10 with every second digit doubled. */
function cedulaHolds(digits: string): boolean {
  if (!provinceHolds(digits) || digit(digits, 2) > 5) return false
  const sum = [...digits.slice(0, 9)].reduce((total, char, index) => {
    const doubled = Number(char) * (index % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return (10 - (sum % 10)) % 10 === digit(digits, 9)
}

/** RUC: a person's cédula and 001; or a public (third digit 6) or private (9) body modulo 11. */
function rucHolds(digits: string): boolean {
  if (/^0+$/.test(digits.slice(10))) return false
  const third = digit(digits, 2)
  if (third < 6) return cedulaHolds(digits.slice(0, 10))
  if (!provinceHolds(digits)) return false
  if (third === 6) return moduloEleven(digits, [3, 2, 7, 6, 5, 4, 3, 2])
  return third === 9 && moduloEleven(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2])
}

function provinceHolds(digits: string): boolean {
  const province = Number(digits.slice(0, 2))
  return (province >= 1 && province <= 24) || province === 30
}

/** The digit after the weighted ones is 11 less the rest (0 for no rest). */
function moduloEleven(digits: string, weights: readonly number[]): boolean {
  const rest = weighted(digits, weights) % 11
  return digit(digits, weights.length) === (rest === 0 ? 0 : 11 - rest)
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index] ?? 0), 0)
}

function digit(digits: string, index: number): number {
  return Number(digits[index] ?? Number.NaN)
}
