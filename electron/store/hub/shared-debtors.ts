import { z } from 'zod'
import { limitSchema } from '../../../shared/domain/credit/debtor.ts'
import type { Erasure } from '../erasure/erasure-log.ts'
import { setLogMark, writeDue } from '../erasure/erasures-due.ts'
import type { Database } from '../sqlite/db.ts'
import { amountColumns, insertRow, rowOf } from '../sqlite/rows.ts'
import { keysOfDebtor, nextNumber } from '../tables/debtors.ts'
import { isTest } from '../tables/debts.ts'
import { addLine } from '../tables/trail.ts'
import type { Placed } from './shared-people.ts'

const whySchema = z.enum(['request', 'age'])

/** What registers share that names customers. */
export const debtorKind = 'debtor'

/** Who buys on credit as the registers of a branch have them; of one who was erased a number alone. */
export const sharedDebtorSchema = z.object({
  /** The register that made them, as the hub numbers it, and their number there. */
  home: z.string().min(1).max(40),
  number: z.int().positive(),
  name: z.string().max(200),
  phone: z.string().max(60),
  limit: limitSchema.nullable(),
  createdAt: z.int().min(0).max(8e15),
  /** Why they were; when is each register's own: two may have been asked. null: they were not. */
  erased: whySchema.nullable(),
})

/** Each is said by itself: a new limit at one register takes no phone back that was written at another. */
export const partsOfDebtor = [['name', 'phone'], ['limit'], ['erased']]

const debtorRow = rowOf({
  id: z.string(),
  home: z.string().nullable(),
  number: z.int(),
  name: z.string(),
  phone: z.string(),
  currency: z.string().nullable(),
  amount: z.int().nullable(),
  createdAt: z.int(),
  erased: whySchema.nullable(),
})
const knownRow = rowOf({ erasedAt: z.int().nullable(), home: z.string(), number: z.int() })
const idRow = z.object({ id: z.string() })

const hasLine = (
  of: string,
) => `(exists (select 1 from debt_entry where debtor_id = debtor.id and ${of})
  or exists (select 1 from tender join sale on sale.id = sale_id where debtor_id = debtor.id and ${of}))`

/** All but who only owes what was tried over the test service; a first line of the shop's own is enough to know. */
const said = `select id, ifnull(home, (select code from hub_stream)) as home,
    ifnull(home_number, number) as number, name, phone, currency, amount, created_at,
    iif(erased_at is null, null, ifnull(erased_why, 'request')) as erased
  from debtor where exists (select 1 from hub_stream)
    and (${hasLine(`not ${isTest}`)} or not ${hasLine(isTest)})`

export const debtorsSaid = (db: Database): Map<string, unknown> =>
  new Map(
    db.all(debtorRow, said).map(({ id, currency, amount, ...debtor }) => [
      id,
      {
        ...debtor,
        limit: currency === null || amount === null ? null : { minor: amount, currency },
      },
    ]),
  )

/** Writes somebody down as another register has them. Whoever was erased at one is erased at all, and stays so. */
export function putSharedDebtor(db: Database, { key: id, body, at, by, erasures }: Placed): void {
  // Nobody is taken away: what they owe stands under them.
  if (body === null) return
  const { home, number, erased, limit, ...said } = sharedDebtorSchema.parse(body)
  const known = db.get(
    knownRow,
    `select erased_at, ifnull(home, (select ifnull(max(code), '') from hub_stream)) as home,
       ifnull(home_number, number) as number from debtor where id = ?`,
    id,
  )
  const isGone = erased !== null || (known !== null && known.erasedAt !== null)
  const { name, phone } = isGone ? { name: '', phone: '' } : said
  const keys = keysOfDebtor({ name, phone })
  if (!known) {
    const row = { id, number: nextNumber(db), name, phone, ...keys, createdAt: said.createdAt }
    const columns = { ...row, home, homeNumber: number, ...amountColumns(limit) }
    const of = { erasedAt: erased && at, erasedWhy: erased }
    insertRow(db, 'debtor', { ...columns, ...of })
    return
  }
  if (erased && known.erasedAt === null) erase(db, id, { at, why: erased }, { by, erasures })
  const set = { id, name, phone, ...keys, ...amountColumns(limit), erased }
  db.run(
    `update debtor set name = :name, name_key = :nameKey, phone = :phone, phone_key = :phoneKey,
       currency = :currency, amount = :amount, erased_why = ifnull(:erased, erased_why) where id = :id`,
    set,
  )
  // Where two had them under one id, as a copy that went on by itself: all call them by the same number.
  if (home !== known.home || number !== known.number)
    db.run('update debtor set home = ?, home_number = ? where id = ?', home, number, id)
}

/** As it was asked for there: their sales here, too. What is only old enough there is so here by this register's own time. */
function erase(
  db: Database,
  id: string,
  why: { at: number; why: 'request' | 'age' },
  { by, erasures }: Pick<Placed, 'by' | 'erasures'>,
): void {
  const owed = db.all(idRow, 'select distinct sale_id as id from tender where debtor_id = ?', id)
  const sales = why.why === 'request' ? owed.map((sale) => sale.id) : []
  const erasure: Erasure = { ...why, by: null, sales, notes: [{ kind: 'debtor', id }] }
  // First where a restored journal will look; an erasure that is only there is made up for when it is opened.
  const mark = erasures.append(erasure)
  writeDue(db, erasure)
  setLogMark(db, mark)
  addLine(db, { at: why.at, person: null, action: 'privacy.ordered', subject: by, detail: '1' })
}
