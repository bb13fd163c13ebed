import { extname, resolve } from 'node:path'
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
import { oneOf, soughtText, type CommandLine } from './arguments.ts'
import { missing, needs, notAllowed, superfluous, UsageError } from './usage.ts'

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

/** Before the service was asked which day it is; no later one is meant. */
const lastDay = '9999-01-01'

/** `now`: epoch ms by the service's clock, days after it are refused; null: not known yet. @throws UsageError */
export function reportOptions(line: CommandLine, now: number | null): ReportOptions {
  const { options, positionals } = line
  const [named, ...more] = positionals
  if (more[0] !== undefined) throw superfluous(more[0])
  const kinds = named === undefined ? reportKindSchema.options : [namedKind(named)]
  const range = rangeOf(line, now === null ? lastDay : serviceDay(now))
  const filter = filterOf(line, kinds)
  const file = fileOf(line, range)
  if (file?.format === 'csv' && kinds.length > 1) throw needs('--csv', 'report sales | report buys')
  const separator = options.text('separator')
  if (separator !== undefined && !separators.has(separator)) {
    throw notAllowed(`--separator ${separator}`, [...separators.keys()])
  }
  const quiet = options.flag('quiet')
  if (quiet && !file) throw needs('--quiet', '--xlsx FILE | --csv FILE')
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
  const filter = reportFilterSchema.parse({
    statusIds: options.all('status').map(statusIdOf),
    productIds: options.all('product').map((word) => idOf('product', word)),
    categoryIds: options.all('category').map((word) => idOf('category', word)),
    unreadable: options.flag('unreadable'),
    text: soughtText(options),
  })
  if (!isRestricted(filter)) return filter
  if (kinds.length > 1) {
    throw new UsageError('report', (say) => say('cli.wrong.filterOfBoth'))
  }
  const ofProducts = filter.productIds.length + filter.categoryIds.length
  if (ofProducts > 0 && !kinds.includes('sales')) {
    throw needs('--product, --category', 'report sales')
  }
  return filter
}

/** A status by the contract's name for it, or by the service's own number, which the contract may not name. */
function statusIdOf(word: string): string {
  const named = statusSchema.safeParse(word.toUpperCase())
  if (named.success) return String(statusIds[named.data])
  if (/^\d{1,9}$/.test(word)) return String(Number(word))
  throw notAllowed(`--status ${word}`, [...statusSchema.options, 'ID'])
}

/** `none` is what the filter knows as '': rows that have none. */
function idOf(option: 'product' | 'category', word: string): string {
  if (word.trim() === '') throw missing(`--${option} ID|none`)
  return word === 'none' ? '' : word
}

/** `--from DAY --to DAY`, or `--month YYYY-MM|this|last`; a month that still runs ends today. */
function rangeOf({ options }: CommandLine, today: string): DayRange {
  const month = options.text('month')
  if (month === undefined) return daysOf(options, today)
  if (options.text('from') !== undefined || options.text('to') !== undefined) {
    throw notAllowed('--month --from --to', '--month | --from --to')
  }
  if (month === 'this') return presetRange('month', today)
  if (month === 'last') return presetRange('lastMonth', today)
  const first = `${month}-01`
  if (!isDay(first)) throw notAllowed(`--month ${month}`, ['YYYY-MM', 'this', 'last'])
  mustHaveCome(`--month ${month}`, first, today)
  const { from, to } = monthOf(first)
  return { from, to: to < today ? to : today }
}

function daysOf(options: CommandLine['options'], today: string): DayRange {
  const [from, to] = [dayOf(options, 'from'), dayOf(options, 'to')]
  for (const name of ['from', 'to'] as const) {
    const day = { from, to }[name]
    mustHaveCome(`--${name} ${day}`, day, today)
  }
  if (from > to) throw notAllowed(`--from ${from} --to ${to}`, '--from YYYY-MM-DD <= --to')
  return { from, to }
}

function dayOf(options: CommandLine['options'], name: 'from' | 'to'): string {
  const day = options.text(name)
  if (day === undefined) throw missing(`--${name} YYYY-MM-DD`, ['--month', '--from --to'])
  if (!isDay(day)) throw notAllowed(`--${name} ${day}`, 'YYYY-MM-DD')
  return day
}

/** Of a day that has not come nothing is proven, and nothing is there: as in the window. */
function mustHaveCome(given: string, day: string, today: string): void {
  if (day <= today) return
  throw new UsageError(given, (say) => say('cli.wrong.notCome', { given, today }))
}

/** `{month}` in the name stands for the range's first month, so that a task can be the same every month. */
function fileOf({ options }: CommandLine, range: DayRange): ReportOptions['file'] {
  const [xlsx, csv] = [options.text('xlsx'), options.text('csv')]
  if (xlsx !== undefined && csv !== undefined) throw notAllowed('--xlsx --csv', '--xlsx | --csv')
  const named = xlsx ?? csv
  if (named === undefined) return null
  const format = xlsx === undefined ? 'csv' : 'xlsx'
  if (named.trim() === '') throw missing(`--${format} FILE`)
  const path = named.replaceAll('{month}', range.from.slice(0, 7))
  return { format, path: endingAs(format, path, `--${format} ${named}`) }
}

/** The whole path of a file of this format, named so; `given`: what was said. @throws UsageError for another ending */
export function endingAs(format: keyof typeof endings, named: string, given: string): string {
  const path = resolve(named)
  const ending = extname(path).toLowerCase()
  if (ending === '') return `${path}.${format}`
  // A program that opens a file by its ending would not open it.
  if (!endings[format].includes(ending)) throw notAllowed(given, endings[format])
  return path
}

/** How the names of files may end, by what they hold; the first is added where there is none. */
const endings = { xlsx: ['.xlsx'], csv: ['.csv', '.txt', '.tsv'] }
