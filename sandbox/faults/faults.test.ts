import { describe, expect, it } from 'vitest'
import { request } from 'undici'
import { z } from 'zod'
import type { FaultInput } from './faults.ts'
import { OPERATION_NAMES } from '../operations/operations.ts'
import type { OperationName } from '../operations/operations.ts'
import {
  errorShape,
  find,
  foundSale,
  listedIds,
  PATHS,
  sell,
  send,
  start,
  topUp,
} from '../testing/client.ts'
import type { Sandbox } from '../http/server.ts'
import { wallDate } from '../wall-time.ts'

type Without<F> = F extends FaultInput ? Omit<F, 'operation'> : never
type Struck = Without<FaultInput>

/** Sells once under a fault; tells how it went and how many sales were made. */
async function struck(fault: Struck) {
  const sandbox = await start()
  await send(sandbox, '/_control/faults', { operation: 'sell', ...fault })
  const outcome = await sell(sandbox, 'x').catch((error: unknown) => error)
  return { sandbox, outcome, sales: sandbox.ledger.count() }
}

const body: Record<OperationName, unknown> = {
  getBusiness: { data: {} },
  find: { data: { _id: 'x' } },
  sell: { data: topUp(), _channel: 'WS', _id: 'x' },
  query: { data: topUp(), _channel: 'WS' },
  listProducts: { data: {} },
  getProduct: { data: { productId: '10000' } },
  listTransactions: { data: { typeReport: 'sales' } },
  generateLink: {
    data: { reference: 'r', amount: 1, confirmUrl: 'http://a.test', responseUrl: 'http://a.test' },
  },
}

describe('faults on a sale', () => {
  it.each([
    ['drop-before', 'close', 0, 'UND_ERR_SOCKET'],
    ['drop-after', 'close', 1, 'UND_ERR_SOCKET'],
    ['drop-before', 'reset', 0, 'ECONNRESET'],
    ['drop-after', 'reset', 1, 'ECONNRESET'],
  ] as const)('%s by %s ends the connection; sales made: %i', async (fault, how, made, code) => {
    const { outcome, sales, sandbox } = await struck({ fault, how })
    expect(outcome).toMatchObject({ code })
    expect(sales).toBe(made)
    expect(sandbox.control.requests().sells.x).toEqual({ requests: 1, executions: made })
  })

  it.each([
    [{ fault: 'error500-before' }, 500, 0],
    [{ fault: 'error500-after' }, 500, 1],
    [{ fault: 'error500-before', status: 503 }, 503, 0],
    [{ fault: 'error500-after', status: 421 }, 421, 1],
    [{ fault: 'unauthorized' }, 401, 0],
    [{ fault: 'unauthorized', when: 'after' }, 401, 1],
    [{ fault: 'error-in-200' }, 200, 0],
    [{ fault: 'error-in-200', when: 'after' }, 200, 1],
  ] as const)('%j answers %i with the error body; sales made: %i', async (fault, status, made) => {
    const { outcome, sales } = await struck(fault)
    const reply = outcome as Awaited<ReturnType<typeof sell>>
    expect([reply.status, sales]).toEqual([status, made])
    reply.json(errorShape)
  })

  it.each(['content-length', 'chunked'] as const)('truncated by %s breaks off', async (style) => {
    const { outcome, sales } = await struck({ fault: 'truncated', style })
    expect(outcome).toBeInstanceOf(Error)
    expect(sales).toBe(1)
  })

  it('truncated as json is a whole answer with half a document', async () => {
    const { outcome, sales } = await struck({ fault: 'truncated', style: 'json' })
    const reply = outcome as Awaited<ReturnType<typeof sell>>
    expect([reply.status, sales]).toEqual([200, 1])
    expect(() => reply.json(z.unknown())).toThrow(SyntaxError)
  })

  it.each([
    [{ fault: 'html' }, 'text/html', 0],
    [{ fault: 'html', when: 'after' }, 'text/html', 1],
    [{ fault: 'content-type' }, 'text/plain', 1],
    [{ fault: 'content-type', type: 'application/xml' }, 'application/xml', 1],
  ] as const)('%j answers 200 as %s; sales made: %i', async (fault, type, made) => {
    const { outcome, sales } = await struck(fault)
    const reply = outcome as Awaited<ReturnType<typeof sell>>
    expect([reply.status, sales]).toEqual([200, made])
    expect(reply.headers['content-type']).toContain(type)
  })

  it.each([301, 302, 303, 307, 308] as const)('redirects with %i to itself', async (status) => {
    const { outcome, sales, sandbox } = await struck({ fault: 'redirect', status })
    const reply = outcome as Awaited<ReturnType<typeof sell>>
    expect([reply.status, reply.headers.location, sales]).toEqual([status, PATHS.sell, 0])
    expect((await sell(sandbox, 'x')).status).toBe(200)
  })

  it('redirects elsewhere', async () => {
    const { outcome } = await struck({ fault: 'redirect', location: 'https://portal.test/' })
    const reply = outcome as Awaited<ReturnType<typeof sell>>
    expect(reply.headers.location).toBe('https://portal.test/')
  })

  it('double makes two sales of one request', async () => {
    const { outcome, sales, sandbox } = await struck({ fault: 'double' })
    const reply = outcome as Awaited<ReturnType<typeof sell>>
    expect([reply.status, sales]).toEqual([200, 2])
    expect(sandbox.control.requests().sells.x).toEqual({ requests: 1, executions: 2 })
  })

  it('empty and oversized are answers of another size', async () => {
    const empty = (await struck({ fault: 'empty' })).outcome as Awaited<ReturnType<typeof sell>>
    expect([empty.status, empty.text]).toEqual([200, ''])
    const big = (await struck({ fault: 'oversized', bytes: 3_000_000 })).outcome
    const reply = big as Awaited<ReturnType<typeof sell>>
    expect(reply.text.length).toBeGreaterThan(3_000_000)
    expect(
      reply.json(z.looseObject({ data: z.object({ transactionId: z.string() }) })),
    ).toBeDefined()
  })

  it.each(['ack', 'drop'] as const)('late with %s shows the sale only later', async (answer) => {
    const { outcome, sandbox, sales } = await struck({ fault: 'late', seconds: 300, answer })
    expect(outcome instanceof Error).toBe(answer === 'drop')
    expect(sales).toBe(1)
    const today = wallDate(Date.now())
    expect((await find(sandbox, 'x')).status).toBe(404)
    expect(await listedIds(sandbox, today, today)).toEqual([])
    expect(sandbox.ledger.transactions()[0]?.visible).toBe(false)
    sandbox.control.changeClock({ advanceSeconds: 301 })
    expect((await foundSale(sandbox, 'x')).TransactionStatus.name).toBe('APPROVED')
    expect(await listedIds(sandbox, today, today)).toHaveLength(1)
  })
})

describe('slow answers', () => {
  async function timed(sandbox: Sandbox) {
    const start = performance.now()
    const response = await request(`${sandbox.url}${PATHS.getBusiness}`, {
      method: 'POST',
      headers: { authorization: 'Bearer T', 'content-type': 'application/json' },
      body: '{"data":{}}',
    })
    const headers = performance.now() - start
    const text = await response.body.text()
    return { headers, total: performance.now() - start, text, status: response.statusCode }
  }

  it.each([
    { fault: 'latency', ms: 120 },
    { fault: 'latency', ms: 120, when: 'after' },
    { fault: 'slow-headers', ms: 120 },
  ] as const)('%j waits before the headers', async (fault) => {
    const sandbox = await start()
    sandbox.control.addFaults({ operation: 'getBusiness', ...fault })
    const { headers, status } = await timed(sandbox)
    expect(status).toBe(200)
    expect(headers).toBeGreaterThanOrEqual(115)
  })

  it('slow-body sends the body in parts, over its time', async () => {
    const sandbox = await start()
    sandbox.control.addFaults({ operation: 'getBusiness', fault: 'slow-body', ms: 200, parts: 5 })
    const { total, text } = await timed(sandbox)
    // When the headers were seen says how busy this machine is.
    expect(total).toBeGreaterThanOrEqual(150)
    expect(JSON.parse(text)).toMatchObject({ statusCode: 200 })
  })

  it('does not hold up the end of the sandbox', async () => {
    const sandbox = await start()
    sandbox.control.addFaults({ operation: 'any', fault: 'slow-headers', ms: 60_000, count: 2 })
    const waiting = sell(sandbox, 'x').catch((error: unknown) => error)
    await expect.poll(() => sandbox.ledger.count()).toBe(1)
    await sandbox.close()
    expect(await waiting).toBeInstanceOf(Error)
  })
})

describe('the queue of faults', () => {
  it.each(OPERATION_NAMES)('strikes %s and then lets it work', async (operation) => {
    const sandbox = await start()
    sandbox.control.addFaults({ operation, fault: 'error500-before', status: 502 })
    expect((await send(sandbox, PATHS[operation], body[operation])).status).toBe(502)
    const after = await send(sandbox, PATHS[operation], body[operation])
    expect(after.status).toBe(operation === 'find' ? 404 : 200)
  })

  it('counts, skips, lists and clears', async () => {
    const sandbox = await start()
    sandbox.control.addFaults(
      { operation: 'any', fault: 'html', count: 2, skip: 1 },
      { operation: 'find', fault: 'empty' },
    )
    const status = async () =>
      (await send(sandbox, PATHS.getBusiness, { data: {} })).headers['content-type']
    expect(await status()).toContain('json')
    expect(await status()).toContain('html')
    expect(sandbox.control.faults()).toMatchObject([
      { fault: 'html', count: 1 },
      { fault: 'empty' },
    ])
    expect(await status()).toContain('html')
    expect(await status()).toContain('json')
    sandbox.control.clearFaults()
    expect(sandbox.control.faults()).toEqual([])
  })

  it('is not used up by a request without a token', async () => {
    const sandbox = await start()
    sandbox.control.addFaults({ operation: 'any', fault: 'html' })
    await send(sandbox, PATHS.sell, body.sell, { token: 'no' })
    expect(sandbox.control.faults()).toHaveLength(1)
  })
})
