import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Debtor } from '../../../shared/domain/credit/debtor.ts'
import type { FirstTender, Tender } from '../../../shared/domain/drawer/tender.ts'
import { normalisePhone, typedAbroad } from '../../../shared/domain/identity/phone.ts'
import { erasedMark } from '../../../shared/domain/privacy/personal.ts'
import type { Database } from '../sqlite/db.ts'
import { amountColumns, insertRow, rowOf } from '../sqlite/rows.ts'
import { searchKey } from '../sales/sale-search.ts'

export const debtorRow = rowOf({
  id: z.string(),
  number: z.int(),
  name: z.string(),
  phone: z.string(),
  currency: z.string().nullable(),
  amount: z.int().nullable(),
  createdAt: z.int(),
  erasedAt: z.int().nullable(),
  home: z.string().nullable(),
  homeNumber: z.int().nullable(),
}).transform(({ currency, amount, erasedAt, home, homeNumber, ...row }): Debtor => ({
  ...row,
  ...(home === null ? {} : { home: `${home}-${homeNumber ?? ''}` }),
  limit: currency === null || amount === null ? null : { minor: amount, currency },
  isErased: erasedAt !== null,
}))

/** Who buys on credit. */
export function createDebtorsReader(db: Database) {
  return {
    debtor: (id: string): Debtor | null =>
      db.get(debtorRow, 'select * from debtor where id = ?', id),
    ofNumber: (number: number): Debtor | null =>
      db.get(debtorRow, 'select * from debtor where number = ?', number),
    /** Those whose name or phone holds a text, or whose number it is; by name. None of them was erased, save by number. */
    find: (text: string, limit: number): Debtor[] => {
      const key = searchKey(text)
      return db.all(
        debtorRow,
        `select * from debtor where (erased_at is null
           and (instr(name_key, :key) > 0 or instr(phone_key, :phone) > 0))
           or cast(ifnull(home_number, number) as text) = :key 
           or lower(ifnull(home, (select code from hub_stream)) || ifnull(home_number, number)) = replace(:key, '-', '')
         order by instr(name_key, :key) <> 1, name_key, number limit :limit + 0`,
        { key, phone: typedAbroad(text) ?? phoneKey(text), limit },
      )
    },
  }
}

/** Over the journal in the hands of its one writer. */
export function createDebtors(db: Database) {
  return {
    ...createDebtorsReader(db),
    /** Puts somebody into the book; who is in it already by this name and phone stays one. */
    add: (said: Pick<Debtor, 'name' | 'phone'>, at: number): Debtor =>
      db.transaction(() => {
        const known = ofKeys(db, said.name, phoneKey(said.phone))
        return known ?? insertDebtor(db, randomUUID(), said, at)
      }),
    /** What the owner says of somebody anew. Nothing is said of who was erased. */
    change: ({ id, name, phone, limit }: Pick<Debtor, 'id' | 'name' | 'phone' | 'limit'>) => {
      db.run(
        `update debtor set name = :name, name_key = :nameKey, phone = :phone, phone_key = :phoneKey,
           currency = :currency, amount = :amount where id = :id and erased_at is null`,
        {
          ...{ id, name, phone, nameKey: searchKey(name), phoneKey: phoneKey(phone) },
          ...amountColumns(limit),
        },
      )
    },
  }
}

/** A phone as it is found, whichever way it was written. */
function phoneKey(phone: string): string {
  const key = searchKey(phone)
  return normalisePhone(key, 'CO') ?? normalisePhone(key, 'EC') ?? key
}

function ofKeys(db: Database, name: string, phone: string): Debtor | null {
  return db.get(
    debtorRow,
    `select * from debtor where name_key = ? and name_key <> '' and phone_key = ? and erased_at is null
     order by number limit 1`,
    searchKey(name),
    phone,
  )
}

function insertDebtor(
  db: Database,
  id: string,
  { name, phone }: Pick<Debtor, 'name' | 'phone'>,
  createdAt: number,
): Debtor {
  const keys = keysOfDebtor({ name, phone })
  const number = nextNumber(db)
  insertRow(db, 'debtor', { id, number, name, phone, ...keys, createdAt })
  return { id, number, name, phone, createdAt, limit: null, isErased: false }
}

/** What they are found by. */
export const keysOfDebtor = ({ name, phone }: Pick<Debtor, 'name' | 'phone'>) => ({
  nameKey: searchKey(name),
  phoneKey: phoneKey(phone),
})
export const nextNumber = (db: Database): number =>
  db.get(numberRow, 'select ifnull(max(number), 0) + 1 as number from debtor')?.number ?? 1
const numberRow = z.object({ number: z.int() })
const idRow = z.object({ id: z.string() })

/**
 * Who owes a tender on credit. A journal that was restored may know less of them than the line of intents.log that is
 * played again: then they are put into the book with it. A line of before there was a book has a name alone.
 */
export function debtorOfTender(
  db: Database,
  { name, debtorId }: Extract<Tender | FirstTender, { kind: 'credit' }>,
  at: number,
): string {
  const isKnown = debtorId !== undefined && hasDebtor(db, debtorId)
  if (isKnown) return debtorId
  const isErased = name === erasedMark
  const known = debtorId === undefined && !isErased ? ofName(db, name) : null
  if (known !== null) return known
  const said = { name: isErased ? '' : name, phone: '' }
  return insertDebtor(db, debtorId ?? randomUUID(), said, at).id
}

const hasDebtor = (db: Database, id: string) =>
  db.get(idRow, 'select id from debtor where id = ?', id) !== null

const ofName = (db: Database, name: string) =>
  db.get(
    idRow,
    `select id from debtor where name_key = ? and name_key <> '' and erased_at is null
     order by number limit 1`,
    searchKey(name),
  )?.id ?? null
