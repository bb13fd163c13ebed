import type { Country } from '../money/money.ts'

const plans = {
  /** Ten digits, all mobiles begin with 3. */
  CO: { prefix: '57', national: /^3\d{9}$/ },
  /** 09 and eight digits; abroad the 0 is dropped: +593 9... */
  EC: { prefix: '593', national: /^09\d{8}$/ },
} as const

/**
 * The national digits of a mobile number as the service wants them, from what was typed or pasted
 * (+57, 0057, +593, spaces, dashes, dots, brackets), or null when it is no mobile of the country.
 */
export function normalisePhone(text: string, country: Country): string | null {
  const { prefix, national } = plans[country]
  const digits = text.replace(/[\s\u00a0\-–().+]/g, '')
  if (!/^\d+$/.test(digits)) return null
  const bare = digits.replace(/^00/, '')
  const candidates = [digits]
  if (bare.startsWith(prefix)) {
    const rest = bare.slice(prefix.length)
    candidates.push(rest)
    if (country === 'EC') candidates.push(`0${rest}`)
  }
  return candidates.find((candidate) => national.test(candidate)) ?? null
}

/**
 * A mobile grouped to be read aloud: 300 123 4567 in Colombia, 099 123 4567 in Ecuador, with
 * no-break spaces (U+00A0). What is no mobile of the country stays as it is.
 */
export function formatPhone(text: string, country: Country): string {
  const digits = normalisePhone(text, country)
  return digits === null ? text : digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1\u00a0$2\u00a0$3')
}
