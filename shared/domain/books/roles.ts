import { z } from 'zod'

/**
 * What an amount of the books is, before the accountant says which account that is: the product assumes no code and no
 * rate. `part` of a line tells the third parties, wallets and reasons of one role apart.
 */
export const bookRoleSchema = z.enum([
  /** The drawers; its parts are shifts. */
  'cash',
  'safe',
  'bank',
  /** Transfers on their way; its parts are where they come in. */
  'wallet',
  /** Fiado, whoever owes it. */
  'credit',
  /** The balance with the service, by the service's own figures. */
  'prepaid',
  /** What the provider owes: profits that are not in the balance yet. */
  'provider',
  /** Money of third parties; its parts are products. */
  'third',
  'cost-passed',
  'unresolved',
  'in-process',
  'refunds',
  'payouts',
  'income',
  'resale-cost',
  'fee',
  /** Sold of the shop's own goods and typed as one sum, tax and all: what of it is tax the accountant knows. */
  'shop-sales',
  'commission-clearing',
  'commission',
  'vat-generated',
  'vat-deductible',
  'withholdings',
  'service-cost',
  'surplus',
  'shortage',
  'bad-debt',
  'loads',
  /** Collected where no register of this shop was: sales of the account that this journal does not know. */
  'elsewhere',
  /** Cash in or out beside sales; its parts are the reasons. */
  'movement',
  /** What nobody classified; its parts are products. */
  'suspense',
  'opening',
])
export type BookRole = z.infer<typeof bookRoleSchema>

/** The parts of a role that are known beforehand: each may be mapped by itself. */
export const movementParts = ['expense', 'withdrawal', 'loan', 'change', 'other'] as const
