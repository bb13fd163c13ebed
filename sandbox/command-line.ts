import { parseArgs } from 'node:util'
import { OptionsError } from './options.ts'
import type { SandboxOptions } from './options.ts'
import { parseAmount } from './money.ts'
import { sandboxSettingsChangeSchema } from './settings.ts'
import type { SandboxSettings } from './settings.ts'

export const HELP = `Usage: sandbox [options]

A merchant transaction service on this machine, for tests and demonstrations.
Prints one JSON line {"url","token"} when it is ready; SIGTERM or SIGINT ends it.

  --port N                 port to listen on, 127.0.0.1 only (0: a free one)
  --data DIR               keep the ledger in DIR (default: in memory)
  --token T                bearer token to accept (default: a random one)
  --currency COP|USD       COP: catalog of Colombia; USD: of Ecuador (COP)
  --balance AMOUNT         balance at the start (5000000 COP, 2500 USD)
  --seed TEXT              seed of the generated history (1)
  --history-from DATE      generate past sales from this day on, YYYY-MM-DD
  --history-to DATE        last day of it (yesterday at UTC-5)
  --sales-per-day N        sales on each of its days (60)
  --busy-day DATE:COUNT    another number of sales on one day; repeatable
  --status-seconds S       from PENDING to the final state; 0: at once (3)
  --unshown                add other collections, disbursements and logistics, which
                           the contract names and does not show
  --set KEY=VALUE          a setting of the control API; repeatable, for example
                           --set endDate=exclusive --set capPick=oldest
  --exit-with-parent       end when standard input closes
  --help                   show this

Magic values, faults and the control API: see sandbox/README.md
`

/** What the command line asks for. */
export type SandboxCommand =
  | { kind: 'help' }
  | { kind: 'start'; options: SandboxOptions; exitWithParent: boolean }

function number(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!/^\d+(\.\d+)?$/.test(value)) throw new OptionsError(`--${name}: not a number: ${value}`)
  return Number(value)
}

function money(name: string, value: string | undefined): number | undefined {
  const amount = value === undefined ? undefined : parseAmount(value)
  if (value !== undefined && amount === undefined)
    throw new OptionsError(`--${name}: not an amount: ${value}`)
  return amount
}

function busyDays(values: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    values.map((value): [string, number] => {
      const [, day, count] = /^(\d{4}-\d{2}-\d{2}):(\d+)$/.exec(value) ?? []
      if (day === undefined) throw new OptionsError(`--busy-day: not DATE:COUNT: ${value}`)
      return [day, Number(count)]
    }),
  )
}

function decode(text: string): unknown {
  if (!/^(true|false|null|\d+(\.\d+)?)$/.test(text)) return text
  const value: unknown = JSON.parse(text)
  return value
}

function settings(values: readonly string[]): Partial<SandboxSettings> {
  const pairs = values.map((value) => {
    const [key = '', text = ''] = value.split(/=(.*)/s)
    // One status is written with digits although it is text.
    return [key, key === 'notFound' ? text : decode(text)]
  })
  const result = sandboxSettingsChangeSchema.safeParse(Object.fromEntries(pairs))
  if (result.success) return result.data
  const lines = result.error.issues.map(
    (issue) => `--set ${issue.path.join('.')}: ${issue.message}`,
  )
  throw new OptionsError(lines.join('\n'))
}

const without = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        token: { type: 'string' },
        currency: { type: 'string' },
        balance: { type: 'string' },
        seed: { type: 'string' },
        'history-from': { type: 'string' },
        'history-to': { type: 'string' },
        'sales-per-day': { type: 'string' },
        'busy-day': { type: 'string', multiple: true, default: [] },
        'status-seconds': { type: 'string' },
        unshown: { type: 'boolean', default: false },
        set: { type: 'string', multiple: true, default: [] },
        'exit-with-parent': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new OptionsError(error instanceof Error ? error.message : String(error))
  }
}

/** Reads the command line; throws OptionsError with what is wrong with it. */
export function parseSandboxArguments(argv: readonly string[]): SandboxCommand {
  const values = parse(argv)
  if (values.help) return { kind: 'help' }
  const { currency } = values
  if (currency !== undefined && currency !== 'COP' && currency !== 'USD')
    throw new OptionsError(`--currency: must be COP or USD, not ${currency}`)
  const options: SandboxOptions = {
    ...without({
      port: number('port', values.port),
      data: values.data,
      token: values.token,
      currency,
      balance: money('balance', values.balance),
      seed: values.seed,
      historyFrom: values['history-from'],
      historyTo: values['history-to'],
      salesPerDay: number('sales-per-day', values['sales-per-day']),
    }),
    busyDays: busyDays(values['busy-day']),
    unshown: values.unshown,
    settings: {
      ...settings(values.set),
      ...without({
        statusSeconds: number('status-seconds', values['status-seconds']),
      }),
    },
  }
  return { kind: 'start', options, exitWithParent: values['exit-with-parent'] }
}
