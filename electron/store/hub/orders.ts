import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '../sqlite/db.ts'
import { insertRow, jsonOf } from '../sqlite/rows.ts'
import type { Placed } from './shared-people.ts'

/**
 * An erasure that was ordered at one register, as all of the shop hear of it. Who it is stands in it as keyed hashes alone: each
 * register finds by them which of its own keys are meant, and whoever reads the hub reads nobody's name or number.
 */
export const orderSchema = z.object({
  /** When it was ordered (epoch ms, by the clock of that register). */
  at: z.int(),
  salt: z.string().regex(/^[0-9a-f]{64}$/),
  prints: z
    .array(z.string().regex(/^[0-9a-f]{64}$/))
    .min(1)
    .max(8),
})
export const orderKey = z.uuid()

/** An order as the journal has it; `by`: the register that gave it, as the hub numbers it, '' for this one. */
export const orderRow = orderSchema.extend({
  id: z.string(),
  by: z.string(),
  prints: jsonOf(orderSchema.shape.prints),
})
export const allOrders = 'select id, at, salt, prints, said_by as "by" from erasure_order'

/** What stands in an order for something to look for. */
export const printOf = (salt: string, key: string): string =>
  createHmac('sha256', salt).update(key).digest('hex')

/** What registers say of orders: all that are known here. They are never taken away. */
export const ordersSaid = (db: Database) =>
  new Map(db.all(orderRow, allOrders).map(({ id, at, salt, prints }) => [id, { at, salt, prints }]))

/** An order of another register: it is carried out behind. */
export function takeOrder(
  db: Database,
  { key: id, body, by: saidBy }: Pick<Placed, 'key' | 'body' | 'by'>,
): void {
  if (body === null) return
  const { at, salt, prints } = orderSchema.parse(body)
  const row = { id, at, salt, prints: JSON.stringify(prints), saidBy }
  insertRow(db, 'erasure_order', row, 'on conflict do nothing')
}

/** Orders the other registers of the shop to erase whom these keys name, as here. */
export function orderElsewhere(db: Database, keys: readonly string[], at: number): void {
  if (keys.length === 0) return
  const salt = randomBytes(32).toString('hex')
  const prints = JSON.stringify(keys.map((key) => printOf(salt, key)))
  insertRow(db, 'erasure_order', { id: randomUUID(), at, salt, prints, saidBy: '', doneAt: at })
}
