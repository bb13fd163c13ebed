import { expect, test } from 'vitest'
import { z } from 'zod'
import { Failure } from '../../../shared/errors.ts'
import type { HubConnection } from '../../hub/connect.ts'
import type { Journal } from '../../store/journal/journal.ts'
import { beginning, type Position } from '../../store/hub/outbox.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { sellSample } from '../../store/testing/sell-sample.ts'
import { ship, type ReadOutbox } from './ship.ts'

// What is sent against a model of the hub that loses connections, answers late, takes late what was given up or twice what came
// once, goes back to a copy of itself, refuses what it cannot store, and is joined again meanwhile.

const { journal } = openMemoryJournal()
const read: ReadOutbox = (work) => work(journal.outbox)
const itemsSchema = z.array(z.object({ kind: z.string(), ref: z.string(), image: z.unknown() }))
const whySchema = z.object({ refused: z.string().nullable().default(null) })
const pushSchema = z.tuple([
  ...[z.string(), z.int(), z.string(), z.int(), z.string(), z.int().nullable(), z.string()],
  z.string(),
] as const)

/** Numbers that follow from a seed alone. */
function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** What the hub holds: one row a thing, and the position. */
interface Held {
  position: Position
  rows: Map<string, unknown>
}

function createModel(random: () => number) {
  let held: Held = { position: beginning, rows: new Map() }
  let joined = ''
  let cuts = 0.3
  /** What its sender gave up, and is still on its way. */
  let late: (readonly unknown[])[] = []
  /** What it cannot store as it is. */
  let refuses = (_ref: string): boolean => false

  function pushed(values: readonly unknown[]): void {
    const [stream, seq, tip, toSeq, toTip, , , items] = pushSchema.parse(values)
    if (stream !== joined) throw new Failure('HUB_FORKED')
    if (held.position.seq !== seq || held.position.tip !== tip) throw new Failure('HUB_FORKED')
    const rows = new Map(held.rows)
    for (const { kind, ref, image } of itemsSchema.parse(JSON.parse(items))) {
      if (kind !== 'unreadable' && refuses(ref)) {
        throw new Failure('HUB_REFUSED', { reason: '22003' })
      }
      rows.set(`${kind} ${ref}`, image)
      rows.delete(`unreadable ${kind} ${ref}`)
    }
    held = { position: { seq: toSeq, tip: toTip }, rows }
  }

  /** A connection may end before what is asked is done, or after; whoever else asks comes between. */
  async function asked<T>(work: () => T): Promise<T> {
    await Promise.resolve()
    const luck = random()
    if (luck < cuts / 2) throw new Failure('HUB_UNREACHABLE', { reason: 'before' })
    const done = work()
    await Promise.resolve()
    if (luck < cuts) throw new Failure('HUB_UNREACHABLE', { reason: 'after' })
    return done
  }

  function position([stream]: readonly unknown[]): Position {
    if (stream !== joined) throw new Failure('HUB_FORKED')
    return held.position
  }

  const missing = () =>
    [...held.rows]
      .filter(([name]) => name.startsWith('unreadable '))
      .map(([name, image]) => ({ thing: name.slice('unreadable '.length), image }))
      .map(({ thing, image }) => ({ thing, refused: whySchema.parse(image).refused }))

  /** The hub takes what fits; what does not changes nothing. */
  function arrives(values: readonly unknown[]): void {
    try {
      pushed(values)
    } catch (caught) {
      if (!(caught instanceof Failure)) throw caught
    }
  }

  async function pushing(values: readonly unknown[]): Promise<void> {
    if (random() < cuts / 2) {
      late.push(values)
      await Promise.resolve()
      throw new Failure('HUB_UNREACHABLE', { reason: 'late' })
    }
    await asked(() => pushed(values))
    if (random() < cuts) arrives(values)
  }

  const hub: HubConnection = {
    rows: (row, sql, values = []) =>
      asked(() =>
        (sql.includes('missing_v1') ? missing() : [position(values)]).map((one) =>
          z.parse(row, one),
        ),
      ),
    run: (_sql, values = []) => pushing(values),
    transaction: (work) => work(),
    close: () => Promise.resolve(),
  }
  return {
    hub,
    held: () => held,
    goBackTo: (before: Held) => void (held = before),
    /** A new stream begins, over what is there. */
    join(stream: string): void {
      joined = stream
      held = { ...held, position: beginning }
    },
    /** What was given up comes, in any order. */
    arrive(): void {
      const order = late.map((values) => ({ values, at: random() }))
      late = []
      for (const { values } of order.toSorted((one, other) => one.at - other.at)) arrives(values)
    },
    /** From now on nothing is cut. */
    calm: () => void (cuts = 0),
    refuse: (which: (ref: string) => boolean) => void (refuses = which),
  }
}

let sold = 0
function sellSome(of: Journal, count: number): void {
  for (let made = 0; made < count; made += 1) sellSample(of, `sale-${(sold += 1)}`)
}

/** A sale of before loses its customer. */
function eraseOne(of: Journal, luck: number): void {
  const sale = `sale-${1 + Math.floor(luck * sold)}`
  of.personal.ask({ sales: [sale], notes: [] }, { at: 1, why: 'request', by: null })
  of.personal.eraseDue(Number.MAX_SAFE_INTEGER, 1)
}

test('whatever is cut, late, sent twice or taken back, in the end the hub holds what the journal does', async () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const random = numbersOf(seed)
    const model = createModel(random)
    let stream = ''
    const begin = (id: string) => {
      stream = id
      const named = { id, code: 'C1', name: 'Caja 1', login: 'l', url: 'u', ca: null }
      journal.outbox.begin({ ...named, begunAt: 1 })
      model.join(id)
    }
    const send = () => ship({ hub: model.hub, read, stream, version: '1', now: () => 1, atOnce: 7 })
    begin(`${seed}`)
    let copy = model.held()
    for (let round = 0; round < 8; round += 1) {
      if (random() < 0.3) sellSome(journal, 1)
      if (random() < 0.2) eraseOne(journal, random())
      const before = model.held().position.seq
      // The window and the command line at once.
      const both = await Promise.allSettled([send(), send()])
      for (const one of both) {
        if (one.status === 'rejected') {
          expect(one.reason, `seed ${seed}`).toMatchObject({ error: { code: 'HUB_UNREACHABLE' } })
        }
      }
      expect(model.held().position.seq, `seed ${seed}`).toBeGreaterThanOrEqual(before)
      if (random() < 0.3) model.arrive()
      if (random() < 0.2) copy = model.held()
      if (random() < 0.2) model.goBackTo(copy)
      if (random() < 0.1) {
        begin(`${seed} again in ${round}`)
        copy = model.held()
      }
      const bad = Math.floor(random() * 4)
      model.refuse((ref) => Number(ref.slice('sale-'.length)) % 4 === bad)
    }
    model.arrive()
    model.calm()
    // All but what it cannot store, of which it has the names; and that, too, once it can.
    const isRefused = (ref: string) => Number(ref.slice('sale-'.length)) % 4 === 1
    model.refuse(isRefused)
    const { missing } = await send()
    expect(
      missing.filter(({ thing }) => !isRefused(thing.slice('sale '.length))),
      `seed ${seed}`,
    ).toEqual([])
    expectSame(model.held(), `seed ${seed}`, new Set(missing.map(({ thing }) => thing)))
    model.refuse(() => false)
    expect(await send(), `seed ${seed}`).toEqual({ sent: 0, missing: [] })
    expectSame(model.held(), `seed ${seed}`)
  }
})

/** Position and things of the hub are the journal's. */
function expectSame({ position, rows }: Held, seed: string, missing = new Set<string>()): void {
  const things = journal.outbox.after(0, 100_000)
  const { seq, tip } = things.at(-1) ?? beginning
  expect(position, seed).toEqual({ seq, tip })
  const names = new Set(things.map(({ kind, ref }) => `${kind} ${ref}`))
  for (const name of names) {
    expect(rows.has(`unreadable ${name}`), `${seed} ${name}`).toBe(missing.has(name))
  }
  const whole = [...rows].filter(([name]) => !name.startsWith('unreadable ') && !missing.has(name))
  expect(whole.map(([name]) => name).toSorted(), seed).toEqual(
    [...names].filter((name) => !missing.has(name)).toSorted(),
  )
  for (const [name, image] of whole) {
    const [, ref = ''] = name.split(' ')
    expect(image, `${seed} ${ref}`).toEqual(journal.outbox.image('sale', ref))
  }
}

test('a journal that never stood where the hub stands sends nothing', async () => {
  const model = createModel(() => 1)
  model.join('x')
  model.goBackTo({ position: { seq: 1, tip: 'ffffffffffffffff' }, rows: new Map() })
  const sending = ship({ hub: model.hub, read, stream: 'x', version: '1', now: () => 1 })
  await expect(sending).rejects.toMatchObject({ error: { code: 'HUB_FORKED' } })
  expect(model.held().rows.size).toBe(0)
})

test('a sale that cannot be read is named, and stops none that follows it', async () => {
  const { journal: own, db } = openMemoryJournal()
  const readOwn: ReadOutbox = (work) => work(own.outbox)
  const stream = { id: 's', code: 'C1', name: 'Caja 1', login: 'l', url: 'u', ca: null }
  own.outbox.begin({ ...stream, begunAt: 1 })
  for (const id of ['one', 'two', 'three']) sellSample(own, id)
  expect(own.slimming.pack(Number.MAX_SAFE_INTEGER, 10)).toBe(2)
  db.exec("drop trigger sale_packed; update sale set packed = x'010203' where id = 'two'")
  const model = createModel(() => 1)
  model.join('s')
  const send = () =>
    ship({ hub: model.hub, read: readOwn, stream: 's', version: '1', now: () => 1, atOnce: 2 })
  const missing = [{ thing: 'sale two', refused: null }]
  expect(await send()).toEqual({ sent: 12, missing })
  expect([...model.held().rows.keys()].toSorted()).toEqual([
    ...['sale one', 'sale three', 'unreadable sale two'],
  ])
  expect(await send()).toEqual({ sent: 0, missing })
})

test('a sale that the hub cannot store is set aside under its name, and all behind it goes on', async () => {
  const { journal: own } = openMemoryJournal()
  const stream = { id: 's', code: 'C1', name: 'Caja 1', login: 'l', url: 'u', ca: null }
  own.outbox.begin({ ...stream, begunAt: 1 })
  for (let made = 0; made < 30; made += 1) sellSample(own, `sale-${made}`)
  const model = createModel(() => 1)
  model.join('s')
  model.refuse((ref) => ref === 'sale-3' || ref === 'sale-4' || ref === 'sale-29')
  let asked = 0
  const send = (deps: object = {}) =>
    ship({
      ...{ hub: model.hub, stream: 's', version: '1', now: () => 1 },
      read: (work) => ((asked += 1), work(own.outbox)),
      ...deps,
    })
  const refused = ['sale-29', 'sale-3', 'sale-4']
  const { sent, missing } = await send()
  expect(sent).toBe(120)
  expect(missing.toSorted((one, other) => (one.thing < other.thing ? -1 : 1))).toEqual(
    refused.map((ref) => ({ thing: `sale ${ref}`, refused: '22003' })),
  )
  expect(model.held().rows.size).toBe(30)
  expect(model.held().rows.has('sale sale-28')).toBe(true)
  // Found by halves: not one change at a time.
  expect(asked).toBeLessThan(60)
  model.refuse(() => false)
  expect(await send()).toEqual({ sent: 0, missing: [] })
  expect(model.held().rows.get('sale sale-3')).toEqual(own.outbox.image('sale', 'sale-3'))
})

test('a hub that refuses everything is told as what is wrong, and nothing is passed over', async () => {
  const { journal: own } = openMemoryJournal()
  const stream = { id: 's', code: 'C1', name: 'Caja 1', login: 'l', url: 'u', ca: null }
  own.outbox.begin({ ...stream, begunAt: 1 })
  const amount = { minor: 1, currency: 'COP' }
  const seen = { at: 5, reason: 'opening', balance: amount, profits: amount } as const
  for (let made = 0; made < 130; made += 1) own.recordBalance('p1', seen)
  const model = createModel(() => 1)
  model.join('s')
  model.refuse(() => true)
  const deps = { hub: model.hub, stream: 's', version: '1', now: () => 1 }
  const send = () => ship({ ...deps, read: (work) => work(own.outbox) })
  const refusal = { error: { code: 'HUB_REFUSED', params: { reason: '22003' } } }
  await expect(send()).rejects.toMatchObject(refusal)
  expect(model.held().rows.size).toBe(100)
  model.refuse(() => false)
  expect(await send()).toEqual({ sent: 30, missing: [] })
  expect(model.held().rows.size).toBe(130)
  // Not even its name.
  const whole: typeof model.hub = { ...model.hub, run: () => Promise.reject(named) }
  const named = new Failure('HUB_REFUSED', { reason: '22023' })
  own.recordBalance('p1', seen)
  await expect(ship({ ...deps, hub: whole, read: (work) => work(own.outbox) })).rejects.toBe(named)
})
