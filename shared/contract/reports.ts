import { z } from 'zod'
import { moneySchema } from '../domain/money.ts'
import { reportKindSchema, transactionRowSchema } from '../domain/transaction.ts'
import { defineCalls, defineEvents } from './define.ts'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** A report: one kind over whole days of the service's wall clock, both ends included. */
export const reportRangeSchema = z.object({ kind: reportKindSchema, from: day, to: day })
export type ReportRange = z.infer<typeof reportRangeSchema>

/** Filters restrict table, totals and export alike; empty lists restrict nothing. */
export const reportFilterSchema = z.object({
  statusIds: z.array(z.string()).default([]),
  productIds: z.array(z.string()).default([]),
  text: z.string().default(''),
})
export type ReportFilter = z.infer<typeof reportFilterSchema>

/** How far a stored report can be trusted. */
export const completenessSchema = z.object({
  /** True: every day of the range is proven (fetched below the cap) . */
  complete: z.boolean(),
  /** Days not fetched, or not yet proven. */
  missingDays: z.array(day),
  /** Days that hold the cap or more by themselves: completeness cannot be proven. */
  saturatedDays: z.array(day),
  /** Days fetched too early to be settled (running day, or within 48 hours of their end). */
  provisionalDays: z.array(day),
  unreadableRows: z.int(),
  /** Oldest fetch among the range's windows (epoch ms); null: nothing fetched. */
  fetchedAt: z.number().nullable(),
})
export type Completeness = z.infer<typeof completenessSchema>

export const reportColumnSchema = z.enum(['createdAt', 'id', 'product', 'status', 'amount'])
export type ReportColumn = z.infer<typeof reportColumnSchema>

export const totalsSchema = z.object({
  rows: z.int(),
  amount: z.array(moneySchema),
  byStatus: z.array(
    z.object({ id: z.string(), name: z.string(), rows: z.int(), amount: z.array(moneySchema) }),
  ),
  byProduct: z.array(
    z.object({ id: z.string(), name: z.string(), rows: z.int(), amount: z.array(moneySchema) }),
  ),
  byDay: z.array(z.object({ day, rows: z.int(), amount: z.array(moneySchema) })),
})
export type ReportTotals = z.infer<typeof totalsSchema>

export const reportsCalls = defineCalls({
  /**
   * Brings what is missing of a range from the service, window by window, halving full ones; answers when done.
   * CANCELLED keeps what came. Offline: the network's error, with what is stored still readable.
   */
  'reports.gather': {
    input: reportRangeSchema.extend({ jobId: z.string().min(1) }),
    output: completenessSchema,
  },
  'reports.cancel': { input: z.object({ jobId: z.string() }), output: z.object({}) },
  /** What is stored of a range, without any request. */
  'reports.completeness': { input: reportRangeSchema, output: completenessSchema },
  'reports.totals': {
    input: reportRangeSchema.extend({ filter: reportFilterSchema }),
    output: totalsSchema,
  },
  /** One visible page, ordered and filtered in SQL. */
  'reports.page': {
    input: reportRangeSchema.extend({
      filter: reportFilterSchema,
      sort: z.object({ column: reportColumnSchema, descending: z.boolean() }),
      offset: z.int().nonnegative(),
      limit: z.int().positive().max(500),
    }),
    output: z.object({ rows: z.array(transactionRowSchema.omit({ raw: true })), count: z.int() }),
  },
  /** Writes the workbook or CSV to `path` (from files.chooseSave); answers what was written. */
  'reports.export': {
    input: reportRangeSchema.extend({
      filter: reportFilterSchema,
      format: z.enum(['xlsx', 'csv']),
      path: z.string().min(1),
      language: z.enum(['es', 'en']),
      jobId: z.string().min(1),
    }),
    output: z.object({ path: z.string(), rows: z.int() }),
  },
})

export const reportsEvents = defineEvents({
  'reports.progress': z.object({
    jobId: z.string(),
    phase: z.enum(['gather', 'export']),
    done: z.int(),
    total: z.int(),
    rows: z.int(),
  }),
})
