import { resolve } from 'node:path'
import {
  isRestricted,
  reportFilterSchema,
  type CsvSeparator,
  type ReportFilter,
} from '../../shared/contract/reports.ts'
import { isDay, serviceDay } from '../../shared/domain/time/dates.ts'
import { monthOf, presetRange, type DayRange } from '../../shared/domain/time/range.ts'
import {
  reportKindSchema,
  statusIds,
  statusSchema,
  type ReportKind,
} from '../../shared/domain/sale/transaction.ts'
import { oneOf, type CommandLine } from './arguments.ts'
import { UsageError } from './usage.ts'

/** What `report` is asked for, once understood. */
export interface ReportOptions {
  /** The report whose totals are said; the first of those in the file. */
  kind: ReportKind
  /** All that are brought: both where none was named. */
  kinds: ReportKind[]
  range: DayRange
  /** As the window restricts one report: its totals and its file alike. */
  filter: ReportFilter
  file: { format: 'xlsx' | 'csv'; path: string } | null
  full: boolean
  separator: CsvSeparator | null
  /** Nothing but the file's path on standard output, nothing but doubts and errors on the other. */
  quiet: boolean
  /** A report that cannot be proven whole has an exit code of its own. */
  strict: boolean
}

const separators = new Map<string, CsvSeparator>([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
])

/** @throws UsageError */
export function reportOptions(line: CommandLine, now: number): ReportOptions {
  const { options, positionals } = line
  const [named, ...more] = positionals
  if (more.length > 0) throw new UsageError(`${more[0] ?? ''}?`)
  const kinds = named === undefined ? reportKindSchema.options : [namedKind(named)]
  const range = rangeOf(line, serviceDay(now))
  const filter = filterOf(line, kinds)
  const file = fileOf(line, range)
  if (file?.format === 'csv' && kinds.length > 1) throw new UsageError('report sales|buys --csv')
  const separator = options.text('separator')
  if (separator !== undefined && !separators.has(separator)) {
    throw new UsageError(`--separator ${[...separators.keys()].join('|')}`)
  }
  const quiet = options.flag('quiet')
  if (quiet && !file) throw new UsageError('--quiet: --xlsx | --csv')
  return {
    kind: kinds[0] ?? 'sales',
    kinds: [...kinds],
    range,
    filter,
    file,
    full: options.flag('full'),
    separator: separators.get(separator ?? '') ?? null,
    quiet,
    strict: options.flag('strict'),
  }
}

function namedKind(word: string): ReportKind {
  return oneOf(reportKindSchema, word, 'report')
}

/** A filter is one report's own, and purchases have no products: as in the window. */
function filterOf({ options }: CommandLine, kinds: readonly ReportKind[]): ReportFilter {
  const search = options.text('search')
  if (search?.trim() === '') throw new UsageError('--search TEXT')
  const filter = reportFilterSchema.parse({
    statusIds: options.all('status').map(statusIdOf),
    productIds: options.all('product').map((word) => idOf('product', word)),
    categoryIds: options.all('category').map((word) => idOf('category', word)),
    unreadable: options.flag('unreadable'),
    text: search,
  })
  if (!isRestricted(filter)) return filter
  if (kinds.length > 1) {
    throw new UsageError('report sales|buys --status --product --category --search --unreadable')
  }
  const ofProducts = filter.productIds.length + filter.categoryIds.length
  if (ofProducts > 0 && !kinds.includes('sales')) {
    throw new UsageError('report sales --product --category')
  }
  return filter
}

/** A status by the contract's name for it, or by the service's own number, which the contract may not name. */
function statusIdOf(word: string): string {
  const named = statusSchema.safeParse(word.toUpperCase())
  if (named.success) return String(statusIds[named.data])
  if (/^\d{1,9}$/.test(word)) return String(Number(word))
  throw new UsageError(`--status ${[...statusSchema.options, 'ID'].join('|')}`)
}

/** `none` is what the filter knows as '': rows that have none. */
function idOf(option: 'product' | 'category', word: string): string {
  if (word.trim() === '') throw new UsageError(`--${option} ID|none`)
  return word === 'none' ? '' : word
}

/** `--from DAY --to DAY`, or `--month YYYY-MM|this|last`; a month that still runs ends today. */
function rangeOf({ options }: CommandLine, today: string): DayRange {
  const month = options.text('month')
  if (month === undefined) return { from: dayOf(options, 'from'), to: dayOf(options, 'to') }
  if (options.text('from') !== undefined || options.text('to') !== undefined) {
    throw new UsageError('--month | --from --to')
  }
  if (month === 'this') return presetRange('month', today)
  if (month === 'last') return presetRange('lastMonth', today)
  const first = `${month}-01`
  if (!isDay(first) || first > today) throw new UsageError(`--month ${month || 'YYYY-MM'}`)
  const { from, to } = monthOf(first)
  return { from, to: to < today ? to : today }
}

function dayOf(options: CommandLine['options'], name: 'from' | 'to'): string {
  const day = options.text(name) ?? ''
  if (!isDay(day)) throw new UsageError(`--${name} ${day || 'YYYY-MM-DD'}`)
  return day
}

/** `{month}` in the name stands for the range's first month, so that a task can be the same every month. */
function fileOf({ options }: CommandLine, range: DayRange): ReportOptions['file'] {
  const [xlsx, csv] = [options.text('xlsx'), options.text('csv')]
  if (xlsx !== undefined && csv !== undefined) throw new UsageError('--xlsx | --csv')
  const named = xlsx ?? csv
  if (named === undefined) return null
  const path = resolve(named.replaceAll('{month}', range.from.slice(0, 7)))
  return { format: xlsx === undefined ? 'csv' : 'xlsx', path }
}
