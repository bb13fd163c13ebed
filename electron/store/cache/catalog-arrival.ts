import { z } from 'zod'
import type { Money } from '../../../shared/domain/money/money.ts'
import type { Database } from '../sqlite/db.ts'
import { changesBetween, keepChanges } from './catalog-changes.ts'

/** A product as the list gave it. */
export interface ProductListing {
  id: string
  name: string
  description: string
  /** The service's own path of its picture. */
  image: string | null
  price: Money | null
  tip: string | null
}

/** What a fresh list says of a category. */
export interface ListedCategory {
  id: string
  name: string
  products: readonly ProductListing[]
}

/** How many products one step reads or writes: none holds the thread up for long. */
export const stepSize = 1_000

interface PlacedProduct extends ProductListing {
  categoryId: string
  place: number
}

/** A list on its way in. */
interface Arrival {
  db: Database
  profileId: string
  categories: readonly ListedCategory[]
  /** In order. */
  products: readonly PlacedProduct[]
  /** Epoch milliseconds. */
  fetchedAt: number
}

/** The numbers of the lists that a profile has. */
const shownSql = 'select list_id from catalog_shelves where profile_id = ?'
const listRow = z.object({ list_id: z.int() })
const textRow = z.object({ text: z.string() })
const lowestRow = z.object({ list_id: z.int().nullable() })

/**
 * Puts a fresh list in the place of the shown one, in short steps, each whole in itself. It is written beside the shown
 * one under a number of its own, and counts from the one commit on that says that it is whole: where it is not gone
 * through to its end, the shown list stays as it was. One that says nothing new is not written, only when it came. Where another
 * process begins with a newer one meanwhile, this one gives way.
 */
export function* arriving(
  db: Database,
  profileId: string,
  categories: readonly ListedCategory[],
  fetchedAt: number,
): Generator<void> {
  const products = yield* placed(categories)
  const arrival: Arrival = { db, profileId, categories, products, fetchedAt }
  const shown = db.get(listRow, shownSql, profileId)?.list_id ?? null
  if (shown !== null && (yield* saysTheSame(arrival, shown))) {
    db.run('update catalog_lists set fetched_at = ? where list_id = ?', fetchedAt, shown)
    return
  }
  const list = begun(arrival)
  if (!(yield* writtenWhole(arrival, list))) return
  const changes = shown === null ? null : yield* changesBetween(db, shown, list, stepSize)
  db.transaction(() => {
    // Another took the place of this one while the two were held against each other; or the shown one is no longer it.
    const before = db.get(listRow, shownSql, profileId)?.list_id ?? null
    if (!isBegun(db, list)) return
    db.run('update catalog_lists set fetched_at = ? where list_id = ?', fetchedAt, list)
    db.run('delete from catalog_lists where profile_id = ? and list_id < ?', profileId, list)
    if (changes && before === shown) keepChanges(db, { profileId, list, at: fetchedAt }, changes)
  })
  yield
  yield* swept(db)
  yield* tidied(arrival)
}

/** The products of all categories in order. One that stands in two is shown in the first. */
function* placed(categories: readonly ListedCategory[]): Generator<void, PlacedProduct[]> {
  const seen = new Set<string>()
  const found: PlacedProduct[] = []
  for (const { id: categoryId, products } of categories) {
    for (const product of products) {
      if (seen.has(product.id)) continue
      seen.add(product.id)
      found.push({ ...product, categoryId, place: found.length })
      if (found.length % stepSize === 0) yield
    }
  }
  return found
}

/** A row as it stands in the table, by its columns in `rowColumns`. */
const rowColumns =
  'place, product_id, category_id, name, description, image, price_minor, price_currency, tip'
type RowValues = readonly (string | number | null)[]

function rowOf({ id, price, ...said }: PlacedProduct): RowValues {
  const { place, categoryId, name, description, image, tip } = said
  const [minor, currency] = [price?.minor ?? null, price?.currency ?? null]
  return [place, id, categoryId, name, description, image, minor, currency, tip]
}

/** Whether the shown list says of everything the same, in the same order. */
function* saysTheSame(
  { db, categories, products }: Arrival,
  shown: number,
): Generator<void, boolean> {
  const named = `select category_id, name from catalog_categories where list_id = ? order by place`
  if (!isSame(db.arrays(named, shown), categoriesOf(categories))) return false
  const part = `select ${rowColumns} from catalog_products
    where list_id = ? and place >= ? and place < ? order by place`
  for (let from = 0; from <= products.length; from += stepSize) {
    const said = products.slice(from, from + stepSize).map(rowOf)
    if (!isSame(db.arrays(part, shown, from, from + stepSize), said)) return false
    yield
  }
  return true
}

const categoriesOf = (categories: readonly ListedCategory[]): RowValues[] =>
  [...new Map(categories.toReversed().map(({ id, name }) => [id, name]))].reverse()

function isSame(stored: readonly unknown[], said: readonly RowValues[]): boolean {
  return stored.length === said.length && said.every((row, at) => isSameRow(stored[at], row))
}

function isSameRow(stored: unknown, said: RowValues): boolean {
  return Array.isArray(stored) && said.every((value, at) => stored[at] === value)
}

/** The number of a new list. One that did not come to its end, whoever brought it, gives way. */
function begun({ db, profileId }: Arrival): number {
  return db.transaction(() => {
    db.run('delete from catalog_lists where profile_id = ? and fetched_at is null', profileId)
    db.run('insert into catalog_lists (profile_id) values (?)', profileId)
    const sql = 'select max(list_id) as list_id from catalog_lists where profile_id = ?'
    return db.get(listRow, sql, profileId)?.list_id ?? 0
  })
}

const isBegun = (db: Database, list: number): boolean =>
  db.get(listRow, 'select list_id from catalog_lists where list_id = ?', list) !== null

/** Writes the rows of a list; false: another took its place. */
function* writtenWhole(arrival: Arrival, list: number): Generator<void, boolean> {
  const { db, categories, products } = arrival
  const isThere = () => isBegun(db, list)
  const step = (write: () => void) =>
    db.transaction(() => {
      if (!isThere()) return false
      write()
      return true
    })
  const names = categoriesOf(categories).map((row, place) => [list, ...row, place])
  for (let from = 0; from < names.length; from += stepSize) {
    const sql = 'insert into catalog_categories values (?, ?, ?, ?)'
    const part = names.slice(from, from + stepSize)
    if (!step(() => part.forEach((row) => db.run(sql, ...row)))) return false
    yield
  }
  for (let from = 0; from < products.length; from += stepSize) {
    const part = products.slice(from, from + stepSize)
    if (!step(() => putProducts(arrival, list, part))) return false
    yield
  }
  return isThere()
}

/** A product of which the shown list says what its form may depend on has not changed since it did. */
const putSql = `insert into catalog_products
    (list_id, place, product_id, category_id, name, description, image, price_minor, price_currency, tip, changed_at)
  values (:list, :place, :id, :categoryId, :name, :description, :image, :minor, :currency, :tip, ifnull(
    (select changed_at from catalog_products
      where list_id = (select list_id from catalog_shelves where profile_id = :profileId)
        and product_id = :id and name = :name and description = :description
        and price_minor is :minor and price_currency is :currency), :fetchedAt))`

function putProducts(
  { db, profileId, fetchedAt }: Arrival,
  list: number,
  products: readonly PlacedProduct[],
): void {
  for (const { price, ...said } of products) {
    const [minor, currency] = [price?.minor ?? null, price?.currency ?? null]
    db.run(putSql, { ...said, minor, currency, list, profileId, fetchedAt })
  }
}

/** Takes away the rows of lists that are not there any more. */
function* swept(db: Database): Generator<void> {
  const next = `select min(list_id) as list_id from catalog_products where list_id > ?`
  let list = 0
  for (;;) {
    const found = db.get(lowestRow, next, list)?.list_id ?? null
    if (found === null) break
    list = found
    if (db.get(listRow, 'select list_id from catalog_lists where list_id = ?', list)) continue
    const sql = `delete from catalog_products where list_id = :list and place <
      (select min(place) from catalog_products where list_id = :list) + :stepSize`
    while (db.run(sql, { list, stepSize }) > 0) yield
  }
  db.run('delete from catalog_categories where list_id not in (select list_id from catalog_lists)')
  yield
}

/** Takes away the details and pictures of products that are not in the list. */
function* tidied({ db, profileId, products }: Arrival): Generator<void> {
  const ids = new Set(products.map(({ id }) => id))
  const images = new Set(products.map(({ image }) => image))
  yield
  yield* gone(db, profileId, { table: 'catalog_details', key: 'product_id' }, (id) => ids.has(id))
  yield* gone(db, profileId, { table: 'catalog_images', key: 'path' }, (path) => images.has(path))
}

function* gone(
  db: Database,
  profileId: string,
  { table, key }: { table: string; key: string },
  isListed: (key: string) => boolean,
): Generator<void> {
  const part = `select ${key} as text from ${table}
    where profile_id = :profileId and ${key} > :after order by ${key} limit :stepSize`
  let after = ''
  for (;;) {
    const keys = db.all(textRow, part, { profileId, after, stepSize }).map(({ text }) => text)
    const old = JSON.stringify(keys.filter((one) => !isListed(one)))
    db.run(
      `delete from ${table} where profile_id = :profileId and ${key} in (select value from json_each(:old))`,
      { profileId, old },
    )
    yield
    const last = keys.at(-1)
    if (last === undefined || keys.length < stepSize) return
    after = last
  }
}
