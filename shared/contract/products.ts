import { z } from 'zod'
import {
  payeeProductSchema,
  productNatureSchema,
  productSettingSchema,
} from '../domain/product/product-setting.ts'
import { directionSchema } from '../domain/money/money.ts'
import { recentCustomerSchema } from '../domain/sale/recent-customer.ts'
import { defineCalls, defineEvents } from './define.ts'

const settings = z.array(productSettingSchema)
const payees = z.array(payeeProductSchema)
const pair = payeeProductSchema.pick({ payee: true, productId: true })

export const productsCalls = defineCalls({
  /** What the owner said about products of the active profile; of the others nothing was said. */
  'products.settings': { input: z.object({}), output: settings, right: 'present', patient: true },
  /** Says which way the cash of several products goes: the owner's to say. Answers all settings. */
  'products.set': {
    input: productSettingSchema
      .pick({ direction: true })
      .extend({ productIds: z.array(z.string().min(1)).min(1) }),
    output: settings,
    right: 'products',
    audit: ({ productIds, direction }) => ({
      subject: productIds.slice(0, 20).join(', '),
      detail: direction ?? '',
    }),
  },
  /**
   * Says what products are to the books, all at once, which is the accountant's to say: of one that has a nature it is
   * replaced, or taken back (null).
   */
  'products.classify': {
    input: z.object({
      decisions: z
        .array(
          z.object({
            nature: productNatureSchema.nullable(),
            productIds: z.array(z.string().min(1)).min(1),
          }),
        )
        .min(1),
    }),
    output: settings,
    right: 'books',
    audit: ({ decisions }) => ({
      subject: decisions
        .map(({ nature, productIds }) => `${nature ?? '—'}: ${productIds.length}`)
        .join(', '),
    }),
  },
  /** Which way the cash of a product's newest approved sale here went; of products without one nothing is said. */
  'products.soldDirections': {
    input: z.object({ productIds: z.array(z.string().min(1)).max(20_000) }),
    output: z.array(z.object({ productId: z.string(), direction: directionSchema })),
    right: 'books',
    patient: true,
  },
  /** What was last sold of a product to each customer, newest first; nothing unless the owner turned it on. */
  'products.recent': {
    input: z.object({ productId: z.string().min(1) }),
    output: z.array(recentCustomerSchema),
    right: 'sell',
  },
  /** Which products pay the bills of which payee. */
  'products.payees': { input: z.object({}), output: payees, right: 'present', patient: true },
  'products.learnPayee': { input: pair, output: payees, right: 'sell' },
  'products.forgetPayee': {
    input: pair,
    output: payees,
    right: 'products',
    audit: ({ payee, productId }) => ({ subject: payee, detail: productId }),
  },
})

export const productsEvents = defineEvents({
  /** What the owner said about products changed: all of it. */
  'products.changed': { payload: settings, locked: 'last' },
  /** A payee was learnt or forgotten: all of them. */
  'products.payeesChanged': { payload: payees, locked: 'last' },
})
