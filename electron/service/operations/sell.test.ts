import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMerchantService } from '../client.ts'
import type { ExchangeReport, ServiceSession } from '../session.ts'
import { hostileBodies } from '../testing/hostile.ts'
import {
  errorAnswer,
  httpAnswer,
  startRawServer,
  testProfile,
  type SeenRequest,
} from '../testing/raw-server.ts'
import { testSession, wireAnswer } from '../testing/session.ts'
import type { WireAnswer } from '../transport/wire.ts'
import { sell } from './sell.ts'

const body = '{"data":{"productId":"10000","amount":"5000"},"_channel":"WS","_id":"a-1"}'
const accepted = { statusCode: 200, message: 'ok', data: { transactionId: 'u-1' }, _channel: 'WS' }
/** They are there for what hangs. */
const timeouts = { connect: 60_000, sell: 60_000, retryPause: 5 }

async function sellTo(answer: (request: SeenRequest) => void, token: string | null = 'secret') {
  const server = await startRawServer(answer)
  const reports: ExchangeReport[] = []
  const service = createMerchantService({
    profile: testProfile(`http://127.0.0.1:${server.port}`),
    token: () => token,
    onExchange: (report) => reports.push(report),
    timeouts,
  })
  const evidence = await service.sell(body)
  await service.close()
  await server.close()
  return { evidence, reports, server }
}

const say = (bytes: string) => (request: SeenRequest) => void request.socket.write(bytes)
const end = (bytes: string) => (request: SeenRequest) => void request.socket.end(bytes)

describe('sell', () => {
  it('sends the exact body once, with the token, and reads the acknowledgement', async () => {
    const { evidence, reports, server } = await sellTo(say(httpAnswer(200, accepted)))
    expect(evidence).toMatchObject({ kind: 'accepted', transactionId: 'u-1' })
    expect(evidence.exchange).toMatchObject({
      httpStatus: 200,
      serverDate: Date.parse('2026-11-21T12:00:00Z'),
      raw: JSON.stringify(accepted),
    })
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]).toMatchObject({ line: 'POST /api/v1/transactions/sell', body })
    expect(server.requests[0]?.headers).toMatch(/^authorization: Bearer secret$/m)
    expect(server.requests[0]?.headers).toMatch(/^connection: close$/m)
    expect(reports).toMatchObject([{ operation: 'sell', httpStatus: 200, error: null }])
    expect(JSON.stringify(reports)).not.toContain('secret')
  })

  it('uses a fresh connection for each sale', async () => {
    const server = await startRawServer(say(httpAnswer(200, accepted)))
    const profile = testProfile(`http://localhost:${server.port}`)
    const service = createMerchantService({ profile, token: () => 't', timeouts })
    await service.sell(body)
    await service.sell(body)
    expect(server.connections()).toBe(2)
    await service.close()
    await server.close()
  })

  const whole = httpAnswer(200, accepted)
  const cases: [name: string, kind: string, code: string, (request: SeenRequest) => void][] = [
    ['reset', 'unknown', 'CONNECTION_LOST', (r) => r.socket.resetAndDestroy()],
    ['end without an answer', 'unknown', 'CONNECTION_LOST', (r) => r.socket.end()],
    ['a cut body', 'unknown', 'CONNECTION_LOST', end(whole.slice(0, -5))],
    [
      'a cut body on a closing connection',
      'unknown',
      'CONNECTION_LOST',
      end(httpAnswer(200, accepted, { connection: 'close' }).slice(0, -5)),
    ],
    [
      'a refusal cut on a closing connection',
      'unknown',
      'CONNECTION_LOST',
      end(errorAnswer(400, 'No', { connection: 'close' }).slice(0, -1)),
    ],
    [
      'cut JSON in a whole body',
      'unknown',
      'ANSWER_UNREADABLE',
      end(httpAnswer(200, JSON.stringify(accepted).slice(0, -5))),
    ],
    ['not http', 'unknown', 'ANSWER_UNREADABLE', end('SSH-2.0-OpenSSH\r\n\r\n')],
    [
      'two lengths',
      'unknown',
      'CONNECTION_LOST',
      end(whole.replace('\r\n', '\r\ncontent-length: 3\r\n')),
    ],
    ['307', 'unknown', 'ANSWER_REDIRECTED', say(httpAnswer(307, '', { location: '/again' }))],
    ['308', 'unknown', 'ANSWER_REDIRECTED', say(httpAnswer(308, '', { location: '/again' }))],
    ['302', 'unknown', 'ANSWER_REDIRECTED', say(httpAnswer(302, '', { location: '/again' }))],
    ['408', 'unknown', 'SERVICE_ERROR', end(httpAnswer(408, ''))],
    ['421', 'unknown', 'ANSWER_NOT_JSON', end(httpAnswer(421, ''))],
    ['425', 'unknown', 'ANSWER_NOT_JSON', end(httpAnswer(425, ''))],
    ['429', 'unknown', 'SERVICE_ERROR', say(httpAnswer(429, '', { 'retry-after': '0' }))],
    ['401', 'unauthorized', 'UNAUTHORIZED', say(errorAnswer(401))],
    ['401 as a page', 'unauthorized', 'UNAUTHORIZED', say(httpAnswer(401, '<html>'))],
    ['401 cut', 'unauthorized', 'UNAUTHORIZED', end(errorAnswer(401).slice(0, -9))],
    ['400', 'refused', 'SERVICE_REFUSED', say(errorAnswer(400))],
    ['400 as a page', 'unknown', 'ANSWER_NOT_JSON', say(httpAnswer(400, '<html>'))],
    ['400 without the documented body', 'unknown', 'SERVICE_REFUSED', say(httpAnswer(400, {}))],
    ['400 cut', 'unknown', 'CONNECTION_LOST', end(errorAnswer(400).slice(0, -9))],
    ['404', 'refused', 'SERVICE_NOT_FOUND', say(errorAnswer(404))],
    [
      '404 of somebody else',
      'unknown',
      'NOT_THIS_SERVICE',
      say(httpAnswer(404, { message: 'no route' })),
    ],
    ['500', 'unknown', 'SERVICE_ERROR', say(errorAnswer(500))],
    ['503', 'unknown', 'SERVICE_ERROR', say(httpAnswer(503, '<html>', { 'retry-after': '0' }))],
    ['a page', 'unknown', 'ANSWER_NOT_JSON', say(httpAnswer(200, '<html>'))],
    ['nothing', 'unknown', 'ANSWER_NOT_JSON', say(httpAnswer(200, ''))],
    ['201', 'unknown', 'ANSWER_UNREADABLE', say(httpAnswer(201, accepted))],
    [
      '200 with an error status',
      'unknown',
      'SERVICE_REFUSED',
      say(httpAnswer(200, { statusCode: 400 })),
    ],
    ['200 with the error body', 'unknown', 'SERVICE_ERROR', say(errorAnswer(200))],
    [
      '200 with an Error inside',
      'unknown',
      'SERVICE_ERROR',
      say(httpAnswer(200, { ...accepted, data: { transactionId: 'u', Error: { message: 'no' } } })),
    ],
    [
      '200 without an identifier',
      'unknown',
      'ANSWER_UNREADABLE',
      say(httpAnswer(200, { ...accepted, data: {} })),
    ],
    ['200 that is a list', 'unknown', 'NOT_THIS_SERVICE', say(httpAnswer(200, [accepted]))],
  ]

  it.each(cases)('%s: %s, %s, one request', async (_name, kind, code, answer) => {
    const { evidence, reports, server } = await sellTo(answer)
    expect(evidence).toMatchObject({ kind, error: { code } })
    expect(server.requests).toHaveLength(1)
    expect(server.connections()).toBe(1)
    expect(reports).toMatchObject([{ operation: 'sell', error: { code } }])
  })

  it('whatever does not end is unknown once its time is up, one request', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const endings = [() => undefined, say('HTTP/1.1 200 OK\r\nda'), say(whole.slice(0, -5))]
    for (const begin of endings) {
      // Its time is up once the request is there, however long that takes.
      const { evidence, reports, server } = await sellTo((request) => {
        begin(request)
        setImmediate(() => vi.advanceTimersByTime(timeouts.sell))
      })
      const error = { code: 'CONNECTION_TIMEOUT' }
      expect(evidence).toMatchObject({ kind: 'unknown', error })
      expect([server.requests.length, server.connections()]).toEqual([1, 1])
      expect(reports).toMatchObject([{ operation: 'sell', error }])
    }
  })

  it('an endless body is read up to what is too much', async () => {
    const endless = `HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\n\r\n${' '.repeat(20e6)}`
    const { evidence, server } = await sellTo(say(endless))
    expect(evidence).toMatchObject({ kind: 'unknown', error: { code: 'ANSWER_TOO_LARGE' } })
    expect(server.requests).toHaveLength(1)
  })

  it('keeps what came of a cut answer', async () => {
    const { evidence } = await sellTo(end(whole.slice(0, -5)))
    expect(evidence.exchange.httpStatus).toBe(200)
    expect(evidence.exchange.raw).toBe(JSON.stringify(accepted).slice(0, -5))
  })

  it('reads an identifier that came as a number', async () => {
    const { evidence } = await sellTo(say(httpAnswer(200, { data: { transactionId: 77 } })))
    expect(evidence).toMatchObject({ kind: 'accepted', transactionId: '77' })
  })

  it.each([null, '', 'dos palabras', 'línea\n'])(
    'sends nothing with the token %j',
    async (token) => {
      const { evidence, server } = await sellTo(say(whole), token)
      expect(evidence).toMatchObject({ kind: 'not-sent', error: { code: 'NO_TOKEN' } })
      expect(server.connections()).toBe(0)
    },
  )

  it('proves not sent when nobody listens', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const address = closed.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await new Promise((resolve) => closed.close(resolve))
    const profile = testProfile(`http://127.0.0.1:${port}`)
    const service = createMerchantService({ profile, token: () => 't', timeouts })
    const evidence = await service.sell(body)
    expect(evidence).toMatchObject({ kind: 'not-sent', error: { code: 'CONNECTION_REFUSED' } })
    await service.close()
  })

  it('proves not sent when the name is not found', async () => {
    const profile = testProfile('https://no-such-host.invalid')
    const proxyFor = async () => null
    // A name may be looked for as long: what comes of it is the same.
    const limits = { ...timeouts, connect: 500 }
    const service = createMerchantService({ profile, token: () => 't', timeouts: limits, proxyFor })
    const evidence = await service.sell(body)
    expect(evidence).toMatchObject({ kind: 'not-sent' })
    await service.close()
  })
})

describe('once the request may have left', () => {
  it.each(hostileBodies(JSON.stringify(accepted)))(
    'an answer that is hostile leaves no "not sent": %s',
    async (_name, text) => {
      const { evidence, server } = await sellTo(say(httpAnswer(200, text)))
      expect(['accepted', 'unknown']).toContain(evidence.kind)
      expect(evidence.exchange.httpStatus).toBe(200)
      expect(server.requests).toHaveLength(1)
    },
  )

  it.each([200, 400, 404, 500])('2,500 levels with a status of %i: unknown', async (status) => {
    const deep = `{"x":${'['.repeat(2_500)}${']'.repeat(2_500)},"data":{"transactionId":"u-1"}}`
    const { evidence } = await sellTo(say(httpAnswer(status, deep)))
    expect(evidence.kind).toBe('unknown')
    expect(evidence.exchange).toMatchObject({ httpStatus: status, raw: deep })
  })

  const broken = () => {
    throw new RangeError('no more stack')
  }
  const brokenAt = (member: keyof WireAnswer) => async () => {
    const answer = wireAnswer(JSON.stringify(accepted))
    return { secured: true, answer: Object.defineProperty(answer, member, { get: broken }) }
  }

  it.each<[string, ServiceSession['shoot']]>([
    ['the shot', broken],
    ['the shot, later', async () => broken()],
    ['its bytes', brokenAt('body')],
    ['its headers', brokenAt('headers')],
    ['its end', brokenAt('failure')],
  ])('whatever is thrown is unknown: %s', async (_where, shoot) => {
    const evidence = await sell(testSession(broken, { shoot }), body)
    expect(evidence).toMatchObject({ kind: 'unknown', error: { code: 'UNEXPECTED' } })
  })
})
