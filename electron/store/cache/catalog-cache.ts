import { z } from 'zod'
import { productFormSchema, type ProductForm } from '../../../shared/domain/form/form.ts'
import type { Money } from '../../../shared/domain/money/money.ts'
import { arriving, stepSize, type ListedCategory, type ProductListing } from './catalog-arrival.ts'
import { changesSince } from './catalog-changes.ts'
import { ensureCatalogTables } from './catalog-cache-schema.ts'
import type { Database } from '../sqlite/db.ts'

export interface StoredProduct extends ProductListing {
  categoryId: string
  categoryName: string
  /** When its detail came, epoch milliseconds; null: it is not stored. */
  detailAt: number | null
}

/** A list of products that arrived whole, by the number that it was stored under. */
export interface StoredList {
  id: number
  /** When the service gave it, epoch milliseconds. */
  fetchedAt: number
}

/** What there is of one product's form. Times are epoch milliseconds. */
export interface FormTimes {
  productId: string
  /** Since when the list says of the product what could change its form. */
  changedAt: number
  /** When its detail came; null: it is not stored. */
  detailAt: number | null
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

const listRow = z.object({ list_id: z.int(), fetched_at: z.number() })
const categoryRow = z.object({ category_id: z.string(), name: z.string() })
const moneyColumns = {
  price_minor: z.number().nullable(),
  price_currency: z.string().nullable(),
}
const productRow = z.object({
  product_id: z.string(),
  category_id: z.string(),
  category: z.string(),
  name: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  tip: z.string().nullable(),
  detail_at: z.number().nullable(),
  ...moneyColumns,
})
const countRow = z.object({ count: z.int() })
const formRow = z.object({
  product_id: z.string(),
  changed_at: z.number(),
  detail_at: z.number().nullable(),
})
const timeRow = z.object({ fetched_at: z.number() })
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

/**
 * Opens the catalog's tables in cache.db, creating them (or, when an older program left another shape, making
 * them anew: they are only a copy of what the service says).
 */
export function openCatalogCache(db: Database) {
  ensureCatalogTables(db)
  return {
    /** The list that is shown of a profile; null: none came yet. */
    list: (profileId: string): StoredList | null => listOf(db, profileId),
    /** Its categories in order. */
    categories: (list: number): { id: string; name: string }[] =>
      db
        .all(
          categoryRow,
          'select category_id, name from catalog_categories where list_id = ? order by place',
          list,
        )
        .map(({ category_id: id, name }) => ({ id, name })),
    /** The products of a list in order, from a place on: 1,000 at most. */
    products: (list: number, from: number): readonly StoredProduct[] =>
      db.all(productRow, partOfList, { list, from, end: from + stepSize }).map(storedProduct),
    /** How many products the list of a profile has. */
    count: (profileId: string): number => db.get(countRow, countOfList, profileId)?.count ?? 0,
    /** One product of the list that is shown. */
    product(profileId: string, productId: string): StoredProduct | null {
      const row = db.get(productRow, productOfProfile, { profileId, productId })
      return row === null ? null : storedProduct(row)
    },
    /** What there is of the products' forms, in the order of the list, from a place on: 1,000 at most. */
    forms: (list: number, from: number): readonly FormTimes[] =>
      db.all(formRow, formsOfList, { list, from, end: from + stepSize }).map((row) => ({
        productId: row.product_id,
        changedAt: row.changed_at,
        detailAt: row.detail_at,
      })),
    /**
     * Puts a fresh list in the place of the shown one, in short steps: see arriving. Details and pictures of products
     * that remain are kept.
     */
    arriving: (
      profileId: string,
      categories: readonly ListedCategory[],
      fetchedAt: number,
    ): Generator<void> => arriving(db, profileId, categories, fetchedAt),
    /** What changed of a profile's list since a moment (epoch ms): see changesSince. */
    changes: (profileId: string, since: number) => changesSince(db, profileId, since),
    /** When a product's detail came, epoch milliseconds; null: it is not stored. */
    detailAt: (profileId: string, productId: string): number | null =>
      db.get(
        timeRow,
        'select fetched_at from catalog_details where profile_id = ? and product_id = ?',
        profileId,
        productId,
      )?.fetched_at ?? null,
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

/** Of a profile's shelf, in which each list's products are found by their places and by their ids. */
const countOfList = `select count(*) as count from catalog_products
  where list_id = (select list_id from catalog_shelves where profile_id = ?)`

const columns = `p.product_id, p.category_id, p.name, p.description, p.image, p.price_minor, p.price_currency, p.tip,
  c.name as category, d.fetched_at as detail_at`

const joined = `catalog_products p join catalog_lists l using (list_id)
  join catalog_categories c using (list_id, category_id)
  left join catalog_details d on d.profile_id = l.profile_id and d.product_id = p.product_id`

const partOfList = `select ${columns} from ${joined}
  where p.list_id = :list and p.place >= :from and p.place < :end order by p.place`

const productOfProfile = `select ${columns} from ${joined}
  where p.list_id = (select list_id from catalog_shelves where profile_id = :profileId)
    and p.product_id = :productId`

const formsOfList = `select p.product_id, p.changed_at, d.fetched_at as detail_at
  from catalog_products p join catalog_lists l using (list_id)
  left join catalog_details d on d.profile_id = l.profile_id and d.product_id = p.product_id
  where p.list_id = :list and p.place >= :from and p.place < :end order by p.place`

function listOf(db: Database, profileId: string): StoredList | null {
  const sql = 'select list_id, fetched_at from catalog_shelves where profile_id = ?'
  const row = db.get(listRow, sql, profileId)
  return row === null ? null : { id: row.list_id, fetchedAt: row.fetched_at }
}

function storedProduct(row: z.output<typeof productRow>): StoredProduct {
  return {
    id: row.product_id,
    name: row.name,
    description: row.description,
    image: row.image,
    price: priceOf(row),
    tip: row.tip,
    categoryId: row.category_id,
    categoryName: row.category,
    detailAt: row.detail_at,
  }
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
