import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { maxBytes } from '../../electron/service/answers/bounds.ts'
import { createMerchantService } from '../../electron/service/client.ts'
import type { MerchantService, SellEvidence } from '../../electron/service/service.ts'
import type { FaultInput } from '../../sandbox/faults/faults.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { Failure, type ErrorCode } from '../../shared/errors.ts'
import { profileSample } from '../../shared/contract/testing/profile-sample.ts'

let sandbox: Sandbox
let service: MerchantService
/** One that stops waiting soon: for what is slow, and for nothing else, as machines are slow too. */
let hasty: MerchantService
let token: string

beforeAll(async () => {
  sandbox = await startSandbox({
    historyFrom: '2026-10-01',
    historyTo: '2026-10-03',
    busyDays: { '2026-10-02': 1200 },
  })
  token = sandbox.token
  service = serviceOf(20_000)
  hasty = serviceOf(1_000)
})

/** A client that waits so long for whatever it asks, in milliseconds. */
function serviceOf(limit: number): MerchantService {
  return createMerchantService({
    profile: profileSample({
      id: 'p1',
      name: 'Prueba',
      country: 'CO',
      baseUrl: sandbox.url,
      sandbox: true,
    }),
    token: () => token,
    timeouts: {
      connect: limit,
      read: limit,
      query: limit,
      list: limit,
      sell: limit,
      retryPause: 2,
    },
  })
}

afterEach(() => {
  sandbox.control.clearFaults()
  sandbox.control.clearRequests()
  sandbox.control.changeSettings({ notFound: '404', numbersAsStrings: false })
  token = sandbox.token
})
afterAll(async () => {
  await service.close()
  await hasty.close()
  await sandbox.close()
})

const topUp = { productId: '10000', customerCellphone: '3001234567', amount: '5000' }
const queryBody = () => JSON.stringify({ data: topUp, _channel: 'WS', _version: '1.10.2' })
const sellBody = (id: string) =>
  JSON.stringify({ data: topUp, _channel: 'WS', _version: '1.10.2', _id: id })

async function sold(): Promise<string> {
  const id = randomUUID()
  expect(await service.sell(sellBody(id))).toMatchObject({ kind: 'accepted' })
  return id
}

describe('every operation', () => {
  test('the balance is the ledger’s', async () => {
    const { balance, profits } = sandbox.ledger.business()
    expect(await service.getBusiness()).toEqual({
      balance: { minor: balance, currency: 'COP' },
      profits: { minor: profits, currency: 'COP' },
    })
  })

  test('every product of the catalog has a form, and its picture is there', async () => {
    const categories = await service.listProducts()
    const products = categories.flatMap((category) => category.products)
    expect(products.length).toBeGreaterThanOrEqual(60)
    expect(categories.map(({ sort }) => sort)).toEqual(
      categories.map(({ sort }) => sort).toSorted((a, b) => a - b),
    )
    for (const { id, name, image, price } of products) {
      const detail = await service.getProduct(id)
      expect(detail).toMatchObject({ id, name, price })
      expect(detail.form?.inputs.length).toBeGreaterThan(0)
      expect((await service.getImage(image ?? '')).contentType).toMatch(/^image\//)
    }
  })

  test('a quote gives inputs and a signature', async () => {
    const quote = await service.query(queryBody())
    expect(quote.errorMessage).toBeNull()
    expect(quote.inputs.map(({ name }) => name)).toContain('customerCellphone')
    expect(quote.cost?.currency).toBe('COP')
  })

  test('a sale is accepted once and found', async () => {
    const id = await sold()
    const [entry] = sandbox.ledger.transactions({ _id: id })
    expect(await service.find(id)).toMatchObject({
      kind: 'found',
      transaction: {
        id: String(entry?.id),
        amount: { minor: 500_000, currency: 'COP' },
        costs: { minor: entry?.costs, currency: 'COP' },
        newBalance: { minor: entry?.newBalance, currency: 'COP' },
        createdAt: { local: entry?.createdAt.slice(0, 16).replace(' ', 'T') + ':00' },
        status: entry?.status,
      },
    })
    expect(sandbox.control.requests().sells[id]).toEqual({ requests: 1, executions: 1 })
  })

  test.each(['404', 'empty200'] as const)('an unknown sale is not found: %s', async (notFound) => {
    sandbox.control.changeSettings({ notFound })
    expect(await service.find(randomUUID())).toMatchObject({ kind: 'not-found' })
  })

  test('a page of a report is the ledger’s, capped', async () => {
    const entries = sandbox.ledger.transactions({
      kind: 'sales',
      from: '2026-10-01',
      to: '2026-10-01',
    })
    const { rows } = await service.list('sales', '2026-10-01', '2026-10-01')
    const byId = (a: { id: string }, b: { id: string }) => Number(a.id) - Number(b.id)
    expect(rows.toSorted(byId)).toMatchObject(
      entries
        .map((entry) => ({
          id: String(entry.id),
          amount: { minor: entry.amount, currency: 'COP' },
          createdAt: { local: entry.createdAt.replace(' ', 'T') },
          status: entry.status,
          product: { id: String(entry.productId), name: entry.productName },
        }))
        .toSorted(byId),
    )
    expect((await service.list('sales', '2026-10-02', '2026-10-02')).rows).toHaveLength(1000)
    const buys = await service.list('buys', '2026-10-01', '2026-10-03')
    expect(buys.rows.every(({ product }) => product === null)).toBe(true)
  })

  test('a link to load balance is a web page', async () => {
    const link = await service.generateLink({
      reference: 'r1',
      amount: { minor: 5_000_000, currency: 'COP' },
      confirmUrl: 'https://shop.example/c',
      responseUrl: 'https://shop.example/r',
    })
    expect(link.startsWith(sandbox.url)).toBe(true)
  })

  test('numbers as texts read the same', async () => {
    const id = await sold()
    const numbers = [await service.find(id), await service.listProducts()]
    sandbox.control.changeSettings({ numbersAsStrings: true })
    const texts = [await service.find(id), await service.listProducts()]
    const withoutExchange = (values: unknown[]): unknown =>
      JSON.parse(JSON.stringify(values, (key, value: unknown) => (key === 'exchange' ? 0 : value)))
    expect(withoutExchange(texts)).toEqual(withoutExchange(numbers))
  })

  test('a refusal carries the service’s words', async () => {
    const error = { code: 'SERVICE_NOT_FOUND', params: { message: expect.any(String) as string } }
    await expect(service.getProduct('999999')).rejects.toMatchObject({ error })
    const body = JSON.stringify({ data: { productId: '999999' }, _channel: 'WS', _id: 'x1' })
    expect(await service.sell(body)).toMatchObject({ kind: 'refused', error })
  })

  test('a wrong token is told', async () => {
    token = 'wrong'
    await expect(service.getBusiness()).rejects.toMatchObject({ error: { code: 'UNAUTHORIZED' } })
    expect(await service.sell(sellBody(randomUUID()))).toMatchObject({ kind: 'unauthorized' })
  })
})

let known: string
const readsOf = (service: MerchantService) => ({
  getBusiness: () => service.getBusiness(),
  find: () => service.find(known),
  query: () => service.query(queryBody()),
  listProducts: () => service.listProducts(),
  getProduct: () => service.getProduct('10000'),
  listTransactions: () => service.list('sales', '2026-10-01', '2026-10-01'),
  generateLink: () =>
    service.generateLink({
      reference: 'r1',
      amount: { minor: 100_000, currency: 'COP' },
      confirmUrl: 'https://shop.example/c',
      responseUrl: 'https://shop.example/r',
    }),
})

type WithoutOperation<T> = T extends unknown ? Omit<T, 'operation'> : never
type Spoiling = WithoutOperation<FaultInput>
type Kind = SellEvidence['kind']
/** A fault; what a read says (null: it succeeds); what a sale proves; how often it is carried out. */
type Row = [
  fault: Spoiling,
  read: ErrorCode | null,
  kind: Kind,
  sell: ErrorCode | null,
  runs: number,
]

const tooMuch = Math.max(...Object.values(maxBytes)) + 1
const rows: Row[] = [
  [{ fault: 'latency', ms: 30 }, null, 'accepted', null, 1],
  [{ fault: 'latency', ms: 1_500 }, 'CONNECTION_TIMEOUT', 'unknown', 'CONNECTION_TIMEOUT', 1],
  [{ fault: 'drop-before' }, 'CONNECTION_LOST', 'unknown', 'CONNECTION_LOST', 0],
  [{ fault: 'drop-after' }, 'CONNECTION_LOST', 'unknown', 'CONNECTION_LOST', 1],
  [{ fault: 'error500-before' }, 'SERVICE_ERROR', 'unknown', 'SERVICE_ERROR', 0],
  [{ fault: 'error500-after' }, 'SERVICE_ERROR', 'unknown', 'SERVICE_ERROR', 1],
  [{ fault: 'error500-after', status: 503 }, 'SERVICE_ERROR', 'unknown', 'SERVICE_ERROR', 1],
  [{ fault: 'error500-after', status: 408 }, 'SERVICE_ERROR', 'unknown', 'SERVICE_ERROR', 1],
  [{ fault: 'error500-after', status: 421 }, 'SERVICE_REFUSED', 'unknown', 'SERVICE_REFUSED', 1],
  [{ fault: 'truncated' }, 'CONNECTION_LOST', 'unknown', 'CONNECTION_LOST', 1],
  // The end of a connection that was to be closed anyway ends a chunked body too: its JSON tells.
  [{ fault: 'truncated', style: 'chunked' }, 'CONNECTION_LOST', 'unknown', 'ANSWER_UNREADABLE', 1],
  [{ fault: 'truncated', style: 'json' }, 'ANSWER_UNREADABLE', 'unknown', 'ANSWER_UNREADABLE', 1],
  [{ fault: 'html' }, 'ANSWER_NOT_JSON', 'unknown', 'ANSWER_NOT_JSON', 0],
  [{ fault: 'html', when: 'after' }, 'ANSWER_NOT_JSON', 'unknown', 'ANSWER_NOT_JSON', 1],
  [{ fault: 'html', status: 502 }, 'SERVICE_ERROR', 'unknown', 'SERVICE_ERROR', 0],
  [{ fault: 'html', status: 404 }, 'NOT_THIS_SERVICE', 'unknown', 'NOT_THIS_SERVICE', 0],
  [{ fault: 'redirect' }, 'ANSWER_REDIRECTED', 'unknown', 'ANSWER_REDIRECTED', 0],
  [{ fault: 'redirect', status: 308 }, 'ANSWER_REDIRECTED', 'unknown', 'ANSWER_REDIRECTED', 0],
  [{ fault: 'unauthorized' }, 'UNAUTHORIZED', 'unauthorized', 'UNAUTHORIZED', 0],
  [{ fault: 'content-type' }, null, 'accepted', null, 1],
  [{ fault: 'double' }, null, 'accepted', null, 2],
  [{ fault: 'slow-headers', ms: 1_500 }, 'CONNECTION_TIMEOUT', 'unknown', 'CONNECTION_TIMEOUT', 1],
  [{ fault: 'slow-body', ms: 2_000 }, 'CONNECTION_TIMEOUT', 'unknown', 'CONNECTION_TIMEOUT', 1],
  [{ fault: 'oversized', bytes: tooMuch }, 'ANSWER_TOO_LARGE', 'unknown', 'ANSWER_TOO_LARGE', 1],
  [{ fault: 'error-in-200' }, 'SERVICE_ERROR', 'unknown', 'SERVICE_ERROR', 0],
  [{ fault: 'empty' }, 'ANSWER_NOT_JSON', 'unknown', 'ANSWER_NOT_JSON', 1],
]

describe('every fault', () => {
  beforeAll(async () => {
    known = await sold()
  })

  const clientFor = (code: ErrorCode | null) => (code === 'CONNECTION_TIMEOUT' ? hasty : service)
  const named = rows.map((row): [string, ...Row] => [JSON.stringify(row[0]), ...row])

  test.each(named)('%s: reads say what happened', async (_name, fault, code) => {
    const reads = Object.entries(readsOf(clientFor(code)))
    const ask = async ([operation, read]: (typeof reads)[number]) => {
      // For as many requests as a read makes.
      sandbox.control.addFaults({ ...fault, operation: 'any', count: 3 })
      const caught: unknown = await read().then(
        () => null,
        (error: unknown) => error,
      )
      const said = caught instanceof Failure ? caught.error.code : caught
      expect([operation, said]).toEqual([operation, code])
    }
    // Those that only wait do so together.
    if (code === 'CONNECTION_TIMEOUT') await Promise.all(reads.map(ask))
    else
      for (const read of reads) {
        sandbox.control.clearFaults()
        await ask(read)
      }
  })

  test.each(named)('%s: a sale is one request', async (_name, fault, _read, kind, code, runs) => {
    const id = randomUUID()
    // Also for the requests that must not come.
    sandbox.control.addFaults({ ...fault, operation: 'sell', count: 3 })
    const evidence = await clientFor(code).sell(sellBody(id))
    expect([evidence.kind, 'error' in evidence ? evidence.error.code : null]).toEqual([kind, code])
    expect(sandbox.control.requests().sells[id]?.requests).toBe(1)
    // A slow service carries it out after we stopped waiting.
    const made = () => sandbox.ledger.transactions({ _id: id }).length
    await expect.poll(made, { interval: 20 }).toBe(runs)
  })

  test('a sale that arrives late is not found at first', async () => {
    const id = randomUUID()
    sandbox.control.addFaults({ fault: 'late', operation: 'sell', seconds: 60, answer: 'drop' })
    expect(await service.sell(sellBody(id))).toMatchObject({ kind: 'unknown' })
    expect(await service.find(id)).toMatchObject({ kind: 'not-found' })
    sandbox.control.changeClock({ advanceSeconds: 61 })
    expect(await service.find(id)).toMatchObject({ kind: 'found' })
    expect(sandbox.control.requests().sells[id]?.requests).toBe(1)
  })
})
