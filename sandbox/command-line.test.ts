import { expect, it } from 'vitest'
import { parseSandboxArguments } from './command-line.ts'
import { OptionsError, resolveOptions } from './options.ts'

/** The options as a start would use them. */
function resolve(args: string[]) {
  const command = parseSandboxArguments(args)
  if (command.kind !== 'start') throw new Error('no start was asked for')
  return resolveOptions(command.options)
}

it.each([
  [['--nope'], '--nope'],
  [['--port', '70000'], 'port'],
  [['--port', 'x'], '--port'],
  [['--token', 'a b'], 'token'],
  [['--currency', 'EUR'], '--currency'],
  [['--balance', 'much'], '--balance'],
  [['--sales-per-day', '2.5'], 'salesPerDay'],
  [['--status-seconds', 'soon'], '--status-seconds'],
  [['--busy-day', '2026-10-01'], '--busy-day'],
  [['--busy-day', '2026-10-01:5'], 'historyFrom'],
  [['--history-from', '2026-10-01', '--busy-day', '2026-09-30:5'], '2026-09-30'],
  [['--history-from', '2026-02-30'], 'historyFrom'],
  [['--history-from', '2999-01-01'], 'historyFrom'],
  [['--history-from', '2026-10-01', '--history-to', '2999-01-01'], 'historyTo'],
  [['--history-to', '2026-10-01'], 'historyFrom'],
  [['--set', 'endDate=never'], 'endDate'],
  [['--set', 'nothing=1'], 'nothing'],
  [['extra'], 'extra'],
])('refuses %j', (args, word) => {
  expect(() => resolve(args)).toThrow(OptionsError)
  expect(() => resolve(args)).toThrow(word)
})

it('has a balance for each currency and takes another', () => {
  expect(resolve([]).balance).toBe(500_000_000)
  expect(resolve(['--currency', 'USD']).balance).toBe(250_000)
  expect(resolve(['--balance', '0']).balance).toBe(0)
})

it('lets an option win over --set', () => {
  const { settings } = resolve(['--set', 'statusSeconds=9', '--status-seconds', '0.5'])
  expect(settings.statusSeconds).toBe(0.5)
  expect(resolve(['--set', 'statusSeconds=1.5']).settings.statusSeconds).toBe(1.5)
})
