/** Money inside the sandbox is an integer of minor units (cents), two decimals for COP and USD. */
export type Currency = 'COP' | 'USD'

/** Whole or decimal units to minor units, for constants in the code. */
export const minor = (units: number) => Math.round(units * 100)

/** Minor units as the JSON number of the wire. */
export const units = (amount: number) => amount / 100

/**
 * Reads an amount as clients send it: a number, or text such as `5000` or `12.50`.
 * Undefined when it is not an amount with at most two decimals.
 */
export function parseAmount(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const match = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(String(value).trim())
  if (match === null) return undefined
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
