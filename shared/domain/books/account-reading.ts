import type { SaleFact } from './facts.ts'

/** What a sale did to the prepaid balance, taken apart. Minor units. */
export interface AccountReading {
  /** By its value: minus what was sold; what was paid out where that came into the balance. */
  value: number
  /** The service's cost, taken beside the value. */
  taken: number
  /** The commission, paid into the balance at once. */
  paid: number
  /** What the service's figures show beyond that: nobody can say what it is. */
  rest: number
}

/**
 * Reads what the service did with the balance out of its own figures (after - before): whether it took the cost beside
 * the value, paid the commission at once, and put the value of a withdrawal into the balance. Where it told nothing the
 * quoted cost counts as taken, and the commission as not yet paid.
 */
export function accountReading({ direction, amount, own }: SaleFact): AccountReading {
  const value = direction === 'out' ? amount : -amount
  const [cost, incentive] = [own?.cost ?? 0, own?.incentive ?? 0]
  const usual = { value, taken: cost, paid: 0, rest: 0 }
  const change = own?.change ?? null
  if (change === null) return usual
  for (const values of direction === 'out' ? [value, 0] : [value]) {
    for (const taken of [cost, 0]) {
      for (const paid of [0, incentive]) {
        if (values - taken + paid === change) return { value: values, taken, paid, rest: 0 }
      }
    }
  }
  return { ...usual, rest: change - (value - cost) }
}
