import { skewLimit } from '../sale/sale-machine.ts'

/**
 * A moment of this computer's clock (epoch ms) by the service's, of which it is known how far it is ahead (ms); null:
 * not known. Clocks that differ by little agree: a slow answer, or whole seconds in a header, explain it.
 */
export function serviceTime(now: number, skewMs: number | null): number {
  return skewMs === null || Math.abs(skewMs) <= skewLimit ? now : now + skewMs
}
