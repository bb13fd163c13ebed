import { afterEach, describe, expect, it } from 'vitest'
import { Failure, type AppError } from '../../shared/errors.ts'
import { createMerchantService } from './client.ts'
import { ReadFailure, type MerchantService } from './service.ts'
import type { ExchangeReport } from './session.ts'
import {
  errorAnswer,
  httpAnswer,
  startRawServer,
  testProfile,
  type RawServer,
  type SeenRequest,
} from './testing/raw-server.ts'

let server: RawServer | undefined
let service: MerchantService | undefined
let reports: ExchangeReport[] = []
afterEach(async () => {
  await service?.close()
  await server?.close()
  reports = []
})

type Answer = string | ((request: SeenRequest) => void)

/** A client of a server that answers the n-th request with the n-th answer, the last one for ever. */
const clientOf = (...answers: Answer[]) => clientWithin(20_000, ...answers)

/** The same, waiting no longer than so many milliseconds. */
async function clientWithin(limit: number, ...answers: Answer[]) {
  let next = 0
  server = await startRawServer((request) => {
    const answer = answers[Math.min(next, answers.length - 1)] ?? ''
    next += 1
    if (typeof answer === 'string') request.socket.write(answer)
    else answer(request)
  })
  service = createMerchantService({
    profile: testProfile(`http://127.0.0.1:${server.port}/tienda/`),
    token: () => 'secret',
    onExchange: (report) => reports.push(report),
    timeouts: { connect: limit, read: limit, query: limit, list: limit, retryPause: 5 },
  })
  return { service, server }
}

async function failureOf(promise: Promise<unknown>): Promise<AppError> {
  const caught = await promise.then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  )
  if (caught instanceof Failure) return caught.error
  throw caught
}

const business = { statusCode: 200, data: { Business: { balance: 1500.5, profits: '0' } } }
const ok = httpAnswer(200, business)

describe('reads', () => {
  it('asks below the path of the base URL and keeps the connection', async () => {
    const { service, server } = await clientOf(ok)
    for (let count = 0; count < 5; count += 1) await service.getBusiness()
    const answer = await service.getBusiness()
    expect(answer.balance).toEqual({ minor: 150050, currency: 'COP' })
    expect(server.requests[0]).toMatchObject({
      line: 'POST /tienda/api/v1/commerces/getBusiness',
      body: '{"data":{}}',
    })
    expect(server.connections()).toBeLessThanOrEqual(2)
  })

  it.each([
    ['a reset', (r: SeenRequest) => r.socket.resetAndDestroy()],
    ['a cut answer', (r: SeenRequest) => r.socket.end(ok.slice(0, -4))],
    ['503', httpAnswer(503, '<html>')],
    ['429', httpAnswer(429, '', { 'retry-after': '0' })],
    ['a documented 500', errorAnswer(500)],
  ])('repeats after %s', async (_name, answer) => {
    const { service, server } = await clientOf(answer, answer, ok)
    await service.getBusiness()
    expect(server.requests).toHaveLength(3)
    expect(reports.map((report) => report.error === null)).toEqual([false, false, true])
  })

  it('gives up after three attempts', async () => {
    const { service, server } = await clientOf(httpAnswer(502, '<html>bad gateway'))
    expect(await failureOf(service.getBusiness())).toEqual({
      code: 'SERVICE_ERROR',
      params: { status: 502, message: 'Bad Gateway' },
    })
    expect(server.requests).toHaveLength(3)
  })

  it('asks ahead once, and tells nobody how that failed', async () => {
    const { service, server } = await clientOf(httpAnswer(429, ''))
    const ahead = service.list('sales', '2026-10-01', '2026-10-01', undefined, true)
    expect(await failureOf(ahead)).toMatchObject({ code: 'SERVICE_BUSY' })
    expect(server.requests).toHaveLength(1)
    expect(reports).toEqual([])
  })

  const asked: [name: string, ask: (service: MerchantService) => Promise<unknown>][] = [
    ['getBusiness', (service) => service.getBusiness()],
    ['find', (service) => service.find('a-1')],
    ['query', (service) => service.query('{}')],
    ['listProducts', (service) => service.listProducts()],
    ['getProduct', (service) => service.getProduct('1')],
    ['list', (service) => service.list('sales', '2026-10-01', '2026-10-01')],
    ['getImage', (service) => service.getImage('/x.png')],
  ]
  it.each(asked)('lets a service be that asks for it: %s', async (_name, ask) => {
    const { service, server } = await clientOf(httpAnswer(429, '', { 'retry-after': '60' }))
    const busy = { code: 'SERVICE_BUSY', params: { seconds: 60 } }
    expect(await failureOf(ask(service))).toEqual(busy)
    expect(await failureOf(ask(service))).toMatchObject({ code: 'SERVICE_BUSY' })
    expect(server.requests).toHaveLength(1)
  })

  const once: [name: string, answer: string, error: AppError][] = [
    ['a page', httpAnswer(200, '<html>'), { code: 'ANSWER_NOT_JSON' }],
    ['401', errorAnswer(401), { code: 'UNAUTHORIZED' }],
    [
      '400',
      errorAnswer(400, 'Falta\nalgo'),
      { code: 'SERVICE_REFUSED', params: { message: 'Falta algo' } },
    ],
    ['403 as a page', httpAnswer(403, '<html>'), { code: 'ANSWER_NOT_JSON' }],
    [
      '404 documented',
      errorAnswer(404),
      { code: 'SERVICE_NOT_FOUND', params: { message: 'No se puede' } },
    ],
    ['404 of another', httpAnswer(404, '<html>'), { code: 'NOT_THIS_SERVICE' }],
    ['301', httpAnswer(301, '', { location: 'https://x.invalid' }), { code: 'ANSWER_REDIRECTED' }],
    ['foreign JSON', httpAnswer(200, { hello: 1 }), { code: 'NOT_THIS_SERVICE' }],
    ['an inner 401', httpAnswer(200, { statusCode: '401' }), { code: 'UNAUTHORIZED' }],
    [
      'an inner 400',
      httpAnswer(200, { statusCode: 400, message: 'mal' }),
      { code: 'SERVICE_REFUSED', params: { message: 'mal' } },
    ],
    [
      'money that is not',
      httpAnswer(200, { data: { Business: { balance: '12,5', profits: 1 } } }),
      { code: 'ANSWER_UNREADABLE', params: { where: 'getBusiness.Business.balance' } },
    ],
    [
      'no money',
      httpAnswer(200, { data: { Business: { balance: 1 } } }),
      { code: 'ANSWER_UNREADABLE', params: { where: 'getBusiness.Business.profits' } },
    ],
  ]
  it.each(once)('does not repeat %s', async (_name, answer, error) => {
    const { service, server } = await clientOf(answer)
    expect(await failureOf(service.getBusiness())).toEqual(error)
    expect(server.requests).toHaveLength(1)
    expect(reports).toMatchObject([{ operation: 'getBusiness', error }])
  })

  it('takes the documented 500 of a query for its answer', async () => {
    const { service, server } = await clientOf(errorAnswer(500, 'Sin deuda'))
    expect(await failureOf(service.query('{}'))).toEqual({
      code: 'SERVICE_ERROR',
      params: { status: 500, message: 'Sin deuda' },
    })
    expect(server.requests).toHaveLength(1)
  })

  it('stops waiting when time is up, and when it is told to', async () => {
    const { service, server } = await clientWithin(1_000, () => undefined)
    expect(await failureOf(service.getBusiness())).toEqual({ code: 'CONNECTION_TIMEOUT' })
    expect(server.requests).toHaveLength(1)
    const signal = AbortSignal.timeout(50)
    expect(await failureOf(service.listProducts(signal))).toEqual({ code: 'CANCELLED' })
    expect(await failureOf(service.listProducts(signal))).toEqual({ code: 'CANCELLED' })
  })

  it('stops while it is still connecting', async () => {
    service = createMerchantService({
      profile: testProfile('https://service.invalid'),
      token: () => 'secret',
      // A proxy that is never named: the connection does not come about.
      proxyFor: () => new Promise(() => undefined),
    })
    const signal = AbortSignal.timeout(30)
    expect(await failureOf(service.getBusiness(signal))).toEqual({ code: 'CANCELLED' })
  })

  it('stops between attempts', async () => {
    const controller = new AbortController()
    const { service, server } = await clientOf((request) => {
      request.socket.write(httpAnswer(503, ''))
      controller.abort()
    })
    expect(await failureOf(service.getBusiness(controller.signal))).toEqual({ code: 'CANCELLED' })
    expect(server.requests).toHaveLength(1)
  })
})

describe('find', () => {
  const transaction = {
    id: 7,
    amount: 5000,
    currency: 'usd',
    costs: '0.50',
    prevBalance: null,
    createdAt: '21/11/26 09:05',
    Product: { id: '10000', name: 'Recarga' },
    TransactionsStatus: { id: 2.0, name: 'APPROVED', color: '#0f0' },
    Person: { document: 123, cellphone: '3001234567' },
  }
  const found = (record: unknown) =>
    httpAnswer(200, { statusCode: 200, data: { Transaction: record } })

  it('reads a transaction in its own currency', async () => {
    const { service, server } = await clientOf(found(transaction))
    const evidence = await service.find('a-1')
    expect(evidence).toMatchObject({
      kind: 'found',
      transaction: {
        id: '7',
        amount: { minor: 500000, currency: 'USD' },
        costs: { minor: 50, currency: 'USD' },
        prevBalance: null,
        newBalance: null,
        createdAt: { local: '2026-11-21T09:05:00', raw: '21/11/26 09:05' },
        product: { id: '10000', name: 'Recarga' },
        status: 'APPROVED',
        statusId: '2',
        person: { document: '123', cellphone: '3001234567' },
        paymentMethod: null,
      },
    })
    expect(server.requests[0]?.body).toBe('{"data":{"_id":"a-1"}}')
  })

  it.each([
    ['404', errorAnswer(404)],
    ['no Transaction', httpAnswer(200, { statusCode: 200, data: {} })],
    ['null', found(null)],
    ['nothing inside', found({})],
    ['no data', httpAnswer(200, { statusCode: 200, data: null })],
    ['an inner 404', httpAnswer(200, { statusCode: 404, message: 'no existe', data: {} })],
  ])('takes %s for not found', async (_name, answer) => {
    const { service } = await clientOf(answer)
    expect(await service.find('a-1')).toMatchObject({ kind: 'not-found' })
  })

  it.each([
    ['a 404 of a gateway', httpAnswer(404, { message: 'no route' }), 'NOT_THIS_SERVICE'],
    ['an empty object', httpAnswer(200, {}), 'NOT_THIS_SERVICE'],
    ['data without the envelope', httpAnswer(200, { data: {} }), 'ANSWER_UNREADABLE'],
    ['a list', found([]), 'ANSWER_UNREADABLE'],
    ['unreadable money', found({ ...transaction, amount: 'mil' }), 'ANSWER_UNREADABLE'],
    ['no money', found({ ...transaction, amount: null }), 'ANSWER_UNREADABLE'],
    ['no identifier', found({ ...transaction, id: undefined }), 'ANSWER_UNREADABLE'],
  ])('never takes %s for not found', async (_name, answer, code) => {
    const { service } = await clientOf(answer)
    expect(await failureOf(service.find('a-1'))).toMatchObject({ code })
  })

  it('reads a record whose informative money cannot be read, and rounds none of it', async () => {
    const { service } = await clientOf(
      found({ ...transaction, costs: 'mil', prevBalance: {}, newBalance: 995000.0999999999 }),
    )
    expect(await service.find('a-1')).toMatchObject({
      kind: 'found',
      transaction: { amount: { minor: 500000 }, costs: null, prevBalance: null, newBalance: null },
    })
  })

  it('keeps what came with the failure of an answer that cannot be read', async () => {
    const { service } = await clientOf(found({ ...transaction, amount: 'mil' }))
    const caught: unknown = await service.find('a-1').catch((error: unknown) => error)
    expect(caught).toBeInstanceOf(ReadFailure)
    expect(caught).toMatchObject({
      error: { code: 'ANSWER_UNREADABLE' },
      exchange: { httpStatus: 200 },
    })
    expect(caught instanceof ReadFailure && caught.exchange.raw).toContain('"mil"')
  })

  it('leaves a status that the contract does not name open', async () => {
    const { service } = await clientOf(
      found({ ...transaction, TransactionsStatus: { id: 9, name: 'REVERSED' } }),
    )
    expect(await service.find('a-1')).toMatchObject({
      transaction: { status: null, statusId: '9', statusName: 'REVERSED' },
    })
  })
})

describe('query', () => {
  const quote = (amount: object) =>
    httpAnswer(200, { statusCode: 200, data: { Inputs: [], Amount: amount } })

  it('is strict about the cost and not about the incentive', async () => {
    const { service } = await clientOf(
      quote({ cost: 200, incentive: 3.0333 }),
      quote({ cost: 3.0333, incentive: 1 }),
    )
    expect(await service.query('{}')).toMatchObject({ cost: { minor: 20_000 }, incentive: null })
    expect(await failureOf(service.query('{}'))).toMatchObject({ code: 'ANSWER_UNREADABLE' })
  })
})

describe('list', () => {
  const page = (rows: string) => httpAnswer(200, `{"status":200,"data":{"Transactions":${rows}}}`)

  it('keeps every row, with the text of its numbers', async () => {
    const row =
      '{"id":12345678901234567890,"TransactionsStatus":{"id":"2","name":"APPROVED"},"amount":5000.10,"createdAt":"2026-10-01 23:59:59"}'
    const { service, server } = await clientOf(page(`[${row},{"id":2,"amount":"x"},null]`))
    const { rows } = await service.list('buys', '2026-10-01', '2026-10-02')
    expect(server.requests[0]?.body).toBe(
      '{"data":{"typeReport":"buys","dateStart":"2026-10-01","dateEnd":"2026-10-02"}}',
    )
    expect(rows).toMatchObject([
      {
        id: '12345678901234567890',
        status: 'APPROVED',
        product: null,
        amount: { minor: 500010, currency: 'COP' },
        createdAt: { local: '2026-10-01T23:59:59' },
        raw: row,
      },
      { id: '2', amount: null, status: null, createdAt: null, raw: '{"id":2,"amount":"x"}' },
      { id: '', amount: null, raw: 'null' },
    ])
  })

  it.each(['null', '{}'])('refuses a page whose rows are %s', async (rows) => {
    const { service } = await clientOf(page(rows))
    expect(await failureOf(service.list('sales', '2026-10-01', '2026-10-01'))).toMatchObject({
      code: 'ANSWER_UNREADABLE',
    })
  })
})

describe('generateLink', () => {
  const request = {
    reference: 'r1',
    amount: { minor: 5000050, currency: 'COP' },
    confirmUrl: 'https://a.example/c',
    responseUrl: 'https://a.example/r',
  }

  it('asks with the amount as text', async () => {
    const { service, server } = await clientOf(
      httpAnswer(200, { statusCode: 200, data: { link: 'https://pay.example/1' } }),
    )
    expect(await service.generateLink(request)).toBe('https://pay.example/1')
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({
      data: { amount: '50000.5' },
    })
  })

  it('refuses a link that is no web page', async () => {
    const { service } = await clientOf(
      httpAnswer(200, { statusCode: 200, data: { link: 'file:///etc/passwd' } }),
    )
    expect(await failureOf(service.generateLink(request))).toMatchObject({
      code: 'ANSWER_UNREADABLE',
    })
  })
})

describe('getImage', () => {
  const image = (body: string, headers: Record<string, string> = {}) =>
    httpAnswer(200, body, { 'content-type': 'image/png', ...headers })

  it('asks the origin without the token', async () => {
    const { service, server } = await clientOf(image('png'))
    const answer = await service.getImage('/images/claro.png')
    expect(answer).toEqual({ body: new Uint8Array(Buffer.from('png')), contentType: 'image/png' })
    expect(server.requests[0]?.line).toBe('GET /images/claro.png')
    expect(server.requests[0]?.headers).not.toContain('secret')
  })

  it.each([
    ['another place', 'https://elsewhere.invalid/x.png', image(''), 'BAD_INPUT'],
    ['another place in disguise', '//elsewhere.invalid/x.png', image(''), 'BAD_INPUT'],
    ['a page', '/x', image('<html>', { 'content-type': 'text/html' }), 'ANSWER_UNREADABLE'],
    ['a large one', '/x', image('x'.repeat(2_100_000)), 'ANSWER_TOO_LARGE'],
    ['none', '/x', httpAnswer(404, ''), 'SERVICE_NOT_FOUND'],
    ['a redirect', '/x', httpAnswer(302, '', { location: '/y' }), 'ANSWER_REDIRECTED'],
  ])('refuses %s', async (_name, path, answer, code) => {
    const { service } = await clientOf(answer)
    expect(await failureOf(service.getImage(path))).toMatchObject({ code })
  })
})
