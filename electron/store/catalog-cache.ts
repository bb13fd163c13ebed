import { z } from 'zod'
import { productFormSchema, type ProductForm } from '../../shared/domain/form.ts'
import type { Money } from '../../shared/domain/money.ts'
import { ensureCatalogTables } from './catalog-cache-schema.ts'
import type { Database } from './db.ts'

/** A category as the list gave it, with its products in the service's order. */
export interface StoredCategory {
  id: string
  name: string
  products: StoredProduct[]
}

/** A product as the list gave it. */
export interface StoredProduct {
  id: string
  name: string
  description: string
  /** The service's own path of its picture. */
  image: string | null
  price: Money | null
  tip: string | null
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
export interface CatalogCache {
  /** Categories with their products, in order, and when they came (null: never). */
  read(profileId: string): { categories: StoredCategory[]; fetchedAt: number | null }
  /** Puts a fresh list in the place of the old one, in one transaction; details of products that remain are kept. */
  replace(profileId: string, categories: readonly StoredCategory[], fetchedAt: number): void
  /** When each stored detail came, by product id. */
  detailTimes(profileId: string): Map<string, number>
  detail(profileId: string, productId: string): StoredDetail | null
  putDetail(profileId: string, detail: StoredDetail): void
  image(profileId: string, path: string): StoredImage | null
  putImage(profileId: string, path: string, image: StoredImage): void
}

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
  ...moneyColumns,
})
const detailRow = z.object({
  name: z.string(),
  description: z.string(),
  form: z.string().nullable(),
  fetched_at: z.number(),
  ...moneyColumns,
})
const timeRow = z.object({ product_id: z.string(), fetched_at: z.number() })
const imageRow = z.object({ content_type: z.string(), body: z.instanceof(Uint8Array) })

function priceOf(row: { price_minor: number | null; price_currency: string | null }): Money | null {
  if (row.price_minor === null || row.price_currency === null) return null
  return { minor: row.price_minor, currency: row.price_currency }
}

/**
 * Opens the catalog's tables in cache.db, creating them (or, when an older program left another shape, making
 * them anew: they are only a copy of what the service says).
 */
export function openCatalogCache(db: Database): CatalogCache {
  ensureCatalogTables(db)

  return {
    read(profileId) {
      const state = db.get(
        stateRow,
        'select fetched_at from catalog_state where profile_id = ?',
        profileId,
      )
      const categories = db
        .all(
          categoryRow,
          'select category_id, name from catalog_categories where profile_id = ? order by place',
          profileId,
        )
        .map((row): StoredCategory => ({ id: row.category_id, name: row.name, products: [] }))
      const byId = new Map(categories.map((category) => [category.id, category]))
      const rows = db.all(
        productRow,
        'select * from catalog_products where profile_id = ? order by place',
        profileId,
      )
      for (const row of rows) {
        byId.get(row.category_id)?.products.push({
          id: row.product_id,
          name: row.name,
          description: row.description,
          image: row.image,
          price: priceOf(row),
          tip: row.tip,
        })
      }
      return { categories, fetchedAt: state?.fetched_at ?? null }
    },

    replace(profileId, categories, fetchedAt) {
      db.transaction(() => {
        db.run('delete from catalog_categories where profile_id = ?', profileId)
        db.run('delete from catalog_products where profile_id = ?', profileId)
        let place = 0
        for (const [categoryPlace, category] of categories.entries()) {
          db.run(
            'insert or ignore into catalog_categories values (?, ?, ?, ?)',
            profileId,
            category.id,
            category.name,
            categoryPlace,
          )
          for (const product of category.products) {
            // A product that stands in two categories is shown in the first.
            db.run(
              'insert or ignore into catalog_products values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
              profileId,
              product.id,
              category.id,
              product.name,
              product.description,
              product.image,
              product.price?.minor ?? null,
              product.price?.currency ?? null,
              product.tip,
              place,
            )
            place += 1
          }
        }
        db.run(
          `delete from catalog_details where profile_id = ?1 and product_id not in
             (select product_id from catalog_products where profile_id = ?1)`,
          profileId,
        )
        db.run(
          `delete from catalog_images where profile_id = ?1 and path not in
             (select image from catalog_products where profile_id = ?1 and image is not null)`,
          profileId,
        )
        db.run('insert or replace into catalog_state values (?, ?)', profileId, fetchedAt)
      })
    },

    detailTimes(profileId) {
      const rows = db.all(
        timeRow,
        'select product_id, fetched_at from catalog_details where profile_id = ?',
        profileId,
      )
      return new Map(rows.map((row) => [row.product_id, row.fetched_at]))
    },

    detail(profileId, productId) {
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
    },

    putDetail(profileId, detail) {
      db.run(
        'insert or replace into catalog_details values (?, ?, ?, ?, ?, ?, ?, ?)',
        profileId,
        detail.productId,
        detail.name,
        detail.description,
        detail.price?.minor ?? null,
        detail.price?.currency ?? null,
        detail.form === null ? null : JSON.stringify(detail.form),
        detail.fetchedAt,
      )
    },

    image(profileId, path) {
      const row = db.get(
        imageRow,
        'select content_type, body from catalog_images where profile_id = ? and path = ?',
        profileId,
        path,
      )
      return row === null ? null : { contentType: row.content_type, body: row.body }
    },

    putImage(profileId, path, image) {
      db.run(
        'insert or replace into catalog_images values (?, ?, ?, ?)',
        profileId,
        path,
        image.contentType,
        image.body,
      )
    },
  }
}
