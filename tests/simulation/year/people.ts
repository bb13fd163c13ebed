import type { Money } from '../../../shared/domain/money/money.ts'
import type { ParsedInput } from '../../../shared/contract/index.ts'
import type { Random } from '../random.ts'

/** What a customer asks for, as it is typed. */
export type YearOrder = ParsedInput<'selling.sell'>

/** Who buys: so many that the same one comes again and again, and no two share a number. */
export interface Customers {
  /** The next one of them who was not erased. */
  next(): number
  /** What somebody asks for by the draft, and how much it comes to. */
  order(draftId: string): { input: YearOrder; customer: number; amount: Money }
  /** By what a customer is found. */
  keyOf(customer: number): string
  /** The ten digits that are nobody else's. */
  digitsOf(customer: number): string
  /** Whose digits these are, among those who were erased. */
  erasedBy(digits: string): number | undefined
  /** Somebody who bought nothing for an hour asks to be erased, and buys nothing any more. */
  ask(): number
  /** The register said that it is done, or will be. */
  erase(customer: number): void
  readonly asked: ReadonlySet<number>
  readonly erased: ReadonlySet<number>
}

const hour = 3_600_000

/** `sales` of the whole year: each customer has about a dozen. `now`: real time. */
export function createCustomers(random: Random, sales: number, now: () => number): Customers {
  const count = Math.max(40, Math.ceil(sales / 12))
  const asked = new Set<number>()
  const erased = new Set<number>()
  const boughtAt = new Map<number, number>()
  const digitsOf = (customer: number) =>
    `300${String((customer * 7919 + 1_000_003) % 10_000_000).padStart(7, '0')}`
  const gone = new Map<string, number>()
  const isPhone = (customer: number) => customer % 2 === 0

  function next(): number {
    for (;;) {
      const customer = random.int(0, count + asked.size - 1)
      if (!asked.has(customer)) return customer
    }
  }

  return {
    next,
    digitsOf,
    keyOf: (customer) => (isPhone(customer) ? digitsOf(customer) : `KX-${digitsOf(customer)}`),
    order(draftId) {
      const customer = next()
      boughtAt.set(customer, now())
      const minor = random.chance(0.3)
        ? random.pick([500_000, 1_000_000])
        : random.int(1, 9_999_999)
      const amount = `${Math.floor(minor / 100)},${String(minor % 100).padStart(2, '0')}`
      const values: Record<string, string> = isPhone(customer)
        ? { customerCellphone: digitsOf(customer), amount }
        : { reference: `KX-${digitsOf(customer)}`, amount }
      const productId = isPhone(customer) ? '10000' : '411001'
      const again = random.chance(0.7)
      return {
        input: { draftId, productId, quoteId: null, values, again, againOf: null },
        customer,
        amount: { minor, currency: 'COP' },
      }
    },
    erasedBy: (digits) => gone.get(digits),
    ask() {
      for (;;) {
        const customer = next()
        if (now() - (boughtAt.get(customer) ?? 0) < hour) continue
        asked.add(customer)
        return customer
      }
    },
    erase(customer) {
      erased.add(customer)
      gone.set(digitsOf(customer), customer)
    },
    asked,
    erased,
  }
}
