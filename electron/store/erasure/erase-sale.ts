import { z } from 'zod'
import { erasedMark, erasedValues } from '../../../shared/domain/privacy/personal.ts'
import type { Database } from '../sqlite/db.ts'
import { insertRow } from '../sqlite/rows.ts'
import { erasedBody, erasedReport, erasedTexts, type ErasedOfReport } from './erased.ts'
import type { ErasureWhy, NoteId } from './erasure-log.ts'
import { saysKind } from '../sales/paid-with.ts'
import { forgetCustomer } from '../sales/sale-customer.ts'
import { saleRow } from '../sales/sale-row.ts'
import { unpackSaleAgain } from '../slim/slim-sales.ts'

const textsRow = z.object({
  found: z.string().nullable(),
  error: z.string().nullable(),
  closing: z.string().nullable(),
})
const eventRow = textsRow.omit({ found: true }).extend({
  seq: z.int(),
  raw: z.string().nullable(),
})
const owerRow = z.object({ shift: z.string().nullable(), name: z.string() })
const idRow = z.object({ id: z.string().nullable() })
const reportRow = z.object({ report: z.string() })

/** What of an error, a closing or a record says nothing of a customer. */
const kept: ReadonlySet<string> = new Set(['code', 'as', 'state', 'candidateId'])

/** Takes who the customer is out of a sale that ended, in one commit or as a part of one. Without the sale: nothing. */
export function eraseSale(db: Database, saleId: string, { at, why, by }: ErasureWhy): void {
  db.transaction(() => {
    // Nothing of a customer hides in what is compressed.
    unpackSaleAgain(db, saleId)
    const sale = db.get(saleRow, 'select * from sale where id = ?', saleId)
    const texts = db.get(textsRow, 'select found, error, closing from sale where id = ?', saleId)
    if (!sale || !texts) return
    const owers = db.all(
      owerRow,
      `select shift, text as name from tender where sale_id = ? and ${saysKind('credit')}`,
      saleId,
    )
    insertRow(db, 'erasure', { saleId, at, why, by, stage: 0 })
    db.run(
      // Another revision: a look-up that is under way must not write back what it read before.
      `update sale set revision = revision + 1, reference = :reference, reference_key = '', phone = null,
         form_values = :values, body = :body, found = :found, error = :error, closing = :closing
       where id = :saleId`,
      {
        saleId,
        reference: erasedMark,
        values: JSON.stringify(erasedValues(sale.values)),
        body: erasedBody(sale.body),
        found: erasedFound(texts.found),
        error: erased(texts.error),
        closing: erased(texts.closing),
      },
    )
    forgetCustomer(
      db,
      sale,
      owers.map(({ name }) => name),
    )
    eraseEvents(db, saleId)
    for (const [table, column] of [
      ['claim_event', 'text'],
      ['tender', 'text'],
      ['payout', 'note'],
    ] as const) {
      db.run(
        `update ${table} set ${column} = ? where sale_id = ? and ${column} <> ''`,
        erasedMark,
        saleId,
      )
    }
    for (const { shift, name } of owers) eraseOwer(db, shift, name)
    const paid = db.get(idRow, 'select shift_id as id from payout where sale_id = ?', saleId)
    eraseInReport(db, paid?.id ?? null, { paidOut: saleId })
    db.run('delete from erasure_due where sale_id = ?', saleId)
    db.run('update erasure set stage = 1 where sale_id = ?', saleId)
  })
}

/** Takes a note of the drawer out, also where the report of its shift repeats it. Once erased it stays so. */
export function eraseNote(db: Database, { kind, id }: NoteId, { at, why, by }: ErasureWhy): void {
  db.transaction(() => {
    if (kind === 'debtor') return eraseDebtor(db, id, { at, why, by })
    const row = { kind, id, at, why, by, stage: 0 }
    if (insertRow(db, 'note_erasure', row, 'on conflict do nothing') === 0) return
    if (kind === 'shift') eraseInReport(db, id, { note: true })
    else {
      const shift = db.get(idRow, 'select shift_id as id from shift_movement where id = ?', id)
      db.run("update shift_movement set note = ? where id = ? and note <> ''", erasedMark, id)
      eraseInReport(db, shift?.id ?? null, { movement: id })
    }
    db.run('update note_erasure set stage = 1 where kind = ? and id = ?', kind, id)
  })
}

/** Who owes is a number from then on: what is owed stays, and so does each line of the account. */
function eraseDebtor(db: Database, id: string, why: ErasureWhy): void {
  db.run(
    `update debtor set name = '', name_key = '', phone = '', phone_key = '', erased_at = :at,
       erased_why = :why, erased_by = :by where id = :id and erased_at is null`,
    { id, ...why },
  )
  // Also of who was erased before: what was noted since goes, too.
  db.run("update debt_entry set note = ? where debtor_id = ? and note <> ''", erasedMark, id)
  const movements = db.all(
    idRow,
    'select movement_id as id from debt_entry where debtor_id = ? and movement_id is not null',
    id,
  )
  for (const movement of movements) {
    if (movement.id !== null) eraseNote(db, { kind: 'movement', id: movement.id }, why)
  }
}

/** A name stays in a shift's report while a sale that is not erased is still owed by it. */
function eraseOwer(db: Database, shift: string | null, name: string): void {
  const other = db.get(
    owerRow,
    `select shift, text as name from tender where shift = ? and ${saysKind('credit')} and text = ?`,
    shift,
    name,
  )
  if (!other) eraseInReport(db, shift, { names: [name] })
}

function eraseInReport(db: Database, shift: string | null, gone: ErasedOfReport): void {
  const stored = db.get(reportRow, 'select report from shift_close where shift_id = ?', shift)
  if (!stored) return
  const without = erasedReport(stored.report, gone)
  if (without === stored.report) return
  db.run('update shift_close set report = ? where shift_id = ?', without, shift)
}

const erased = (text: string | null) => (text === null ? null : erasedTexts(text, kept))

const foundSchema = z.looseObject({
  person: z.object({ document: z.string(), cellphone: z.string() }).nullable(),
})

/** find's record without its Person; amounts, ids and balances stay. */
function erasedFound(text: string | null): string | null {
  if (text === null) return null
  const found = foundSchema.parse(JSON.parse(text))
  const person = found.person && { document: erasedMark, cellphone: erasedMark }
  return JSON.stringify({ ...found, person })
}

function eraseEvents(db: Database, saleId: string): void {
  const events = db.all(
    eventRow,
    'select seq, raw, error, closing from sale_event where sale_id = ?',
    saleId,
  )
  for (const { seq, raw, error, closing } of events) {
    db.run(
      'update sale_event set raw = ?, error = ?, closing = ? where seq = ?',
      raw === null ? null : erasedMark,
      erased(error),
      erased(closing),
      seq,
    )
  }
}
