import { z } from 'zod'
import { catalogChangeSchema } from '../domain/product/catalog-change.ts'
import { productFormSchema } from '../domain/form/form.ts'
import { directionSchema, moneySchema } from '../domain/money/money.ts'
import { defineCalls, defineEvents } from './define.ts'

/** A product as the grid shows it. */
const catalogProductSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  categoryId: z.string(),
  /** Path on the window's own origin that answers the picture, or null for a monogram. */
  image: z.string().nullable(),
  /** null: free value. */
  price: moneySchema.nullable(),
  /** The assigned commission as the service writes it; its unit is not stated: never a percentage. */
  tip: z.string().nullable(),
  /** Which way the cash goes: as the owner said, else guessed from the category's and product's names. */
  direction: directionSchema,
  favourite: z.boolean(),
  /** Sales of this product in the journal, for "most sold". */
  soldCount: z.int(),
  /** Whether its form is stored and can be shown offline. */
  formStored: z.boolean(),
})
export type CatalogProduct = z.infer<typeof catalogProductSchema>

const catalogCategorySchema = z.object({ id: z.string(), name: z.string() })

/** The catalog as it is stored. Categories and products are in the service's order. */
export interface Catalog {
  categories: z.infer<typeof catalogCategorySchema>[]
  products: CatalogProduct[]
  /** When the service gave it (epoch ms); null: never yet. */
  fetchedAt: number | null
}

const catalogPlaceSchema = z.object({ list: z.int(), place: z.int().nonnegative() })
/** Where a catalog goes on: in one list that the service gave, by its number. */
export type CatalogPlace = z.infer<typeof catalogPlaceSchema>

/** Some products of the catalog, in order: no message holds more of them than a process reads at a blow. */
const catalogPartSchema = z.object({
  /** All of them, with the first part. */
  categories: z.array(catalogCategorySchema),
  products: z.array(catalogProductSchema).max(1_000),
  fetchedAt: z.number().nullable(),
  /**
   * Where it begins. 0: with the first product, also where another place was asked for: a newer list has come meanwhile,
   * and what came of the older one is no part of it.
   */
  place: z.int(),
  /** What to ask for next; null: this was all. */
  next: catalogPlaceSchema.nullable(),
})
export type CatalogPart = z.infer<typeof catalogPartSchema>

/** A whole catalog, brought part by part: never the parts of two lists. */
export async function wholeCatalog(
  ask: (input: { from: CatalogPlace | null }) => Promise<CatalogPart>,
): Promise<Catalog> {
  let catalog: Catalog = { categories: [], products: [], fetchedAt: null }
  let from: CatalogPlace | null = null
  do {
    const { categories, products, fetchedAt, place, next }: CatalogPart = await ask({ from })
    if (place === 0) catalog = { categories, products: [...products], fetchedAt }
    else catalog.products.push(...products)
    from = next
  } while (from !== null)
  return catalog
}

/** A product with its first form. */
const catalogDetailSchema = z.object({
  productId: z.string(),
  name: z.string(),
  description: z.string(),
  price: moneySchema.nullable(),
  /** null: the service sent no usable descriptor. */
  form: productFormSchema.nullable(),
  fetchedAt: z.number(),
  /**
   * Which way its cash goes is no more than a guess, or the last one sold went the other way: it is sold once the owner said so
   * (products.set), and before is DIRECTION_UNCONFIRMED.
   */
  directionGuessed: z.boolean(),
})
export type CatalogDetail = z.infer<typeof catalogDetailSchema>

/** What a shop can begin with a phone's number. */
const rechargesSchema = z.object({
  /** Top-ups by what their forms ask, those that the shop uses first. */
  products: z.array(catalogProductSchema.extend({ categoryName: z.string() })),
  /** Four values in minor units, as this shop's sales taught them once; null: not yet. */
  amounts: z.array(z.int()).nullable(),
})
export type Recharges = z.infer<typeof rechargesSchema>

const productId = z.object({ productId: z.string().min(1) })

const pricesOf = z.object({ categoryId: z.string().nullable() })

export const catalogCalls = defineCalls({
  /** At once from the cache; never waits for the network. */
  'catalog.get': {
    input: z.object({ from: catalogPlaceSchema.nullable().default(null) }),
    output: catalogPartSchema,
    right: 'present',
    patient: true,
  },
  /** Some products by their ids, as the catalog has them; one that it has not is left out. */
  'catalog.listed': {
    input: z.object({ productIds: z.array(z.string()).max(1_000) }),
    output: z.object({
      products: z.array(catalogProductSchema.extend({ categoryName: z.string() })),
    }),
    right: 'present',
    patient: true,
  },
  /** Asks the service now, and tells of what came by catalog.changed; a failure leaves the cache as it is. */
  'catalog.refresh': { input: z.object({}), output: z.object({}), right: 'present' },
  /** From the cache when stored (refreshed behind), else from the service; FORM_NOT_STORED offline. */
  'catalog.product': {
    input: productId,
    output: catalogDetailSchema,
    right: 'present',
    patient: true,
  },
  /** How often one product was sold: after a sale nothing else of the catalog is another. */
  'catalog.soldCount': {
    input: productId,
    output: z.object({ soldCount: z.int() }),
    right: 'present',
    patient: true,
  },
  /** Of the products whose forms are stored here. */
  'catalog.recharges': {
    input: z.object({}),
    output: rechargesSchema,
    right: 'present',
    patient: true,
  },
  /** What the lists that came since yesterday began (the shop's day) changed; `more`: how many changes are not kept. */
  'catalog.changes': {
    input: z.object({}),
    output: z.object({ changes: z.array(catalogChangeSchema), more: z.int() }),
    right: 'present',
    patient: true,
  },
  /**
   * A list for the wall of the products with a price of their own: of one category, or (null) of all. PRICES_NONE,
   * PRICES_TOO_MANY, PRINTER_NOT_SET.
   */
  'catalog.printPrices': {
    input: pricesOf,
    output: z.object({ jobId: z.string() }),
    right: 'present',
  },
  /** The same as a PDF, to a path that a person chose. */
  'catalog.savePrices': {
    input: pricesOf.extend({ path: z.string().min(1) }),
    output: z.object({}),
    right: 'present',
  },
  'catalog.setFavourite': {
    input: productId.extend({ favourite: z.boolean() }),
    output: z.object({}),
    right: 'present',
  },
})

export const catalogEvents = defineEvents({
  /** The catalog or stored forms changed: ask catalog.get again. */
  'catalog.changed': { payload: z.object({}), locked: 'last' },
})
