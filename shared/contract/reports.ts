import { z } from 'zod'
import { languageCodes } from '../words/words.ts'
import { moneySumSchema } from '../domain/money/money.ts'
import { tenderKindSchema } from '../domain/drawer/tender.ts'
import { listedColumns, ownColumns } from '../domain/report/columns.ts'
import { foldText } from '../domain/text/fold-text.ts'
import { registerBehindSchema } from '../domain/report/registers.ts'
import { reportKindSchema, statusFromId, transactionRowSchema } from '../domain/sale/transaction.ts'
import { fileSaid } from '../domain/people/audit-line.ts'
import { defineCalls, defineEvents } from './define.ts'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** A report: one kind over whole days of the service's wall clock, both ends included. */
export const reportRangeSchema = z.object({
  kind: reportKindSchema,
  from: day,
  to: day,
  /** What was read of several registers, as `registers.bring` named it; left out: this register's own. HUB_MIRROR_GONE. */
  over: z.string().optional(),
})
export type ReportRange = z.infer<typeof reportRangeSchema>

/** Filters restrict table, totals and export alike; empty lists restrict nothing. */
export const reportFilterSchema = z.object({
  statusIds: z.array(z.string()).default([]),
  productIds: z.array(z.string()).default([]),
  /** By the catalog as it is now; '' for products that are in no category of it. */
  categoryIds: z.array(z.string()).default([]),
  /** True: only rows of which something could not be read. */
  unreadable: z.boolean().default(false),
  text: z.string().default(''),
})
export type ReportFilter = z.infer<typeof reportFilterSchema>

/** Whether a filter leaves anything out. */
export function isRestricted(filter: ReportFilter): boolean {
  return Object.values(filter).some((chosen) => {
    // A text without a letter or digit names nothing.
    if (typeof chosen === 'string') return foldText(chosen) !== ''
    return Array.isArray(chosen) ? chosen.length > 0 : chosen
  })
}

/** How far a stored report can be trusted. */
export const completenessSchema = z.object({
  /** True: every day of the range is proven (fetched below the cap), and holds this register's own sales. */
  complete: z.boolean(),
  /** Days not fetched, or not yet proven. */
  missingDays: z.array(day),
  /** Days that hold the cap or more by themselves: completeness cannot be proven. */
  saturatedDays: z.array(day),
  /** Days fetched too early to be settled (running day, or within 48 hours of their end). */
  provisionalDays: z.array(day),
  /** Settled days that hold rows whose status may still move: they are fetched again. */
  movingDays: z.array(day),
  unreadableRows: z.int(),
  /** Own sales of brought days, made or still unresolved, that the service's list did not show. */
  unlistedSales: z.int(),
  /** In a report over several registers: those of which some of the range may be missing. */
  behind: z.array(registerBehindSchema).optional(),
  /** Oldest fetch among the range's windows (epoch ms); null: nothing fetched. */
  fetchedAt: z.number().nullable(),
})
export type Completeness = z.infer<typeof completenessSchema>

/** What the rows can be in order of. */
export const reportColumnSchema = z.enum(listedColumns.map(({ id }) => id))
export type ReportColumn = z.infer<typeof reportColumnSchema>
export const reportSortSchema = z.object({ column: reportColumnSchema, descending: z.boolean() })
export type ReportSort = z.infer<typeof reportSortSchema>

const countedSchema = z.object({ rows: z.int(), amount: z.array(moneySumSchema) })
/** How many rows, and what they come to: of all, and of the approved ones alone. Currencies stand apart. */
const sumSchema = countedSchema.extend({
  /** `out`: those of them whose product hands cash out, as the register sells it now (shared/domain/product/direction.ts). */
  approved: countedSchema.extend({ out: countedSchema }),
})
const namedSumSchema = sumSchema.extend({ id: z.string(), name: z.string() })
export type NamedSum = z.infer<typeof namedSumSchema>

export const totalsSchema = sumSchema.extend({
  byStatus: z.array(namedSumSchema),
  byProduct: z.array(namedSumSchema),
  /** By the catalog as it is now; id '' for products that are in no category of it. */
  byCategory: z.array(namedSumSchema),
  byDay: z.array(sumSchema.extend({ day })),
})
export type ReportTotals = z.infer<typeof totalsSchema>

/** What a filter leaves, part by part, in the words that a face has for them; `none`: rows that have no such thing. */
export function filterParts(
  { statusIds, productIds, categoryIds, unreadable, text }: ReportFilter,
  { byStatus, byProduct, byCategory }: ReportTotals,
  words: Readonly<Record<'status' | 'product' | 'category' | 'none' | 'unreadable', string>>,
): string[] {
  // By name where the totals under the filter still name it, else by id.
  const namesIn = (sums: readonly NamedSum[], ids: readonly string[]) =>
    ids.map((id) => sums.find((sum) => sum.id === id)?.name || id)
  const part = (word: string, names: readonly string[]) =>
    names.length > 0 ? [`${word}: ${names.map((name) => name || words.none).join(', ')}`] : []
  const statuses = namesIn(byStatus, statusIds).map((name) => statusFromId(Number(name)) ?? name)
  return [
    ...part(words.status, statuses),
    ...part(words.product, namesIn(byProduct, productIds)),
    ...part(words.category, namesIn(byCategory, categoryIds)),
    ...(unreadable ? [words.unreadable] : []),
    ...(foldText(text) ? [`«${text.trim()}»`] : []),
  ]
}

/** One request of list that the ledger keeps. Times are epoch milliseconds. */
const reportWindowSchema = z.object({
  dateStart: day,
  dateEnd: day,
  rows: z.int(),
  /** It came back with the cap: rows may be missing of it. */
  full: z.boolean(),
  fetchedAt: z.number(),
})
export type ReportWindow = z.infer<typeof reportWindowSchema>

/** One row as the table shows it. */
export const shownRowSchema = transactionRowSchema.omit({ raw: true }).extend({
  /** The service's list did not show it: it is what this register's own sale has seen. */
  fromJournal: z.boolean(),
  /** The row's own text when something of it could not be read, else null. */
  unreadable: z.string().nullable(),
})
export type ShownRow = z.infer<typeof shownRowSchema>

/** Which of the columns of this register's own sales there are, and may be seen by who asks. */
export const ownColumnSchema = z.enum(ownColumns.map(({ id }) => id))

/** A row beside what this register knows of it, where it is one of its own sales. */
export const listedRowSchema = shownRowSchema.extend({
  own: z
    .object({
      cashier: z.string().nullable(),
      /** In one way or two; `via`: where a transfer came in. null: cash goes out by it, or who asks may not know. */
      tender: z.object({ kinds: z.array(tenderKindSchema), via: z.string() }).nullable(),
      /** By the end of what tells who it is. */
      customer: z.string().nullable(),
      /** Which of several registers made it, by its code; left out: it is this one's report. */
      register: z.string().optional(),
    })
    .nullable(),
})
export type ListedRow = z.infer<typeof listedRowSchema>

export const csvSeparatorSchema = z.enum([';', ',', '\t'])
export type CsvSeparator = z.infer<typeof csvSeparatorSchema>

/** What a file of sales lacks: all that the journal tells, which could not be read; commissions, for want of the right. */
export const fileLackSchema = z.enum(['journal', 'commissions'])
export type FileLack = z.infer<typeof fileLackSchema>

export const reportsCalls = defineCalls({
  /**
   * Brings what is missing of a range from the service, window by window, halving full ones; answers when done.
   * CANCELLED keeps what came. Offline: the network's error, with what is stored still readable.
   */
  'reports.gather': {
    input: reportRangeSchema.extend({ jobId: z.string().min(1) }),
    output: completenessSchema,
    right: 'reports',
  },
  'reports.cancel': {
    input: z.object({ jobId: z.string() }),
    output: z.object({}),
    right: 'reports',
  },
  /** What is stored of a range, without any request. */
  'reports.completeness': {
    input: reportRangeSchema,
    output: completenessSchema,
    right: 'reports',
    patient: true,
  },
  /** The requests that brought a range, newest first. */
  'reports.windows': {
    input: reportRangeSchema,
    output: z.object({ windows: z.array(reportWindowSchema) }),
    right: 'reports',
  },
  'reports.totals': {
    input: reportRangeSchema.extend({ filter: reportFilterSchema }),
    output: totalsSchema,
    right: 'reports',
    patient: true,
  },
  /** One visible page, ordered and filtered in SQL. */
  'reports.page': {
    input: reportRangeSchema.extend({
      filter: reportFilterSchema,
      sort: reportSortSchema,
      offset: z.int().nonnegative(),
      limit: z.int().positive().max(500),
    }),
    output: z.object({
      rows: z.array(listedRowSchema),
      count: z.int(),
      own: z.array(ownColumnSchema),
    }),
    right: 'reports',
    patient: true,
  },
  /** Puts totals and the first rows in this order on paper, by the system's dialog or viewer. */
  'reports.print': {
    input: reportRangeSchema.extend({
      filter: reportFilterSchema,
      sort: reportSortSchema,
      language: z.enum(languageCodes),
    }),
    output: z.object({ printed: z.int(), rows: z.int() }),
    right: 'export',
  },
  /** Writes the workbook or CSV to `path` (from files.chooseSave); answers what was written. */
  'reports.export': {
    input: reportRangeSchema.extend({
      filter: reportFilterSchema,
      format: z.enum(['xlsx', 'csv']),
      path: z.string().min(1),
      language: z.enum(languageCodes),
      /** A workbook's reports beside the one asked for, of what is stored; none where a filter restricts it. */
      kinds: z.array(reportKindSchema).default([]),
      /** True: phones, documents and references of customers in full, else their last four signs. */
      full: z.boolean().default(false),
      /** Between the fields of a CSV; null: as the decimal sign suggests. */
      separator: csvSeparatorSchema.nullable().default(null),
      jobId: z.string().min(1),
    }),
    output: z.object({
      path: z.string(),
      rows: z.int(),
      /** In how many sheets the rows stand: years that one does not hold have one each. 1 in a CSV. */
      sheets: z.int(),
      lacks: z.array(fileLackSchema),
    }),
    right: 'export',
    audit: ({ kind, from, to, path }, { rows }) => ({
      subject: fileSaid(path),
      detail: `${kind} ${from} ${to}: ${rows}`,
    }),
  },
})

export const reportsEvents = defineEvents({
  'reports.progress': {
    payload: z.object({
      jobId: z.string(),
      /** `books` and `reconcile`: while a file is made, this register's own sales are read, and held against its rows. */
      phase: z.enum(['gather', 'books', 'export', 'reconcile']),
      /** Days done of days to do; while a file is written, rows of rows. */
      done: z.int(),
      total: z.int(),
      rows: z.int(),
      /** Requests answered so far; 0 while a file is written. */
      windows: z.int(),
    }),
    locked: ({ jobId }) => jobId,
  },
})
