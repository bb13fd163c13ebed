import { afterEach, describe, expect, it } from 'vitest'
import { Failure } from '../../../shared/errors.ts'
import { createMemoryService, memoryProfile } from './testing/memory-service.ts'
import { opening, openShop, topUp } from './testing/shop.ts'
import { createVirtualClock } from './testing/virtual-clock.ts'

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

const minutes = (count: number) => count * 60_000

describe('interruptions', () => {
  it('is refused for its cash before anything is written or sent, with what is judged of it', async () => {
    const asked: unknown[] = []
    const { sell, bodies, journal } = shop({
      productForSale: async () => ({ ...topUp, direction: 'out' }),
      mayMoveCash(sale) {
        asked.push(sale)
        throw new Failure('CASH_SHORT')
      },
    })
    expect(await codeOf(sell())).toBe('CASH_SHORT')
    const five = { minor: 500_000, currency: 'COP' }
    const goods = { name: topUp.name, category: topUp.categoryName }
    expect(asked).toEqual([{ direction: 'out', amount: five, total: five, goods }])
    expect([bodies, journal.saleOfDraft('draft-0001')]).toEqual([[], null])
  })

  it('is refused for its cash when it is quoted, before anybody reads its total to a customer', async () => {
    const asked: unknown[] = []
    const { quote, state } = shop({
      productForSale: async () => ({ ...topUp, direction: 'out' }),
      mayMoveCash(sale) {
        asked.push(sale.total)
        throw new Failure('CASH_SHORT')
      },
    })
    expect(await codeOf(quote())).toBe('CASH_SHORT')
    expect(asked).toEqual([{ minor: 500_000, currency: 'COP' }])
    // What the service does not sell moves no cash: its own reason is told.
    state.quote = { ...state.quote, errorMessage: 'No disponible' }
    expect((await quote()).errorMessage).toBe('No disponible')
    expect(asked).toHaveLength(1)
  })

  it('is not sent where meanwhile nothing may be sold here any more', async () => {
    let why: Failure | null = null
    const { sell, bodies, journal } = shop({
      mayBegin() {
        if (why) throw why
      },
      productForSale: async () => {
        why = new Failure('RESTORE_WAITS')
        return topUp
      },
    })
    expect(await codeOf(sell())).toBe('RESTORE_WAITS')
    expect(bodies).toEqual([])
    expect(journal.openCount()).toBe(0)
  })

  it('a crash before sending is NOT_SENT, one while sending is UNKNOWN and looked up at once', async () => {
    const before = shop()
    const gate = Promise.withResolvers<null>()
    before.state.gate = gate.promise
    void before.sell()
    await before.clock.pass(0)
    const { journal, clock } = before
    const [sending] = journal.open('p1')
    if (!sending) throw new Error('a sale is out')
    journal.prepare({ ...sending, id: 'prepared', draftId: 'draft-0002' })

    const after = shop({ journal }, clock)
    after.selling.start()
    expect((await after.sale('prepared')).state).toBe('NOT_SENT')
    expect(await after.sale(sending.id)).toMatchObject({
      state: 'UNKNOWN',
      error: { code: 'SALE_INTERRUPTED' },
    })
    await clock.pass(2000)
    expect(after.finds).toEqual([sending.id])
    expect(after.bodies).toEqual([])
    gate.resolve(null)
  })

  it('after a sleep of the computer everything open is looked up at once', async () => {
    const { sell, state, clock, selling, finds, wakeUp } = shop()
    selling.start()
    state.fate = 'lost'
    await sell()
    await clock.pass(minutes(20))
    const count = finds.length
    clock.sleep(minutes(60))
    wakeUp()
    await clock.pass(0)
    expect(finds).toHaveLength(count + 1)
  })

  it('an outcome that the disk refuses is told, kept, and written when it can be', async () => {
    const { journal: whole } = openShop()
    let isFull = false
    const full = () => {
      throw new Failure('DISK_FULL')
    }
    const journal = {
      ...whole,
      advance: (...args: Parameters<typeof whole.advance>) =>
        isFull ? full() : whole.advance(...args),
    }
    const { sell, state, sale, selling, clock, bodies, problems } = shop({ journal })
    selling.start()
    const gate = Promise.withResolvers<null>()
    state.gate = gate.promise
    const sold = sell()
    await clock.pass(0)
    isFull = true
    gate.resolve(null)
    expect(await sold).toMatchObject({ state: 'UNKNOWN', error: { code: 'DISK_FULL' } })
    const [row] = journal.open('p1')
    expect(row?.state).toBe('SENDING')
    expect(await codeOf(sell())).toBe('nothing thrown')
    isFull = false
    await clock.pass(minutes(2))
    expect((await sale(row?.id ?? '')).state).toBe('APPROVED')
    expect(bodies).toHaveLength(1)
    expect(problems.every(({ code }) => code === 'DISK_FULL')).toBe(true)
  })

  it('a late outcome is written at closing, and before what a crash left is settled', async () => {
    for (const how of ['stop', 'start'] as const) {
      const { journal: whole } = openShop()
      let isFull = false
      const advance = (...args: Parameters<typeof whole.advance>) => {
        if (isFull) throw new Failure('DISK_FULL')
        return whole.advance(...args)
      }
      const { sell, state, selling, clock } = shop({ journal: { ...whole, advance } })
      const gate = Promise.withResolvers<null>()
      state.gate = gate.promise
      const sold = sell()
      await clock.pass(0)
      isFull = true
      gate.resolve(null)
      const { id } = await sold
      isFull = false
      await selling[how]()
      expect(whole.sale(id)?.transactionId).toBe(`tx-${id}`)
      expect(whole.history(id).map(({ kind }) => kind)).not.toContain('crash-recovery')
    }
  })

  it('closing waits for the sale that is out and takes no other', async () => {
    const { sell, state, selling, clock, bodies } = shop()
    const gate = Promise.withResolvers<null>()
    state.gate = gate.promise
    const sold = sell()
    await clock.pass(0)
    let stopped = false
    const stopping = selling.stop().then(() => (stopped = true))
    expect(await codeOf(sell({ draftId: 'draft-0002', again: true }))).toBe('APP_CLOSING')
    expect(stopped).toBe(false)
    gate.resolve(null)
    expect((await sold).state).toBe('ACCEPTED')
    await stopping
    expect(bodies).toHaveLength(1)
  })

  it('a window that cannot be told costs no outcome', async () => {
    const { sell, problems, journal } = shop({
      emit: () => {
        throw new Error('no window')
      },
    })
    const { id, state } = await sell()
    expect([state, journal.sale(id)?.state]).toEqual(['ACCEPTED', 'ACCEPTED'])
    expect(problems.map(({ code }) => code)).toContain('UNEXPECTED')
  })

  it('a profile that comes into use while the product is read sells nothing', async () => {
    let active = memoryProfile.id
    const { service, bodies } = createMemoryService(() => opening)
    const { sell, quote } = shop({
      service: () => ({ ...service, profile: { ...memoryProfile, id: active } }),
      productForSale: async () => {
        active = 'p2'
        return topUp
      },
    })
    expect(await codeOf(quote())).toBe('QUOTE_NOT_FOUND')
    active = memoryProfile.id
    expect(await codeOf(sell())).toBe('QUOTE_NOT_FOUND')
    expect(bodies).toEqual([])
  })

  it('the clock of one service says nothing about the sales of another', async () => {
    const clock = createVirtualClock(opening)
    const memory = createMemoryService(clock.now)
    let active = 'p1'
    const profile = () => ({ ...memoryProfile, id: active })
    const service = () => ({ ...memory.service, profile: profile() })
    const { sell, selling, sale, handlers } = shop({ service, profileId: () => active }, clock)
    selling.start()
    memory.state.fate = 'lost'
    const { id } = await sell()
    await clock.pass(3000)
    active = 'p2'
    memory.state.skew = minutes(60 * 72)
    await sell({ draftId: 'draft-0002' })
    await clock.pass(3000)
    active = 'p1'
    memory.state.skew = 0
    await handlers['selling.look']({ saleId: id })
    expect((await sale(id)).state).toBe('UNKNOWN')
  })

  it('a clock that is set back does not stop the look-ups', async () => {
    const { sell, state, clock, selling, finds } = shop()
    selling.start()
    state.fate = 'lost'
    await sell()
    await clock.pass(minutes(20))
    clock.sleep(-minutes(180))
    const count = finds.length
    await clock.pass(minutes(15))
    expect(finds.length).toBeGreaterThanOrEqual(count + 3)
  })

  it('sends nothing when the intent cannot be made durable', async () => {
    const { journal: whole } = openShop()
    const journal = {
      ...whole,
      prepare: (...args: Parameters<typeof whole.prepare>) => {
        whole.prepare(...args)
        throw new Failure('DISK_FULL')
      },
    }
    const { sell, bodies, handlers } = shop({ journal })
    expect(await codeOf(sell())).toBe('DISK_FULL')
    expect(bodies).toEqual([])
    const { sales } = await handlers['selling.list']({ limit: 10 })
    expect(sales.map(({ state }) => state)).toEqual(['NOT_SENT'])
  })
})
