import { describe, expect, it } from 'vitest'
import {
  errorShape,
  find,
  foundSale,
  list,
  listedIds,
  query,
  sell,
  start,
  topUp,
} from './testing/client.ts'

const HISTORY = { historyFrom: '2026-10-01', historyTo: '2026-10-03', salesPerDay: 30 }

describe('find', () => {
  it.each([
    ['404', 404],
    ['empty200', 200],
  ] as const)('says not found as %s', async (notFound, status) => {
    const sandbox = await start({ settings: { notFound } })
    const reply = await find(sandbox, 'none')
    expect(reply.status).toBe(status)
    if (status === 404) reply.json(errorShape)
    else expect(JSON.parse(reply.text)).toMatchObject({ statusCode: 200, data: {} })
    expect(reply.text).not.toContain('"Transaction"')
  })

  it.each([
    ['48h', '2026-11-12T14:59:00-05:00', '2026-11-12T15:01:00-05:00'],
    ['calendar', '2026-11-11T23:59:00-05:00', '2026-11-12T00:00:00-05:00'],
  ] as const)('ends its two days as %s', async (findWindow, last, first) => {
    const sandbox = await start({ settings: { findWindow } })
    sandbox.control.changeClock({ now: '2026-11-10T15:00:00-05:00', frozen: true })
    await sell(sandbox, 'old')
    sandbox.control.changeClock({ now: last })
    expect((await find(sandbox, 'old')).status).toBe(200)
    sandbox.control.changeClock({ now: first })
    expect((await find(sandbox, 'old')).status).toBe(404)
  })
})

describe('reports', () => {
  it('counts the end day or not', async () => {
    const sandbox = await start(HISTORY)
    const days = async (from: string, to: string) => (await listedIds(sandbox, from, to)).length
    expect(await days('2026-10-01', '2026-10-02')).toBe(60)
    sandbox.control.changeSettings({ endDate: 'exclusive' })
    expect(await days('2026-10-01', '2026-10-02')).toBe(30)
    expect(await days('2026-10-01', '2026-10-01')).toBe(0)
  })

  it('picks the newest, the oldest or any rows when there are too many', async () => {
    const sandbox = await start({ ...HISTORY, settings: { cap: 10 } })
    const all = sandbox.ledger.transactions({ kind: 'sales' }).map((row) => row.id)
    const ids = () => listedIds(sandbox, '2026-10-01', '2026-10-03')
    expect(await ids()).toEqual(all.slice(-10).toReversed())
    sandbox.control.changeSettings({ capPick: 'oldest' })
    expect(await ids()).toEqual(all.slice(0, 10).toReversed())
    sandbox.control.changeSettings({ order: 'oldest' })
    expect(await ids()).toEqual(all.slice(0, 10))
    sandbox.control.changeSettings({ capPick: 'random' })
    const [one, two] = [await ids(), await ids()]
    expect(one).toHaveLength(10)
    expect(new Set(one).size).toBe(10)
    expect(one).not.toEqual(two)
    expect(all).toEqual(expect.arrayContaining(one))
  })

  it('shuffles the order', async () => {
    const sandbox = await start({ ...HISTORY, settings: { order: 'random' } })
    const ids = await listedIds(sandbox, '2026-10-01', '2026-10-03')
    const all = sandbox.ledger.transactions({ kind: 'sales' }).map((row) => row.id)
    expect(ids).not.toEqual(all)
    expect(ids).not.toEqual(all.toReversed())
    expect(ids.toSorted((a, b) => a - b)).toEqual(all)
  })
})

describe('other habits', () => {
  it('keeps cross-border sales in another currency', async () => {
    const sandbox = await start({ settings: { crossBorderCurrency: 'USD' } })
    const abroad = { productId: 903001, destination: 'PE', reference: '51999888777' }
    await sell(sandbox, 'abroad', { ...topUp(), ...abroad })
    await sell(sandbox, 'here')
    expect(await foundSale(sandbox, 'abroad')).toMatchObject({ currency: 'USD' })
    expect(await foundSale(sandbox, 'here')).toMatchObject({ currency: 'COP' })
    sandbox.control.changeSettings({ crossBorderCurrency: null })
    await sell(sandbox, 'again', { ...topUp(), ...abroad })
    expect(await foundSale(sandbox, 'again')).toMatchObject({ currency: 'COP', costs: 900 })
  })

  it('sends every number of the data as text', async () => {
    const sandbox = await start({ settings: { numbersAsStrings: true } })
    await sell(sandbox, 'text')
    const { data, statusCode } = JSON.parse((await find(sandbox, 'text')).text) as Record<
      string,
      unknown
    >
    expect(statusCode).toBe(200)
    expect(data).toMatchObject({
      Transaction: { amount: '5000', TransactionStatus: { id: '2' }, Product: { id: '10000' } },
    })
    const report = await list(sandbox, { typeReport: 'sales' })
    expect(report.text).toContain('"amount":"5000"')
    expect((await query(sandbox, topUp())).text).toContain('"cost":"0"')
  })

  it('writes whole numbers with a decimal, alone and as text', async () => {
    const sandbox = await start({ settings: { integersAsFloats: true } })
    await sell(sandbox, 'floats')
    expect((await find(sandbox, 'floats')).text).toContain('"amount":5000.0,"currency"')
    sandbox.control.changeSettings({ numbersAsStrings: true })
    const { text } = await query(sandbox, topUp())
    expect(text).toContain('"Amount":{"cost":"0.0","incentive":null}')
    expect(JSON.parse(text)).toMatchObject({ statusCode: 200, data: { DefaultPayload: [] } })
  })

  it('refuses a second sale with the same _id', async () => {
    const sandbox = await start({ settings: { duplicateIds: 'refuse' } })
    expect((await sell(sandbox, 'one')).status).toBe(200)
    const second = await sell(sandbox, 'one')
    expect([second.status, second.json(errorShape).errorCode]).toEqual([400, 'sale.duplicated'])
    expect(sandbox.ledger.count()).toBe(1)
  })

  it('wants a position for betting', async () => {
    const { PATHS, send } = await import('./testing/client.ts')
    const sandbox = await start({ settings: { requireGeolocation: true } })
    const data = topUp({ productId: 206000, customerDocument: '12345678' })
    const bet = (_geolocation: unknown) =>
      send(sandbox, PATHS.sell, { data, _channel: 'WS', _geolocation })
    expect((await bet(null)).status).toBe(400)
    expect((await bet({ lat: 4.6, lon: -74.08, accuracy: 20 })).status).toBe(200)
    expect((await sell(sandbox, 'phone')).status).toBe(200)
  })
})
