import { z } from 'zod'
import { isByCard } from '../../../shared/domain/identity/card.ts'
import { erasedMark } from '../../../shared/domain/privacy/personal.ts'
import {
  recentCustomerSchema,
  type RecentCustomer,
} from '../../../shared/domain/sale/recent-customer.ts'
import { directionSchema, type Direction } from '../../../shared/domain/money/money.ts'
import type { Database } from '../sqlite/db.ts'
import { redact } from './redact.ts'

/** The newest sales that are looked through, and the most customers that come of them. */
const looked = 300
const most = 40

const row = z.object({
  reference: z.string(),
  phone: z.string().nullable(),
  form_values: z.string(),
  amount: z.int(),
  currency: z.string(),
  created_at: z.int(),
})

const amountRow = row.pick({ amount: true })
const directionRow = z.object({ direction: directionSchema })

/** What was sold of a product lately, for whoever reads the journal. */
export const createRecentReader = (db: Database) => ({
  /** To each customer, newest first. */
  recentCustomers: (profileId: string, productId: string): RecentCustomer[] =>
    recentCustomers(db, profileId, productId),
  /** The values of the newest approved sales, in minor units. */
  soldAmounts: (profileId: string, productId: string): number[] =>
    soldAmounts(db, profileId, productId),
  /** Which way the cash of the newest approved sale went; null: there is none. */
  soldDirection: (profileId: string, productId: string): Direction | null =>
    soldDirection(db, profileId, productId),
})

/**
 * What was last sold of a product to each customer, newest first: approved sales alone. Neither cards, nor what was
 * erased of a customer, are offered again.
 */
export function recentCustomers(
  db: Database,
  profileId: string,
  productId: string,
): RecentCustomer[] {
  const rows = db.all(
    row,
    `select reference, phone, form_values, amount, currency, created_at from sale
     where profile_id = ? and product_id = ? and shown_state = 'APPROVED'
     order by created_at desc limit ${looked}`,
    profileId,
    productId,
  )
  const found = new Map<string, RecentCustomer>()
  for (const { reference, phone, form_values, amount, currency, created_at: at } of rows) {
    const values: unknown = JSON.parse(form_values)
    const money = { minor: amount, currency }
    const customer = recentCustomerSchema.safeParse({ reference, phone, values, amount: money, at })
    if (!customer.success || !mayBeOffered(customer.data)) continue
    const key = `${reference}\n${phone ?? ''}`
    if (!found.has(key)) found.set(key, customer.data)
    if (found.size === most) break
  }
  return [...found.values()]
}

/** The values of a product's newest approved sales, in minor units. */
export function soldAmounts(db: Database, profileId: string, productId: string): number[] {
  const rows = db.all(
    amountRow,
    `select amount from sale
     where profile_id = ? and product_id = ? and shown_state = 'APPROVED'
     order by created_at desc limit ${looked}`,
    profileId,
    productId,
  )
  return rows.map(({ amount }) => amount)
}

function soldDirection(db: Database, profileId: string, productId: string): Direction | null {
  const found = db.get(
    directionRow,
    `select direction from sale
     where profile_id = ? and product_id = ? and shown_state = 'APPROVED'
     order by created_at desc limit 1`,
    profileId,
    productId,
  )
  return found?.direction ?? null
}

function mayBeOffered({ reference, values }: RecentCustomer): boolean {
  const texts = [reference, ...Object.values(values)]
  if (reference === '' || isByCard(values)) return false
  return texts.every((text) => text !== erasedMark && redact(text) === text)
}
