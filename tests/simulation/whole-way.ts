import { createSelling } from '../../electron/features/selling/selling.ts'
import type { SellingDeps } from '../../electron/features/selling/ports.ts'
import { serviceOver } from '../../electron/service/client.ts'
import type { MerchantService, ProductDetail } from '../../electron/service/service.ts'
import { testProfile } from '../../electron/service/testing/raw-server.ts'
import { testSession } from '../../electron/service/testing/session.ts'
import type { Journal } from '../../electron/store/journal/journal.ts'
import { openMemoryJournal } from '../../electron/store/testing/memory-journal.ts'
import type { ParsedInput } from '../../shared/contract/index.ts'
import type { Quote } from '../../shared/contract/selling.ts'
import { serviceDay } from '../../shared/domain/time/dates.ts'
import type { FormValues } from '../../shared/domain/form/form.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { Failure } from '../../shared/errors.ts'
import { createWorldClock } from './clock.ts'
import { createHostileService, typedTexts, type HostileService } from './hostile-service.ts'
import { createRandom, type Random } from './random.ts'

type QuoteInput = ParsedInput<'selling.quote'>

/** What many ways did together, and what must never have happened. */
export interface WayTotals {
  ways: number
  /** Requests to sell that reached the service, and of those what it carried out. */
  requests: number
  carriedOut: number
  /** Sales refused before they began because the form would have sent another amount. */
  amountsRefused: number
  failures: { seed: number; violations: string[] }[]
}

const minute = 60_000
/** A Saturday morning in Bogotá. */
const opening = Date.UTC(2026, 10, 21, 14)
/** What no answer of a service may lead to, whatever it says. */
const defects = ['UNEXPECTED', 'STORE_FAILED', 'none of the list']
/** So many ways share a journal, each with a connection of its own. */
const waysOfJournal = 50

/**
 * The whole way of a sale, over the production client, seller, resolver and journal, once for each seed: product,
 * quotes, sale, look-ups, lists, each answered at random, and often in a way that no reader can read.
 */
export async function walkWays(from: number, count: number): Promise<WayTotals> {
  const totals: WayTotals = {
    ways: 0,
    requests: 0,
    carriedOut: 0,
    amountsRefused: 0,
    failures: [],
  }
  let journal = openMemoryJournal().journal
  for (let seed = from; seed < from + count; seed += 1) {
    if (totals.ways % waysOfJournal === waysOfJournal - 1) {
      journal.close()
      journal = openMemoryJournal().journal
    }
    const { violations, service, amountsRefused } = await walkWay(seed, journal)
    totals.ways += 1
    totals.requests += service.requests.length
    totals.carriedOut += service.carriedOut.size
    totals.amountsRefused += amountsRefused
    if (violations.length > 0) totals.failures.push({ seed, violations })
  }
  journal.close()
  return totals
}

async function walkWay(seed: number, journal: Journal) {
  const violations: string[] = []
  const violate = (what: string) => void violations.push(what)
  let amountsRefused = 0
  const random = createRandom(seed)
  const clock = createWorldClock(opening + random.int(0, 3_600_000))
  const profile = testProfile('http://127.0.0.1:1', {
    id: `p${seed}`,
    country: random.pick(['CO', 'EC']),
    valuesAs: random.pick(['strings', 'numbers']),
  })
  const service = createHostileService({ random, clock, profile })
  const timeouts = { connect: 1, sell: 1, read: -1, query: -1, list: -1, retryPause: 0 }
  const client = serviceOver(testSession(service.send, { profile, timeouts, shoot: service.shoot }))

  /** What a call came to; null: an error of the list that a person can be told. */
  async function asked<T>(name: string, call: () => Promise<T>): Promise<T | null> {
    const heard = call().catch((caught: unknown) => {
      const code = caught instanceof Failure ? caught.error.code : 'none of the list'
      if (code === 'AMOUNT_DIFFERS') amountsRefused += 1
      if (defects.includes(code)) violate(`${name}: ${String(caught)}`)
      return null
    })
    await clock.pass(10)
    return heard
  }

  let product: ProductDetail | null = null
  for (let times = 0; times < 4 && product === null; times += 1) {
    product = await asked('getProduct', () => client.getProduct('10000'))
  }
  const selling = createSelling(depsOf({ journal, client, clock, product, violate }))
  selling.start()
  const { handlers } = selling
  const draftId = `draft-${seed}`
  let quoteId: string | null = null
  let values = typedFor(random, product?.form?.inputs ?? [])
  for (let step = random.int(0, 2); step > 0; step -= 1) {
    const input: QuoteInput = { productId: '10000', values, quoteId }
    const quote: Quote | null = await asked('quote', () => handlers['selling.quote'](input))
    if (quote === null) continue
    quoteId = quote.quoteId
    values = {
      ...values,
      ...typedFor(random, quote.inputs),
      ...(random.chance(0.7) && quote.values),
    }
  }
  const once = { draftId, productId: '10000', quoteId, values, again: true, againOf: null }
  const sell = () => asked('sell', () => handlers['selling.sell'](once))
  const [first] = await Promise.all([sell(), random.chance(0.3) ? sell() : null])
  await clock.pass(random.pick([1, 5, 20]) * minute)
  const again = await sell()
  const id = (first ?? again)?.id ?? journal.saleOfDraft(draftId)?.id
  if (id !== undefined) await lookOn(id)
  await lookAround()
  await selling.stop()
  const record = journal.saleOfDraft(draftId)
  for (const sale of [first, again, record]) if (sale) judge(sale, service, violate)
  if (record === null && service.requests.length > 0) violate('sent, and not in the journal')
  if (record !== null && service.requests.some(({ id: sent }) => sent !== record.id)) {
    violate('one draft, two sales')
  }
  return { violations, service, amountsRefused }

  /** What a person may do about a sale, and what reads it. */
  async function lookOn(saleId: string): Promise<void> {
    await asked('look', () => handlers['selling.look']({ saleId }))
    await asked('sale', () => handlers['selling.sale']({ saleId }))
    await asked('candidates', () => handlers['resolving.candidates']({ saleId }))
    await asked('list', () => handlers['selling.list']({ limit: 50 }))
    await asked('day', () => handlers['selling.day']({ day: serviceDay(clock.now()) }))
  }

  async function lookAround(): Promise<void> {
    const amount = { minor: 500_000, currency: 'COP' }
    const request = { reference: 'r', amount, confirmUrl: '', responseUrl: '' }
    const calls: [string, () => Promise<unknown>][] = [
      ['getBusiness', () => client.getBusiness()],
      ['listProducts', () => client.listProducts()],
      ['list', () => client.list(random.pick(['sales', 'buys']), '2026-11-21', '2026-11-21')],
      ['generateLink', () => client.generateLink(request)],
    ]
    await asked(...random.pick(calls))
  }
}

function judge(
  { id, state, amount }: Pick<Sale, 'id' | 'state' | 'amount'>,
  { requests, carriedOut, offered }: HostileService,
  violate: (what: string) => void,
): void {
  const sent = requests.filter((request) => request.id === id)
  if (sent.length > 1) violate(`${sent.length} requests of one sale`)
  const isDenied = state === 'NOT_SENT' || state === 'DECLINED'
  if (isDenied && carriedOut.has(id)) violate(`${state}, and it is carried out`)
  for (const { said, minor } of sent) {
    if (said === null && !offered.has(amount.minor)) {
      violate(`the body says no amount, and nobody offered ${amount.minor}`)
    }
    if (said !== null && minor !== amount.minor) {
      violate(`the journal says ${amount.minor}, the body ${said.slice(0, 60)}`)
    }
  }
}

interface Parts {
  journal: Journal
  client: MerchantService
  clock: SellingDeps['clock']
  product: ProductDetail | null
  violate: (what: string) => void
}

function depsOf({ journal, client, clock, product, violate }: Parts): SellingDeps {
  return {
    journal,
    clock,
    service: () => client,
    profileId: () => client.profile.id,
    productForSale: async () => {
      if (product === null) throw new Failure('PRODUCT_NOT_FOUND', { productId: '10000' })
      const { name, price, form } = product
      return { name, categoryName: '', tip: null, direction: 'in', price, form }
    },
    emit: () => undefined,
    onResume: () => () => undefined,
    balance: () => null,
    refreshBalance: () => undefined,
    onProblem: ({ code, params }) => {
      if (defects.includes(code)) violate(`behind: ${JSON.stringify(params)}`)
    },
  }
}

/** What is typed into the fields that are there: mostly what fits, else anything. */
function typedFor(random: Random, inputs: readonly { name: string; type: string }[]): FormValues {
  const fitting = (name: string, type: string): string => {
    if (type === 'cellphone') return '300 123 4567'
    return name === 'amount' ? String(random.int(1, 90_000)) : 'A-1'
  }
  const typed = inputs.map(({ name, type }): [string, string] => [
    name,
    random.chance(0.85) ? fitting(name, type) : random.pick(typedTexts),
  ])
  return Object.fromEntries(typed)
}
