import { z } from 'zod'
import { Failure } from '../../../shared/errors.ts'
import type { Database } from '../sqlite/db.ts'
import { insertRow } from '../sqlite/rows.ts'
import {
  eventColumns,
  packedEventSchema,
  packKey,
  packSale,
  thinned,
  unpackSale,
  type PackedEvent,
  type SaleTexts,
} from './packed-sale.ts'
import { slimRecord } from './slim-record.ts'

const saleRow = z.looseObject({
  row: z.int(),
  id: z.string(),
  body: z.string(),
  found: z.string().nullable(),
  cost: z.int().nullable(),
  packed: z.instanceof(Uint8Array).nullable(),
})
type SaleRow = z.infer<typeof saleRow>

/** What of the journal grows smaller behind, a little at a time; each step is one commit and may be the last. */
export function createSlimming(db: Database) {
  return {
    pack: (before: number, limit: number): number => packSales(db, before, limit),
    thin: (before: number, limit: number): number => thinSales(db, before, limit),
  }
}

/** Rows are put where no other is, and back in their order. */
const aside = 2 ** 42

/** Of the index sale_by_slim: it ended, or look-ups are over and a person is waited for, however long. */
const isOver = "(is_open = 0 or next_look_at is null and state in ('REVIEW', 'PARTIAL'))"

/**
 * Compresses what was said of sales begun before a moment (epoch ms) that ended, or that wait for a person once look-ups
 * are over, the oldest first and so many at most, in one commit; answers how many. Nothing of it is lost: the journal's triggers read it back before they let go of a letter.
 *
 * A row that only grew shorter would leave its page half empty for ever: they are taken out and put back next to each
 * other, as which their pages close up. Pages that come free are what the next sales are written in. The newest line of
 * all history stays as it is, so that no number is given twice; and so does a sale that look-ups go on of, also where a
 * person closed it, as each of them would put it back.
 */
export function packSales(db: Database, before: number, limit: number): number {
  return db.transaction(() => {
    const sales = db.all(
      saleRow,
      `select rowid as row, * from sale
       where slim < 2 and slim = 0 and ${isOver} and created_at < ? and next_look_at is null
         and id is not (select sale_id from sale_event order by seq desc limit 1)
       order by created_at limit ? + 0`,
      before,
      limit,
    )
    closingUp(db, sales, (sale) => pack(db, sale))
    return sales.length
  })
}

/** Each of them is put aside by `write`, which makes it shorter, and back next to the others. */
function closingUp(db: Database, sales: SaleRow[], write: (sale: SaleRow) => void): void {
  const inOrder = sales.toSorted((one, other) => one.row - other.row)
  for (const sale of inOrder) write(sale)
  for (const { row } of inOrder) {
    db.run('update sale set rowid = ? where rowid = ?', row, row + aside)
  }
}

function pack(db: Database, sale: SaleRow): void {
  const { id, row, body } = sale
  const found = slimRecord(sale.found, sale.cost)
  const texts: SaleTexts = { body, found: sale.found, events: eventsOf(db, id), hash: null }
  const packed = packSale(texts, packKey({ ...sale, found }))
  db.run(
    `update sale set rowid = ?, body = '', found = ?, packed = ?, slim = 1 where rowid = ?`,
    ...[row + aside, found, packed, row],
  )
  db.run('delete from sale_event where sale_id = ?', id)
}

function eventsOf(db: Database, id: string): PackedEvent[] {
  const sql = `select ${eventColumns.join(', ')} from sale_event where sale_id = ? order by seq`
  return db.all(packedEventSchema, sql, id)
}

/**
 * Puts what was compressed back as it was written, where a sale is about to change (an answer that comes late, a person
 * who closes it, an erasure); false: it is not compressed, or not there.
 */
export function unpackSaleAgain(db: Database, id: string): boolean {
  return db.transaction(() => {
    const texts = packedTexts(db, id)
    if (texts === null) return false
    const { body, found, events } = texts
    for (const event of events) insertRow(db, 'sale_event', { sale_id: id, ...event })
    db.run(
      'update sale set body = ?, found = ?, packed = null, slim = 0 where id = ?',
      body,
      found,
      id,
    )
    return true
  })
}

/** The lines of history that a compressed sale holds; none of another. */
export function packedEvents(db: Database, id: string): readonly PackedEvent[] {
  return packedTexts(db, id)?.events ?? []
}

const textsRow = saleRow.transform((sale) => sale.packed && unpackSale(sale.packed, packKey(sale)))

/** What of a sale is compressed; null: nothing. A part of reading its row, so that whoever watches the journal hears of damage. */
function packedTexts(db: Database, id: string): SaleTexts | null {
  const sql = 'select rowid as row, * from sale where id = ? and packed is not null'
  return db.get(textsRow, sql, id)
}

/** Whether all of a sale can be read: what was compressed of it comes back as it was written. */
export function isReadable(db: Database, id: string): boolean {
  try {
    packedTexts(db, id)
    return true
  } catch (caught) {
    if (caught instanceof Failure && caught.error.code === 'JOURNAL_DAMAGED') return false
    throw caught
  }
}

/**
 * Lets go of the answers and bodies of sales begun before a moment (epoch ms) that ended and that no claim is open for, so
 * many at most in one commit; answers how many. Their hash stays, with all that the row and its history say.
 */
export function thinSales(db: Database, before: number, limit: number): number {
  return db.transaction(() => {
    const sales = db.all(
      saleRow,
      `select rowid as row, * from sale
       where slim < 2 and slim = 1 and ${isOver} and is_open = 0 and created_at < ?
         and id not in (select sale_id from claim_open)
       order by created_at limit ? + 0`,
      before,
      limit,
    )
    closingUp(db, sales, (sale) => thin(db, sale))
    return sales.length
  })
}

function thin(db: Database, sale: SaleRow): void {
  if (!sale.packed) throw new RangeError(`sale ${sale.id} is not packed`)
  const key = packKey(sale)
  const packed = packSale(thinned(unpackSale(sale.packed, key)), key)
  const { row } = sale
  db.run(
    'update sale set rowid = ?, packed = ?, slim = 2 where rowid = ?',
    row + aside,
    packed,
    row,
  )
}
