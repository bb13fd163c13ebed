import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Failure } from '../../shared/errors.ts'
import { createAnswerThread } from './answers/answer-thread.ts'
import { maxBytes, mostHere } from './answers/bounds.ts'
import { createMerchantService } from './client.ts'
import type { MerchantService } from './service.ts'
import {
  httpAnswer,
  startRawServer,
  testProfile,
  type RawServer,
  type SeenRequest,
} from './testing/raw-server.ts'

let server: RawServer | undefined
let service: MerchantService | undefined
afterEach(async () => {
  await service?.close()
  await server?.close()
})

async function clientOf(answer: (request: SeenRequest) => void): Promise<MerchantService> {
  server = await startRawServer(answer)
  service = createMerchantService({
    profile: testProfile(`http://127.0.0.1:${server.port}`),
    token: () => 'secret',
    timeouts: { retryPause: 1 },
  })
  return service
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'read',
    (caught: unknown) => (caught instanceof Failure ? caught.error.code : String(caught)),
  )
}

const record = (other = '') => ({
  statusCode: 200,
  data: {
    Transaction: {
      id: 1,
      amount: 5000,
      other,
      TransactionStatus: { id: 2, name: 'APPROVED' },
    },
  },
})
const day = ['2026-11-21', '2026-11-22'] as const

describe('nothing there beside a complaint proves nothing', () => {
  const empty = { Transaction: null, Transactions: [] }
  it.each([
    ['in the data', { statusCode: 200, data: { ...empty, Error: { message: 'sin sistema' } } }],
    ['as a text', { statusCode: 200, data: { ...empty, Error: 'sin sistema' } }],
    ['beside the data', { statusCode: 200, Error: { message: 'sin sistema' }, data: empty }],
    ['as another status', { statusCode: 200, status: 500, message: 'sin sistema', data: empty }],
    ['as another code', { status: 200, statusCode: 500, message: 'sin sistema', data: empty }],
  ])('%s', async (_name, body) => {
    const client = await clientOf(({ socket }) => socket.write(httpAnswer(200, body)))
    expect(await codeOf(client.find('a-1'))).toBe('SERVICE_ERROR')
    expect(await codeOf(client.list('sales', ...day))).toBe('SERVICE_ERROR')
  })

  it('but a record beside one is there', async () => {
    const body = record()
    const complaining = { ...body, data: { ...body.data, Error: { message: 'correcto' } } }
    const client = await clientOf(({ socket }) => socket.write(httpAnswer(200, complaining)))
    expect(await client.find('a-1')).toMatchObject({ kind: 'found', transaction: { id: '1' } })
  })

  it.each([[{ message: null }], [{ message: ' ' }], [null], [false], [[]], [0], ['null']])(
    'which %j is none',
    async (Error) => {
      const body = httpAnswer(200, { statusCode: 200, data: { ...empty, Error } })
      const client = await clientOf(({ socket }) => socket.write(body))
      expect(await client.find('a-1')).toMatchObject({ kind: 'not-found' })
      expect(await client.list('sales', ...day)).toMatchObject({ rows: [] })
    },
  )
})

describe('what is asked of one sale', () => {
  it('is never answered by what comes late for another', async () => {
    let late = (): void => undefined
    const found = httpAnswer(200, record())
    const client = await clientOf(({ body, socket }) => {
      if (body.includes('"a-1"')) {
        socket.write(found)
        late = () => void socket.write(found)
        return
      }
      // The second answer to a-1 is on its way before this one.
      late()
      setTimeout(() => socket.write(httpAnswer(200, { statusCode: 200, data: {} })), 50)
    })
    expect(await client.find('a-1')).toMatchObject({ kind: 'found' })
    // Until its connection would be used again.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await client.find('a-2')).toMatchObject({ kind: 'not-found' })
  })

  it('waits for no answer that does not end', async () => {
    const begun = Promise.withResolvers<undefined>()
    let waiting = 0
    const client = await clientOf(({ line, socket }) => {
      if (line.includes('/find')) return void socket.write(httpAnswer(200, record()))
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{')
      waiting += 1
      if (waiting === 4) begun.resolve(undefined)
    })
    const others = ['1', '2', '3', '4'].map((id) => codeOf(client.getProduct(id)))
    await begun.promise
    expect(await client.find('a-1')).toMatchObject({ kind: 'found' })
    await client.close()
    expect(await Promise.all(others)).toEqual(others.map(() => 'CANCELLED'))
  })

  it('is read while a catalog keeps the thread busy', async () => {
    const catalog = `[${'[],'.repeat(maxBytes.listProducts / 3 - 100)}[]]`
    const client = await clientOf(({ line, socket }) => {
      const long = record('x'.repeat(mostHere))
      socket.write(httpAnswer(200, line.includes('/find') ? long : catalog))
    })
    const busy = codeOf(client.listProducts())
    await expect.poll(() => server?.requests.length).toBe(1)
    const first = await Promise.race([
      busy,
      codeOf(client.find('a-1')).then((code) => `find ${code}`),
    ])
    expect(first).toBe('find read')
    await client.close()
    expect(await busy).toBe('CANCELLED')
  })
})

it('an answer that needs more time than any may loses no other its own', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const limit = 60_000
  const thread = createAnswerThread(limit)
  const question = (text: string) =>
    thread.read({
      operation: 'list',
      status: 200,
      body: Buffer.from(text),
      context: { currency: 'COP', secure: true },
    })
  const members = Array.from({ length: 200_000 }, (_, index) => `"${index}a":{}`)
  const long = `{${members.join(',')}}`
  const day = JSON.stringify({ status: 200, data: { Transactions: [{ id: 1 }] } })
  const [first, second] = [codeOf(question(long)), question(day)]
  // As soon as it is asked, before anything of it can be answered, its time is over.
  for (let turn = 0; vi.getTimerCount() === 0; turn++) {
    if (turn > 100_000) throw new Error('no limit is set')
    await Promise.resolve()
  }
  vi.advanceTimersByTime(limit)
  expect(await first).toBe('ANSWER_TOO_LARGE')
  expect(await second).toMatchObject({ kind: 'read', value: [{ id: '1' }] })
  await thread.close()
})
