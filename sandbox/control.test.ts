import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorShape, foundSale, PATHS, sell, send, start, topUp } from './testing/client.ts'
import type { Sandbox } from './http/server.ts'

const control = async (sandbox: Sandbox, method: string, path: string, body?: unknown) => {
  const reply = await send(sandbox, `/_control/${path}`, body, { method })
  return { status: reply.status, body: JSON.parse(reply.text) as unknown }
}

describe('the control API', () => {
  it('needs the token of the start, also after the service changed its own', async () => {
    const sandbox = await start()
    for (const path of ['faults', 'ledger', 'requests', 'settings', 'clock']) {
      const reply = await send(sandbox, `/_control/${path}`, undefined, {
        method: 'GET',
        token: null,
      })
      expect(reply.status).toBe(401)
    }
    expect((await control(sandbox, 'POST', 'token', { token: 'new' })).status).toBe(200)
    expect((await control(sandbox, 'GET', 'requests')).status).toBe(200)
    expect((await send(sandbox, PATHS.getBusiness, { data: {} })).status).toBe(401)
  })

  it('adds, lists and removes faults', async () => {
    const sandbox = await start()
    const added = await control(sandbox, 'POST', 'faults', [
      { operation: 'sell', fault: 'drop-after' },
      { operation: 'find', fault: 'late', seconds: 2 },
    ])
    expect(added.status).toBe(400)
    expect(errorShape.parse(added.body).errorMessage).toContain('sell')
    const one = { operation: 'sell', fault: 'late', seconds: 60 }
    await control(sandbox, 'POST', 'faults', one)
    expect((await control(sandbox, 'GET', 'faults')).body).toEqual([
      { ...one, count: 1, skip: 0, answer: 'ack' },
    ])
    expect((await control(sandbox, 'DELETE', 'faults')).body).toEqual([])
    expect(sandbox.control.faults()).toEqual([])
  })

  it.each([
    ['faults', { operation: 'sell', fault: 'nonsense' }],
    ['faults', { operation: 'nothing', fault: 'html' }],
    ['faults', { operation: 'sell', fault: 'html', ms: 1 }],
    ['settings', { endDate: 'maybe' }],
    ['settings', { unknown: 1 }],
    ['clock', { now: 'yesterday' }],
    ['loads', { amount: 0 }],
    ['loads', { amount: 'x' }],
    ['transactions/1/status', { status: 'LOST' }],
    ['token', { token: 'with space' }],
  ])('refuses on %s: %j', async (path, body) => {
    const sandbox = await start()
    const reply = await control(sandbox, 'POST', path, body)
    expect(reply.status).toBe(400)
    errorShape.parse(reply.body)
  })

  it('shows the ledger with _id, filtered', async () => {
    const sandbox = await start({
      historyFrom: '2026-10-01',
      historyTo: '2026-10-02',
      salesPerDay: 3,
    })
    await sell(sandbox, 'mine')
    const shape = z.object({
      currency: z.string(),
      balance: z.number(),
      profits: z.number(),
      transactions: z.array(z.looseObject({ _id: z.string().nullable(), data: z.unknown() })),
    })
    const read = async (query: string) =>
      shape.parse((await control(sandbox, 'GET', `ledger${query}`)).body)
    expect((await read('')).transactions).toHaveLength(sandbox.ledger.count())
    expect((await read('?kind=sales&from=2026-10-02&to=2026-10-02')).transactions).toHaveLength(3)
    const mine = await read('?_id=mine')
    expect(mine).toMatchObject({
      currency: 'COP',
      balance: 499_500_000,
      transactions: [{ _id: 'mine', amount: 500_000, status: 'APPROVED', data: topUp() }],
    })
  })

  it('knows which days were asked for', async () => {
    const sandbox = await start()
    const days = { dateStart: '2026-11-20', dateEnd: '2026-11-21' }
    await send(sandbox, PATHS.listTransactions, { data: { typeReport: 'sales', ...days } })
    expect(sandbox.control.listedDays()).toEqual([days])
    await control(sandbox, 'DELETE', 'requests')
    expect(sandbox.control.listedDays()).toEqual([])
  })

  it('counts requests and forgets them', async () => {
    const sandbox = await start()
    await sell(sandbox, 'a')
    await sell(sandbox, 'a', topUp({ amount: 1 }))
    expect((await control(sandbox, 'GET', 'requests')).body).toEqual({
      operations: { sell: { requests: 2, executions: 1 } },
      sells: { a: { requests: 2, executions: 1 } },
    })
    expect((await control(sandbox, 'DELETE', 'requests')).body).toEqual({
      operations: {},
      sells: {},
    })
  })

  it('reads and changes settings and clock', async () => {
    const sandbox = await start()
    const changed = await control(sandbox, 'POST', 'settings', { endDate: 'exclusive' })
    expect(changed.body).toMatchObject({ endDate: 'exclusive', notFound: '404', cap: 1000 })
    expect((await control(sandbox, 'GET', 'settings')).body).toEqual(changed.body)
    await control(sandbox, 'POST', 'clock', { now: '2026-12-31T23:00:00-05:00', frozen: true })
    const later = await control(sandbox, 'POST', 'clock', { advanceSeconds: 7200 })
    expect(later.body).toEqual({ now: '2027-01-01T06:00:00.000Z', frozen: true })
  })

  it('changes the state of a transaction and with it the balance', async () => {
    const sandbox = await start({ balance: 1_000_000, settings: { statusSeconds: 60 } })
    await sell(sandbox, 'a')
    const { id } = z.object({ id: z.number() }).parse(sandbox.ledger.transactions()[0])
    const set = (status: string) =>
      control(sandbox, 'POST', `transactions/${id}/status`, { status })
    expect((await set('REJECTED')).status).toBe(200)
    expect(sandbox.ledger.business()).toEqual({ balance: 1_000_000, profits: 0 })
    await set('APPROVED')
    expect(sandbox.ledger.business()).toEqual({ balance: 500_000, profits: 15_000 })
    sandbox.control.changeClock({ advanceSeconds: 120 })
    expect((await foundSale(sandbox, 'a')).TransactionStatus.name).toBe('APPROVED')
    expect(sandbox.ledger.business()).toEqual({ balance: 500_000, profits: 15_000 })
    const none = await control(sandbox, 'POST', 'transactions/7/status', { status: 'APPROVED' })
    expect(none.status).toBe(404)
  })

  it('loads balance', async () => {
    const sandbox = await start({ balance: 0 })
    expect((await control(sandbox, 'POST', 'loads', { amount: '1250.50' })).status).toBe(200)
    expect(sandbox.ledger.business().balance).toBe(125_050)
  })
})
