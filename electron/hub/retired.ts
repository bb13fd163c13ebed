import { z } from 'zod'
import { erasedMark } from '../../shared/domain/privacy/personal.ts'
import type { HubConnection } from './connect.ts'

/** What retired registers sent, as whoever owns the database reads it, and writes it again where an erasure was ordered. */

const registerRow = z.object({ id: z.int(), code: z.string(), name: z.string() })
export type RetiredRegister = z.output<typeof registerRow>

const orderRow = z.object({ key: z.string(), body: z.unknown() })
export type SentOrder = z.output<typeof orderRow>

const imageRow = z.object({ id: z.string(), doc: z.unknown() })
const datedRow = imageRow.extend({ at: z.union([z.string(), z.number()]).transform(Number) })
export type SentImage = z.output<typeof datedRow>
export type ErasedKind = 'sale' | 'shift'

const nowRow = z.object({ now: z.coerce.number() })
/** What time it is there (epoch ms). */
export async function serverNow(hub: HubConnection): Promise<number> {
  const sql = 'select floor(extract(epoch from now()) * 1000) as now'
  return (await hub.rows(nowRow, sql))[0]?.now ?? 0
}

/**
 * Retired registers that have not carried out all that was ordered, or in which somebody is from before `keptSince` (epoch ms):
 * nobody but the owner does it for them.
 */
export const retiredToErase = (
  hub: HubConnection,
  keptSince: number | null,
): Promise<RetiredRegister[]> =>
  hub.rows(
    registerRow,
    `select r.id, r.code, r.name from hub.register r
     where r.retired_at is not null and (hub.has_orders(r.id)
       or exists (select from hub.sale s
         where s.register_id = r.id and s.created_at < $1 and not s.is_open and s.reference <> $2)
       or exists (select from hub.shift h where h.register_id = r.id and h.opened_at < $1 and jsonb_path_exists(h.doc,
         '$.shift_movement[*] ? (@.reason == "credit" && @.at < $before && @.note != "" && @.note != $erased)',
         jsonb_build_object('before', $1::bigint, 'erased', $2::text))))
     order by r.id`,
    [keptSince === null ? null : Math.floor(keptSince), erasedMark],
  )

/** What was ordered, and is not carried out in what this register sent. */
export const ordersOf = (hub: HubConnection, register: number): Promise<SentOrder[]> =>
  hub.rows(
    orderRow,
    `select o.key, o.body from hub.shared o
     where o.kind = 'erasure' and o.scope = 'shop' and o.body is not null and not exists (
       select from hub.other a where a.register_id = $1 and a.kind = 'order' and a.key = o.key)
     order by o.seq`,
    [register],
  )

const atOnce = 1_000
/** Before any moment that a clock can say. */
const lowest = '-9223372036854775808'

/** When it began. */
const moments: Record<ErasedKind, string> = { sale: 'created_at', shift: 'opened_at' }

/** All that a register sent of a kind, some at a time. */
export async function* sentBy(
  hub: HubConnection,
  register: number,
  kind: ErasedKind,
): AsyncGenerator<SentImage[]> {
  const at = moments[kind]
  for (let after: readonly [number | string, string] = [lowest, '']; ;) {
    const images = await hub.rows(
      datedRow,
      `select id, ${at} as at, doc from hub.${kind}
       where register_id = $1 and ${at} >= $2 and (${at}, id) > ($2, $3) order by ${at}, id limit $4`,
      [register, ...after, atOnce],
    )
    if (images.length > 0) yield images
    const last = images.at(-1)
    if (!last || images.length < atOnce) return
    after = [last.at, last.id]
  }
}

/** One of them, which nobody else changes until the transaction ends; null: it is not there any more. */
export async function sentImage(
  hub: HubConnection,
  { register, kind, id }: { register: number; kind: ErasedKind; id: string },
): Promise<unknown> {
  const sql = `select id, doc from hub.${kind} where register_id = $1 and id = $2 for update`
  return (await hub.rows(imageRow, sql, [register, id]))[0]?.doc ?? null
}

/** Puts what is left of it in its place. */
export const putErased = (
  hub: HubConnection,
  { register, kind, id, doc }: { register: number; kind: ErasedKind; id: string; doc: object },
): Promise<void> =>
  hub.run(
    `update hub.${kind} set doc = $3::jsonb${kind === 'sale' ? `, reference = $3::jsonb -> 'sale' ->> 'reference', revision = ($3::jsonb -> 'sale' ->> 'revision')::bigint` : ''}
     where register_id = $1 and id = $2`,
    [register, id, JSON.stringify(doc)],
  )

/** An order is carried out in what this register sent. */
export const orderDone = (hub: HubConnection, register: number, key: string, at: number) =>
  hub.run(
    `insert into hub.other (register_id, kind, key, seq, doc)
     values ($1, 'order', $2, 0, jsonb_build_object('erasure_order', jsonb_build_object('id', $2::text, 'done_at', $3::bigint)))
     on conflict do nothing`,
    [register, key, at],
  )
