import { z } from 'zod'
import { productFormSchema } from '../domain/form/form.ts'
import { directionSchema, moneySchema } from '../domain/money/money.ts'
import { defineCalls, defineEvents } from './define.ts'

/** A product as the grid shows it. */
export const catalogProductSchema = z.object({
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

export const catalogCategorySchema = z.object({ id: z.string(), name: z.string() })

/** The catalog from the cache. Categories are in the service's order. */
export const catalogSchema = z.object({
  categories: z.array(catalogCategorySchema),
  products: z.array(catalogProductSchema),
  /** When the service gave it (epoch ms); null: never yet. */
  fetchedAt: z.number().nullable(),
})
export type Catalog = z.infer<typeof catalogSchema>

/** A product with its first form. */
export const catalogDetailSchema = z.object({
  productId: z.string(),
  name: z.string(),
  description: z.string(),
  price: moneySchema.nullable(),
  /** null: the service sent no usable descriptor. */
  form: productFormSchema.nullable(),
  fetchedAt: z.number(),
})
export type CatalogDetail = z.infer<typeof catalogDetailSchema>

/** What a shop can begin with a phone's number. */
export const rechargesSchema = z.object({
  /** Top-ups by what their forms ask, those that the shop uses first. */
  products: z.array(catalogProductSchema.extend({ categoryName: z.string() })),
  /** Four values in minor units, as this shop's sales taught them once; null: not yet. */
  amounts: z.array(z.int()).nullable(),
})
export type Recharges = z.infer<typeof rechargesSchema>

const productId = z.object({ productId: z.string().min(1) })

export const catalogCalls = defineCalls({
  /** At once from the cache; never waits for the network. */
  'catalog.get': { input: z.object({}), output: catalogSchema, right: 'present', patient: true },
  /** Asks the service now; a failure leaves the cache as it is. */
  'catalog.refresh': { input: z.object({}), output: catalogSchema, right: 'present' },
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
  'catalog.setFavourite': {
    input: productId.extend({ favourite: z.boolean() }),
    output: catalogSchema,
    right: 'present',
  },
})

export const catalogEvents = defineEvents({
  /** The catalog or stored forms changed: ask catalog.get again. */
  'catalog.changed': { payload: z.object({}), locked: 'last' },
})
