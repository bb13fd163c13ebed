import { describe, expect, it } from 'vitest'
import { errorShape, find, list, listedIds, query, sell, start, topUp } from './testing/client.ts'

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
})
