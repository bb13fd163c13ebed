import { afterEach, describe, expect, it } from 'vitest'
import type { ConnectionState } from '../../../shared/contract/connection.ts'
import { inputSample } from '../../../shared/domain/testing/input-sample.ts'
import { Failure } from '../../../shared/errors.ts'
import { ReadFailure } from '../../service/service.ts'
import { transactionSample } from '../../store/testing/journal-samples.ts'
import { opening, openShop, topUp } from './testing/shop.ts'

const shops: ReturnType<typeof openShop>[] = []

function shop(...args: Parameters<typeof openShop>) {
  const opened = openShop(...args)
  shops.push(opened)
  return opened
}

afterEach(async () => {
  for (const { selling } of shops.splice(0)) await selling.stop()
})

async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
  } catch (caught) {
    return caught instanceof Failure ? caught.error.code : `not a Failure: ${String(caught)}`
  }
  return 'nothing thrown'
}

function connection(reach: ConnectionState['reach']): ConnectionState {
  const none = { error: null, lastAnswerAt: null, business: null, clockSkewMs: null }
  return { profiles: [], activeId: 'p1', token: 'keyring', reach, ...none }
}

const minutes = (count: number) => count * 60_000

describe('selling', () => {
  it('quotes, sells once and looks the sale up until it is approved', async () => {
    const { quote, sell, bodies, clock, selling, sale, told, refreshes, journal } = shop()
    selling.start()
    const { quoteId, total, missing, aboveBalance } = await quote()
    expect({ total, missing, aboveBalance }).toEqual({
      total: { minor: 520_000, currency: 'COP' },
      missing: [],
      aboveBalance: false,
    })
    const accepted = await sell({ quoteId })
    expect(accepted).toMatchObject({
      state: 'ACCEPTED',
      amount: { minor: 500_000, currency: 'COP' },
      cost: { minor: 20_000 },
      incentive: { minor: 5000 },
      total: { minor: 520_000 },
      tip: '3',
      reference: '3001234567',
      phone: '3001234567',
      transactionId: `tx-${accepted.id}`,
    })
    expect(accepted).not.toHaveProperty('body')
    expect(bodies).toHaveLength(1)
    await clock.pass(2000)
    expect(await sale(accepted.id)).toMatchObject({
      state: 'APPROVED',
      serviceId: '4711',
      nextLookAt: null,
      transaction: { newBalance: { minor: 9_480_000 } },
    })
    expect(refreshes()).toBe(1)
    expect(journal.history(accepted.id).map(({ kind, state }) => [kind, state])).toEqual([
      ['prepared', 'PREPARED'],
      ['sending', 'SENDING'],
      ['outcome', 'ACCEPTED'],
      ['lookup', 'APPROVED'],
    ])
    const counts = told.filter(({ name }) => name === 'selling.openCount')
    expect(counts.map(({ payload }) => payload)).toEqual([{ count: 1 }, { count: 0 }])
  })

  it('is durable in SENDING, intents.log included, before the request begins', async () => {
    const { sell, state, bodies, journal, clock } = shop()
    const gate = Promise.withResolvers<null>()
    state.gate = gate.promise
    const sale = sell()
    await clock.pass(0)
    expect(bodies).toHaveLength(1)
    const [row] = journal.open('p1')
    expect(row).toMatchObject({ state: 'SENDING', body: bodies[0] })
    gate.resolve(null)
    expect((await sale).state).toBe('ACCEPTED')
  })

  it('sells a double click once, and the same draft again never', async () => {
    const { sell, bodies } = shop()
    const [first, second] = await Promise.all([sell(), sell()])
    expect(second?.id).toBe(first?.id)
    expect((await sell()).id).toBe(first?.id)
    expect(bodies).toHaveLength(1)
    const other = { customerCellphone: '3009999999', amount: '5000' }
    expect(await codeOf(sell({ values: other }))).toBe('DRAFT_DIFFERS')
    expect(bodies).toHaveLength(1)
  })

  it('asks before the same sale within ten minutes, unless it did not happen', async () => {
    const { sell, state, bodies, clock } = shop()
    state.fate = 'not-sent'
    await sell({ draftId: 'draft-0001' })
    state.fate = 'ok'
    await sell({ draftId: 'draft-0002' })
    expect(await codeOf(sell({ draftId: 'draft-0003' }))).toBe('SAME_SALE_RECENTLY')
    expect(bodies).toHaveLength(2)
    await sell({ draftId: 'draft-0003', again: true })
    await clock.pass(minutes(10))
    await sell({ draftId: 'draft-0004' })
    expect(bodies).toHaveLength(4)
  })

  it('is not sent when who began it left the register, or closed the drawer, meanwhile', async () => {
    const ana = { id: 'p1', name: 'Ana' }
    type At = { cashier: typeof ana | null; shift: string | null }
    let at: At = { cashier: ana, shift: 's1' }
    let then = at
    const { sell, bodies } = shop({
      cashier: () => at.cashier,
      shift: () => at.shift,
      productForSale: async () => {
        at = then
        return topUp
      },
    })
    then = { cashier: null, shift: null }
    expect(await codeOf(sell())).toBe('LOCKED')
    at = { cashier: ana, shift: 's1' }
    // Of the same name, and somebody else.
    then = { cashier: { id: 'p2', name: 'Ana' }, shift: 's1' }
    expect(await codeOf(sell())).toBe('LOCKED')
    at = then = { cashier: ana, shift: 's1' }
    then = { cashier: ana, shift: null }
    expect(await codeOf(sell())).toBe('SHIFT_NOT_OPEN')
    expect(bodies).toEqual([])
    at = then = { cashier: ana, shift: 's1' }
    expect(await sell()).toMatchObject({ cashier: 'Ana', cashierId: 'p1' })
    expect(bodies).toHaveLength(1)
  })

  it('answers a draft that was sold with its sale, also where no new one may begin', async () => {
    let isOpen = true
    const { sell, sale } = shop({
      mayBegin: () => {
        if (!isOpen) throw new Failure('SHIFT_NOT_OPEN')
      },
    })
    const { id } = await sell()
    isOpen = false
    expect((await sell()).id).toBe(id)
    expect(await codeOf(sell({ draftId: 'draft-0002', again: true }))).toBe('SHIFT_NOT_OPEN')
    expect((await sale(id)).id).toBe(id)
  })

  it('is not sold on a total that said the cash goes the other way', async () => {
    let product = topUp
    const { sell, quote, bodies } = shop({ productForSale: async () => product })
    const before = await quote()
    product = { ...topUp, direction: 'out' }
    expect(await codeOf(sell({ quoteId: before.quoteId }))).toBe('QUOTE_NOT_FOUND')
    expect(bodies).toEqual([])
    const { quoteId, direction } = await quote()
    expect(direction).toBe('out')
    expect(await sell({ quoteId })).toMatchObject({ direction: 'out' })
  })

  it('refuses what is incomplete, unreadable, not quoted or not allowed, and sends nothing', async () => {
    const { sell, quote, state, bodies, journal } = shop()
    const phone = { customerCellphone: '3001234567' }
    expect(await codeOf(sell({ values: phone }))).toBe('FORM_INCOMPLETE')
    expect(await codeOf(sell({ values: { ...phone, amount: '5.000' } }))).toBe('AMOUNT_UNREADABLE')
    expect(await codeOf(sell({ quoteId: 'gone' }))).toBe('QUOTE_NOT_FOUND')
    expect(await codeOf(sell({ productId: '9' }))).toBe('PRODUCT_NOT_FOUND')
    state.quote = { ...state.quote, errorMessage: 'No hay valores por pagar' }
    const { quoteId } = await quote()
    expect(await codeOf(sell({ quoteId }))).toBe('QUOTE_REFUSED')
    expect(bodies).toEqual([])
    expect(journal.open('p1')).toEqual([])
  })

  it.each([
    ['typed', '7702004003508', { cost: null, amount: null }],
    ['quoted', '5000', { cost: { minor: 770_200_400_350_800, currency: 'COP' }, amount: null }],
    ['bound', '', { cost: null, amount: { minor: 9_000_000_000_000_000, currency: 'COP' } }],
  ])('refuses what no sale can come to, %s, before it is PREPARED', async (_, amount, said) => {
    const { sell, quote, state, bodies, journal } = shop()
    const values = { customerCellphone: '3001234567', amount }
    state.quote = { ...state.quote, ...said, amountEditable: said.amount === null }
    expect(await codeOf(quote(values))).toBe('AMOUNT_TOO_LARGE')
    expect(bodies).toEqual([])
    if (amount.length > 4) {
      const direct = sell({ values: { ...values, amount: '7702004003508' } })
      expect(await codeOf(direct)).toBe('AMOUNT_TOO_LARGE')
    }
    expect(journal.saleOfDraft('draft-0001')).toBeNull()
  })

  it('carries the fields of a quote on to the sale', async () => {
    const { sell, quote, state, bodies } = shop()
    state.quote = {
      ...state.quote,
      inputs: [
        inputSample('amount', { type: 'money', value: 8000, disabled: true }),
        inputSample('id_query', { type: 'hidden', value: 77, payloadSell: true }),
      ],
    }
    const { quoteId, values, amount, total, aboveBalance } = await quote()
    expect(amount).toEqual({ minor: 800_000, currency: 'COP' })
    expect(total).toEqual({ minor: 820_000, currency: 'COP' })
    expect(aboveBalance).toBe(true)
    const sold = await sell({ quoteId, values })
    expect(sold.amount.minor).toBe(800_000)
    const sent: unknown = JSON.parse(bodies[0] ?? '')
    expect(sent).toMatchObject({
      data: { productId: '10000', customerCellphone: '3001234567', amount: 8000, id_query: 77 },
    })
    expect(sent).not.toHaveProperty('data.sign')
  })
})

describe('what a request can end in', () => {
  it('not sent: final, and nothing is looked up', async () => {
    const { sell, state, finds, clock, selling } = shop()
    selling.start()
    state.fate = 'not-sent'
    expect(await sell()).toMatchObject({ state: 'NOT_SENT', error: { code: 'NAME_NOT_FOUND' } })
    await clock.pass(minutes(60))
    expect(finds).toEqual([])
  })

  it('refused: declined once two finds ten seconds apart show no record', async () => {
    const { sell, state, finds, clock, sale, selling } = shop()
    selling.start()
    state.fate = 'refused'
    const { id, state: first } = await sell()
    expect(first).toBe('UNKNOWN')
    await clock.pass(11_900)
    expect((await sale(id)).state).toBe('UNKNOWN')
    await clock.pass(100)
    expect(await sale(id)).toMatchObject({
      state: 'DECLINED',
      error: { code: 'SERVICE_REFUSED', params: { message: 'Saldo insuficiente' } },
    })
    expect(finds).toHaveLength(2)
  })

  it('refused with a clock that is wrong: not found proves nothing', async () => {
    const { sell, state, clock, sale, selling } = shop()
    selling.start()
    state.fate = 'refused'
    state.skew = 121_000
    const { id } = await sell()
    await clock.pass(minutes(20))
    expect((await sale(id)).state).toBe('UNKNOWN')
  })

  it('lost but made: the record wins', async () => {
    const { sell, state, clock, sale, selling, bodies } = shop()
    selling.start()
    state.fate = 'lost-after'
    const { id } = await sell()
    await clock.pass(2000)
    expect((await sale(id)).state).toBe('APPROVED')
    expect(bodies).toHaveLength(1)
  })

  it('lost: reviewed after three misses over five minutes, looked up until the horizon, then no more', async () => {
    const { sell, state, clock, sale, selling, finds, records } = shop()
    selling.start()
    state.fate = 'lost'
    const { id } = await sell()
    await clock.pass(minutes(5))
    expect((await sale(id)).state).toBe('UNKNOWN')
    await clock.pass(minutes(6))
    expect(await sale(id)).toMatchObject({ state: 'REVIEW', error: { code: 'RECORD_NOT_FOUND' } })
    await clock.pass(minutes(60 * 40))
    const last = finds.length
    expect(await sale(id)).toMatchObject({ state: 'REVIEW', nextLookAt: null })
    await clock.pass(minutes(60))
    expect(finds).toHaveLength(last)
    expect(records.size).toBe(0)
  })

  it('a record that comes late is found, and one of another amount is reviewed', async () => {
    const { sell, state, clock, sale, selling, records, journal } = shop()
    selling.start()
    state.fate = 'lost'
    const { id } = await sell()
    await clock.pass(minutes(30))
    state.fate = 'ok'
    const other = await sell({ draftId: 'draft-0002', again: true })
    const record = records.get(other.id)
    if (!record) throw new Error('the sale was made')
    records.set(other.id, { ...record, amount: { minor: 510_000, currency: 'COP' } })
    records.set(id, record)
    await clock.pass(minutes(5))
    expect((await sale(id)).state).toBe('APPROVED')
    expect(await sale(other.id)).toMatchObject({
      state: 'REVIEW',
      error: { code: 'RECORD_DIFFERS', params: { found: 'COP 5100', expected: 'COP 5000' } },
    })
    expect(journal.openCount('p1')).toBe(1)
  })

  it('401: waits for the new token and then asks at once', async () => {
    const { sell, state, clock, sale, selling, records } = shop()
    selling.start()
    state.fate = 'unauthorized'
    state.findFails = true
    const { id } = await sell()
    await clock.pass(minutes(20))
    expect(await sale(id)).toMatchObject({ state: 'UNKNOWN', error: { code: 'UNAUTHORIZED' } })
    const { nextLookAt } = await sale(id)
    expect(nextLookAt).toBeGreaterThan(clock.now() + minutes(1))
    state.findFails = false
    const made = transactionSample()
    records.set(id, made)
    selling.onConnection(connection('unauthorized'))
    selling.onConnection(connection('online'))
    await clock.pass(0)
    expect(await sale(id)).toMatchObject({ state: 'APPROVED', error: null, serviceId: made.id })
  })

  it('an answer that cannot be read stands in the history', async () => {
    const { sell, clock, selling, journal, service } = shop()
    const exchange = { startedAt: 1, endedAt: 2, httpStatus: 200, serverDate: null, raw: '{"a":1}' }
    service.find = () =>
      Promise.reject(new ReadFailure(new Failure('ANSWER_UNREADABLE', { where: 'id' }), exchange))
    selling.start()
    const { id } = await sell()
    await clock.pass(2000)
    expect(journal.history(id).at(-1)).toMatchObject({
      kind: 'lookup',
      httpStatus: 200,
      raw: '{"a":1}',
      error: { code: 'ANSWER_UNREADABLE' },
    })
  })

  it('partial stays open', async () => {
    const { sell, state, clock, sale, selling, handlers } = shop()
    selling.start()
    state.status = 'PARTIAL'
    const { id } = await sell()
    await clock.pass(minutes(10))
    expect((await sale(id)).state).toBe('PARTIAL')
    expect((await handlers['selling.open']({})).map((open) => open.id)).toEqual([id])
  })
})

describe('reading', () => {
  it('lists and totals the day', async () => {
    const { sell, handlers, clock, selling, journal } = shop()
    selling.start()
    await sell()
    await clock.pass(2000)
    const { count, byState } = await handlers['selling.day']({ day: '2026-11-21' })
    expect(count).toBe(1)
    expect(byState).toMatchObject([{ state: 'APPROVED', direction: 'in', count: 1 }])
    expect((await handlers['selling.list']({ text: '300123', limit: 5 })).count).toBe(1)
    expect(await codeOf(handlers['selling.sale']({ saleId: 'no' }))).toBe('SALE_NOT_FOUND')
    expect(journal.soldCounts('p1')).toEqual(new Map([['10000', 1]]))
  })

  it('writes a balance down as of when it was seen, once a day', async () => {
    let seen = { balance: { minor: 1, currency: 'COP' }, profits: { minor: 0, currency: 'COP' } }
    let at = opening
    const { selling, clock, journal } = shop({ balance: () => ({ ...seen, at }) })
    selling.start()
    selling.onConnection(connection('online'))
    await clock.pass(minutes(60 * 24))
    at = clock.now()
    seen = { ...seen, balance: { minor: 2, currency: 'COP' } }
    selling.onConnection(connection('online'))
    expect(journal.snapshots('p1').map((one) => [one.reason, one.at, one.balance.minor])).toEqual([
      ['opening', opening, 1],
      ['midnight', opening, 1],
      ['opening', at, 2],
    ])
  })

  it('writes the balance down at opening, midnight and closing', async () => {
    const { selling, clock, journal } = openShop()
    selling.start()
    await clock.pass(minutes(60 * 24))
    await selling.stop()
    expect(journal.snapshots('p1').map(({ reason }) => reason)).toEqual([
      'opening',
      'midnight',
      'closing',
    ])
  })
})
