import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { languageCodes } from '../../../../shared/words/words.ts'
import type { Profile } from '../../../../shared/contract/connection.ts'
import type { ParsedInput } from '../../../../shared/contract/index.ts'
import {
  csvSeparatorSchema,
  fileLackSchema,
  isRestricted,
  reportFilterSchema,
  reportRangeSchema,
} from '../../../../shared/contract/reports.ts'
import { businessSchema, type Business } from '../../../../shared/domain/receipt/business.ts'
import { tipUnitSchema, type TipUnit } from '../../../../shared/domain/product/tip.ts'
import { countrySchema } from '../../../../shared/domain/money/money.ts'
import { reportKindSchema } from '../../../../shared/domain/sale/transaction.ts'

/** All that an export needs to know, as plain data: it crosses to the worker thread. */
export const exportRequestSchema = z.object({
  /** cache.db, which the export opens for itself, read-only. */
  database: z.string(),
  /** The data folder whose journal.db is read as well, read-only; null: the service's rows alone. */
  journal: z.string().nullable().default(null),
  profileId: z.string(),
  profileName: z.string(),
  country: countrySchema.default('CO'),
  range: reportRangeSchema,
  filter: reportFilterSchema,
  /** A workbook's reports beside the one of `range`: the accountant's month holds both. */
  kinds: z.array(reportKindSchema).default([]),
  format: z.enum(['xlsx', 'csv']),
  path: z.string(),
  language: z.enum(languageCodes),
  /** How numbers are written in CSV. */
  decimalSign: z.enum(['comma', 'point']),
  /** Between the fields of a CSV; null: a semicolon where the decimal sign is a comma, else a comma. */
  separator: csvSeparatorSchema.nullable().default(null),
  /** True: documents, phones and references of customers in full; else their last four signs. */
  full: z.boolean().default(false),
  /** False: whoever asked may not see commissions and profits; they are left out. */
  commissions: z.boolean().default(true),
  /** False: whoever asked may not know what lies in the drawer, and so how sales were paid. */
  drawer: z.boolean().default(true),
  business: businessSchema.prefault({}),
  /** What the assigned commission of products is counted in, as far as the owner knows it. */
  tipUnit: tipUnitSchema.default('unknown'),
  /** Epoch milliseconds. */
  madeAt: z.number(),
})
export type ExportRequest = z.output<typeof exportRequestSchema>

/** What is written, and where it comes from, of what a person asked for. */
export function requestOf(
  asked: Omit<ParsedInput<'reports.export'>, 'jobId' | 'path'>,
  given: {
    path: string
    database: string
    journal: string | null
    business: Business | null
    tipUnit: TipUnit
    profile: Profile
    decimalSign: 'comma' | 'point'
    commissions: boolean
    drawer: boolean
    madeAt: number
  },
): ExportRequest {
  const { kind, from, to, filter, kinds, ...rest } = asked
  const { profile, business, ...places } = given
  return exportRequestSchema.parse({
    ...rest,
    ...places,
    range: { kind, from, to },
    filter,
    // A filter is one report's own: what it leaves out would be missing of the other without a word.
    kinds: isRestricted(filter) ? [] : kinds,
    profileId: profile.id,
    profileName: profile.name,
    country: profile.country,
    ...(business ? { business } : {}),
  })
}

/** What an export wrote. */
export const exportedSchema = z.object({
  rows: z.int(),
  /** In how many sheets they stand; 1 in a CSV. */
  sheets: z.int(),
  lacks: z.array(fileLackSchema),
  /** What the next export of the same days is held against, one for each report in the file. */
  records: z.array(
    z.object({
      kind: reportKindSchema,
      rows: z.int(),
      sha256: z.string(),
      /** The newest row that the ledger held, by its place in the table. */
      lastRow: z.int(),
      /** The last change of a row that had been noted. */
      lastChange: z.int(),
    }),
  ),
})
export type Exported = z.output<typeof exportedSchema>
/** What a writer knows of it: where its rows came from is the caller's to say. */
export type Written = Omit<Exported, 'lacks'>

/**
 * How far an export is: days of the journal read (`books`) or held against the service's list (`reconcile`), and rows
 * written.
 */
export const exportProgressSchema = z.object({
  phase: z.enum(['books', 'export', 'reconcile']),
  done: z.int(),
  total: z.int(),
})
export type ExportProgress = z.output<typeof exportProgressSchema>

/** How an export tells what it does and hears that it should stop. */
export interface ExportHooks {
  progress(told: ExportProgress): void
  /** Throws CANCELLED once it was cancelled. */
  check(): void
}

/** Lets a cancel have its turn. @throws Failure CANCELLED */
export async function giveWay({ check }: ExportHooks): Promise<void> {
  await nextTurn()
  check()
}
