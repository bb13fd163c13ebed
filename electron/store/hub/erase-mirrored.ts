import { z } from 'zod'
import { isRecord } from '../../../shared/domain/text/json.ts'
import type { Erasure } from '../erasure/erasure-log.ts'
import { createPersonal } from '../erasure/personal.ts'
import { indexCustomer, indexName, reindexCustomer } from '../sales/sale-customer.ts'
import { saleRow } from '../sales/sale-row.ts'
import type { Database } from '../sqlite/db.ts'
import { readImage, type Image } from './images.ts'
import { orderKey, orderSchema, takeOrder } from './orders.ts'
import { createOrders } from './orders-here.ts'

/**
 * Carries orders of erasure out in a mirror of what one register sent, and erases what is too old, by the rules of a journal, and
 * says what that changed: no rule of what names somebody is written down twice.
 */

/** A thing before and after. */
export interface ErasedImage {
  kind: 'sale' | 'shift'
  id: string
  before: Image
  after: Image
}

/** Of some orders. */
export interface ErasedMirror {
  changed: ErasedImage[]
  /** What is not erased, as it has no end, or money of it is to be given back. */
  waiting: string[]
  /** Orders of a later version, which are not carried out. */
  newer: string[]
}

const idRow = z.object({ id: z.string() })
const nameRow = z.object({ id: z.string(), name: z.string() })
const erasedAtOnce = 100

/** Who each sale is of, beside its own columns: a mirror has no index of that. */
function indexAll(db: Database): void {
  for (const { id } of db.all(
    idRow,
    'select id from sale where id not in (select sale_id from erasure)',
  )) {
    const sale = db.get(saleRow, 'select * from sale where id = ?', id)
    if (!sale) continue
    indexCustomer(db, sale, [])
    reindexCustomer(db, { ...sale, transaction: null }, sale)
  }
  const owed = "select sale_id as id, text as name from tender where text <> ''"
  for (const { id, name } of db.all(nameRow, owed)) indexName(db, id, name)
}

/** `orders`: by their keys. `keptSince`: what ended before this moment (epoch ms) is too old; null: nothing is. */
export function eraseMirrored(
  db: Database,
  orders: ReadonlyMap<string, unknown>,
  { now, keptSince }: { now: number; keptSince: number | null },
): ErasedMirror & { done: string[] } {
  const newer: string[] = []
  for (const [key, body] of orders) {
    if (orderKey.safeParse(key).success && orderSchema.safeParse(body).success)
      takeOrder(db, { key, body, by: '' })
    else newer.push(key)
  }
  db.transaction(() => {
    // What was sent to the service never left the register.
    db.run("update sale set body = '{}'")
    indexAll(db)
  })
  const here = createOrders(db)
  const personal = createPersonal(db)
  const before = new Map<string, Omit<ErasedImage, 'after'>>()
  const waiting = new Set<string>()
  const done: string[] = []
  function erase({ sales, notes }: Pick<Erasure, 'sales' | 'notes'>, why: Erasure['why']): void {
    const shifts = notes.flatMap((note) =>
      note.kind === 'shift'
        ? [note.id]
        : db
            .all(idRow, 'select shift_id as id from shift_movement where id = ?', note.id)
            .map((one) => one.id),
    )
    const named = [
      ...sales.map((sale) => ({ kind: 'sale' as const, id: sale })),
      ...shifts.map((shift) => ({ kind: 'shift' as const, id: shift })),
    ]
    for (const one of named) {
      const name = `${one.kind} ${one.id}`
      const image = before.has(name) ? null : readImage(db, one.kind, one.id)
      if (image) before.set(name, { ...one, before: image })
    }
    personal.ask({ sales, notes }, { at: now, why, by: null })
    while (personal.eraseDue(now, erasedAtOnce) === erasedAtOnce);
  }
  while (keptSince !== null) {
    const sales = personal.olderThan(keptSince, erasedAtOnce)
    const notes = personal.notesOlderThan(keptSince, erasedAtOnce)
    if (sales.length + notes.length === 0) break
    erase({ sales, notes }, 'age')
  }
  for (let found = here.toDo(); found.length > 0; found = here.toDo()) {
    for (const { id, ...what } of found) {
      const { sales } = what
      erase(what, 'request')
      const left = sales.filter((sale) => !personal.isErased(sale))
      left.forEach((sale) => waiting.add(sale))
      if (left.length === 0) done.push(id)
      here.done(id, now)
    }
  }
  const changed = [...before.values()].flatMap((one): ErasedImage[] => {
    const after = readImage(db, one.kind, one.id)
    return after && !waiting.has(one.id) ? [{ ...one, after }] : []
  })
  return { changed, waiting: [...waiting], newer, done }
}

type Row = Record<string, unknown>

/** What changed of a row, in another one that has more. */
function changedRow(row: unknown, before: Row, after: Row): Row {
  const own = Object.entries(isRecord(row) ? row : {})
  const kept = own.filter(([column]) => column in after || !(column in before))
  const changed = Object.entries(after).filter(([column, value]) => before[column] !== value)
  return { ...Object.fromEntries(kept), ...Object.fromEntries(changed) }
}

/**
 * What a register sent, as the erasure left it: the columns that a mirror has not stay as they are. null: it is not what was erased,
 * as somebody sent it anew.
 */
export function erasedDoc(doc: unknown, { kind, before, after }: ErasedImage): Row | null {
  if (!isRecord(doc) || !isSameThing(doc[kind], before[kind])) return null
  const tables = Object.entries(after).map(([table, is]): [string, unknown] => {
    const [own, was] = [doc[table], before[table]]
    if (!Array.isArray(is)) return [table, changedRow(own, isRecord(was) ? was : {}, is)]
    const [rows, old]: [unknown[], unknown[]] = [
      Array.isArray(own) ? own : [],
      Array.isArray(was) ? was : [],
    ]
    return [
      table,
      is.map((row, at) => {
        const known = old[at]
        return isRecord(known) ? changedRow(rows[at], known, row) : row
      }),
    ]
  })
  return { ...doc, ...Object.fromEntries(tables) }
}

const isSameThing = (doc: unknown, before: unknown) =>
  isRecord(doc) && isRecord(before) && doc.revision === before.revision
