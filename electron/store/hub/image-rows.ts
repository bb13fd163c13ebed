import { z } from 'zod'
import type { Database } from '../sqlite/db.ts'
import { readBookSale } from '../sales/book-sales.ts'
import { saleRow } from '../sales/sale-row.ts'
import { snapshotRow } from '../tables/balance-snapshots.ts'
import { searchKey } from '../sales/sale-search.ts'
import { jsonOf } from '../sqlite/rows.ts'
import { isRecord } from '../../../shared/domain/text/json.ts'
import { shiftReportSchema } from '../../../shared/domain/drawer/shift.ts'
import type { JournalRow } from './images.ts'

/** What of a thing's image is written into a mirror again: the inverse of images.ts. */

/** Columns that hold a moment (epoch ms), by their names; and how far two clocks are apart. */
const isMoment = /(^|_)(at|ms)$/
/** As a hub takes it of a sale that it counts: a day that has a name, also by another clock. */
const lastMoment = 253_402_300_799_000
/** Looked at column by column and not by a schema of them: a mirror holds millions of rows. */
const isRow = (value: unknown): value is JournalRow =>
  isRecord(value) &&
  Object.entries(value).every(([column, held]) =>
    typeof held === 'number'
      ? !isMoment.test(column) || Math.abs(held) <= lastMoment
      : typeof held === 'string' && !isMoment.test(column),
  )
const row = z.custom<JournalRow>(isRow)
const rows = z.array(row).default([])
const named = z.custom<JournalRow & { id: string }>(
  (value) => isRow(value) && typeof value.id === 'string',
)

const imageSchemas = {
  sale: z.object({
    sale: named,
    sale_event: rows,
    tender: rows,
    sale_left: rows,
    payout: rows,
    claim_event: rows,
    receipt_print: rows,
    receipt_print_end: rows,
    erasure: rows,
  }),
  shift: z.object({
    shift: named,
    shift_close: rows,
    shift_movement: rows,
    shift_count: rows,
    note_erasure: rows,
  }),
  balance: z.object({ balance_snapshot: row }),
}
/** What a mirror holds. */
export type MirroredKind = keyof typeof imageSchemas

/** Whose a thing is in the mirror. */
export interface MirrorPlace {
  id: string
  profileId: string
  /** The register's code. */
  register: string
}

/** Numbers that each journal gives by itself: the mirror gives its own, in the same order. */
const numbered: ReadonlySet<string> = new Set([
  ...['sale_event', 'tender', 'claim_event', 'receipt_print', 'shift_count', 'balance_snapshot'],
])

/** What is never sent has no place in a report either, but columns that must hold something. */
const withheldSale = { body: '', form_values: '{}' } as const

const columnRow = z.object({ name: z.string() })
const seqRow = z.object({ seq: z.int() })
const closedRow = z.object({ report: jsonOf(shiftReportSchema) })

/** Writes rows by what the mirror's tables have of their columns. */
function createInserter(db: Database) {
  const known = new Map<string, ReadonlySet<string>>()
  /** A later version's columns have no place, and what SQLite works out is worked out again. */
  const columnsOf = (table: string) => {
    const columns =
      known.get(table) ??
      new Set(
        db
          .all(columnRow, 'select name from pragma_table_xinfo(?) where hidden = 0', table)
          .map(({ name }) => name),
      )
    known.set(table, columns)
    return columns
  }

  /** The statement for these columns of a table: rows of a kind have mostly the same ones. */
  const statements = new Map<string, { columns: string[]; sql: string }>()
  function statementOf(table: string, values: JournalRow) {
    const key = `${table} ${Object.keys(values).join(' ')}`
    const known = statements.get(key)
    if (known) return known
    const columns = [...columnsOf(table)].filter(
      (name) => name in values && !(name === 'seq' && numbered.has(table)),
    )
    const places = columns.map(() => '?').join(', ')
    const made = { columns, sql: `insert into ${table} (${columns.join(', ')}) values (${places})` }
    statements.set(key, made)
    return made
  }

  function insert(table: string, values: JournalRow): void {
    const { columns, sql } = statementOf(table, values)
    db.run(sql, ...columns.map((name) => values[name] ?? null))
  }
  /** Answers the number that the mirror gave it. */
  function insertNumbered(table: string, values: JournalRow): number {
    insert(table, values)
    return db.get(seqRow, 'select last_insert_rowid() as seq')?.seq ?? 0
  }
  const insertAll = (table: string, all: readonly JournalRow[]) =>
    all.forEach((one) => insert(table, one))
  return { db, insert, insertNumbered, insertAll }
}
type Inserter = ReturnType<typeof createInserter>

/** What a report reads of it is read once: what cannot be is no part of one. */
function writeSale(
  { db, insert, insertNumbered, insertAll }: Inserter,
  image: unknown,
  { id, profileId, register }: MirrorPlace,
): void {
  const { sale: own, receipt_print, receipt_print_end, ...parts } = imageSchemas.sale.parse(image)
  mustBe(own.id, id)
  insert('sale', {
    ...own,
    ...withheldSale,
    reference_key: searchKey(String(own.reference)),
    // Two journals may have called two drafts alike.
    draft_id: id,
    profile_id: profileId,
    register,
  })
  for (const [table, all] of Object.entries(parts)) {
    all.forEach(({ sale_id }) => table === 'sale_event' || mustBe(sale_id, id))
    insertAll(
      table,
      all.map((one) => ({ ...one, sale_id: id })),
    )
  }
  const printed = new Map(
    receipt_print.map((one) => [one.seq, insertNumbered('receipt_print', { ...one, sale_id: id })]),
  )
  for (const one of receipt_print_end) {
    const seq = printed.get(one.print_seq)
    if (seq !== undefined) insert('receipt_print_end', { ...one, print_seq: seq })
  }
  db.get(saleRow, 'select * from sale where id = ?', id)
  readBookSale(db, id)
}

function writeShift(
  { db, insert, insertAll }: Inserter,
  image: unknown,
  { id, profileId, register }: MirrorPlace,
): void {
  const { shift: own, shift_close, note_erasure, ...parts } = imageSchemas.shift.parse(image)
  mustBe(own.id, id)
  insert('shift', { ...own, profile_id: profileId, register })
  for (const one of shift_close) {
    mustBe(one.shift_id, id)
    insert('shift_close', { ...one, profile_id: profileId })
  }
  if (shift_close.length === 0)
    db.run('insert into shift_open (profile_id, shift_id) values (?, ?)', profileId, id)
  for (const [table, all] of Object.entries(parts)) {
    all.forEach(({ shift_id }) => mustBe(shift_id, id))
    insertAll(table, all)
  }
  // Whether the text was already taken out is its journal's business.
  insertAll(
    'note_erasure',
    note_erasure.map((one) => ({ ...one, stage: 1 })),
  )
  db.get(closedRow, 'select report from shift_close where shift_id = ?', id)
}

function writeBalance(
  { db, insertNumbered }: Inserter,
  image: unknown,
  { profileId }: MirrorPlace,
): void {
  const { balance_snapshot: own } = imageSchemas.balance.parse(image)
  const seq = insertNumbered('balance_snapshot', { ...own, profile_id: profileId })
  db.get(snapshotRow, 'select * from balance_snapshot where seq = ?', seq)
}

/** Writes images; one of which something cannot be read is thrown back whole, by whoever asks. */
export function createImageWriter(
  db: Database,
): Record<MirroredKind, (image: unknown, place: MirrorPlace) => void> {
  const inserter = createInserter(db)
  return {
    sale: (image, place) => writeSale(inserter, image, place),
    shift: (image, place) => writeShift(inserter, image, place),
    balance: (image, place) => writeBalance(inserter, image, place),
  }
}

function mustBe(found: unknown, id: string): void {
  if (found !== id) throw new TypeError('an image is of another thing')
}
