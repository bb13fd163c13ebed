import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { FaultInput } from '../../sandbox/faults/faults.ts'
import { finalStates, saleStateSchema, type SaleState } from '../../shared/domain/sale/sale.ts'
import { removeFolder } from '../folders.ts'
import { buildCommandLine, openShop, type Running, type Shop, type Truth } from './killing.ts'
import { createRandom, type Random } from './random.ts'

/** When a process is killed: some time after its start, once it has quoted, or once the service has its request. */
export type Moment = 'start' | 'quote' | 'request'

/** What came of killing the command line while it sold. */
export interface Tally {
  /** Processes that were ended by the signal, by moment; and those that had ended before it came. */
  kills: Record<Moment, number>
  survived: number
  drafts: number
  /** Sales in the journals at the end, by state. */
  states: Partial<Record<SaleState, number>>
  /** Sales in the services' ledgers. */
  executed: number
  /** A line for everything that must never be. */
  wrong: string[]
}

export interface KillOptions {
  /** Processes to end by the signal; those that were faster are not counted. */
  kills: number
  /** Shops at the same time, each with its own service. */
  lanes: number
  seed: number
  /** How long `resolve` waits for what has no record. */
  resolveSeconds: number
  progress?: (killed: number) => void
}

/** Faults that the request to sell meets; none is as likely as all of them together. */
const faults: readonly FaultInput[] = [
  { operation: 'sell', fault: 'latency', ms: 120 },
  { operation: 'sell', fault: 'latency', ms: 120, when: 'after' },
  { operation: 'sell', fault: 'drop-before' },
  { operation: 'sell', fault: 'drop-after', how: 'reset' },
  { operation: 'sell', fault: 'error500-before' },
  { operation: 'sell', fault: 'error500-after' },
  { operation: 'sell', fault: 'truncated' },
  { operation: 'sell', fault: 'redirect', status: 308, when: 'after' },
  { operation: 'sell', fault: 'late', seconds: 1, answer: 'drop' },
  { operation: 'find', fault: 'drop-after', count: 2 },
]

/** Kills the real command line with kill -9 while it sells, resolves, sells every draft again, and compares. */
export async function killSales(options: KillOptions): Promise<Tally> {
  const tally: Tally = {
    kills: { start: 0, quote: 0, request: 0 },
    survived: 0,
    drafts: 0,
    states: {},
    executed: 0,
    wrong: [],
  }
  let left = options.kills
  const take = () => {
    if (left === 0) return false
    left -= 1
    return true
  }
  const took = (killed: boolean) => {
    if (killed) options.progress?.(options.kills - left)
    else left += 1
  }
  const program = await buildCommandLine()
  try {
    await Promise.all(
      Array.from({ length: options.lanes }, async (_, lane) => {
        const shop = await openShop(program)
        await runLane(shop, lane, options, { take, took }, tally).finally(() => shop.close())
      }),
    )
  } finally {
    await removeFolder(program)
  }
  return tally
}

async function runLane(
  shop: Shop,
  lane: number,
  options: KillOptions,
  kills: { take: () => boolean; took: (killed: boolean) => void },
  tally: Tally,
): Promise<void> {
  const random = createRandom(options.seed * 100 + lane)
  const drafts: Draft[] = []
  const usual = await usualTime(shop, lane)
  while (kills.take()) {
    const draft = draftOf(lane, drafts.length)
    drafts.push(draft)
    kills.took(await killOne(shop, draft, usual, random, tally))
  }
  await shop.clearFaults()
  await resolve(shop, options.resolveSeconds)
  // Each draft has a phone of its own, so the phone tells which draft a sale is of.
  const before = new Map((await journalSales(shop)).map(({ phone, id }) => [phone, id]))
  for (const draft of drafts) await again(shop, draft, before.get(draft.phone), tally)
  await resolve(shop, options.resolveSeconds)
  // How soon a look-up is answered is the machine's affair, as long as it ends.
  const end = performance.now() + patience
  while ((await isBehind(shop)) && performance.now() < end) {
    await resolve(shop, options.resolveSeconds)
  }
  tally.drafts += drafts.length
  compare(await journalSales(shop), await shop.truth(), tally)
}

/** How long sales that the service has on record may stay open here, in milliseconds. */
const patience = 60_000

/** Whether the journal does not know yet how a sale ended that the service has on record. */
async function isBehind(shop: Shop): Promise<boolean> {
  const { ledger } = await shop.truth()
  const sales = await journalSales(shop)
  return sales.some(({ id, state }) => ledger.has(id) && !finalStates.includes(state))
}

interface Draft {
  key: string
  phone: string
}

/** Every tenth is refused by the service, every tenth ends REJECTED there. */
function draftOf(lane: number, index: number): Draft {
  const ending = ['0006', '0001'][index % 10] ?? '1234'
  return {
    key: `lane-${lane}-${index}`,
    phone: `3${lane}${String(index).padStart(4, '0')}${ending}`,
  }
}

function sell(shop: Shop, { key, phone }: Draft): Running {
  const values = ['--set', `customerCellphone=${phone}`, '--set', 'amount=5000']
  return shop.run(['sell', '10000', ...values, '--yes', '--json', '--wait', '0', '--draft', key])
}

/** How long a sale takes here when nobody kills it. */
async function usualTime(shop: Shop, lane: number): Promise<number> {
  const first = await sell(shop, { key: 'first', phone: `3${lane}99991234` }).ended
  if (first.code !== 10 && first.code !== 0)
    throw new Error(`a sale that nobody killed: ${first.err}`)
  const startedAt = performance.now()
  await sell(shop, { key: 'second', phone: `3${lane}99981234` }).ended
  return performance.now() - startedAt
}

/** Kills one sale; false: it had ended before the signal came. */
async function killOne(
  shop: Shop,
  draft: Draft,
  usual: number,
  random: Random,
  tally: Tally,
): Promise<boolean> {
  const moment = random.weighted<Moment>({ start: 30, quote: 35, request: 35 })
  await shop.clearFaults()
  if (random.chance(0.7)) await shop.addFault(random.pick(faults))
  const requests = await shop.sellRequests()
  const running = sell(shop, draft)
  let over = false
  const ended = running.ended.finally(() => (over = true))
  if (moment === 'start') await Promise.race([sleep(random.next() * usual * 1.1), ended])
  else await running.spoke
  if (moment === 'quote') await sleep(random.next() * 25)
  if (moment === 'request') {
    while (!over && (await shop.sellRequests()) === requests) await sleep(1)
    // At once, or a little later: before, while and after the outcome is written.
    if (random.chance(0.5)) await sleep(random.next() * 30)
  }
  running.kill()
  // A process that was killed has no exit code.
  const killed = (await ended).code === null
  if (killed) tally.kills[moment] += 1
  else tally.survived += 1
  return killed
}

async function resolve(shop: Shop, seconds: number): Promise<void> {
  const { code, err } = await shop.run(['resolve', '--json', '--wait', String(seconds)]).ended
  if (code === 1 || code === 2) throw new Error(`resolve: ${err}`)
}

const soldSchema = z.object({ id: z.string(), state: saleStateSchema })

/** The same draft once more: the sale that it became, or, where none was begun, its first. */
async function again(
  shop: Shop,
  draft: Draft,
  before: string | undefined,
  tally: Tally,
): Promise<void> {
  const { out, err } = await sell(shop, draft).ended
  const sold = soldSchema.safeParse(out === '' ? null : JSON.parse(out))
  if (!sold.success) tally.wrong.push(`${draft.key} again: ${err}`)
  else if (before !== undefined && sold.data.id !== before) {
    tally.wrong.push(`${draft.key} again: another sale, ${sold.data.id} after ${before}`)
  }
}

/** Journal against ledger, sale by sale, by `_id`. */
function compare(sales: readonly JournalSale[], truth: Truth, tally: Tally): void {
  const journal = new Map(sales.map((sale) => [sale.id, sale]))
  const phones = new Set(sales.map(({ phone }) => phone))
  if (phones.size < sales.length) tally.wrong.push('doubled: two sales of one draft')
  for (const { id, state } of sales) {
    tally.states[state] = (tally.states[state] ?? 0) + 1
    const records = truth.ledger.get(id) ?? []
    const requests = truth.requests.get(id) ?? 0
    const says = `${id} ${state}, ledger [${records.join(', ')}], ${requests} requests`
    if (records.length > 1 || requests > 1) tally.wrong.push(`doubled: ${says}`)
    if (!agrees(state, records, requests)) tally.wrong.push(`lost or invented: ${says}`)
  }
  for (const [id, records] of truth.ledger) {
    tally.executed += records.length
    if (!journal.has(id)) tally.wrong.push(`lost: ${id} is only in the ledger`)
  }
}

/** Whether what the journal says may stand beside what the service did. */
function agrees(state: SaleState, [record]: readonly string[], requests: number): boolean {
  if (state === 'NOT_SENT') return requests === 0
  // Nothing is on record, and it is not said to be over: the service may still bring it.
  if (state === 'UNKNOWN' || state === 'REVIEW' || state === 'DECLINED') return record === undefined
  return record === state
}

const journalSchema = z.array(soldSchema.extend({ phone: z.string().nullable() }))
type JournalSale = z.infer<typeof journalSchema>[number]

/** The sales of the shop's journal, as the command line lists them. */
async function journalSales(shop: Shop): Promise<JournalSale[]> {
  const { out } = await shop.run(['journal', '--json']).ended
  return journalSchema.parse(JSON.parse(out))
}
