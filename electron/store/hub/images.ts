import { z } from 'zod'
import { isRecord } from '../../../shared/domain/text/json.ts'
import { Failure } from '../../../shared/errors.ts'
import { reportWithoutDue } from '../erasure/due-report.ts'
import { eventColumns, packedEventSchema, packKey, unpackSale } from '../slim/packed-sale.ts'
import type { Database } from '../sqlite/db.ts'

/** What is sent whole, as it is when it is sent, again at each change. */
export const imageKindSchema = z.enum([
  'sale',
  'shift',
  'balance',
  'trail',
  'debtor',
  'debt',
  'order',
])
export type ImageKind = z.output<typeof imageKindSchema>

/**
 * A row of the journal by its columns; of what a later version adds its column comes by itself. A column that holds nothing is
 * left out: a sale has some twenty, and a seventh of what the hub stores of it would be their names. Looked at column by column
 * and not by a schema of them, which took a third of what sending a sale costs.
 */
export type JournalRow = Record<string, string | number>

function heldIn(
  row: Readonly<Record<string, unknown>>,
  without: ReadonlySet<string> = nothing,
): JournalRow {
  const held: JournalRow = {}
  for (const [column, value] of Object.entries(row)) {
    if (value === null || without.has(column)) continue
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new Failure('STORE_FAILED', { reason: column })
    held[column] = value
  }
  return held
}
const nothing: ReadonlySet<string> = new Set()
const journalRow = z.custom<Record<string, unknown>>(isRecord).transform((row) => heldIn(row))

/** A thing of the journal as it stands there: its rows by their tables. */
export type Image = Record<string, JournalRow | JournalRow[]>

/**
 * Never leaves the register: what was sent and answered, word by word, what a form held, and the columns that are only
 * this journal's business.
 */
const withheld: ReadonlySet<string> = new Set([
  ...['body', 'form_values', 'packed', 'slim', 'reference_key', 'raw', 'next_look_at'],
])

/** The rows that belong to a sale, and to a shift. */
const parts = {
  sale: {
    tender: 'select * from tender where sale_id = ?1 order by seq',
    sale_left: 'select * from sale_left where sale_id = ?1',
    payout: 'select * from payout where sale_id = ?1',
    claim_event: 'select * from claim_event where sale_id = ?1 order by seq',
    receipt_print: 'select * from receipt_print where sale_id = ?1 order by seq',
    receipt_print_end: `select * from receipt_print_end where print_seq in
      (select seq from receipt_print where sale_id = ?1) order by print_seq`,
    erasure: 'select * from erasure where sale_id = ?1',
  },
  shift: {
    shift_movement: 'select * from shift_movement where shift_id = ?1 order by at, id',
    shift_count: 'select * from shift_count where shift_id = ?1 order by seq',
    note_erasure: `select kind, id, at, why from note_erasure where kind = 'shift' and id = ?1
      or kind = 'movement' and id in (select id from shift_movement where shift_id = ?1) order by at, kind, id`,
  },
}

/** Which of some parts have any row: most sales have none of most, and one statement says so. */
const anyOf = (tables: Readonly<Record<string, string>>) =>
  `select ${Object.entries(tables)
    .map(([table, sql]) => `exists (${sql}) as ${table}`)
    .join(', ')}`
const anyOfParts = { sale: anyOf(parts.sale), shift: anyOf(parts.shift) }
const anyRow = z.record(z.string(), z.int())

/** A thing as the journal has it now; null: it has none of that name. Errors as reading a sale: JOURNAL_DAMAGED. */
export function readImage(db: Database, kind: ImageKind, ref: string): Image | null {
  switch (kind) {
    case 'sale':
      return saleImage(db, ref)
    case 'shift': {
      const shift = db.get(journalRow, 'select * from shift where id = ?', ref)
      return shift && { shift, ...closeWithoutDue(db, ref), ...partsOf(db, 'shift', ref) }
    }
    case 'debtor': {
      // Nothing else of who owes: that they were erased.
      const debtor = db.get(journalRow, erasedDebtor, ref)
      return debtor && { debtor }
    }
    case 'debt': {
      const entry = db.get(journalRow, debtEntry, ref)
      return entry && { debt_entry: entry }
    }
    case 'order': {
      // That it was carried out here.
      const order = db.get(journalRow, 'select id, done_at from erasure_order where id = ?', ref)
      return order && { erasure_order: order }
    }
    case 'balance':
      return oneRow(db, 'balance_snapshot', ref)
    case 'trail':
      return oneRow(db, 'trail', ref)
  }
}

/** Who owes is an id; what somebody wrote beside it stays here. */
const debtEntry = `select id, debtor_id, profile_id, at, kind, currency, amount, how, shift, movement_id, part_of,
  before_book, cashier from debt_entry where id = ?`

const erasedDebtor =
  'select id, erased_at, erased_why from debtor where id = ? and erased_at is not null'

const closeRow = z.looseObject({ report: z.string() })

/** The close of a shift, without whoever is to be erased: a copy of the journal may name them over an erased Z. */
function closeWithoutDue(db: Database, shift: string): Image {
  const close = db.get(closeRow, 'select * from shift_close where shift_id = ?', shift)
  if (!close) return {}
  return { shift_close: [plain({ ...close, report: reportWithoutDue(db, shift, close.report) })] }
}

const wholeSale = z
  .looseObject({ packed: z.instanceof(Uint8Array).nullable() })
  .transform((row) => {
    const texts = row.packed && unpackSale(row.packed, packKey(row))
    const sale = { ...row, ...(texts && { found: texts.found }), ...unread }
    return { sale: plain(sale), packed: texts?.events ?? [] }
  })

/** What nobody reads of it there: what says of the body which one it was, and another name of the sale. */
const unread = { body_sha256: '', draft_id: null }

function saleImage(db: Database, id: string): Image | null {
  const found = db.get(wholeSale, 'select * from sale where id = ?', id)
  if (!found) return null
  const { sale, packed } = found
  const events = packed.length > 0 ? packed : db.all(packedEventSchema, eventsSql, id)
  return { sale, sale_event: events.map((event) => plain(event)), ...partsOf(db, 'sale', id) }
}

const eventsSql = `select ${eventColumns.join(', ')} from sale_event where sale_id = ? order by seq`

function partsOf(db: Database, kind: keyof typeof parts, ref: string): Image {
  const any = db.get(anyRow, anyOfParts[kind], ref)
  const tables = Object.entries(parts[kind]).filter(([table]) => any?.[table] === 1)
  return Object.fromEntries(tables.map(([table, sql]) => [table, db.all(journalRow, sql, ref)]))
}

function oneRow(db: Database, table: string, seq: string): Image | null {
  const row = db.get(journalRow, `select * from ${table} where seq = ?`, Number(seq))
  return row && { [table]: row }
}

/** A row without what never leaves. */
const plain = (row: Readonly<Record<string, unknown>>): JournalRow => heldIn(row, withheld)
