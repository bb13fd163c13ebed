import { z } from 'zod'
import { reportFilterSchema, reportRangeSchema } from '../../../shared/contract/reports.ts'

/** All that an export needs to know, as plain data: it crosses to the worker thread. */
export const exportRequestSchema = z.object({
  /** cache.db, which the export opens for itself, read-only. */
  database: z.string(),
  profileId: z.string(),
  profileName: z.string(),
  range: reportRangeSchema,
  filter: reportFilterSchema,
  format: z.enum(['xlsx', 'csv']),
  path: z.string(),
  language: z.enum(['es', 'en']),
  /** How numbers are written in CSV; a comma moves the separator to a semicolon. */
  decimalSign: z.enum(['comma', 'point']),
  /** Epoch milliseconds. */
  madeAt: z.number(),
})
export type ExportRequest = z.output<typeof exportRequestSchema>

/** How an export tells what it does and hears that it should stop. */
export interface ExportHooks {
  progress(done: number, total: number): void
  /** Throws CANCELLED once it was cancelled. */
  check(): void
}
