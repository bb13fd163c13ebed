import { money, type Money } from '../../shared/domain/money/money.ts'
import { serviceDayBounds } from '../../shared/domain/time/dates.ts'
import type { Tender } from '../../shared/domain/drawer/tender.ts'
import type { Intent } from '../../electron/store/sales/intent.ts'
import { createRandom } from '../search/names.ts'
import { daysOf, salesADay, type YearsPlan } from './plan.ts'
import { yearsProducts, type YearsProduct } from './products.ts'

/** How a sale of the years ended. */
export type End =
  | 'approved'
  | 'rejected'
  | 'declined'
  | 'not-sent'
  /** After a minute, when the customer had left. */
  | 'approved-late'
  | 'rejected-late'
  /** Made in part, and closed by a person as such. */
  | 'partial'
  /** Its record differs; a person closed it, or nobody has. */
  | 'review-closed'
  | 'review'
  /** The last ones: nobody knows yet. */
  | 'unknown'

/** One sale of the years: the same index of the same plan is the same sale in every run. */
export interface YearsSale {
  index: number
  day: string
  /** When it was begun, epoch milliseconds. */
  at: number
  end: End
  /** The service's own identifier of its record. */
  serviceId: string
  product: YearsProduct
  intent: Intent
}

const customers = 30_000
const names =
  'Ana,Luis,María,Carlos,Sofía,Andrés,Valentina,José,Paula,Juan,Camila,Pedro,Laura,Diego,Elena,Iván'.split(
    ',',
  )
const families =
  'Rodríguez,Gómez,Martínez,Peña,Ñáñez,Suárez,Castro,Rojas,Muñoz,Díaz,Ortiz,Vargas,Ríos,León,Mora,Cano'.split(
    ',',
  )

/** Who buys: a phone, a document and a name, always the same of the same customer. */
function customer(number: number) {
  const mixed = (number * 7_919) % 10_000_019
  const name = `${names[number % 16]} ${families[(number >> 4) % 16]}`
  return {
    phone: `3${String(100_000_000 + mixed * 37).slice(0, 9)}`,
    document: String(10_000_000 + mixed * 9),
    name,
  }
}

function endOf(index: number, sales: number): End {
  if (index >= sales - 3) return 'unknown'
  if (index % 5_000 === 77) return index % 25_000 === 77 ? 'review' : 'review-closed'
  if (index % 5_000 === 99) return 'partial'
  if (index % 1_000 === 11) return 'rejected-late'
  if (index % 1_000 === 500) return 'approved-late'
  if (index % 200 === 3) return 'not-sent'
  if (index % 100 === 5) return 'declined'
  return index % 40 === 7 ? 'rejected' : 'approved'
}

function tenderOf(index: number, total: Money, name: string): { tender?: Tender } {
  if (index % 100 === 41) return { tender: { kind: 'credit', name } }
  if (index % 33 === 5)
    return { tender: { kind: 'transfer', via: 'Nequi', note: `${index % 10_000}`, seen: true } }
  if (index % 4 !== 1) return {}
  const bill = 5_000_000
  return {
    tender: { kind: 'cash', received: money(Math.ceil(total.minor / bill) * bill, 'COP') },
  }
}

/** Some products sell much more than the others. */
function placeOf(random: (below: number) => number, products: number): number {
  return Math.floor((random(1_000) / 1_000) ** 3 * products)
}

/** Every sale in the order in which they were made, without the shift that each belongs to. */
export function* yearsSales(plan: YearsPlan): Generator<YearsSale> {
  const random = createRandom(11)
  const products = yearsProducts(plan.products)
  const [first] = products
  if (!first) throw new RangeError('no products')
  const days = daysOf(plan)
  for (let index = 0; index < plan.sales; index += 1) {
    const day = days[Math.floor(index / salesADay)] ?? plan.lastDay
    // From seven in the morning to nine at night.
    const opened = serviceDayBounds(day).start + 7 * 3_600_000
    const at = opened + Math.floor(((index % salesADay) * 14 * 3_600_000) / salesADay)
    const product = products[placeOf(random, products.length)] ?? first
    const end = endOf(index, plan.sales)
    yield {
      index,
      day,
      at,
      end,
      serviceId: String(4_000_000 + index),
      product,
      intent: intentOf(plan, { index, at, product, random }),
    }
  }
}

/** So many more sales, of a day to come and under identifiers of their own: none of them is there already. */
export function* furtherSales(
  plan: YearsPlan,
  mark: string,
  sales: number,
): Generator<YearsSale, undefined> {
  for (const sale of yearsSales({ ...plan, sales, lastDay: '2035-01-01' })) {
    const { id, draftId } = sale.intent
    yield {
      ...sale,
      intent: { ...sale.intent, id: `${mark}-${id}`, draftId: `${mark}-${draftId}` },
    }
  }
}

function intentOf(
  { profileId }: YearsPlan,
  sale: {
    index: number
    at: number
    product: YearsProduct
    random: (below: number) => number
  },
): Intent {
  const { index, at, product, random } = sale
  const who = customer(random(customers))
  const units = (2 + random(60)) * 1_000
  const amount = money(units * 100, 'COP')
  const cost = product.asks === 'phone' ? null : money(20_000, 'COP')
  const isOut = product.asks === 'payout'
  const total = isOut ? amount : money(amount.minor + (cost?.minor ?? 0), 'COP')
  const { id, draftId } = idsOf(at, random)
  const { values, reference, phone } = formOf(product, who, String(units), random)
  return {
    id,
    draftId,
    profileId,
    productId: product.id,
    productName: product.name,
    categoryName: product.category,
    tip: '3',
    direction: isOut ? 'out' : 'in',
    amount,
    cost,
    incentive: money(Math.floor(amount.minor / 40), 'COP'),
    total,
    reference,
    phone,
    values,
    impersonal: [],
    body: JSON.stringify({
      data: { productId: product.id, ...values, id_query: 88_000_000 + index },
      _channel: 'WS',
      _version: '1.10.2',
      _id: id,
      _geolocation: { latitude: 4.6533, longitude: -74.0836 },
      _deviceId: '7d9f1c52-51c0-4d0a-9c3e-2b0b8a3d0a11',
    }),
    cashier: null,
    cashierId: null,
    shift: null,
    againOf: null,
    createdAt: at,
    ...(isOut ? {} : tenderOf(index, total, who.name)),
  }
}

function formOf(
  { asks }: YearsProduct,
  who: ReturnType<typeof customer>,
  amount: string,
  random: (below: number) => number,
) {
  if (asks === 'phone') {
    const values = { customerCellphone: who.phone, amount }
    return { values, reference: who.phone, phone: who.phone }
  }
  const reference =
    asks === 'payout' ? who.document : String(1_000_000_000 + random(900_000) * 10_007)
  const values = {
    reference,
    customerName: who.name,
    customerDocType: 'CC',
    customerDocument: who.document,
    customerCellphone: who.phone,
    amount,
  }
  return { values, reference, phone: who.phone }
}

/** A UUIDv7 of the moment for `_id`, and what the window chose for the draft. */
function idsOf(at: number, random: (below: number) => number): { id: string; draftId: string } {
  const time = at.toString(16).padStart(12, '0')
  const hex = (digits: number) =>
    random(16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  return {
    id: `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`,
    draftId: `${hex(6)}${hex(2)}-${hex(4)}-4${hex(3)}-9${hex(3)}-${hex(6)}${hex(6)}`,
  }
}
