import { z } from 'zod'

/** What a person of the shop is. */
export const roleSchema = z.enum(['cashier', 'administrator', 'accountant'])
export type Role = z.infer<typeof roleSchema>

/**
 * The closed list of what a person may be allowed. What is not in it (looking at the catalog, at today's
 * sales, at the own shift) is for whoever has signed in.
 */
export const rightSchema = z.enum([
  /** Quote and sell. */
  'sell',
  /** Open, count and close the own shift. */
  'shift',
  /** Cash in and out of the drawer with a reason. */
  'movements',
  /** Fiado: limits and selling above them, adjustments, what will not be paid. */
  'credit',
  /** Write down a claim and what came of it. */
  'claims',
  /** See commissions, incentives and profits. */
  'commissions',
  /** End a sale that evidence left open. */
  'closeReview',
  /** Reports and reconciliation. */
  'reports',
  /** Close a month of the books although something of it is not proven. */
  'closeUnproven',
  /** Open a closed month again, until its entries left in a file. */
  'reopen',
  /** Write reports, trail and workbooks to files. */
  'export',
  /** What products are to the books, the map of accounts, the close, and what is handed to the accountant. */
  'books',
  /** Connections, their tokens, and which one is in use. */
  'connections',
  /** What the owner says about products. */
  'products',
  /** Preferences, printers, the shop's own data. */
  'settings',
  /** Who works here and who did what. */
  'people',
  /** Export or erase what is kept about a customer. */
  'privacy',
])
export type Right = z.infer<typeof rightSchema>

/** What each role may do unless the owner says otherwise of a person. */
export const rightsOfRole: Record<Role, readonly Right[]> = {
  cashier: ['sell', 'shift', 'movements', 'claims'],
  accountant: ['reports', 'export', 'books', 'commissions'],
  administrator: rightSchema.options,
}

/** What a person may do: an administrator everything, the others what was said of them. */
export function rightsOf(person: { role: Role; rights: readonly Right[] }): readonly Right[] {
  return person.role === 'administrator' ? rightsOfRole.administrator : person.rights
}
