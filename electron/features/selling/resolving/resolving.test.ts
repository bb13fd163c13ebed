import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rowSample } from '../../../../shared/domain/testing/reconciliation-samples.ts'
import { Failure } from '../../../../shared/errors.ts'
import { saleNotification } from '../sale-notifications.ts'
import { opening, openShop } from '../testing/shop.ts'

const hour = 3_600_000
let shop: ReturnType<typeof openShop>
beforeEach(() => {
  shop = openShop()
  shop.selling.start()
})
afterEach(async () => {
  await shop.selling.stop()
  shop.journal.close()
})

const code = async (work: Promise<unknown>) => {
  const caught: unknown = await work.catch((error: unknown) => error)
  return caught instanceof Failure ? caught.error.code : caught
}

/** A sale whose answer was lost and that the service does not know. */
async function reviewed(draftId = 'draft-0001') {
  shop.state.fate = 'lost'
  const { id } = await shop.sell({ draftId, again: true })
  await shop.clock.pass(9 * 60_000)
  expect((await shop.sale(id)).state).toBe('REVIEW')
  return id
}

const begin = (saleId: string, as: 'approved' | 'rejected' | 'not-made', candidateId?: string) =>
  shop.handlers['resolving.beginClose']({ saleId, as, candidateId: candidateId ?? null })
const close = async (saleId: string, as: 'approved' | 'rejected' | 'not-made', record?: string) => {
  const { token } = await begin(saleId, as, record)
  return shop.handlers['resolving.close']({ token, reason: 'Soporte lo confirmó' })
}

describe('a sale of another connection', () => {
  it('stays in the queue and its count, and a person can close it', async () => {
    const journal = shop.journal
    const id = await reviewed()
    let active = 'p2'
    const other = openShop({ journal, profileId: () => active }, shop.clock)
    const [open] = await other.handlers['selling.open']({})
    expect(open).toMatchObject({ id, profileId: 'p1' })
    const { token } = await other.handlers['resolving.beginClose']({
      saleId: id,
      as: 'not-made',
      candidateId: null,
    })
    active = 'p3'
    await other.handlers['resolving.close']({ token, reason: 'Soporte lo confirmó' })
    expect(other.told.at(-1)).toEqual({ name: 'selling.openCount', payload: { count: 0 } })
    await other.selling.stop()
  })
})

describe('candidates', () => {
  it('are of the same product and amount, near in time, the nearest first', async () => {
    const id = await reviewed()
    const dollars = { minor: 500_000, currency: 'USD' }
    shop.state.rows = [
      rowSample({ id: '2', at: opening + hour }),
      rowSample({ id: '1', at: opening + 60_000 }),
      rowSample({ id: '3', product: { id: '7', name: 'Otra' } }),
      rowSample({ id: '4', amount: dollars }),
      rowSample({ id: '5', at: opening - hour }),
    ]
    const found = await shop.handlers['resolving.candidates']({ saleId: id })
    expect(found).toMatchObject({ complete: true, days: ['2026-11-21'] })
    expect(found.candidates.map(({ id, distanceMs }) => [id, distanceMs])).toEqual([
      ['1', 60_000],
      ['2', hour],
    ])
  })

  it('leave out what another sale is, by find or by a person’s word', async () => {
    shop.state.rows = [rowSample({ id: '4711' }), rowSample({ id: '8' }), rowSample({ id: '9' })]
    await shop.sell({ draftId: 'draft-found' })
    await shop.clock.pass(3_000)
    const first = await reviewed('draft-0002')
    const second = await reviewed('draft-0003')
    const ids = async (saleId: string) =>
      (await shop.handlers['resolving.candidates']({ saleId })).candidates.map(({ id }) => id)
    expect(await ids(first)).toEqual(['8', '9'])
    expect(await ids(second)).toEqual(['8', '9'])
    await close(first, 'approved', '8')
    expect(await code(begin(second, 'approved', '8'))).toBe('CANDIDATE_TAKEN')
    expect(await ids(second)).toEqual(['9'])
    expect(await code(begin(second, 'approved', '777'))).toBe('BAD_INPUT')
  })

  it('are not closed as something that they themselves contradict', async () => {
    const id = await reviewed()
    shop.state.rows = [
      rowSample({ id: '8', status: 'REJECTED' }),
      rowSample({ id: '9', status: 'APPROVED' }),
    ]
    await shop.handlers['resolving.candidates']({ saleId: id })
    for (const [as, record] of [
      ['approved', '8'],
      ['not-made', '8'],
      ['not-made', '9'],
      ['rejected', '9'],
    ] as const) {
      expect(await code(begin(id, as, record))).toBe('CANDIDATE_CONTRADICTS')
    }
    const { token } = await begin(id, 'approved', '9')
    shop.state.rows = [rowSample({ id: '9', status: 'REJECTED' })]
    await shop.handlers['resolving.candidates']({ saleId: id })
    const late = shop.handlers['resolving.close']({ token, reason: 'Soporte lo confirmó' })
    expect(await code(late)).toBe('CANDIDATE_CONTRADICTS')
    expect(await close(id, 'rejected', '9')).toMatchObject({ closing: { as: 'rejected' } })
  })

  it('say that a full day proves nothing', async () => {
    const id = await reviewed()
    shop.state.rows = Array.from({ length: 1000 }, (_, n) => rowSample({ id: String(n) }))
    expect(await shop.handlers['resolving.candidates']({ saleId: id })).toMatchObject({
      complete: false,
    })
  })
})

describe('closing by a person', () => {
  it('takes two steps and a reason, leaves the queue and stands in the history', async () => {
    const id = await reviewed()
    const closed = await close(id, 'not-made')
    expect(closed).toMatchObject({ state: 'REVIEW', closing: { as: 'not-made', state: 'REVIEW' } })
    expect(await shop.handlers['selling.open']({})).toEqual([])
    expect(shop.told.at(-1)).toEqual({ name: 'selling.openCount', payload: { count: 0 } })
    const { history } = await shop.handlers['selling.sale']({ saleId: id })
    expect(history.at(-1)).toMatchObject({
      kind: 'closed',
      closing: { reason: 'Soporte lo confirmó' },
    })
    const { byState } = await shop.handlers['selling.day']({ day: '2026-11-21' })
    expect(byState).toMatchObject([{ state: 'DECLINED', count: 1 }])
  })

  it('is refused for a step used twice, or too old, or a sale that moved on', async () => {
    const id = await reviewed()
    const { token } = await begin(id, 'not-made')
    shop.clock.sleep(11 * 60_000)
    const again = () => shop.handlers['resolving.close']({ token, reason: 'Soporte' })
    expect(await code(again())).toBe('CLOSING_OUTDATED')
    const fresh = await begin(id, 'not-made')
    shop.records.set(id, { ...(await found()), id: '5' })
    shop.state.status = 'PENDING'
    await shop.handlers['selling.look']({ saleId: id })
    const late = shop.handlers['resolving.close']({ ...fresh, reason: 'Soporte' })
    expect(await code(late)).toBe('CLOSING_OUTDATED')
    expect(await code(again())).toBe('CLOSING_OUTDATED')
  })

  it('is not offered while the service can still tell', async () => {
    shop.state.status = 'PENDING'
    const { id } = await shop.sell()
    await shop.clock.pass(5_000)
    expect(await code(begin(id, 'approved'))).toBe('SALE_NOT_CLOSABLE')
    expect(await code(begin('nobody', 'approved'))).toBe('SALE_NOT_FOUND')
  })

  it('is reopened by later evidence that says otherwise, and can be closed again', async () => {
    const id = await reviewed()
    await close(id, 'not-made')
    shop.records.set(id, await found())
    await shop.clock.pass(6 * 60_000)
    const [open] = await shop.handlers['selling.open']({})
    expect(open).toMatchObject({ id, state: 'APPROVED', closing: { as: 'not-made' } })
    await close(id, 'approved')
    expect(await shop.handlers['selling.open']({})).toEqual([])
  })

  it('is reopened by a record that differs, although the state stays REVIEW', async () => {
    const id = await reviewed()
    const early = await begin(id, 'not-made')
    await close(id, 'not-made')
    const other = { minor: 510_000, currency: 'COP' }
    shop.records.set(id, { ...(await found()), amount: other })
    await shop.clock.pass(6 * 60_000)
    const [open] = await shop.handlers['selling.open']({})
    expect(open).toMatchObject({ id, state: 'REVIEW', error: { code: 'RECORD_DIFFERS' } })
    const { byState } = await shop.handlers['selling.day']({ day: '2026-11-21' })
    expect(byState.map(({ state }) => state)).toContain('REVIEW')
    const late = shop.handlers['resolving.close']({ ...early, reason: 'Soporte' })
    expect(await code(late)).toBe('CLOSING_OUTDATED')
    await close(id, 'rejected')
    await shop.clock.pass(6 * 60_000)
    expect(await shop.handlers['selling.open']({})).toEqual([])
  })

  it('stands when later evidence agrees', async () => {
    const id = await reviewed()
    await close(id, 'approved')
    shop.records.set(id, await found())
    await shop.clock.pass(6 * 60_000)
    expect(await shop.sale(id)).toMatchObject({ state: 'APPROVED' })
    expect(await shop.handlers['selling.open']({})).toEqual([])
  })

  it('closes PARTIAL, which look-ups never end', async () => {
    shop.state.status = 'PARTIAL'
    const { id } = await shop.sell()
    await shop.clock.pass(5_000)
    expect(await code(begin(id, 'not-made'))).toBe('SALE_NOT_CLOSABLE')
    await close(id, 'approved')
    await shop.clock.pass(20 * 60_000)
    expect(await shop.handlers['selling.open']({})).toEqual([])
  })

  it('lets the same be sold again at once when it was closed as not made', async () => {
    const id = await reviewed()
    shop.state.fate = 'ok'
    expect(await code(shop.sell({ draftId: 'draft-0002' }))).toBe('SAME_SALE_RECENTLY')
    await close(id, 'not-made')
    const again = await shop.sell({ draftId: 'draft-0002', againOf: id })
    expect(again).toMatchObject({ againOf: id, state: 'ACCEPTED' })
  })
})

/** What find would say of the sale, as the memory service keeps it. */
async function found() {
  const { id } = await openedElsewhere()
  const record = elsewhere.records.get(id)
  if (!record) throw new Error('no record')
  return record
}
let elsewhere = openShop()
async function openedElsewhere() {
  elsewhere = openShop()
  return elsewhere.sell()
}

describe('past the horizon', () => {
  it('list goes on settling a sale whose identifier is known', async () => {
    shop.state.status = 'PENDING'
    const { id } = await shop.sell()
    await shop.clock.pass(39 * hour)
    const finds = shop.finds.length
    await shop.clock.pass(3 * hour)
    expect(await shop.sale(id)).toMatchObject({ state: 'PENDING' })
    expect(shop.finds.length).toBe(finds)
    const { nextLookAt } = await shop.sale(id)
    expect(nextLookAt).toBeGreaterThan(shop.clock.now())
    shop.state.rows = [rowSample({ id: '4711', statusId: '3' })]
    await shop.clock.pass(hour)
    expect(await shop.sale(id)).toMatchObject({ state: 'REJECTED', nextLookAt: null })
    const { history } = await shop.handlers['selling.sale']({ saleId: id })
    expect(history.at(-1)).toMatchObject({ kind: 'lookup', state: 'REJECTED', raw: '{}' })
  })

  it('a list without it, or with another amount, is not taken for its end', async () => {
    shop.state.status = 'PENDING'
    const { id } = await shop.sell()
    await shop.clock.pass(39 * hour)
    shop.records.delete(id)
    shop.state.rows = []
    await shop.clock.pass(2 * hour)
    expect(await shop.sale(id)).toMatchObject({ state: 'PENDING' })
    await close(id, 'approved')
    shop.state.rows = [rowSample({ id: '4711', amount: { minor: 1, currency: 'COP' } })]
    await shop.clock.pass(2 * hour)
    expect(await shop.sale(id)).toMatchObject({
      state: 'REVIEW',
      error: { code: 'RECORD_DIFFERS' },
    })
    expect(await shop.handlers['selling.open']({})).toHaveLength(1)
  })
})

describe('a notification', () => {
  const formatting = { language: 'es', decimalSign: 'comma' } as const

  it('tells of a sale that ended after it was left waiting, and of its reference only the end', async () => {
    shop.state.status = 'PENDING'
    const { id } = await shop.sell()
    await shop.clock.pass(60_000)
    expect(saleNotification(await shop.sale(id), shop.clock.now(), formatting)).toBeNull()
    shop.state.status = 'APPROVED'
    await shop.handlers['selling.look']({ saleId: id })
    const notice = saleNotification(await shop.sale(id), shop.clock.now(), formatting)
    expect(notice?.title).toBe('Venta aprobada')
    expect(notice?.body).toMatch(/Recarga, \$\s5\.000, termina en 4567/)
    expect(saleNotification(await shop.sale(id), shop.clock.now() + hour, formatting)).toBeNull()
  })

  it('is not made of a sale that ended before the cashier’s eyes', async () => {
    const { id } = await shop.sell()
    await shop.clock.pass(3_000)
    const sale = await shop.sale(id)
    expect(sale.state).toBe('APPROVED')
    expect(saleNotification(sale, sale.settledAt ?? 0, formatting)).toBeNull()
  })
})
