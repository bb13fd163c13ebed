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
  /** Other registers of the shop that had not sent all of the month, by name (registersBehind). */
  behind: z.array(z.string()).default([]),
})
export type BookExceptions = z.infer<typeof bookExceptionsSchema>

/** Whether there is any. */
export function isExceptional({
  days,
  unlisted,
  unreadable,
  differences,
  behind,
}: BookExceptions): boolean {
  return days.length + unlisted + unreadable + differences.length + behind.length > 0
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

const moment = z.int().min(0).max(8e15)
/** A close as the register that made it tells it to the others of the shop: they have its entries nowhere. */
export const toldCloseSchema = bookCloseSchema.pick({ number: true, exceptions: true }).extend({
  /** The name of that register. */
  name: z.string().max(200),
  closedAt: moment,
  closedBy: z.string().max(200).nullable(),
  exportedAt: moment.nullable(),
  /** When it was opened again; null: it stands. */
  reopenedAt: moment.nullable(),
})
export type ToldClose = z.infer<typeof toldCloseSchema>
