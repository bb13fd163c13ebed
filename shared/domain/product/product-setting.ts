import { z } from 'zod'
import { directionSchema } from '../money/money.ts'

/**
 * What a product is to the shop's books: money of a third party that is passed on, goods of its own that
 * it resells, or cash that it hands out. Only a person can say so: what is suggested (suggestion.ts) counts once accepted.
 */
export const productNatureSchema = z.enum(['collection', 'resale', 'cash-out'])
export type ProductNature = z.infer<typeof productNatureSchema>

/** A product that pays the bills of a payee: the 13 digits that their barcodes begin with. */
export const payeeProductSchema = z.object({
  payee: z.string().regex(/^\d{13}$/),
  productId: z.string().min(1),
  /** Epoch milliseconds. */
  learnedAt: z.int(),
})
export type PayeeProduct = z.infer<typeof payeeProductSchema>

/** What the owner said about one product; null: nothing yet. */
export const productSettingSchema = z.object({
  productId: z.string().min(1),
  /** Which way the cash goes; null: as the names of product and category suggest. */
  direction: directionSchema.nullable(),
  /** null: not classified. */
  nature: productNatureSchema.nullable(),
})
export type ProductSetting = z.infer<typeof productSettingSchema>
