import { z } from 'zod'
import { productFormSchema, type ProductForm } from '../../../shared/domain/form/form.ts'
import type { Money } from '../../../shared/domain/money/money.ts'
import { ensureCatalogTables } from './catalog-cache-schema.ts'
import type { Database } from '../sqlite/db.ts'

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

export interface StoredProduct extends ProductListing {
  categoryId: string
  /** Where it stands in the list. */
  place: number
  /** Since when the list says of it what could change its form, epoch milliseconds. */
  changedAt: number
  /** When its detail came, epoch milliseconds; null: it is not stored. */
  detailAt: number | null
}

/** What a fresh list says of a category. */
export interface ListedCategory {
  id: string
  name: string
  products: readonly ProductListing[]
}

/** A product's detail with its first form. */
export interface StoredDetail {
  productId: string
  name: string
  description: string
  price: Money | null
  form: ProductForm | null
  /** Epoch milliseconds. */
  fetchedAt: number
}

export interface StoredImage {
  contentType: string
  body: Uint8Array
}

/** The catalog of each profile in cache.db: rebuildable, never the only place of anything a person did. */
export type CatalogCache = ReturnType<typeof openCatalogCache>

const stateRow = z.object({ fetched_at: z.number() })
const categoryRow = z.object({ category_id: z.string(), name: z.string() })
const moneyColumns = {
  price_minor: z.number().nullable(),
  price_currency: z.string().nullable(),
}
const productRow = z.object({
  product_id: z.string(),
  category_id: z.string(),
  name: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  tip: z.string().nullable(),
  place: z.number(),
  changed_at: z.number(),
  ...moneyColumns,
})
type ProductRow = z.output<typeof productRow>
const shelfRow = productRow.extend({ detail_at: z.number().nullable() })
const idRow = z.object({ product_id: z.string() })
const detailRow = z.object({
  name: z.string(),
  description: z.string(),
  form: z.string().nullable(),
  fetched_at: z.number(),
  ...moneyColumns,
})
const imageRow = z.object({ content_type: z.string(), body: z.instanceof(Uint8Array) })

function priceOf(row: { price_minor: number | null; price_currency: string | null }): Money | null {
  if (row.price_minor === null || row.price_currency === null) return null
  return { minor: row.price_minor, currency: row.price_currency }
}

/** How many products one step reads or writes. */
const stepSize = 1_000

type PlacedProduct = ProductListing & { categoryId: string; place: number }

/** The products of all categories in order. One that stands in two is shown in the first. */
function placed(categories: readonly ListedCategory[]): PlacedProduct[] {
  const seen = new Map<string, PlacedProduct>()
  for (const { id: categoryId, products } of categories) {
    for (const product of products) {
      if (seen.has(product.id)) continue
      seen.set(product.id, { ...product, categoryId, place: seen.size })
    }
  }
  return [...seen.values()]
}

function storedProduct(row: z.output<typeof shelfRow>): StoredProduct {
  return {
    id: row.product_id,
    name: row.name,
    description: row.description,
    image: row.image,
    price: priceOf(row),
    tip: row.tip,
    categoryId: row.category_id,
    place: row.place,
    changedAt: row.changed_at,
    detailAt: row.detail_at,
  }
}

/** Whether the list still says of a product what its form may depend on. */
function saysTheSame(row: ProductRow, said: Omit<ProductListing, 'id'>): boolean {
  return (
    row.name === said.name &&
    row.description === said.description &&
    row.price_minor === (said.price?.minor ?? null) &&
    row.price_currency === (said.price?.currency ?? null)
  )
}

/** Whether nothing else is to be written of it either. */
function isSameRow(one: ProductRow, other: ProductRow): boolean {
  return (
    one.category_id === other.category_id &&
    one.image === other.image &&
    one.tip === other.tip &&
    one.place === other.place
  )
}

/**
 * Opens the catalog's tables in cache.db, creating them (or, when an older program left another shape, making
 * them anew: they are only a copy of what the service says).
 */
export function openCatalogCache(db: Database) {
  ensureCatalogTables(db)
  return {
    /** The categories in order, and when the list came (null: never). */
    head: (
      profileId: string,
    ): { categories: { id: string; name: string }[]; fetchedAt: number | null } =>
      headOf(db, profileId),
    /** Every product, in parts of at most 1,000 and in no order: each part is one short step. */
    products: (profileId: string): Iterable<readonly StoredProduct[]> => productsOf(db, profileId),
    /** Puts a fresh list in the place of the old one; details of products that remain are kept. */
    replace(profileId: string, categories: readonly ListedCategory[], fetchedAt: number) {
      const steps = replacing(db, profileId, categories, fetchedAt)
      while (!steps.next().done) continue
    },
    /**
     * The same in short steps, each whole in itself. Only what changed is written. When it is not gone through to its end
     * the list still counts as the old one, and the next replaces both.
     */
    replacing: (
      profileId: string,
      categories: readonly ListedCategory[],
      fetchedAt: number,
    ): Iterator<void> => replacing(db, profileId, categories, fetchedAt),
    detail: (profileId: string, productId: string): StoredDetail | null =>
      detailOf(db, profileId, productId),
    putDetail: (profileId: string, detail: StoredDetail): void => putDetail(db, profileId, detail),
    image(profileId: string, path: string): StoredImage | null {
      const sql = 'select content_type, body from catalog_images where profile_id = ? and path = ?'
      const row = db.get(imageRow, sql, profileId, path)
      return row === null ? null : { contentType: row.content_type, body: row.body }
    },
    putImage(profileId: string, path: string, { contentType, body }: StoredImage) {
      db.run(
        'insert or replace into catalog_images values (:profileId, :path, :contentType, :body)',
        { profileId, path, contentType, body },
      )
    },
  }
}

function headOf(db: Database, profileId: string): ReturnType<CatalogCache['head']> {
  const categories = db.all(
    categoryRow,
    'select category_id, name from catalog_categories where profile_id = ? order by place',
    profileId,
  )
  const state = db.get(
    stateRow,
    'select fetched_at from catalog_state where profile_id = ?',
    profileId,
  )
  return {
    categories: categories.map(({ category_id: id, name }) => ({ id, name })),
    fetchedAt: state?.fetched_at ?? null,
  }
}

/** By their ids, which a replacement leaves as they are: what is read meanwhile is neither missed nor read twice. */
function* productsOf(db: Database, profileId: string): Generator<readonly StoredProduct[]> {
  let after = ''
  for (;;) {
    const rows = db.all(
      shelfRow,
      `select p.*, d.fetched_at as detail_at from catalog_products p
        left join catalog_details d using (profile_id, product_id)
        where p.profile_id = :profileId and p.product_id > :after order by p.product_id
        limit :stepSize`,
      { profileId, after, stepSize },
    )
    yield rows.map(storedProduct)
    after = rows.at(-1)?.product_id ?? ''
    if (rows.length < stepSize) return
  }
}

function* replacing(
  db: Database,
  profileId: string,
  categories: readonly ListedCategory[],
  fetchedAt: number,
): Generator<void> {
  const products = placed(categories)
  for (let from = 0; from < products.length; from += stepSize) {
    const step = products.slice(from, from + stepSize)
    db.transaction(() => putProducts(db, profileId, step, fetchedAt))
    yield
  }
  const listed = new Set(products.map(({ id }) => id))
  const known = db.all(
    idRow,
    'select product_id from catalog_products where profile_id = ?',
    profileId,
  )
  const gone = known.filter(({ product_id: id }) => !listed.has(id))
  for (let from = 0; from < gone.length; from += stepSize) {
    const ids = JSON.stringify(gone.slice(from, from + stepSize).map(({ product_id: id }) => id))
    db.run(
      `delete from catalog_products
        where profile_id = ? and product_id in (select value from json_each(?))`,
      profileId,
      ids,
    )
    yield
  }
  yield
  db.transaction(() => putRest(db, profileId, categories, fetchedAt))
}

function putProducts(
  db: Database,
  profileId: string,
  products: readonly PlacedProduct[],
  now: number,
): void {
  const stored = storedOf(db, profileId, products)
  for (const { id, categoryId, place, ...said } of products) {
    const before = stored.get(id)
    const same = before !== undefined && saysTheSame(before, said)
    const row: ProductRow = {
      product_id: id,
      category_id: categoryId,
      name: said.name,
      description: said.description,
      image: said.image,
      tip: said.tip,
      price_minor: said.price?.minor ?? null,
      price_currency: said.price?.currency ?? null,
      place,
      changed_at: same ? before.changed_at : now,
    }
    if (same && isSameRow(before, row)) continue
    db.run(
      `insert or replace into catalog_products values (:profile_id, :product_id, :category_id, :name,
         :description, :image, :price_minor, :price_currency, :tip, :place, :changed_at)`,
      { profile_id: profileId, ...row },
    )
  }
}

/** What is stored of some products, by their id. */
function storedOf(
  db: Database,
  profileId: string,
  products: readonly { id: string }[],
): Map<string, ProductRow> {
  const ids = JSON.stringify(products.map(({ id }) => id))
  const sql = `select * from catalog_products
    where profile_id = ? and product_id in (select value from json_each(?))`
  return new Map(db.all(productRow, sql, profileId, ids).map((row) => [row.product_id, row]))
}

/** The categories, and when all of it was fetched; details and pictures of what is gone go too. */
function putRest(
  db: Database,
  profileId: string,
  categories: readonly ListedCategory[],
  fetchedAt: number,
): void {
  db.run('delete from catalog_categories where profile_id = ?', profileId)
  for (const [place, { id, name }] of categories.entries()) {
    db.run('insert or ignore into catalog_categories values (:profileId, :id, :name, :place)', {
      profileId,
      id,
      name,
      place,
    })
  }
  db.run(
    `delete from catalog_details where profile_id = :profileId and product_id not in
       (select product_id from catalog_products where profile_id = :profileId)`,
    { profileId },
  )
  db.run(
    `delete from catalog_images where profile_id = :profileId and path not in
       (select image from catalog_products where profile_id = :profileId and image is not null)`,
    { profileId },
  )
  db.run('insert or replace into catalog_state values (?, ?)', profileId, fetchedAt)
}

function detailOf(
  db: Database,
  profileId: string,
  productId: string,
): ReturnType<CatalogCache['detail']> {
  const row = db.get(
    detailRow,
    'select * from catalog_details where profile_id = ? and product_id = ?',
    profileId,
    productId,
  )
  if (row === null) return null
  const form = row.form === null ? null : productFormSchema.parse(JSON.parse(row.form))
  const { name, description, fetched_at: fetchedAt } = row
  return { productId, name, description, price: priceOf(row), form, fetchedAt }
}

function putDetail(
  db: Database,
  profileId: string,
  { productId, name, description, price, form, fetchedAt }: StoredDetail,
): void {
  db.run(
    `insert or replace into catalog_details values (:profileId, :productId, :name, :description,
       :minor, :currency, :form, :fetchedAt)`,
    {
      profileId,
      productId,
      name,
      description,
      minor: price?.minor ?? null,
      currency: price?.currency ?? null,
      form: form === null ? null : JSON.stringify(form),
      fetchedAt,
    },
  )
}
