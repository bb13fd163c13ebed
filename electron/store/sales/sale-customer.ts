import { erasedMark, isImpersonal } from '../../../shared/domain/privacy/personal.ts'
import { phoneSpellings } from '../../../shared/domain/identity/phone.ts'
import type { Database } from '../sqlite/db.ts'
import type { SaleRecord } from './sale-row.ts'
import { searchKey } from './sale-search.ts'

/** Shorter texts, save names, tell nobody: a code, a choice of a list. */
const shortest = 4

/** What of a sale may tell its customer. */
type Told = Pick<SaleRecord, 'id' | 'reference' | 'phone' | 'values' | 'transaction'>

/**
 * Writes what tells a sale's customer beside its reference and phone, which are indexed with the sale itself.
 * `impersonal`: the fields whose values would find everybody who bought the same.
 */
export function indexCustomer(db: Database, sale: Told, impersonal: readonly string[]): void {
  for (const key of keysOf(sale, typedOf(sale, impersonal))) add(db, key, sale.id)
}

/** The same once evidence came: only what it changed of that. */
export function reindexCustomer(db: Database, before: Told, after: Told): void {
  if (before.transaction === after.transaction) return
  const known = keysOf(before, personOf(before))
  const next = keysOf(after, personOf(after))
  for (const key of next) if (!known.has(key)) add(db, key, after.id)
  if (known.size === 0) return
  const typed = keysOf(after, typedOf(after))
  for (const key of known) if (!next.has(key) && !typed.has(key)) remove(db, key, after.id)
}

/** Who owes a sale can be found by name. */
export function indexName(db: Database, saleId: string, name: string): void {
  const key = searchKey(name)
  if (key !== '') add(db, key, saleId)
}

/** Nothing finds an erased sale by its customer any more. `names`: of those who owed it. */
export function forgetCustomer(db: Database, sale: Told, names: readonly string[]): void {
  for (const key of keysOf(sale, [...typedOf(sale), ...personOf(sale)])) remove(db, key, sale.id)
  for (const name of names) remove(db, searchKey(name), sale.id)
}

function typedOf({ values, phone }: Told, impersonal: readonly string[] = []): string[] {
  const typed = Object.entries(values).flatMap(([name, text]) =>
    isImpersonal(name) || impersonal.includes(name) ? [] : text,
  )
  return [...typed, phone ?? '']
}

/** Whom the service named. */
function personOf({ transaction }: Told): string[] {
  const { document = '', cellphone = '' } = transaction?.person ?? {}
  return [document, cellphone]
}

/** The keys of texts, save those that the sale's own indexes have. */
function keysOf({ reference, phone }: Told, texts: readonly string[]): Set<string> {
  const known = searchKey(reference)
  const keys = texts
    .filter((text) => text.length >= shortest && text !== erasedMark)
    .map(searchKey)
    .filter((key) => key.length >= shortest && key !== known && key !== phone)
  return new Set(keys)
}

function add(db: Database, key: string, saleId: string): void {
  db.run('insert or ignore into sale_person (key, sale_id) values (?, ?)', key, saleId)
}

function remove(db: Database, key: string, saleId: string): void {
  db.run('delete from sale_person where key = ? and sale_id = ?', key, saleId)
}

/**
 * The keys that a customer may stand under: a name, whole; a mobile with or without its country's prefix; a document of
 * Ecuador with or without the zero in front. None: a number too short to tell anybody.
 */
export function keysOfCustomer(text: string): string[] {
  const key = searchKey(text)
  if (key === '' || /^\d{1,3}$/.test(key)) return []
  return [...new Set([key, ...twins(key)])]
}

/** Other ways to write a number, each of which can be nobody else's. */
function twins(key: string): string[] {
  const phones = phoneSpellings(key)
  if (phones.length > 0) return phones
  if (/^0\d{9}$/.test(key)) return [key.slice(1)]
  return /^\d{9}$/.test(key) ? [`0${key}`] : []
}
