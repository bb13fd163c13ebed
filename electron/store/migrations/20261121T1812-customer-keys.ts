import { z } from 'zod'
import type { Database } from '../sqlite/db.ts'
import type { Migration } from '../sqlite/migrate.ts'

const mark = '[borrado]'

/**
 * The index of customers anew: it knows names of any length, and no longer what everybody's form held alike; and closed
 * reports lose who was erased before their erasure reached them.
 */
export const customerKeys: Migration = {
  id: '20261121T1812-customer-keys',
  up: (db) => {
    db.exec('delete from sale_person')
    fillTyped(db, commonValues(db))
    fillNames(db)
    eraseReports(db)
  },
}

const saleColumns = z.tuple([
  z.string(),
  z.string(),
  z.string(),
  z.string().nullable(),
  z.string(),
  z.int(),
  z.int(),
  z.string().nullable(),
  z.string().nullable(),
])
const values = z.record(z.string(), z.unknown())

interface Sold {
  id: string
  reference: string
  phone: string | null
  /** What the form held: the key of a value, and which field of which product it was. */
  typed: { key: string; text: string; field: string }[]
  /** Whom the service named. */
  named: string[]
}

function* soldBefore(db: Database): Generator<Sold> {
  const rows = db.iterate(
    `select id, product_id, reference_key, phone, form_values, amount, total,
       found ->> '$.person.document', found ->> '$.person.cellphone'
     from sale where reference <> '${mark}'`,
  )
  for (const row of rows) {
    const [id, product, reference, phone, form, amount, total, ...named] = saleColumns.parse(row)
    const typed = Object.entries(values.parse(JSON.parse(form))).flatMap(([name, text]) => {
      if (name === 'amount' || name === 'productId' || typeof text !== 'string') return []
      const isMoney = [amount, total].some((minor) => Number(text) * 100 === minor)
      return isMoney ? [] : [{ key: keyOf(text), text, field: `${product}\n${name}` }]
    })
    yield { id, reference, phone, typed, named: named.flatMap((text) => (text ? keyOf(text) : [])) }
  }
}

/**
 * Which values stood in the form for whoever bought: a journal does not tell a choice of a list from what was typed. A
 * short code or a word that sales to different references share is one; a longer number, or an e-mail, tells somebody.
 */
function commonValues(db: Database): ReadonlySet<string> {
  const first = new Map<string, string>()
  const common = new Set<string>()
  for (const { reference, typed } of soldBefore(db)) {
    for (const { key, text, field } of typed) {
      if (text.includes('@') || key.replace(/\D/g, '').length >= 5) continue
      const value = `${field}\n${key}`
      const seen = first.get(value)
      if (seen === undefined) first.set(value, reference)
      else if (seen !== reference) common.add(value)
    }
  }
  return common
}

const add = 'insert or ignore into sale_person (key, sale_id) values (?, ?)'

function fillTyped(db: Database, common: ReadonlySet<string>): void {
  for (const { id, reference, phone, typed, named } of soldBefore(db)) {
    const telling = typed.filter(({ key, field }) => !common.has(`${field}\n${key}`))
    for (const key of [...telling.map((value) => value.key), ...named]) {
      if (key.length >= 4 && key !== reference && key !== phone) db.run(add, key, id)
    }
  }
}

const nameColumns = z.tuple([z.string(), z.string()])

function fillNames(db: Database): void {
  const names = db.iterate(
    `select sale_id, text from tender where kind = 'credit' and text <> '${mark}'`,
  )
  for (const row of names) {
    const [id, name] = nameColumns.parse(row)
    const key = keyOf(name)
    if (key !== '') db.run(add, key, id)
  }
}

const lines = z.array(z.record(z.string(), z.unknown())).catch([])
const textRow = z.object({ text: z.string() })
const closedRow = z.object({ id: z.string(), report: z.string() })

/** Names that no sale of the shift is owed by any more, and what was noted as money of erased sales was given back. */
function eraseReports(db: Database): void {
  const guard = db.get(
    textRow,
    "select sql as text from sqlite_schema where type = 'trigger' and name = 'shift_close_fixed'",
  )
  db.exec('drop trigger shift_close_fixed')
  const erased = textsOf(db, 'select sale_id as text from erasure')
  for (const { id, report } of db.all(
    closedRow,
    'select shift_id as id, report from shift_close',
  )) {
    const owing = textsOf(db, "select text from tender where kind = 'credit' and shift = ?", id)
    const parsed = values.parse(JSON.parse(report))
    const credits = lines.parse(parsed['credits'])
    const payouts = lines.parse(parsed['payouts'])
    const without = JSON.stringify({
      ...parsed,
      credits: credits.map((one) => (has(owing, one['name']) ? one : { ...one, name: mark })),
      payouts: payouts.map((one) =>
        has(erased, one['saleId']) && one['note'] !== '' ? { ...one, note: mark } : one,
      ),
    })
    if (without !== report) {
      db.run('update shift_close set report = ? where shift_id = ?', without, id)
    }
  }
  // As it was: whoever changes a report has an erasure of their own.
  if (guard) db.exec(guard.text)
}

function textsOf(db: Database, sql: string, ...params: string[]): ReadonlySet<string> {
  return new Set(db.all(textRow, sql, ...params).map(({ text }) => text))
}

const has = (texts: ReadonlySet<string>, value: unknown) =>
  typeof value === 'string' && texts.has(value)

/** No accents, case, spaces or signs. */
function keyOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
