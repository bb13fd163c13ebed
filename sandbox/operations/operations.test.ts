import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  errorShape,
  find,
  foundSale,
  list,
  listedIds,
  PATHS,
  query,
  quote,
  sell,
  send,
  start,
  topUp,
} from '../testing/client.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const ack = z.strictObject({
  statusCode: z.literal(200),
  message: z.string(),
  data: z.strictObject({ transactionId: z.string().regex(uuid) }),
  _channel: z.literal('WS'),
})

describe('authentication', () => {
  it.each(Object.values(PATHS))('refuses %s without a token and with a wrong one', async (path) => {
    const sandbox = await start()
    for (const token of [null, 'other']) {
      const reply = await send(sandbox, path, { data: {} }, { token })
      expect(reply.status).toBe(401)
      expect(reply.json(errorShape).path).toBe(path)
    }
  })

  it('takes a new token from the control and refuses the old one', async () => {
    const sandbox = await start()
    sandbox.control.changeToken('next')
    expect((await send(sandbox, PATHS.getBusiness, { data: {} })).status).toBe(401)
    const reply = await send(sandbox, PATHS.getBusiness, { data: {} }, { token: 'next' })
    expect(reply.status).toBe(200)
  })
})

describe('paths and bodies', () => {
  it('answers GET, unknown paths and unknown images with the documented 404', async () => {
    const sandbox = await start()
    for (const [path, method] of [
      [PATHS.sell, 'GET'],
      ['/api/v1/nothing', 'POST'],
      ['/images/none.svg', 'GET'],
      ['/_control/none', 'GET'],
    ] as const) {
      const reply = await send(sandbox, path, undefined, { method })
      expect(reply.status).toBe(404)
      expect(reply.json(errorShape).path).toBe(path)
    }
  })

  it.each(['', '{', '[]', '{}', '{"data":7}'])('refuses the body %j with 400', async (body) => {
    const sandbox = await start()
    const reply = await send(sandbox, PATHS.getBusiness, body)
    expect(reply.status).toBe(400)
    reply.json(errorShape)
  })

  it('says the time of its own clock in the Date header', async () => {
    const sandbox = await start()
    sandbox.control.changeClock({ now: '2026-05-01T12:00:00Z', frozen: true })
    for (const path of [PATHS.getBusiness, '/nothing'])
      expect((await send(sandbox, path, { data: {} })).headers.date).toBe(
        'Fri, 01 May 2026 12:00:00 GMT',
      )
  })
})

describe('getBusiness, sell and find', () => {
  it('lowers the balance by amount and cost, and earns the tip', async () => {
    const sandbox = await start({ balance: 10_000_000 })
    const reply = await sell(sandbox, 'one', topUp({ amount: 20_000 }))
    reply.json(ack)
    const business = await send(sandbox, PATHS.getBusiness, { data: {} })
    expect(JSON.parse(business.text)).toEqual({
      statusCode: 200,
      message: expect.any(String) as string,
      data: { Business: { balance: 80_000, profits: 600 } },
      _channel: 'web',
    })
  })

  it('quotes what the sale will earn, where the amount is known', async () => {
    const sandbox = await start({ balance: 10_000_000 })
    const incentive = async (data: Record<string, unknown>) =>
      (await quote(sandbox, data)).Amount.incentive
    expect(await incentive(topUp({ amount: 20_000 }))).toBe(600)
    expect(await incentive(topUp({ amount: undefined }))).toBeNull()
  })

  it('shows a sale as the contract writes it, without its _id', async () => {
    const sandbox = await start({ balance: 10_000_000 })
    sandbox.control.changeClock({ now: '2026-11-21T03:04:05Z', frozen: true })
    await sell(sandbox, 'one')
    const reply = await find(sandbox, 'one')
    expect(JSON.parse(reply.text)).toEqual({
      statusCode: 200,
      message: expect.any(String) as string,
      data: {
        Transaction: {
          id: expect.any(Number) as number,
          amount: 5000,
          currency: 'COP',
          costs: 0,
          prevBalance: 100_000,
          newBalance: 95_000,
          createdAt: '20/11/26 22:04',
          Product: { id: 10000, name: 'Recarga Clara' },
          TransactionStatus: { id: 2, name: 'APPROVED', color: '#16a34a' },
          Person: { document: '', cellphone: '3001234567' },
          PaymentMethod: { id: 1, image: '/images/balance.svg', name: 'Saldo' },
        },
      },
      _channel: '',
    })
  })

  it('makes two sales of the same _id; find gives the newest', async () => {
    const sandbox = await start()
    await sell(sandbox, 'twice', topUp({ amount: 1000 }))
    await sell(sandbox, 'twice', topUp({ amount: 2000 }))
    expect(sandbox.ledger.transactions({ _id: 'twice' })).toHaveLength(2)
    expect(await foundSale(sandbox, 'twice')).toMatchObject({ amount: 2000 })
    expect(sandbox.control.requests().sells.twice).toEqual({ requests: 2, executions: 2 })
  })

  it('moves PENDING, PROCESSING, APPROVED by the clock', async () => {
    const sandbox = await start({ settings: { statusSeconds: 3 } })
    sandbox.control.changeClock({ frozen: true })
    await sell(sandbox, 'slow')
    const names = []
    for (const seconds of [0, 1.5, 2]) {
      sandbox.control.changeClock({ advanceSeconds: seconds })
      names.push((await foundSale(sandbox, 'slow')).TransactionStatus.name)
    }
    expect(names).toEqual(['PENDING', 'PROCESSING', 'APPROVED'])
  })

  it.each([
    ['3001230001', 'REJECTED', 0],
    ['3001230002', 'PARTIAL', -500_000],
    ['3001230003', 'PENDING', -500_000],
    ['3001230007', 'PENDING', -500_000],
    ['3001230008', 'APPROVED', -500_100],
  ])('makes the magic cellphone %s %s', async (customerCellphone, status, change) => {
    const sandbox = await start({ balance: 10_000_000, settings: { statusSeconds: 3 } })
    sandbox.control.changeClock({ frozen: true })
    await sell(sandbox, 'magic', topUp({ customerCellphone }))
    sandbox.control.changeClock({ advanceSeconds: status === 'PENDING' ? 0 : 4 })
    expect((await foundSale(sandbox, 'magic')).TransactionStatus.name).toBe(status)
    expect(sandbox.ledger.business().balance).toBe(10_000_000 + change)
  })

  it('keeps slow sales waiting until --slow-seconds, each in its state', async () => {
    const sandbox = await start({ settings: { statusSeconds: 3, slowSeconds: 60 } })
    sandbox.control.changeClock({ frozen: true })
    await sell(sandbox, 'p', topUp({ customerCellphone: '3001230003' }))
    await sell(sandbox, 'w', topUp({ customerCellphone: '3001230007' }))
    const names = async () =>
      Promise.all(
        ['p', 'w'].map(async (id) => (await foundSale(sandbox, id)).TransactionStatus.name),
      )
    sandbox.control.changeClock({ advanceSeconds: 30 })
    expect(await names()).toEqual(['PENDING', 'PROCESSING'])
    sandbox.control.changeClock({ advanceSeconds: 31 })
    expect(await names()).toEqual(['APPROVED', 'APPROVED'])
  })

  it('refuses a sale above the balance and the magic one with 400, and keeps nothing', async () => {
    const sandbox = await start({ balance: 300_000 })
    for (const data of [topUp(), topUp({ amount: 1000, customerCellphone: '3001230006' })]) {
      const reply = await sell(sandbox, 'poor', data)
      expect(reply.status).toBe(400)
      expect(reply.json(errorShape).errorCode).toBe('business.insufficientBalance')
    }
    expect(sandbox.ledger.count()).toBe(0)
    expect(sandbox.control.requests().sells.poor).toEqual({ requests: 2, executions: 0 })
  })

  it.each([
    [{ productId: undefined }, 400],
    [{ productId: '9' }, 404],
    [{ customerCellphone: undefined }, 400],
    [{ customerCellphone: '+573001234567' }, 400],
    [{ amount: undefined }, 400],
    [{ amount: '5,000' }, 400],
    [{ amount: 5000.123 }, 400],
    [{ amount: 500 }, 400],
    [{ amount: 500_500 }, 400],
    [{ amount: 1250 }, 400],
    [{ sign: 'forged' }, 400],
  ])('refuses a sale with %j with %i', async (change, status) => {
    const sandbox = await start()
    const reply = await sell(sandbox, 'bad', topUp(change))
    expect(reply.status).toBe(status)
    reply.json(errorShape)
    expect(sandbox.ledger.count()).toBe(0)
  })

  it('accepts the signature of a quote and no channel but WS', async () => {
    const sandbox = await start()
    const quoted = await query(sandbox, topUp())
    const { sign } = quoted.json(z.object({ data: z.object({ sign: z.string() }) })).data
    expect((await sell(sandbox, 'signed', topUp({ sign }))).status).toBe(200)
    for (const path of [PATHS.sell, PATHS.query])
      expect((await send(sandbox, path, { data: topUp(), _channel: 'web' })).status).toBe(400)
  })

  it('raises the balance where cash goes out', async () => {
    const data = {
      productId: 412001,
      customerDocument: '12345678',
      customerCellphone: '3001234567',
      withdrawalCode: '123456',
      amount: 50_000,
    }
    const sandbox = await start({ balance: 100 })
    expect((await sell(sandbox, 'out', data)).status).toBe(200)
    expect(sandbox.ledger.business().balance).toBe(100 + 5_000_000)
  })
})

describe('list', () => {
  it('reports sales with their product and buys without', async () => {
    const sandbox = await start()
    sandbox.control.changeClock({ now: '2026-11-21T03:04:05Z', frozen: true })
    await sell(sandbox, 'one')
    sandbox.control.load(12_345_00)
    const range = { dateStart: '2026-11-20', dateEnd: '2026-11-20' }
    const sales = await list(sandbox, { typeReport: 'sales', ...range }, 'APP')
    expect(JSON.parse(sales.text)).toEqual({
      status: 200,
      message: expect.any(String) as string,
      data: {
        Transactions: [
          {
            id: expect.any(Number) as number,
            TransactionsStatus: { id: 2, name: 'APPROVED' },
            Product: { id: 10000, name: 'Recarga Clara' },
            amount: 5000,
            createdAt: '2026-11-20 22:04:05',
          },
        ],
      },
      _channel: 'APP',
    })
    const buys = await list(sandbox, { typeReport: 'buys', ...range })
    expect(JSON.parse(buys.text)).toMatchObject({
      data: { Transactions: [{ amount: 12_345, createdAt: '2026-11-20 22:04:05' }] },
    })
    expect(buys.text).not.toContain('Product')
  })

  it('takes today when no days are given', async () => {
    const sandbox = await start()
    await sell(sandbox, 'one')
    const reply = await list(sandbox, { typeReport: 'sales' })
    expect(JSON.parse(reply.text)).toMatchObject({ data: { Transactions: [{ amount: 5000 }] } })
  })

  it.each([
    {},
    { typeReport: 'all' },
    { typeReport: 'sales', dateStart: '2026-02-30' },
    { typeReport: 'sales', dateStart: '21/11/2026' },
    { typeReport: 'sales', dateStart: '2026-11-02', dateEnd: '2026-11-01' },
  ])('refuses %j', async (data) => {
    const sandbox = await start()
    expect((await list(sandbox, data)).status).toBe(400)
  })

  it('returns at most 1,000 rows, the newest first', async () => {
    const sandbox = await start({
      historyFrom: '2026-10-01',
      historyTo: '2026-10-02',
      salesPerDay: 700,
    })
    const ids = await listedIds(sandbox, '2026-10-01', '2026-10-02')
    const all = sandbox.ledger.transactions({ kind: 'sales' }).map((row) => row.id)
    expect(all).toHaveLength(1400)
    expect(ids).toEqual(all.toReversed().slice(0, 1000))
  })
})

describe('generateLink', () => {
  const body = {
    data: {
      reference: 'R<1>',
      amount: '50000',
      confirmUrl: 'http://127.0.0.1:9/hook',
      responseUrl: 'http://127.0.0.1:9/back',
    },
  }

  it('gives a link that loads the balance once when it is paid', async () => {
    const sandbox = await start({ balance: 0 })
    const reply = await send(sandbox, PATHS.generateLink, body)
    const { link } = reply.json(z.object({ data: z.object({ link: z.url() }) })).data
    const path = new URL(link).pathname
    const page = await send(sandbox, path, undefined, { method: 'GET', token: null })
    expect(page.text).toContain('R&#60;1&#62;')
    const form = { token: null, type: 'application/x-www-form-urlencoded' }
    for (let i = 0; i < 2; i++) {
      const paid = await send(sandbox, path, 'a=b', form)
      expect([paid.status, paid.headers.location]).toEqual([303, body.data.responseUrl])
    }
    expect(sandbox.ledger.business().balance).toBe(5_000_000)
    expect(sandbox.ledger.transactions({ kind: 'buys' })).toHaveLength(1)
  })

  it('tells a webhook on this machine', async () => {
    const { createServer } = await import('node:http')
    const heard = Promise.withResolvers<string>()
    const hook = createServer((incoming, response) => {
      let text = ''
      incoming.on('data', (part: Buffer) => (text += part.toString()))
      incoming.on('end', () => {
        heard.resolve(text)
        response.end()
      })
    })
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
    const address = z.object({ port: z.number() }).parse(hook.address())
    const sandbox = await start()
    sandbox.control.changeClock({ now: '2026-11-21T20:04:05Z', frozen: true })
    const confirmUrl = `http://127.0.0.1:${address.port}/`
    const reply = await send(sandbox, PATHS.generateLink, { data: { ...body.data, confirmUrl } })
    const { link } = reply.json(z.object({ data: z.object({ link: z.url() }) })).data
    await send(sandbox, new URL(link).pathname, undefined, { token: null })
    expect(JSON.parse(await heard.promise)).toMatchObject({
      data: {
        Amount: { cost: 0, amount: 50_000 },
        reference: 'R<1>',
        TransactionStatus: { id: 2, name: 'APPROVED' },
        createdAt: '2026-11-21 03:04pm',
      },
    })
    hook.close()
  })

  it.each(['reference', 'amount', 'confirmUrl', 'responseUrl'])('needs %s', async (name) => {
    const sandbox = await start()
    const reply = await send(sandbox, PATHS.generateLink, { data: { ...body.data, [name]: '' } })
    expect(reply.status).toBe(400)
  })
})
