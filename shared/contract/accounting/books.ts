import { z } from 'zod'
import { bookCloseSchema, bookExceptionsSchema } from '../../domain/books/close.ts'
import { closedElsewhereSchema } from '../../domain/books/closed-elsewhere.ts'
import { chartLineSchema, chartSchema, entryVoucherSchema } from '../../domain/books/chart.ts'
import { bookRoleSchema } from '../../domain/books/roles.ts'
import { bookLineSchema } from '../../domain/books/voucher.ts'
import { moneySchema, moneySumSchema, sumMinorSchema } from '../../domain/money/money.ts'
import { fileSaid } from '../../domain/people/audit-line.ts'
import { languageCodes } from '../../words/words.ts'
import { defineCalls } from '../define.ts'

/** The ways out: docs/accounting.md says of each what is known of it. */
export const formatNameSchema = z.enum(['hledger', 'csv', 'xlsx', 'siigo', 'odoo'])
export type FormatName = z.infer<typeof formatNameSchema>

/** `YYYY-MM`. */
export const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
const month = z.object({ month: monthSchema })
const reason = z.string().trim().max(200)

const chartAnswer = z.object({
  chart: chartSchema,
  /** What is usual in the country: suggestions, in no entry until they are taken over. */
  suggested: z.array(chartLineSchema),
  /** What vouchers are named by where the map names no branch. */
  registerBranch: z.string(),
})

const countedSum = z.object({ count: z.int(), total: z.array(moneySumSchema) })
/** What a month leaves open: no voucher says of it more than that it waits. */
const openItemsSchema = z.object({
  unresolved: countedSum,
  /** Rows without an end that no sale of this register stands for. */
  elsewhere: z.int(),
  /** What lies in Suspense, as nobody said what these products are. */
  unclassified: z.array(
    z.object({ productId: z.string(), name: z.string(), count: z.int(), total: moneySumSchema }),
  ),
  /** Owed to customers by the entries of this month alone, less what was given back in it. */
  owed: z.array(moneySumSchema),
  credit: z.array(moneySumSchema),
  /** What the balance moved by beyond the entries; null: it was not seen at both ends of the month. */
  prepaidDifference: moneySumSchema.nullable(),
})

/** A month as the accountant sees it before and after the close. */
export const bookMonthSchema = z.object({
  month: z.string(),
  hasEnded: z.boolean(),
  /** null: it is open. */
  close: bookCloseSchema.nullable(),
  /** What the other registers of the shop closed of it. */
  elsewhere: closedElsewhereSchema,
  exceptions: bookExceptionsSchema,
  /** null of a closed month: what was open then stands in its entries. */
  open: openItemsSchema.nullable(),
  /** Roles that are used and that the map does not know. */
  unmapped: z.array(z.object({ role: bookRoleSchema, part: z.string() })),
  /** By account, or by role where the map does not know it. */
  totals: z.array(
    z.object({
      account: z.string(),
      role: bookRoleSchema,
      currency: z.string(),
      debit: sumMinorSchema,
      credit: sumMinorSchema,
    }),
  ),
  vouchers: z.array(entryVoucherSchema.omit({ sales: true }).extend({ sales: z.int() })),
})
export type BookMonth = z.infer<typeof bookMonthSchema>

const soldSchema = z.object({
  id: z.string(),
  day: z.string(),
  product: z.string(),
  amount: moneySchema,
  /** False: the report holds no such row any more. */
  isListed: z.boolean(),
})

/** Entries say what the shop earns: whoever may not see commissions sees none of them. */
export const ofEntries = ['books', 'commissions'] as const

export const booksCalls = defineCalls({
  'books.chart': { input: z.object({}), output: chartAnswer, right: 'books', patient: true },
  'books.setChart': {
    input: chartSchema,
    output: chartAnswer,
    right: 'books',
    audit: ({ lines }) => ({ detail: `${lines.length}` }),
  },
  /** Reads a map from an xlsx as saveChart writes it; changes nothing. FILE_NOT_A_CHART. */
  'books.readChart': {
    input: z.object({ base64: z.string().max(3_000_000) }),
    output: chartSchema,
    right: 'books',
  },
  'books.saveChart': {
    input: z.object({ path: z.string().min(1), language: z.enum(languageCodes) }),
    output: z.object({ path: z.string() }),
    right: ['books', 'export'],
    audit: ({ path }) => ({ subject: fileSaid(path) }),
  },
  /** From what is stored: the page brings the month's reports before. RANGE_INVALID, NO_PROFILE. */
  'books.month': { input: month, output: bookMonthSchema, right: ofEntries, patient: true },
  /** The sales that a voucher is of, or one line of it; an adjustment names its sales as one. */
  'books.sales': {
    input: month.extend({
      voucher: z.string(),
      line: bookLineSchema.pick({ role: true, part: true, side: true }).optional(),
    }),
    output: z.array(soldSchema),
    right: [...ofEntries, 'reports'],
  },
  /**
   * Closes a month: numbered, for ever. Where something is not proven it takes a reason (BOOKS_NOT_PROVEN) and the right
   * `closeUnproven` (NOT_ALLOWED). MONTH_RUNNING, MONTH_CLOSED, BOOKS_UNMAPPED, BOOKS_UNBALANCED.
   */
  'books.close': {
    input: month.extend({ reason: reason.default('') }),
    output: bookMonthSchema,
    right: ofEntries,
    audit: ({ month: of, reason: why }, { close }) => ({
      subject: of,
      detail: [`${close?.number ?? ''}`, why].filter(Boolean).join(', '),
    }),
  },
  /** Opens it again, until its entries first left in a file. MONTH_NOT_CLOSED, MONTH_EXPORTED. */
  'books.reopen': {
    input: month.extend({ reason: reason.min(5) }),
    output: z.object({}),
    right: 'reopen',
    audit: ({ month: of, reason: why }) => ({ subject: of, detail: why }),
  },
  /**
   * Writes who paid for third parties in a year, by document, as the entries have it: `least` is what a payer paid in all,
   * in minor units, to be named. From what is stored; `unproven`: days of it whose lists are not known whole or were asked for
   * too soon after their end; `unreadable`: rows of sales of which nobody knows what was paid.
   * NO_PROFILE, FILE_NOT_ALLOWED, FILE_NOT_WRITABLE, DISK_FULL.
   */
  'books.payers': {
    input: z.object({
      year: z.int().min(2000).max(2100),
      least: moneySchema.shape.minor.nonnegative().default(0),
      path: z.string().min(1),
      language: z.enum(languageCodes),
    }),
    output: z.object({
      path: z.string(),
      payers: z.int(),
      unproven: z.int(),
      unreadable: z.int(),
    }),
    right: ['privacy', 'reports'],
    audit: ({ path, year }, { payers }) => ({
      subject: fileSaid(path),
      detail: `${year}: ${payers}`,
    }),
  },
  /**
   * Writes the entries of a closed month: each time the same. A format that takes no more than so many rows a file
   * leaves several, named beside the chosen one. MONTH_NOT_CLOSED, FILE_NOT_ALLOWED, FILE_NOT_WRITABLE, FILE_IS_ANOTHER
   * (a further part would replace a file that nobody was asked about), DISK_FULL.
   */
  'books.export': {
    input: month.extend({
      format: formatNameSchema,
      path: z.string().min(1),
      language: z.enum(languageCodes),
    }),
    output: z.object({ paths: z.array(z.string()), vouchers: z.int(), lines: z.int() }),
    right: [...ofEntries, 'export'],
    audit: ({ path, month: of, format }, { vouchers }) => ({
      subject: fileSaid(path),
      detail: `${of} ${format}: ${vouchers}`,
    }),
  },
})
