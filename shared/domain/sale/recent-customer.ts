import { z } from 'zod'
import { formValuesSchema } from '../form/form.ts'
import { moneySchema } from '../money/money.ts'

/** What was last sold of a product to a customer, to be filled in again. */
export const recentCustomerSchema = z.object({
  reference: z.string(),
  phone: z.string().nullable(),
  /** The form as it was sent. */
  values: formValuesSchema,
  amount: moneySchema,
  /** Epoch milliseconds. */
  at: z.int(),
})
export type RecentCustomer = z.infer<typeof recentCustomerSchema>
