import { z } from 'zod'
import { minor } from './money.ts'
import { DEFAULT_SETTINGS, sandboxSettingsSchema } from './settings.ts'
import { daysAfter, isDate, wallDate } from './wall-time.ts'

const date = z.string().refine(isDate, 'must be a day YYYY-MM-DD')

/** What a sandbox is started with; everything may be left out. */
const optionsSchema = z
  .strictObject({
    /** 0 takes a free port. */
    port: z.number().int().min(0).max(65_535).default(0),
    /** Folder of the ledger; in memory when not given. */
    data: z.string().min(1).optional(),
    /** Random when not given. */
    token: z.string().regex(/^\S+$/, 'must have no spaces').optional(),
    seed: z.string().default('1'),
    /** First day of the generated history; none when not given. */
    historyFrom: date.optional(),
    /** Last day; yesterday at UTC-5 when not given. */
    historyTo: date.optional(),
    salesPerDay: z.number().int().min(0).max(20_000).default(60),
    /** Number of sales of particular days. */
    busyDays: z.record(date, z.number().int().min(0).max(20_000)).default({}),
    currency: z.enum(['COP', 'USD']).default('COP'),
    /** Balance after the history, minor units; by currency when not given. */
    balance: z.number().int().min(0).optional(),
    /** Adds products of the areas that the contract names and never shows. */
    unshown: z.boolean().default(false),
    settings: sandboxSettingsSchema.partial().default({}),
  })
  .transform((options) => ({
    ...options,
    balance: options.balance ?? (options.currency === 'COP' ? minor(5_000_000) : minor(2_500)),
    settings: { ...DEFAULT_SETTINGS, ...options.settings },
  }))
  .superRefine((options, context) => {
    const yesterday = daysAfter(wallDate(Date.now()), -1)
    const { historyFrom: from, historyTo: to = yesterday } = options
    const complain = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (from === undefined) {
      if (options.historyTo !== undefined) complain('historyTo', 'needs historyFrom')
      if (Object.keys(options.busyDays).length > 0) complain('busyDays', 'needs historyFrom')
      return
    }
    if (to > daysAfter(yesterday, 1)) complain('historyTo', 'lies in the future')
    if (from > to) complain('historyFrom', `lies after the last day, ${to}`)
    for (const day of Object.keys(options.busyDays))
      if (day < from || day > to) complain('busyDays', `${day} lies outside the history`)
  })

export type SandboxOptions = z.input<typeof optionsSchema>
export type ResolvedOptions = z.output<typeof optionsSchema>

/** The options cannot be used; its message names each that is wrong. */
export class OptionsError extends Error {}

/** Fills in defaults; throws OptionsError. */
export function resolveOptions(options: SandboxOptions): ResolvedOptions {
  const result = optionsSchema.safeParse(options)
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new OptionsError(lines.join('\n'))
}
