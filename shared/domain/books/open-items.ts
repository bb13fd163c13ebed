import { sumMoney, type Money } from '../money/money.ts'
import type { MonthFacts, SaleFact } from './facts.ts'
import type { BookRole } from './roles.ts'
import { isSettled } from './sale-postings.ts'
import { byText, signed, type Voucher } from './voucher.ts'

/** What a month leaves open, from its facts and its vouchers. */
export interface OpenItems {
  unresolved: { count: number; total: Money[] }
  elsewhere: number
  unclassified: { productId: string; name: string; count: number; total: Money }[]
  owed: Money[]
  credit: Money[]
  prepaidDifference: Money | null
}

/**
 * Names what is open: sales without an end, products that nobody classified, what is owed to customers and by them, and
 * what the balance moved by beyond the entries. That difference is shown and never posted by itself.
 */
export function openItems(
  of: {
    facts: MonthFacts
    openElsewhere: number
    products: ReadonlyMap<string, string>
    balance: { opening: Money | null; closing: Money | null }
  },
  vouchers: readonly Voucher[],
): OpenItems {
  const { facts, products, balance } = of
  const waiting = facts.sales.filter(
    (sale) => sale.own !== null && sale.outcome !== 'undone' && !isSettled(sale),
  )
  return {
    unresolved: {
      count: waiting.length,
      total: sums(waiting.map(({ currency, own }) => [currency, own?.total ?? 0])),
    },
    elsewhere: of.openElsewhere,
    unclassified: unclassified(facts.sales, products),
    owed: negated(balancesOf(vouchers, ['refunds', 'payouts'])),
    credit: balancesOf(vouchers, ['credit']),
    prepaidDifference: prepaidDifference(vouchers, balance),
  }
}

function unclassified(
  sales: readonly SaleFact[],
  products: ReadonlyMap<string, string>,
): OpenItems['unclassified'] {
  const found = sales.filter((sale) => isSettled(sale) && sale.nature === null)
  const groups = Map.groupBy(found, ({ product, currency }) => `${product}\n${currency}`)
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group
      if (!first) return []
      const minor = group.reduce((sum, { amount }) => sum + amount, 0)
      const { product: productId, currency } = first
      const total = sumMoney(minor, currency)
      return [{ productId, name: products.get(productId) ?? productId, count: group.length, total }]
    })
    .toSorted((one, other) => other.count - one.count || byText(one.productId, other.productId))
}

function prepaidDifference(
  vouchers: readonly Voucher[],
  { opening, closing }: { opening: Money | null; closing: Money | null },
): Money | null {
  if (!opening || closing?.currency !== opening.currency) return null
  const posted = balancesOf(vouchers, ['prepaid']).find(
    ({ currency }) => currency === opening.currency,
  )
  return sumMoney(closing.minor - opening.minor - (posted?.minor ?? 0), opening.currency)
}

function balancesOf(vouchers: readonly Voucher[], roles: readonly BookRole[]): Money[] {
  return sums(
    vouchers.flatMap(({ currency, lines }) =>
      lines
        .filter(({ role }) => roles.includes(role))
        .map((line): [string, number] => [currency, signed(line)]),
    ),
  )
}

const negated = (amounts: readonly Money[]) =>
  amounts.map(({ minor, currency }) => sumMoney(-minor, currency))

/** By currency, which are never added; nought left out. */
function sums(amounts: readonly (readonly [string, number])[]): Money[] {
  const found = new Map<string, number>()
  for (const [currency, minor] of amounts) found.set(currency, (found.get(currency) ?? 0) + minor)
  return [...found]
    .filter(([, minor]) => minor !== 0)
    .toSorted(([one], [other]) => byText(one, other))
    .map(([currency, minor]) => sumMoney(minor, currency))
}
