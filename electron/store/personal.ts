import { z } from 'zod'
import { erasedMark, erasedValues, personKey } from '../../shared/domain/personal.ts'
import type { Database } from './db.ts'
import { erasedBody, erasedTexts } from './erased.ts'
import { saleRow, type SaleRecord } from './sale-row.ts'

/** After a sale began, the service may still be asked about it: until then it is not erased. */
const keptMs = 48 * 3_600_000

export interface PersonalReader {
  /** Every sale, of every connection, made to this phone, document, account or reference; oldest first. */
  salesOf(key: string): SaleRecord[]
  /** The sales among them that may be erased at `now`. */
  erasable(sales: readonly SaleRecord[], now: number): SaleRecord[]
  isErased(saleId: string): boolean
  /** Names and notes that were written beside a sale: of its tender, its payout. */
  notesOf(saleId: string): string[]
  /** Sales begun before a moment that ended and still say who the customer is, the oldest first. */
  olderThan(moment: number, limit: number): SaleRecord[]
}

export interface Personal extends PersonalReader {
  /** Takes who the customer is out of sales that ended, each in a commit of its own. */
  erase(saleId: string, why: { at: number; why: 'request' | 'age'; by: string | null }): void
}

const idRow = z.object({ id: z.string() })
const noteRow = z.object({ text: z.string() })
const eventRow = z.object({
  seq: z.int(),
  raw: z.string().nullable(),
  error: z.string().nullable(),
  closing: z.string().nullable(),
})
const textsRow = z.object({
  found: z.string().nullable(),
  error: z.string().nullable(),
  closing: z.string().nullable(),
})
/** What of an error, a closing or a record says nothing of a customer. */
const kept: ReadonlySet<string> = new Set(['code', 'as', 'state', 'candidateId'])

export function createPersonalReader(db: Database): PersonalReader {
  const isErased = (saleId: string) =>
    db.get(idRow, 'select sale_id as id from erasure where sale_id = ?', saleId) !== null
  return {
    isErased,
    salesOf: (text) => {
      const key = personKey(text)
      const digits = key.replace(/\D/g, '')
      if (key.length < 4) return []
      // The rows that may hold it, then exactly: what was typed there may have had spaces or dashes.
      const near = digits.length >= 4 ? digits.slice(-4) : key.slice(-4)
      return db
        .all(
          saleRow,
          `select * from sale where instr(reference, ?) or instr(ifnull(phone, ''), ?)
             or instr(lower(form_values), ?) or instr(ifnull(found, ''), ?)
           order by created_at, id`,
          near,
          near,
          near,
          near,
        )
        .filter((sale) => identifiers(sale).some((one) => isSamePerson(one, key)))
    },
    erasable: (sales, now) =>
      sales.filter((sale) => sale.createdAt + keptMs < now && isEnded(db, sale.id)),
    notesOf: (saleId) =>
      db
        .all(
          noteRow,
          `select text from tender where sale_id = ? and text <> ''
           union all select note as text from payout where sale_id = ? and note <> ''`,
          saleId,
          saleId,
        )
        .map(({ text }) => text),
    olderThan: (moment, limit) =>
      db.all(
        saleRow,
        `select * from sale where reference <> '${erasedMark}' and created_at < ? and is_open = 0
         order by created_at limit ?`,
        moment,
        limit,
      ),
  }
}

/** What tells the customer of a sale. */
function identifiers({ reference, phone, values, transaction }: SaleRecord): string[] {
  const { document = '', cellphone = '' } = transaction?.person ?? {}
  return [reference, phone ?? '', ...Object.values(values), document, cellphone]
    .map(personKey)
    .filter((one) => one.length >= 4)
}

/** The same number, with or without its country's prefix in front. */
function isSamePerson(one: string, key: string): boolean {
  return (
    one === key ||
    (/^\d{7,}$/.test(one) && /^(57|593|0)?\d{7,}$/.test(key) && key.endsWith(one.replace(/^0/, '')))
  )
}

const isEnded = (db: Database, saleId: string) =>
  db.get(
    idRow,
    `select id from sale where id = ? and is_open = 0 and id not in (select sale_id from erasure)`,
    saleId,
  ) !== null

/** Over the journal in the hands of its one writer. */
export function createPersonal(db: Database): Personal {
  return {
    ...createPersonalReader(db),
    erase: (saleId, { at, why, by }) =>
      db.transaction(() => {
        const sale = db.get(saleRow, 'select * from sale where id = ?', saleId)
        const texts = db.get(
          textsRow,
          'select found, error, closing from sale where id = ?',
          saleId,
        )
        if (!sale || !texts) return
        db.run(
          'insert into erasure (sale_id, at, why, by, stage) values (?, ?, ?, ?, 0)',
          saleId,
          at,
          why,
          by,
        )
        db.run(
          // Another revision: a look-up that is under way must not write back what it read before.
          `update sale set revision = revision + 1, reference = ?, reference_key = '', phone = null, form_values = ?, body = ?,
             found = ?, error = ?, closing = ? where id = ?`,
          erasedMark,
          JSON.stringify(erasedValues(sale.values)),
          erasedBody(sale.body),
          erasedFound(texts.found),
          erased(texts.error),
          erased(texts.closing),
          saleId,
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
        db.run('update erasure set stage = 1 where sale_id = ?', saleId)
      }),
  }
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
