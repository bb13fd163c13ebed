import { z } from 'zod'
import type { SharedDoc } from '../../../shared/contract/upkeep/shared-docs.ts'
import { noteIdSchema } from '../erasure/erasure-log.ts'
import { keysAmong } from '../erasure/keys-here.ts'
import { tracesOf } from '../erasure/personal.ts'
import type { Database } from '../sqlite/db.ts'
import { allOrders, orderKey, orderRow, orderSchema, printOf } from './orders.ts'

/** An order, and what of it is here. */
export const foundOrderSchema = z.object({
  id: z.string(),
  by: z.string(),
  sales: z.array(z.string()),
  notes: z.array(noteIdSchema),
})
export type FoundOrder = z.output<typeof foundOrderSchema>

const idRow = z.object({ id: z.string() })

/** What began so long after an order (ms, by two clocks) is another visit of that customer's, and not meant. */
const clocksApartMs = 3_600_000

/** So many are looked for at once: each hashes all that tells anybody here. */
const soughtAtOnce = 20
/** After so many of what tells anybody it is said that it goes on: some tenths of a second. */
const lookedBetween = 2_000

/** What can be read of them, also while another process writes the journal. */
export function createOrdersReader(db: Database) {
  const isKnown = (id: string) =>
    db.get(idRow, 'select id from erasure_order where id = ?', id) !== null
  return {
    /** Whether something that was heard is an order of which nothing is known here. */
    isNew: ({ kind, scope, key, body }: Pick<SharedDoc, 'kind' | 'scope' | 'key' | 'body'>) =>
      kind === 'erasure' &&
      scope === 'shop' &&
      orderKey.safeParse(key).success &&
      orderSchema.safeParse(body).success &&
      !isKnown(key),
    /**
     * The first of those that are to be carried out here, with what each names. Reads what tells anybody in the whole journal,
     * which may take minutes: `beat` hears meanwhile that it goes on.
     */
    toDo(beat: () => void = () => undefined): FoundOrder[] {
      const sql = `${allOrders} where done_at is null order by at, id limit ?`
      const orders = db.all(orderRow, sql, soughtAtOnce)
      if (orders.length === 0) return []
      let looked = 0
      const keys = keysAmong(db, (key) => {
        if ((looked += 1) % lookedBetween === 0) beat()
        return orders
          .filter(({ salt, prints }) => prints.includes(printOf(salt, key)))
          .map(({ id }) => id)
      })
      return orders.map(({ id, by, at }) => ({
        ...{ id, by },
        ...tracesOf(db, keys.get(id) ?? [], at + clocksApartMs),
      }))
    },
    isAny: (): boolean => db.get(idRow, 'select id from erasure_order limit 1') !== null,
    /** Whether the hub was not yet told of one that was ordered here. */
    isUntold: (): boolean =>
      db.get(
        idRow,
        `select id from erasure_order where id not in (select key from hub_shared where kind = 'erasure')`,
      ) !== null,
  }
}

/** The same in the hands of the journal's one writer. */
export function createOrders(db: Database) {
  return {
    ...createOrdersReader(db),
    /** All that was here of it is erased, or will be. */
    done: (id: string, at: number): void =>
      void db.run('update erasure_order set done_at = ? where id = ? and done_at is null', at, id),
  }
}
