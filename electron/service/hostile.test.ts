import { afterEach, describe, expect, it } from 'vitest'
import { Failure } from '../../shared/errors.ts'
import { maxBytes } from './answers/bounds.ts'
import { createMerchantService, serviceOver } from './client.ts'
import { ReadFailure, type MerchantService } from './service.ts'
import { hostileBodies, hostileMembers } from './testing/hostile.ts'
import { httpAnswer, startRawServer, testProfile, type RawServer } from './testing/raw-server.ts'
import { testSession, wireAnswer } from './testing/session.ts'

const transaction = {
  id: 4711,
  amount: 5000,
  currency: 'COP',
  costs: 0,
  prevBalance: 9000,
  newBalance: 4000,
  createdAt: '20/11/26 10:00',
  Product: { id: 10000, name: 'Recarga' },
  TransactionStatus: { id: 2, name: 'APPROVED', color: 'green' },
  Person: { document: '1', cellphone: '3001234567' },
  PaymentMethod: { id: 1, image: '/a.png', name: 'Saldo' },
}
const input = {
  name: 'credits',
  type: 'input-lender',
  label: 'Crédito',
  value: '[{"nroCredito":"7"}]',
  options: [{ label: 'Uno', value: 1, eval: ['a', 'b', 'c'] }],
  preQueryProcess: { check: 'a', method: 'start', complete: 'b' },
}
const product = { id: 10000, name: 'Recarga', image: '/a.png', description: '', price: 5000 }
const view = { title: 'Realizar recarga', form: { button: 'Vender', inputs: [input] } }

/** Every read with a good answer's `data`. */
const reads: Record<
  string,
  { data: unknown; ask: (service: MerchantService) => Promise<unknown> }
> = {
  getBusiness: {
    data: { Business: { balance: 9000, profits: '12.5' } },
    ask: (service) => service.getBusiness(),
  },
  listProducts: {
    data: { Categories: [{ id: 1, name: 'A', sort: 1, Products: [{ ...product, tip: 3 }] }] },
    ask: (service) => service.listProducts(),
  },
  getProduct: {
    data: { ...product, options: { view } },
    ask: (service) => service.getProduct('10000'),
  },
  query: {
    data: {
      amountEditable: true,
      Inputs: [input],
      DefaultPayload: [{ name: 'a', value: 1 }],
      Amount: { cost: 0, incentive: null, amount: 5000 },
      Error: { message: null },
    },
    ask: (service) => service.query('{}'),
  },
  find: { data: { Transaction: transaction }, ask: (service) => service.find('a-1') },
  list: {
    data: { Transactions: [transaction, transaction] },
    ask: (service) => service.list('sales', '2026-11-20', '2026-11-21'),
  },
  generateLink: {
    data: { link: 'https://pay.example/1' },
    ask: (service) =>
      service.generateLink({
        reference: 'r',
        confirmUrl: '',
        responseUrl: '',
        amount: { minor: 100, currency: 'COP' },
      }),
  },
}

const envelope = (data: unknown) => JSON.stringify({ statusCode: 200, message: 'ok', data })

/** What came of asking, said in a word; whatever is not of the closed list goes on. */
async function outcome(asked: Promise<unknown>): Promise<string> {
  try {
    await asked
    return 'read'
  } catch (caught) {
    if (!(caught instanceof Failure)) throw caught
    return caught.error.code
  }
}

describe.each(Object.entries(reads))('%s', (_name, { data, ask }) => {
  const answeredWith = (body: string, status = 200) =>
    outcome(ask(serviceOver(testSession(async () => wireAnswer(body, status)))))

  it('reads the good answer', async () => {
    expect(await answeredWith(envelope(data))).toBe('read')
  })

  it('throws nothing but errors of the list, whatever stands in place of each member', async () => {
    const bodies = [...hostileMembers(envelope(data)), ...hostileBodies(envelope(data))]
    expect(bodies.length).toBeGreaterThan(60)
    const codes = new Set<string>()
    const unexpected: string[] = []
    for (const [name, body] of bodies) {
      const code = await answeredWith(body)
      codes.add(code)
      if (code === 'UNEXPECTED') unexpected.push(name)
    }
    expect(unexpected).toEqual([])
    expect(codes).toContain('ANSWER_UNREADABLE')
  })
})

it('what a reader breaks on is an error of the list, with what came', async () => {
  const session = testSession(async () => wireAnswer('{"data":{}}'), {
    readHere() {
      throw new RangeError('no more stack')
    },
  })
  const asked = serviceOver(session).find('a-1')
  const failure = await asked.catch((caught: unknown) => caught)
  expect(failure).toBeInstanceOf(ReadFailure)
  expect(failure).toMatchObject({
    error: { code: 'UNEXPECTED', params: { reason: 'no more stack' } },
    exchange: { raw: '{"data":{}}' },
  })
})

it.each(['Sat, 13 Sep 275760 00:00:00 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT', 'ayer'])(
  'a clock that says %j says nothing',
  async (date) => {
    const body = envelope({ Transaction: transaction })
    const session = testSession(async () => wireAnswer(body, 200, { headers: { date } }))
    const found = await serviceOver(session).find('a-1')
    expect(found.exchange.serverDate).toBeNull()
  },
)

it('half a pair of a character becomes one that every file can hold', async () => {
  const name = String.raw`"a\ud83d"`
  const body = envelope({ Transaction: { ...transaction, id: 'X' } }).replace('"X"', name)
  const found = await serviceOver(testSession(async () => wireAnswer(body))).find('a-1')
  expect(found).toMatchObject({ transaction: { id: 'a\ufffd' } })
})

describe('more than any operation needs, at the real transport', () => {
  let server: RawServer | undefined
  afterEach(() => server?.close())

  it.each(Object.entries(reads))('%s is too much', async (_name, { ask }) => {
    const bytes = httpAnswer(200, `{"data":"${'x'.repeat(Math.max(...Object.values(maxBytes)))}"}`)
    server = await startRawServer(({ socket }) => socket.write(bytes))
    const profile = testProfile(`http://127.0.0.1:${server.port}`)
    const service = createMerchantService({ profile, token: () => 't' })
    expect(await outcome(ask(service))).toBe('ANSWER_TOO_LARGE')
    expect(server.requests).toHaveLength(1)
    await service.close()
  })
})
