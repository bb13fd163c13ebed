import { z } from 'zod'
import {
  payeeProductSchema,
  productNatureSchema,
  productSettingSchema,
} from '../domain/product/product-setting.ts'
import { recentCustomerSchema } from '../domain/sale/recent-customer.ts'
import { defineCalls, defineEvents } from './define.ts'

const settings = z.array(productSettingSchema)
const payees = z.array(payeeProductSchema)
const pair = payeeProductSchema.pick({ payee: true, productId: true })

export const productsCalls = defineCalls({
  /** What the owner said about products of the active profile; of the others nothing was said. */
  'products.settings': { input: z.object({}), output: settings, right: 'present', patient: true },
  /** Says the same of several products; what is left out stays as it is. Answers all settings. */
  'products.set': {
    input: productSettingSchema
      .pick({ direction: true, nature: true })
      .partial()
      .extend({ productIds: z.array(z.string().min(1)).min(1) }),
    output: settings,
    right: 'products',
    audit: ({ productIds, direction, nature }) => ({
      subject: productIds.slice(0, 20).join(', '),
      detail: [direction, nature].filter((one) => one !== null && one !== undefined).join(', '),
    }),
  },
  /** Says what products are to the books, all at once: what is said of one that has a nature replaces it. */
  'products.classify': {
    input: z.object({
      decisions: z
        .array(
          z.object({ nature: productNatureSchema, productIds: z.array(z.string().min(1)).min(1) }),
        )
        .min(1),
    }),
    output: settings,
    right: 'books',
    audit: ({ decisions }) => ({
      subject: decisions
        .map(({ nature, productIds }) => `${nature}: ${productIds.length}`)
        .join(', '),
    }),
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
