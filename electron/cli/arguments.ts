import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { z } from 'zod'
import { countrySchema, type Country } from '../../shared/domain/money/money.ts'
import { foldText } from '../../shared/domain/text/fold-text.ts'
import type { FormValues } from '../../shared/domain/form/form.ts'
import type { EnvironmentVariables } from './output.ts'
import { missing, needs, notAllowed, superfluous, UsageError } from './usage.ts'

const text = { type: 'string' } as const
const texts = { type: 'string', multiple: true } as const
const flag = { type: 'boolean' } as const

const common = {
  'base-url': text,
  country: text,
  'data-dir': text,
  'same-shop': flag,
  shop: text,
  json: flag,
  help: flag,
} satisfies ParseArgsOptionsConfig

/** Which options each command takes beside the common ones; any other is a usage error. */
const own = {
  balance: {},
  catalog: { search: text, prices: flag, changes: flag },
  day: {},
  product: { direction: text, cashier: text },
  quote: { set: texts },
  sell: {
    set: texts,
    yes: flag,
    wait: text,
    draft: text,
    again: flag,
    cashier: text,
  },
  health: {},
  journal: { state: text },
  entries: { month: text, format: text, out: text, cashier: text },
  close: { month: text, reason: text, cashier: text },
  payers: { year: text, least: text, out: text, cashier: text },
  pin: {},
  resolve: { wait: text, acknowledge: flag },
  'restore-copy': { old: text, replace: flag },
  report: {
    from: text,
    to: text,
    month: text,
    status: texts,
    product: texts,
    category: texts,
    search: text,
    unreadable: flag,
    xlsx: text,
    csv: text,
    separator: text,
    full: flag,
    quiet: flag,
    strict: flag,
    registers: text,
    account: text,
  },
  'support-report': { out: text },
  hub: {
    ...{ url: text, ca: text, name: text, again: flag, continues: text, address: text },
    ...{ branch: text, all: flag, books: flag, writes: flag, keep: text },
    ...{ account: text, map: text, nature: texts },
  },
} satisfies Record<string, ParseArgsOptionsConfig>

export type CommandName = keyof typeof own

/** A command line once understood; the command itself reads its own options. */
export interface CommandLine {
  command: CommandName
  positionals: string[]
  options: OptionReader
  /** Where the token, a PIN and the data folder may stand: never in an argument, which other programs can read. */
  env: EnvironmentVariables
  baseUrl: string | undefined
  country: Country | undefined
  dataDir: string | undefined
  /** Whoever runs it says that the token is of the shop whose books the connection holds. */
  isSameShop: boolean
  /** The name of another shop at the same address, whose books stand apart. */
  shop: string | undefined
}

/** Reads one command's options with the right kind. */
type OptionReader = ReturnType<typeof readerOf>

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(own, name)
}

/** Parses a command line strictly. @throws UsageError */
export function parseCommandLine(argv: readonly string[], env: EnvironmentVariables): CommandLine {
  const [command = '', ...args] = argv
  if (!isCommand(command)) {
    const names = Object.keys(own)
    throw command === '' ? missing('COMMAND', names) : notAllowed(command, names)
  }
  const { values, positionals } = parsed(command, args)
  const options = readerOf(values)
  const country = options.text('country')
  const baseUrl = options.text('base-url')
  if (country !== undefined && baseUrl === undefined) throw needs('--country', '--base-url URL')
  return {
    command,
    positionals,
    options,
    env,
    baseUrl,
    country: country === undefined ? undefined : oneOf(countrySchema, country, '--country'),
    dataDir: options.text('data-dir'),
    isSameShop: options.flag('same-shop'),
    shop: options.text('shop')?.trim() || undefined,
  }
}

function parsed(command: CommandName, args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...common, ...own[command] },
      allowPositionals: true,
      strict: true,
    })
  } catch (caught) {
    throw notParsed(command, args, caught)
  }
}

/** What Node's parser met, in our words: its own are English. */
function notParsed(command: CommandName, args: readonly string[], caught: unknown): UsageError {
  const text = caught instanceof Error ? caught.message : String(caught)
  const [, name = ''] = /(--?[\w-]+)/.exec(text) ?? []
  const options = Object.keys({ ...common, ...own[command] }).map((one) => `--${one}`)
  if (!options.includes(name)) return notAllowed(name || args.join(' '), options)
  return new UsageError(name, (say) => say('cli.wrong.argument', { option: name }))
}

function readerOf(values: Readonly<Record<string, unknown>>) {
  return {
    text: (name: string): string | undefined => z.string().optional().parse(values[name]),
    flag: (name: string): boolean => values[name] === true,
    all: (name: string): string[] => z.array(z.string()).default([]).parse(values[name]),
  }
}

/** The one positional word of a command. @throws UsageError */
export function onlyWord({ positionals }: CommandLine, name: string): string {
  const [word, ...rest] = positionals
  if (!word) throw missing(name)
  if (rest[0] !== undefined) throw superfluous(rest[0])
  return word
}

/** A command without positional words. @throws UsageError */
export function noWords({ positionals }: CommandLine): void {
  if (positionals[0] !== undefined) throw superfluous(positionals[0])
}

/** `--set NAME=VALUE`, each once. @throws UsageError */
export function formValues(options: OptionReader): FormValues {
  const values: FormValues = {}
  for (const text of options.all('set')) {
    const at = text.indexOf('=')
    const name = text.slice(0, at)
    if (at < 1) throw notAllowed(`--set ${text}`, '--set NAME=VALUE')
    if (Object.hasOwn(values, name)) throw superfluous(`--set ${text}`)
    Object.defineProperty(values, name, {
      value: text.slice(at + 1),
      enumerable: true,
      writable: true,
      configurable: true,
    })
  }
  return values
}

/** `--wait SECONDS` as milliseconds. @throws UsageError */
export function waitMs(options: OptionReader): number {
  const text = options.text('wait') ?? '90'
  if (!/^\d{1,6}$/.test(text)) throw notAllowed(`--wait ${text}`, '--wait SECONDS')
  return Number(text) * 1_000
}

/** `--search TEXT`; undefined: it was not given. One that says nothing would find everything. @throws UsageError */
export function soughtText(options: OptionReader): string | undefined {
  const text = options.text('search')
  if (text !== undefined && foldText(text) === '')
    throw notAllowed(`--search ${text}`, '--search TEXT')
  return text
}

/** One of a closed list. @throws UsageError */
export function oneOf<T extends string>(
  schema: {
    options: readonly T[]
    safeParse(value: unknown): { success: true; data: T } | { success: false }
  },
  value: string | undefined,
  option: string,
): T {
  const result = schema.safeParse(value)
  if (!result.success) throw notAllowed(`${option} ${value ?? ''}`.trim(), schema.options)
  return result.data
}
