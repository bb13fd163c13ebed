import type { Right } from '../../shared/domain/people/rights.ts'

/**
 * What of answers and events is not for everyone, by its name, wherever it stands: the right to see it, or
 * `present` for what nobody sees who is not known to be here. To the others it is null, which the contract allows for each.
 */
export const redacted: Readonly<Record<string, Right | 'present'>> = {
  /** The assigned commission of a product, and of a sale. */
  tip: 'commissions',
  /** The commission that a quote named. */
  incentive: 'commissions',
  /** What the account has earned. */
  profits: 'commissions',
  /** Balance and profits of the account. */
  business: 'present',
}

/** Texts under names that the service chose: none of ours stands in them. */
const foreign: ReadonlySet<string> = new Set(['values'])

/** What a file says, without commissions. */
export function withoutCommissions(value: object): object {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, cut(inner, new Set(['commissions']))]),
  )
}

/**
 * An answer or event without what needs one of `hidden`. What was given is left as it was; what holds nothing to hide
 * is answered itself, as a catalog holds ten thousands.
 */
export function cut(value: unknown, hidden: ReadonlySet<Right | 'present'>): unknown {
  if (Array.isArray(value)) return value.map((one) => cut(one, hidden))
  if (typeof value !== 'object' || value === null) return value
  let left: Record<string, unknown> | null = null
  const fields: [string, unknown][] = Object.entries(value)
  for (const [name, inner] of fields) {
    const needed = Object.hasOwn(redacted, name) ? redacted[name] : undefined
    const isHidden = needed !== undefined && hidden.has(needed)
    const shown = isHidden ? null : foreign.has(name) ? inner : cut(inner, hidden)
    if (shown === inner) continue
    left ??= { ...value }
    left[name] = shown
  }
  return left ?? value
}
