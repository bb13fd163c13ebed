import { z } from 'zod'

/** Why a month is not proven whole: named in the close and in every file of it. */
export const bookExceptionsSchema = z.object({
  /** Days of which the service's lists are not known whole. */
  days: z.array(z.string()),
  /** Sales of this register that the report holds no row of. */
  unlisted: z.int(),
  /** Rows of which something could not be read. */
  unreadable: z.int(),
  /** Shifts and days of which cash or balance do not come out as they were counted. */
  differences: z.array(z.string()),
})
export type BookExceptions = z.infer<typeof bookExceptionsSchema>

/** Whether there is any. */
export function isExceptional({
  days,
  unlisted,
  unreadable,
  differences,
}: BookExceptions): boolean {
  return days.length + unlisted + unreadable + differences.length > 0
}

/** A month that was closed. */
export const bookCloseSchema = z.object({
  month: z.string(),
  /** In sequence, of one connection. */
  number: z.int(),
  closedAt: z.number(),
  closedBy: z.string().nullable(),
  /** Why it was closed although something was not proven; empty: all was. */
  reason: z.string(),
  exceptions: bookExceptionsSchema,
  /** When its entries first left in a file; null: never, and it may be opened again. */
  exportedAt: z.number().nullable(),
})
export type BookClose = z.infer<typeof bookCloseSchema>
