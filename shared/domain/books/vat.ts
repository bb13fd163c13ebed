/**
 * The tax inside a gross amount, half a minor unit rounded up. `rate`: in hundredths of a percent, as the accountant typed
 * it; null: none. Whole numbers throughout: money is never a float.
 */
export function vatInside(gross: number, rate: number | null): number {
  if (rate === null || rate === 0 || gross <= 0) return 0
  const whole = 10_000n + BigInt(rate)
  const net = (BigInt(gross) * 20_000n + whole) / (2n * whole)
  return gross - Number(net)
}
