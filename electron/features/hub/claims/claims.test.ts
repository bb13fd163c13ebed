import { expect, test } from 'vitest'
import { Failure } from '../../../../shared/errors.ts'
import type { Thread } from '../../../async/thread.ts'
import type { HubConnection } from '../../../hub/connect.ts'
import type { HubStream } from '../../../store/hub/outbox.ts'
import { createVirtualClock } from '../../selling/testing/virtual-clock.ts'
import { createClaimDesk } from './claim-desk.ts'
import { claimQuestionSchema } from './claim-question.ts'
import { createClaims, type ToClaim } from './claims.ts'
import { createClaimModel } from '../testing/claim-model.ts'

// The same sale at two counters: the thread is a stand-in that asks a hub in memory, and time passes as it is told.

const window = 10 * 60_000
const minute = 60_000
const topUp: ToClaim = {
  ...{ id: 's1', profileId: 'p', productId: '7', reference: '300 123-4567' },
  amount: { minor: 500_000, currency: 'COP' },
}
const never = new Promise<never>(() => undefined)
const url = 'postgres:///shop?host=/x&port=5432'

function shop() {
  const clock = createVirtualClock(1_700_000_000_000)
  return { clock, model: createClaimModel(clock.now) }
}

function register({ clock, model }: ReturnType<typeof shop>, code: string, isJoined = true) {
  const stream: HubStream = {
    ...{ id: 's', code, name: code, login: code, url, ca: null, begunAt: 1 },
    ...{ ackedSeq: 0, ackedAt: null },
  }
  const world = {
    stream: isJoined ? stream : null,
    looked: 0,
    asked: 0,
    connected: 0,
    /** What becomes of a question on its way to the hub. */
    hinders: async (): Promise<void> => undefined,
    password: async (): Promise<string | null> => 'p',
    /** What the hub says in place of its own answer. */
    says: undefined as unknown,
  }
  const own = model.registerOf(code, `Caja ${code}`)
  const hub: HubConnection = {
    ...own,
    async rows(row, sql, values) {
      await world.hinders()
      const answer = await own.rows(row, sql, values)
      return world.says === undefined ? answer : [row.parse(world.says)]
    },
  }
  const answer = createClaimDesk(async () => {
    world.connected += 1
    return hub
  })
  let fail: (reason: Failure) => void = () => undefined
  const thread: Thread = {
    async ask(question, schema) {
      world.asked += 1
      const ended = new Promise<never>((_, reject) => (fail = reject))
      return schema.parse(await Promise.race([answer(claimQuestionSchema.parse(question)), ended]))
    },
    end: async (reason = new Failure('CANCELLED')) => fail(reason),
  }
  const claims = createClaims({
    ...{ clock, thread },
    stream() {
      world.looked += 1
      return world.stream
    },
    password: () => world.password(),
    serviceOf: (profile) => (profile === 'p' ? 'https://service' : null),
  })
  const claim = (differs: Partial<ToClaim> = {}, anyway = false) =>
    claims.claim({ ...topUp, ...differs }, window, anyway)
  return { world, claims, claim, stream }
}

test('a register of no hub asks nobody, waits for nothing and has no timer', async () => {
  const here = shop()
  const { world, claims, claim } = register(here, 'C1', false)
  claims.start()
  expect(claim()).toBeNull()
  claims.release('s1')
  await here.clock.pass(60 * minute)
  // Its journal was read once.
  expect([world.asked, world.looked]).toEqual([0, 1])
})

test('of two counters the second hears of the first, since when, and what came of it', async () => {
  const here = shop()
  const [one, other] = [register(here, 'C1'), register(here, 'C2')]
  expect(await one.claim()).toBeNull()
  await here.clock.pass(minute)
  const same = { id: 's2', reference: '3001234567' }
  expect(await other.claim(same)).toEqual({ name: 'Caja C1', ago: minute, state: null })
  here.model.end('s1', 'APPROVED')
  expect(await other.claim(same)).toMatchObject({ state: 'APPROVED' })
  // Nothing says who the customer is.
  expect(here.model.prints()).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
  for (const differs of [
    { reference: '3001234568' },
    { productId: '8' },
    { amount: { minor: 500_001, currency: 'COP' } },
    { amount: { minor: 500_000, currency: 'USD' } },
  ])
    expect(await other.claim({ ...same, ...differs })).toBeNull()
  // The first one asks of itself as ever: in its own journal.
  expect(await one.claim({ id: 's3', reference: '3009999999' })).toBeNull()
  await here.clock.pass(window)
  expect(await other.claim(same)).toBeNull()
})

test('what was refused there, or given up before it was made, keeps nobody', async () => {
  const here = shop()
  const [one, other] = [register(here, 'C1'), register(here, 'C2')]
  await one.claim()
  for (const state of ['NOT_SENT', 'REJECTED', 'DECLINED']) {
    here.model.end('s1', state)
    expect(await other.claim({ id: `s-${state}` })).toBeNull()
    other.claims.release(`s-${state}`)
  }
  here.model.end('s1', 'UNKNOWN')
  expect(await other.claim({ id: 's2' })).toMatchObject({ name: 'Caja C1' })
  one.claims.release('s1')
  await here.clock.pass(0)
  expect(await other.claim({ id: 's2' })).toBeNull()
  // Who was told, and sells all the same, is heard of, too.
  expect(await one.claim({ id: 's4' }, true)).toMatchObject({ name: 'Caja C2' })
  other.claims.release('s2')
  expect(await other.claim({ id: 's5' })).toMatchObject({ name: 'Caja C1' })
})

test('what is sold to nobody in particular, or by the test service, is asked of nobody', () => {
  const { world, claim } = register(shop(), 'C1')
  expect([claim({ reference: ' - ' }), claim({ profileId: 'sandbox' })]).toEqual([null, null])
  expect(world.asked).toBe(0)
})

test('a hub that hangs holds a sale up for 400 ms once, and is asked again when it answers', async () => {
  const here = shop()
  const { world, claims, claim } = register(here, 'C1')
  claims.start()
  await here.clock.pass(0)
  world.hinders = () => never
  const asked = claim()
  let answer: unknown = 'none'
  void asked?.then((said) => (answer = said))
  await here.clock.pass(399)
  expect(answer).toBe('none')
  await here.clock.pass(1)
  expect(answer).toBeNull()
  const before = world.asked
  expect(claim()).toBeNull()
  expect(world.asked).toBe(before)
  // It is looked after meanwhile; one that answers late is none that a sale asks.
  await here.clock.pass(15_000 + 400)
  expect([claim(), world.asked]).toEqual([null, before + 1])
  world.hinders = async () => undefined
  await here.clock.pass(30_000)
  expect(await claim()).toBeNull()
  expect(world.asked).toBeGreaterThan(before + 1)
  expect(here.model.prints()).toHaveLength(1)
})

test('a thread that is silent is ended, and a password that never comes is waited for no longer', async () => {
  const here = shop()
  const { world, claims, claim } = register(here, 'C1')
  world.hinders = () => never
  claims.start()
  await here.clock.pass(30_000)
  world.hinders = async () => undefined
  await here.clock.pass(15_000)
  expect(await claim()).toBeNull()
  expect(here.model.prints()).toHaveLength(1)
  world.password = () => never
  const asked = claim({ id: 's2' })
  await here.clock.pass(400)
  expect(await asked).toBeNull()
})

const nonsense: unknown[] = [null, 'x', {}, { name: 1, ago: 'x', state: [] }, { ago: -1 }]
test.each(nonsense)('a hub that answers %j keeps nobody from selling', async (says) => {
  const here = shop()
  const { world, claim } = register(here, 'C1')
  world.says = says
  expect(await claim()).toBeNull()
  // No timer of it is left.
  expect(claim()).toBeNull()
})

test('a hub that is gone, and one that has no password here, keep nobody from selling', async () => {
  const here = shop()
  const { world, claim } = register(here, 'C1')
  world.hinders = () => Promise.reject(new Failure('HUB_UNREACHABLE', { reason: 'x' }))
  expect(await claim()).toBeNull()
  const other = register(here, 'C2')
  other.world.password = async () => null
  expect(await other.claim()).toBeNull()
  expect(other.world.asked).toBe(0)
})

test('a connection that was lost since is made anew within the same question', async () => {
  const here = shop()
  const { world, claims, claim } = register(here, 'C1')
  claims.start()
  await here.clock.pass(0)
  let isFirst = true
  world.hinders = async () => {
    if (!isFirst) return
    isFirst = false
    throw new Failure('HUB_UNREACHABLE', { reason: 'broken' })
  }
  expect(await claim()).toBeNull()
  expect([world.connected, here.model.prints().length]).toEqual([2, 1])
})

test('who joins or leaves asks the hub of now, and who closes asks none', async () => {
  const here = shop()
  const { world, claims, claim, stream } = register(here, 'C1', false)
  claims.start()
  world.stream = stream
  expect(claim()).toBeNull()
  claims.renew()
  expect(await claim()).toBeNull()
  expect(here.model.prints()).toHaveLength(1)
  world.stream = null
  claims.renew()
  const { asked } = world
  expect(claim()).toBeNull()
  world.stream = stream
  claims.renew()
  await claims.stop()
  expect(claim()).toBeNull()
  await here.clock.pass(60 * minute)
  expect(world.asked).toBe(asked + 1)
})
