import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { z } from 'zod'
import { countrySchema, type Country } from '../../shared/domain/money/money.ts'
import type { FormValues } from '../../shared/domain/form/form.ts'
import type { EnvironmentVariables } from './output.ts'
import { UsageError } from './usage.ts'

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
  catalog: { search: text },
  product: {},
  quote: { set: texts },
  sell: {
    set: texts,
    yes: flag,
    wait: text,
    draft: text,
    again: flag,
    cashier: text,
  },
  journal: { state: text },
  pin: {},
  resolve: { wait: text, acknowledge: flag },
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

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(own, name)
}

/** Parses a command line strictly. @throws UsageError */
export function parseCommandLine(argv: readonly string[], env: EnvironmentVariables): CommandLine {
  const [command = '', ...args] = argv
  if (!isCommand(command)) throw new UsageError(`${command || 'COMMAND'}?`)
  const { values, positionals } = parsed(command, args)
  const options = readerOf(values)
  const country = options.text('country')
  const baseUrl = options.text('base-url')
  if (country !== undefined && baseUrl === undefined) throw new UsageError('--country: --base-url?')
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
    throw new UsageError(caught instanceof Error ? caught.message : String(caught))
  }
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
  if (!word || rest.length > 0) throw new UsageError(`${name}?`)
  return word
}

/** A command without positional words. @throws UsageError */
export function noWords({ positionals }: CommandLine): void {
  if (positionals[0] !== undefined) throw new UsageError(`${positionals[0]}?`)
}

/** `--set NAME=VALUE`, each once. @throws UsageError */
export function formValues(options: OptionReader): FormValues {
  const values: FormValues = {}
  for (const text of options.all('set')) {
    const at = text.indexOf('=')
    const name = text.slice(0, at)
    if (at < 1 || Object.hasOwn(values, name)) throw new UsageError(`--set ${text}`)
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
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`--wait ${text}`)
  return Number(text) * 1_000
}

/** One of a closed list. @throws UsageError */
export function oneOf<T extends string>(
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } },
  value: string | undefined,
  option: string,
): T {
  const result = schema.safeParse(value)
  if (!result.success) throw new UsageError(`${option} ${value ?? ''}`.trim())
  return result.data
}
