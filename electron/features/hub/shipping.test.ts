import { expect, test, vi } from 'vitest'
import { Failure } from '../../../shared/errors.ts'
import type { Thread } from '../../async/thread.ts'
import { writtenJournal } from '../../store/journal/journal-access.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { sellSample } from '../../store/testing/sell-sample.ts'
import type { TakeStep } from '../../store/hub/shared.ts'
import { packShared } from './packed-shared.ts'
import { createShipping } from './shipping.ts'

// When it is sent behind, and when not: the thread is a stand-in, and the clock goes as it is told.

const named = { code: 'C1', name: 'Caja 1', login: 'l', url: 'u', ca: null, begunAt: 1 }
const second = 1_000
const minute = 60 * second

function register({ joined = true, password = 'p' as string | null } = {}) {
  const { journal } = openMemoryJournal()
  if (joined) journal.outbox.begin({ id: 's', ...named })
  const world = {
    ms: 0,
    timers: new Map<object, { at: number; work: () => void }>(),
    asked: 0,
    ended: 0,
    isSelling: false,
    /** The journal is not to be read. */
    isBroken: false,
    forgotten: 0,
    /** What was new of what registers share. */
    shared: [] as string[],
    /** Which orders were carried out. */
    carriedOut: [] as string[],
    problems: [] as string[],
    /** What the hub makes of a question; `acked` of it is told before. */
    answers: async (): Promise<unknown> => ({
      sent: 1,
      left: 0,
      missing: [],
      beside: null,
      shared: null,
      orders: null,
    }),
    acked: 0,
  }
  let fail: (reason: Failure) => void = () => undefined
  const thread: Thread = {
    ask: async (_question, schema, { progress } = {}) => {
      world.asked += 1
      const dropped = new Promise<never>((_, reject) => (fail = reject))
      if (world.acked > 0) progress?.({ seq: world.acked })
      return schema.parse(await Promise.race([world.answers(), dropped]))
    },
    end: async (reason = new Failure('CANCELLED')) => {
      world.ended += 1
      fail(reason)
    },
  }
  const stream = () => {
    if (world.isBroken) throw new Failure('STORE_FAILED', { reason: 'x' })
    return journal.outbox.stream()
  }
  const access = writtenJournal({ ...journal, outbox: { ...journal.outbox, stream } })
  const shipping = createShipping({
    ...{ dataDir: '/x', version: '1', thread, journal: access },
    clock: {
      now: () => 1_700_000_000_000 + world.ms,
      monotonic: () => world.ms,
      after(delay, work) {
        const key = {}
        world.timers.set(key, { at: world.ms + delay, work })
        return () => void world.timers.delete(key)
      },
    },
    password: async () => password,
    places: () => ({ accounts: {}, beside: [] }),
    keepBeside: () => undefined,
    carryOut: async (orders) => void world.carriedOut.push(...orders.map(({ id }) => id)),
    onShared: ({ kinds }) => void world.shared.push(...kinds),
    forgetPassword: () => void (world.forgotten += 1),
    isSelling: () => world.isSelling,
    onProblem: ({ code }) => void world.problems.push(code),
    onChange: () => undefined,
  })
  /** Lets the time pass, and all that waited for it happen. */
  async function pass(ms: number): Promise<void> {
    const until = world.ms + ms
    for (;;) {
      const [next] = [...world.timers].toSorted(([, one], [, other]) => one.at - other.at)
      if (!next || next[1].at > until) break
      const [key, { at, work }] = next
      world.timers.delete(key)
      world.ms = at
      work()
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    }
    world.ms = until
  }
  let sold = 0
  const sell = () => sellSample(journal, `sale-${(sold += 1)}`)
  return { world, journal, shipping, pass, sell }
}

test('a register of no hub asks nobody and has no timer', async () => {
  const { world, shipping, pass, sell } = register({ joined: false })
  shipping.start()
  expect(world.timers.size).toBe(0)
  sell()
  await pass(60 * minute)
  await shipping.look()
  expect([world.asked, shipping.state().error]).toEqual([0, null])
})

test('what changed is sent some seconds later, and without a change every few minutes', async () => {
  const { world, shipping, pass, sell } = register()
  shipping.start()
  await pass(6 * second)
  expect(world.asked).toBe(1)
  await pass(3 * minute)
  expect(world.asked).toBe(1)
  sell()
  await pass(6 * second)
  expect(world.asked).toBe(2)
  await pass(21 * minute)
  expect(world.asked).toBe(7)
})

test('a hub that is gone is asked less and less, and says so once; by hand it is asked at once', async () => {
  const { world, shipping, pass } = register()
  world.answers = () => Promise.reject(new Failure('HUB_UNREACHABLE', { reason: 'x' }))
  shipping.start()
  await pass(60 * minute)
  expect(world.asked).toBe(11)
  expect(world.problems).toEqual(['HUB_UNREACHABLE'])
  expect(shipping.state().error?.code).toBe('HUB_UNREACHABLE')
  world.answers = async () => ({
    sent: 0,
    left: 0,
    missing: [],
    beside: null,
    shared: null,
    orders: null,
  })
  shipping.now()
  await pass(0)
  await pass(10 * second)
  expect([world.asked, shipping.state().error]).toEqual([12, null])
})

test('how far the hub has it is written down, and not while somebody sells', async () => {
  const { world, shipping, pass, sell, journal } = register()
  sell()
  world.acked = journal.outbox.newest()
  world.isSelling = true
  shipping.start()
  await pass(6 * second)
  expect(journal.outbox.stream()).toMatchObject({ ackedSeq: 0 })
  world.isSelling = false
  await pass(6 * second)
  expect(journal.outbox.stream()).toMatchObject({ ackedSeq: world.acked })
})

test('a hub that never answers is left after some minutes, and the end waits for nobody', async () => {
  const { world, shipping, pass } = register()
  world.answers = () => new Promise(() => undefined)
  shipping.start()
  await pass(2 * minute)
  expect([world.asked, shipping.state().isSending]).toEqual([1, true])
  await pass(2 * minute)
  expect(shipping.state().error).toEqual({
    code: 'HUB_UNREACHABLE',
    params: { reason: 'ETIMEDOUT' },
  })
  await pass(minute)
  expect(world.asked).toBe(2)
  await shipping.stop()
  expect([world.ended > 1, world.timers.size]).toEqual([true, 0])
})

test('what came of a stream that was left meanwhile is not written down for the next', async () => {
  const { world, shipping, pass, journal } = register()
  world.acked = 3
  const answer = Promise.withResolvers<unknown>()
  world.answers = () => answer.promise
  shipping.start()
  await pass(6 * second)
  journal.outbox.begin({ id: 'other', ...named })
  expect(shipping.state()).toMatchObject({ acked: 0, sentAt: null })
  answer.resolve({ sent: 9, left: 0, missing: [], beside: null, shared: null, orders: null })
  world.acked = 0
  await pass(6 * second)
  expect(journal.outbox.stream()).toMatchObject({ id: 'other', ackedSeq: 0 })
})

test('while a stream is left or begun nothing is sent; then it goes on, whatever came of it', async () => {
  const { world, shipping, pass, sell } = register()
  const answer = world.answers
  world.answers = () => new Promise(() => undefined)
  shipping.start()
  await pass(6 * second)
  const leaving = Promise.withResolvers<undefined>()
  const left = shipping.without(() => leaving.promise)
  await pass(6 * second)
  expect([world.asked, world.ended]).toEqual([1, 1])
  sell()
  world.answers = answer
  shipping.now()
  await pass(5 * minute)
  expect(world.asked).toBe(1)
  leaving.reject(new Failure('HUB_UNREACHABLE', { reason: 'x' }))
  await expect(left).rejects.toBeInstanceOf(Failure)
  await pass(6 * second)
  expect([world.asked, shipping.state().error, world.problems]).toEqual([2, null, []])
})

test('a journal that cannot be read once is looked in again, and it is said once', async () => {
  const { world, shipping, pass } = register()
  shipping.start()
  world.isBroken = true
  await pass(minute)
  expect([world.asked, world.problems]).toEqual([0, ['STORE_FAILED']])
  world.isBroken = false
  await pass(6 * second)
  expect(world.asked).toBe(1)
})

test('a password that is refused is read anew, and what fails beside is said once', async () => {
  const { world, shipping, pass } = register()
  world.answers = () => Promise.reject(new Failure('HUB_LOGIN_REFUSED'))
  shipping.start()
  await pass(6 * second)
  expect(world.forgotten).toBe(1)
  const beside = { code: 'DISK_FULL' }
  world.answers = async () => ({
    sent: 0,
    left: 0,
    missing: [],
    beside,
    shared: null,
    orders: null,
  })
  await pass(20 * minute)
  expect(world.problems).toEqual(['HUB_LOGIN_REFUSED', 'DISK_FULL'])
  expect(shipping.state().error).toBeNull()
})

test('whom others ordered to be erased is erased before anything is sent', async () => {
  const { world, shipping, pass } = register()
  const answer = world.answers
  const orders = [{ id: 'o', by: 'C2', sales: [], notes: [] }]
  world.answers = async () => ({
    ...{ sent: 0, left: 1, missing: [], beside: null, shared: null, orders },
  })
  shipping.start()
  await pass(6 * second)
  expect([world.carriedOut, shipping.state().sentAt]).toEqual([['o'], null])
  world.answers = answer
  await pass(6 * second)
  expect([world.asked, shipping.state().sentAt === null]).toEqual([2, false])
})

test('what is heard is written down in turns that a sale stops, and what is left to say goes at the next look', async () => {
  const { world, journal, shipping, pass } = register()
  const { shared } = journal.outbox
  const answer = world.answers
  const written = { kinds: new Set<string>(), replaced: 0, beside: [], isMore: true }
  const heard = { seq: 0, tip: '', after: { seq: 0, tip: '' }, anew: false, sent: [] }
  const doc = (at: number) => {
    const of = { kind: 'debt', scope: 'branch', key: `debt ${at}`, version: 1 }
    return { ...of, by: 'C2', own: false, body: { at } }
  }
  // A turn ends between two steps, and a sale stops them.
  let steps = 0
  const step: TakeStep = () => {
    world.isSelling = (steps += 1) === 2
    return steps === 3 ? written : null
  }
  const takes = vi.spyOn(shared, 'takes').mockReturnValueOnce(step)
  world.answers = async () => ({
    ...{ sent: 0, left: 0, missing: [], beside: null, orders: null },
    shared: packShared({ ...heard, docs: Array.from({ length: 450 }, (_, at) => doc(at)) }),
  })
  shipping.start()
  await pass(6 * second)
  world.answers = answer
  await pass(second)
  expect([world.asked, steps]).toEqual([1, 2])
  // What came in parts is whole again.
  expect(takes.mock.calls.map(([{ docs }]) => [docs.length, docs.at(-1)])).toEqual([
    [450, doc(449)],
  ])
  world.isSelling = false
  await pass(minute)
  expect([world.asked, steps]).toEqual([2, 3])
})

test('without a password it says so and loads nothing', async () => {
  const { world, shipping, pass } = register({ password: null })
  shipping.start()
  await pass(6 * second)
  expect([world.asked, shipping.state().error?.code]).toEqual([0, 'HUB_NO_KEYRING'])
})
