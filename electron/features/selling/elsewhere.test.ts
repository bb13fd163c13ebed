import { afterEach, expect, test } from 'vitest'
import type { SoldThere } from '../../../shared/domain/sale/sold-there.ts'
import { Failure, type AppError } from '../../../shared/errors.ts'
import type { Intent } from '../../store/sales/intent.ts'
import type { SellingDeps } from './ports.ts'
import { openShop } from './testing/shop.ts'

// The same sale at two counters: what becomes of a sale whose register asks the others.

const shops: ReturnType<typeof openShop>[] = []
afterEach(async () => {
  for (const { selling } of shops.splice(0)) await selling.stop()
})

/** A shop whose other registers answer what they are told to; null: there is nobody to ask. */
function shop(changes: Partial<SellingDeps> = {}) {
  const claimed: { id: string; within: number; anyway: boolean; isPrepared: boolean }[] = []
  const released: string[] = []
  const world = {
    answer: Promise.resolve<SoldThere | null>(null) as Promise<SoldThere | null> | null,
  }
  const opened = openShop({
    elsewhere: {
      claim({ id }: Intent, within, anyway) {
        const isPrepared = opened.journal.sale(id) !== null
        claimed.push({ id, within, anyway, isPrepared })
        return world.answer
      },
      release: (id) => void released.push(id),
    },
    ...changes,
  })
  shops.push(opened)
  return { ...opened, world, claimed, released }
}

async function errorOf(call: Promise<unknown>): Promise<AppError | null> {
  const caught = await call.catch((error: unknown) => error)
  return caught instanceof Failure ? caught.error : null
}
const never = new Promise<never>(() => undefined)

test('it is asked before anything is written, and sold under the id that was told', async () => {
  const { sell, claimed, released, bodies } = shop()
  const { id, state } = await sell()
  expect(state).toBe('ACCEPTED')
  expect(claimed).toEqual([{ id, within: 600_000, anyway: false, isPrepared: false }])
  expect([bodies.length, released]).toEqual([1, []])
})

test('where there is nobody to ask a sale takes not one turn more', async () => {
  const turnsOf = async ({
    sell,
    bodies,
  }: Pick<ReturnType<typeof openShop>, 'sell' | 'bodies'>) => {
    const selling = sell()
    let turns = 0
    for (; bodies.length === 0; turns += 1) await Promise.resolve()
    await selling
    return turns
  }
  const plain = openShop()
  shops.push(plain)
  const joined = shop()
  joined.world.answer = null
  expect(await turnsOf(joined)).toBe(await turnsOf(plain))
})

test('who made or began the same is told, with when; whoever says that it is another one sells at once', async () => {
  const { sell, world, claimed, released, bodies } = shop()
  const there = (state: string | null) =>
    Promise.resolve({ name: 'Caja 2', ago: 3 * 60_000 + 5, state })
  const params = { register: 'Caja 2', within: 4 }
  for (const state of ['APPROVED', 'PARTIAL']) {
    world.answer = there(state)
    expect(await errorOf(sell())).toEqual({ code: 'SAME_SALE_MADE_THERE', params })
  }
  for (const state of [null, 'SENDING', 'UNKNOWN', 'PENDING', 'A NEW ONE']) {
    world.answer = there(state)
    expect(await errorOf(sell())).toEqual({ code: 'SAME_SALE_BEGUN_THERE', params })
  }
  expect(bodies).toEqual([])
  expect(released).toEqual(claimed.map(({ id }) => id))
  world.answer = never
  expect(await sell({ again: true })).toMatchObject({ state: 'ACCEPTED' })
  expect(claimed.at(-1)).toMatchObject({ anyway: true })
})

test('what changed while it was asked is met before anything is written', async () => {
  const ana = { id: 'p1', name: 'Ana' }
  const at = { cashier: ana as typeof ana | null, isBlocked: false }
  const { sell, world, claimed, released, bodies, clock, selling } = shop({
    cashier: () => at.cashier,
    mayBegin() {
      if (at.isBlocked) throw new Failure('RESTORE_WAITS')
    },
  })
  async function meanwhile(change: () => unknown, draftId: string) {
    const gate = Promise.withResolvers<null>()
    world.answer = gate.promise
    const asked = errorOf(sell({ draftId }))
    await clock.pass(0)
    world.answer = Promise.resolve(null)
    await change()
    gate.resolve(null)
    return (await asked)?.code
  }
  expect(await meanwhile(() => (at.cashier = null), 'draft-0001')).toBe('LOCKED')
  at.cashier = ana
  expect(await meanwhile(() => (at.isBlocked = true), 'draft-0002')).toBe('RESTORE_WAITS')
  at.isBlocked = false
  expect(released).toEqual(claimed.map(({ id }) => id))
  expect(bodies).toEqual([])
  const sold = () => sell({ draftId: 'draft-0003' })
  expect(await meanwhile(sold, 'draft-0004')).toBe('SAME_SALE_RECENTLY')
  expect(bodies).toHaveLength(1)
  await clock.pass(11 * 60_000)
  // It ends only once the sale has.
  expect(await meanwhile(() => void selling.stop(), 'draft-0005')).toBe('APP_CLOSING')
  expect(bodies).toHaveLength(1)
})

test('what is looked at once more is told to be the same draft, so that a passed limit is one line', async () => {
  const drafts: unknown[] = []
  const { sell } = shop({
    mayOwe({ tender, draftId }) {
      drafts.push(draftId)
      return tender
    },
  })
  const tender = { kind: 'credit', name: 'Rosa' } as const
  await sell({ draftId: 'draft-0009', tender })
  expect(drafts).toEqual(['draft-0009', 'draft-0009'])
})

test('another connection that came into use meanwhile sells nothing of it', async () => {
  const here = shop()
  const service = here.service
  let inUse = service
  const { sell, world, released, bodies } = shop({ service: () => inUse })
  const gate = Promise.withResolvers<null>()
  world.answer = gate.promise
  const asked = errorOf(sell())
  await here.clock.pass(0)
  inUse = { ...service, profile: { ...service.profile, id: 'another' } }
  gate.resolve(null)
  expect((await asked)?.code).toBe('QUOTE_NOT_FOUND')
  expect([released.length, bodies.length]).toEqual([1, 0])
})

test('a sale that cannot be written is told to be none', async () => {
  const here = shop()
  const { sell, released } = shop({
    journal: {
      ...here.journal,
      prepare() {
        throw new Failure('DISK_FULL')
      },
    },
  })
  expect((await errorOf(sell()))?.code).toBe('DISK_FULL')
  expect(released).toHaveLength(1)
})
