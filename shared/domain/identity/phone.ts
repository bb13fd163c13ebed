import type { Country } from '../money/money.ts'

/** `trunk`: what is dialled before a mobile at home, and dropped abroad. */
const plans = {
  /** Ten digits, all mobiles begin with 3. */
  CO: { prefix: '57', trunk: '', mobile: String.raw`3\d{9}` },
  /** 09 and eight digits; abroad the 0 is dropped: +593 9... */
  EC: { prefix: '593', trunk: '0', mobile: String.raw`9\d{8}` },
} as const

/** Digits of a mobile as it is dialled at home, in either country. */
const atHome = 10

/** A number as it was typed or pasted, without what only parts it. */
const withoutSigns = (text: string): string => text.replace(/[\s\u00a0\-–().]/g, '')

/** Whether these are the digits of a mobile of the country, as far as they go, as it is dialled at home. */
function isBegun(digits: string, country: Country): boolean {
  const { trunk, mobile } = plans[country]
  return (
    /^\d+$/.test(digits) && digits.length <= atHome && digits.startsWith(trunk + mobile.slice(0, 1))
  )
}

/**
 * The national digits of a mobile number as the service wants them, from what was typed or pasted
 * (+57, 0057, +593, spaces, dashes, dots, brackets), or null when it is no mobile of the country.
 */
export function normalisePhone(text: string, country: Country): string | null {
  const { prefix, trunk, mobile } = plans[country]
  const national = new RegExp(`^${trunk}${mobile}$`)
  const digits = withoutSigns(text).replaceAll('+', '')
  if (!/^\d+$/.test(digits)) return null
  const bare = digits.replace(/^00/, '')
  const candidates = [digits]
  if (bare.startsWith(prefix)) {
    const rest = bare.slice(prefix.length)
    candidates.push(rest, trunk + rest)
  }
  return candidates.find((candidate) => national.test(candidate)) ?? null
}

/**
 * The digits of a mobile as far as they were typed, at home: without the prefix of either country where it was written with
 * its + or 00. Null: no such prefix stands there, with a digit after it.
 */
export function typedAbroad(text: string): string | null {
  const typed = withoutSigns(text).replace(/^00/, '+')
  for (const { prefix } of Object.values(plans)) {
    const rest = typed.startsWith(`+${prefix}`) ? typed.slice(prefix.length + 1) : ''
    if (/^\d+$/.test(rest)) return rest
  }
  return null
}

/** Whether as many digits stand there as a mobile of the country has, its prefix counted where it begins with that. */
export function hasPhoneLength(text: string, country: Country): boolean {
  const { prefix, trunk } = plans[country]
  const digits = text.replace(/\D/g, '').replace(/^00/, '')
  const most = digits.startsWith(prefix) ? prefix.length + atHome - trunk.length : atHome
  return digits.length >= most
}

/** How many digits a mobile of the country still lacks that was typed as it is dialled at home; null: it is not one so far. */
export function missingDigits(text: string, country: Country): number | null {
  const digits = withoutSigns(text)
  return isBegun(digits, country) && digits.length < atHome ? atHome - digits.length : null
}

/** Every way to write the digits of a mobile, in whichever country it is one; none: it is none. */
export function phoneSpellings(digits: string): string[] {
  for (const { prefix, trunk, mobile } of Object.values(plans)) {
    const [, bare] =
      new RegExp(`^(?:(?:00)?${prefix})?(?:${trunk})?(${mobile})$`).exec(digits) ?? []
    if (bare === undefined) continue
    const before = ['', prefix, `00${prefix}`].flatMap((abroad) => [abroad, abroad + trunk])
    return [...new Set(before)].map((part) => part + bare)
  }
  return []
}

/**
 * A mobile grouped to be read aloud: 300 123 4567 in Colombia, 099 123 4567 in Ecuador, with
 * no-break spaces (U+00A0). What is no mobile of the country stays as it is.
 */
export function formatPhone(text: string, country: Country): string {
  const digits = normalisePhone(text, country)
  return digits === null ? text : digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1\u00a0$2\u00a0$3')
}

/** The digits of a mobile as they are shown while they are typed, in its groups from the first; others as they are. */
export function groupTypedPhone(digits: string, country: Country): string {
  if (!isBegun(digits, country)) return digits
  return digits.replace(/^(\d{3})(\d{1,3})(\d*)$/, (_, ...parts: string[]) =>
    parts.slice(0, 3).filter(Boolean).join('\u00a0'),
  )
}

/**
 * The digits by which a mobile is dialled from anywhere, its country's first, from what was typed: a mobile of this
 * country, or one of another written with its + or 00. Null for anything else: with letters or an extension, or fewer
 * or more digits than there are.
 */
export function phoneAbroad(text: string, country: Country): string | null {
  const { prefix, trunk } = plans[country]
  const home = normalisePhone(text, country)
  if (home !== null) return prefix + home.slice(trunk.length)
  const bare = withoutSigns(text)
  const digits = /^(?:\+|00)([1-9]\d{7,14})$/.exec(bare)?.[1]
  if (digits === undefined) return null
  const known = Object.values(plans).find((plan) => digits.startsWith(plan.prefix))
  const isWhole = known === undefined || new RegExp(`^${known.prefix}${known.mobile}$`).test(digits)
  return isWhole ? digits : null
}
