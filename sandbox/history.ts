import { profitOf } from './catalog/amounts.ts'
import type { ServiceCatalog } from './catalog/catalog.ts'
import type { Product } from './catalog/types.ts'
import type { NewTransaction } from './ledger/transaction.ts'
import { loadRow } from './loads.ts'
import { minor } from './money.ts'
import type { Currency } from './money.ts'
import { createRandom } from './random.ts'
import type { Random } from './random.ts'
import { STATUS } from './statuses.ts'
import { deltaOf } from './operations/sell.ts'
import type { StatusId } from './statuses.ts'
import { daysAfter, DAY_MS, startOfDay } from './wall-time.ts'

export interface HistoryPlan {
  seed: string
  /** First and last day, `YYYY-MM-DD`, both with sales. */
  from: string
  to: string
  salesPerDay: number
  /** Days with another number of sales. */
  busyDays: ReadonlyMap<string, number>
  /** The balance that loads bring the shop back to, minor units. */
  balance: number
}

/** How busy each hour of the shop's day is, from midnight on. */
const HOURS = [
  0.2, 0.1, 0, 0, 0, 0.3, 1.5, 3, 4.5, 5.5, 6.5, 7.5, 8.5, 7, 5.5, 5.5, 6.5, 8, 9, 8, 6, 4, 2.2,
  0.9,
]

const HOUR_MS = 60 * 60 * 1000

interface Weighted<T> {
  draw(random: Random): T
}

function weighted<T>(items: readonly T[], weight: (item: T, index: number) => number): Weighted<T> {
  const sums: number[] = []
  items.forEach((item, index) => sums.push((sums[index - 1] ?? 0) + weight(item, index)))
  const total = sums.at(-1) ?? 0
  return {
    draw(random) {
      const mark = random.next() * total
      const item = items[sums.findIndex((sum) => mark < sum)]
      if (item === undefined) throw new Error('nothing to draw from')
      return item
    },
  }
}

const hours = weighted(
  HOURS.map((_, hour) => hour),
  (hour) => HOURS[hour] ?? 0,
)

/** What one sale of a product is worth: small values are the common ones. */
function drawAmount(product: Product, random: Random): number {
  const rule = product.amount
  if (rule.kind === 'fixed') return rule.value
  if (rule.kind === 'choice') return random.pick(rule.values)
  const step =
    rule.kind === 'range'
      ? Math.max(rule.step, product.country === 'CO' ? 100_000 : 50)
      : product.country === 'CO'
        ? 5000
        : 1
  const spread = rule.kind === 'range' ? random.next() ** 6 : random.next() ** 2
  const amount = Math.ceil((rule.min + (rule.max - rule.min) * spread) / step) * step
  return Math.min(amount, rule.max)
}

function drawStatus(random: Random, recent: boolean): StatusId {
  const mark = random.next()
  if (mark < 0.003) return recent ? STATUS.PENDING : STATUS.APPROVED
  if (mark < 0.043) return STATUS.REJECTED
  if (mark < 0.048) return STATUS.PARTIAL
  return STATUS.APPROVED
}

function drawCellphone(product: Product, random: Random): string {
  return product.country === 'CO' ? `3${random.digits(9)}` : `09${random.digits(8)}`
}

/** A past sale of a product at a time. */
function pastSale(
  product: Product,
  createdAt: number,
  random: Random,
  currency: Currency,
  now: number,
): NewTransaction {
  const amount = drawAmount(product, random)
  const status = drawStatus(random, createdAt > now - DAY_MS)
  const cellphone = drawCellphone(product, random)
  const document = random.digits(10)
  return {
    kind: 'sales',
    transactionId: random.uuid(),
    customerId: random.uuid(),
    productId: product.id,
    productName: product.name,
    amount,
    currency,
    costs: product.cost,
    delta: deltaOf(product, amount),
    profit: profitOf(product, amount),
    status,
    outcome: status === STATUS.PENDING ? STATUS.APPROVED : status,
    processingAt: null,
    finalAt: status === STATUS.PENDING ? createdAt + 2 * DAY_MS : null,
    createdAt,
    visibleAt: createdAt,
    document,
    cellphone,
    data: JSON.stringify({
      productId: product.id,
      amount: amount / 100,
      customerCellphone: cellphone,
      customerDocument: document,
    }),
  }
}

/** The sales of one day, by their time; they depend on the seed and the day alone. */
function daySales(
  plan: HistoryPlan,
  date: string,
  products: Weighted<Product>,
  currency: Currency,
  now: number,
): NewTransaction[] {
  const random = createRandom(`${plan.seed} ${currency} ${date}`)
  const count = plan.busyDays.get(date) ?? plan.salesPerDay
  const start = startOfDay(date)
  const times = Array.from(
    { length: count },
    () => start + hours.draw(random) * HOUR_MS + random.integer(0, HOUR_MS - 1),
  ).toSorted((a, b) => a - b)
  return times
    .map((time) => pastSale(products.draw(random), time, random, currency, now))
    .filter((sale) => sale.createdAt <= now)
}

/** Puts a balance load wherever the shop would run low, and at least every four days. */
function withLoads(
  sales: readonly NewTransaction[],
  plan: HistoryPlan,
  currency: Currency,
): NewTransaction[] {
  const random = createRandom(`${plan.seed} ${currency} loads ${plan.from}`)
  const round = currency === 'COP' ? minor(50_000) : minor(50)
  const rows: NewTransaction[] = []
  let balance = plan.balance
  let loadedAt = startOfDay(plan.from)
  let previous = loadedAt
  for (const sale of sales) {
    const low = balance + sale.delta < plan.balance * 0.25
    const due = sale.createdAt - loadedAt > 4 * DAY_MS && balance < plan.balance * 0.9
    if (low || due) {
      loadedAt = Math.max(previous, sale.createdAt - 90_000)
      const amount = Math.max(1, Math.ceil((plan.balance - balance) / round)) * round
      rows.push(loadRow(amount, loadedAt, random.uuid(), currency))
      balance += amount
    }
    rows.push(sale)
    if (sale.status !== STATUS.REJECTED) balance += sale.delta
    previous = sale.createdAt
  }
  return rows
}

/** The shop's past, oldest first: the same plan gives the same rows. */
export function createHistory(
  plan: HistoryPlan,
  catalog: ServiceCatalog,
  currency: Currency,
  now: number,
): NewTransaction[] {
  const place = new Map(
    catalog.categories.flatMap((category) =>
      category.products.map((product, index) => [product.id, index] as const),
    ),
  )
  const products = weighted(
    catalog.products,
    (product) => 1 / (1 + product.categoryId * 0.6) / (1 + (place.get(product.id) ?? 0) * 0.4),
  )
  const sales: NewTransaction[] = []
  for (let date = plan.from; date <= plan.to; date = daysAfter(date, 1))
    sales.push(...daySales(plan, date, products, currency, now))
  return withLoads(sales, plan, currency)
}
