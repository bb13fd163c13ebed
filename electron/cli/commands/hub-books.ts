import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { chartSchema, type Chart } from '../../../shared/domain/books/chart.ts'
import { productNatureSchema } from '../../../shared/domain/product/product-setting.ts'
import { Failure } from '../../../shared/errors.ts'
import { readChartFile } from '../../features/books/chart-file.ts'
import { chosenAccount } from '../../features/hub/books/account.ts'
import { parseHubAddress } from '../../hub/address.ts'
import { bookAccounts } from '../../hub/book-images.ts'
import { readBookSaid, sayBooks, type BookSaid } from '../../hub/book-writing.ts'
import { connectHub, type HubConnection } from '../../hub/connect.ts'
import { oneOf, type CommandLine } from '../arguments.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { table } from '../output.ts'
import { booksReader } from '../over-registers.ts'
import { notAllowed, superfluous } from '../usage.ts'

/**
 * `hub books`: what products of an account are to the books, and its map, as all registers share them; with `--nature PRODUCT=NATURE`
 * or `--map FILE` says them anew, from the computer of who keeps the books. 1 where somebody said otherwise meanwhile.
 */
export const hubBooks: Command = (line, output) => {
  const natures = naturesOf(line)
  const file = line.options.text('map')
  return asReader(line, async (hub, account) => {
    const before = await readBookSaid(hub, account.scope)
    const chart = file === undefined ? null : await chartFrom(file, chartIn(before))
    const changes = changesOf(before, natures, chart)
    const taken = changes.length === 0 ? [] : await sayBooks(hub, account.scope, changes)
    const after = changes.length === 0 ? before : await readBookSaid(hub, account.scope)
    const refused = changes.filter((one) => !taken.some((of) => nameOf(of) === nameOf(one)))
    const said = after.filter(({ kind, body }) => kind === 'nature' && body !== null)
    const { lines } = chartIn(after)
    output.result({ account: account.name, said: after, taken, refused: refused.map(nameOf) }, [
      output.say('cli.hub.booksOf', { account: account.name, lines: lines.length }),
      ...table(said.map(({ key, body }) => [key, String(body)])),
      ...refused.map((one) => output.say('cli.hub.saidElse', { thing: nameOf(one) })),
    ])
    return refused.length > 0 ? exitCodes.error : exitCodes.done
  })
}

const nameOf = ({ kind, key }: Pick<BookSaid, 'kind' | 'key'>) =>
  kind === 'chart' ? kind : `${kind} ${key}`

/** `--nature PRODUCT=NATURE`, each product once. @throws UsageError */
function naturesOf({ options }: CommandLine): Map<string, string> {
  const natures = new Map<string, string>()
  for (const text of options.all('nature')) {
    const at = text.lastIndexOf('=')
    const product = text.slice(0, at).trim()
    if (at < 1 || product === '') throw notAllowed(`--nature ${text}`, '--nature PRODUCT=NATURE')
    if (natures.has(product)) throw superfluous(`--nature ${text}`)
    natures.set(product, oneOf(productNatureSchema, text.slice(at + 1), '--nature PRODUCT='))
  }
  return natures
}

const chartIn = (said: readonly BookSaid[]): Chart =>
  chartSchema.parse(said.find(({ kind }) => kind === 'chart')?.body ?? {})

/** @throws Failure FILE_NOT_A_CHART */
async function chartFrom(file: string, before: Chart): Promise<Chart> {
  let content: Buffer
  try {
    content = readFileSync(resolve(file))
  } catch (cause) {
    throw new Failure('FILE_NOT_A_CHART', { row: 1 }, { cause })
  }
  return readChartFile(content, before)
}

/** What is other than it is said now, by the version that it has. */
function changesOf(
  before: readonly BookSaid[],
  natures: ReadonlyMap<string, string>,
  chart: Chart | null,
): BookSaid[] {
  const wished = [
    ...[...natures].map(([key, body]) => ({ kind: 'nature' as const, key, body })),
    ...(chart ? [{ kind: 'chart' as const, key: 'chart', body: chart }] : []),
  ]
  return wished.flatMap((wish) => {
    const known = before.find((one) => nameOf(one) === nameOf(wish))
    const isSaid =
      wish.kind === 'chart'
        ? known && JSON.stringify(chartIn(before)) === JSON.stringify(wish.body)
        : known?.body === wish.body
    return isSaid ? [] : [{ ...wish, version: known?.version ?? 0 }]
  })
}

/** Signs in as the reader of books that this computer is. @throws Failure HUB_NO_BOOKS, HUB_NO_ACCOUNT, HUB_UNREACHABLE … */
async function asReader<T>(
  line: CommandLine,
  work: (hub: HubConnection, account: { name: string; scope: string }) => Promise<T>,
): Promise<T> {
  const { reader, password, profile } = await booksReader(line)
  const { url, ca, login } = reader
  const hub = await connectHub(parseHubAddress(url, ca), { user: login, password })
  try {
    const named = line.options.text('account')?.trim() || null
    return await work(hub, chosenAccount(await bookAccounts(hub), { named, profile }))
  } finally {
    await hub.close()
  }
}
