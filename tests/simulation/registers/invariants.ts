import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { jsonOf } from '../../../electron/store/sqlite/rows.ts'
import { future, withoutLater, type Till } from './till.ts'
import {
  completeUntil,
  lineOf,
  missingOf,
  otherKey,
  rightRules,
  totalKey,
  type HubState,
} from './hub-state.ts'
import { nameless, partOf, rowKey, saleOf, type Doc, type Row } from './images.ts'
import { hasSale, imageOf, isDue, thingsOf, type Standing, type World } from './world.ts'

// What must be so after everything that happens, and once faults have stopped.

const idRow = z.object({ id: z.string() })
const nameOf = ({ till }: Standing) => till.deps.name

/** What was so of the hub when it was last looked at. */
export interface Seen {
  state: HubState | null
  positions: ReadonlyMap<string, number>
  erased: ReadonlySet<string>
  /** Of each stream, what its register had sold there when it began. */
  begun: Map<string, ReadonlySet<string>>
}
export const nothingSeen = (): Seen => ({
  state: null,
  positions: new Map(),
  erased: new Set(),
  begun: new Map(),
})

/** After each step. `wentBack`: an older copy of the hub took its place. */
export function watch(world: World, seen: Seen, wentBack: boolean): Seen {
  const state = world.model.held()
  // What only a register did makes nothing untrue of what the hub said before.
  if (
    seen.state?.streams === state.streams &&
    seen.state.sales === state.sales &&
    seen.state.registers === state.registers
  )
    return seen
  const positions = new Map([...state.streams].map(([id, { seq }]) => [id, seq]))
  const erased = new Set(
    [...state.sales.values()].flatMap(({ id, doc }) => ('erasure' in doc ? [id] : [])),
  )
  if (!wentBack) {
    for (const [id, seq] of seen.positions)
      if ((positions.get(id) ?? -1) < seq)
        world.violate(`the position of a stream went back to ${positions.get(id)}`)
    if (seen.state) keepsRows(world, seen.state, state)
    for (const id of seen.erased)
      if (!erased.has(id)) world.violate(`${id} was erased, and is back`)
  }
  const begun = new Map(
    [...state.streams.keys()].map((id) => [id, seen.begun.get(id) ?? soldBy(state, id)]),
  )
  countsOnce(world, state)
  for (const register of state.registers.values()) {
    const stream = [...state.streams.values()].findLast((one) => one.register === register.id)
    if (!stream?.isOpen) continue
    const holders = world.alive().filter(({ till }) => till.stream()?.id === stream.id)
    const own = holders.filter(({ till }) => till.journal.outbox.knows(stream))
    isMixed(world, state, stream.id, own, begun.get(stream.id))
    if (holders.length === 1 && own[0]) isComplete(world, register.id, own[0], stream.seq)
  }
  return { state, positions, erased, begun }
}

const soldBy = ({ streams, sales }: HubState, stream: string): ReadonlySet<string> => {
  const register = streams.get(stream)?.register
  return new Set([...sales.values()].flatMap((one) => (one.register === register ? [one.id] : [])))
}

/** No row that came is taken away again, whatever copy of a journal is sent. */
function keepsRows(world: World, before: HubState, state: HubState): void {
  const pairs = [
    ...[...before.sales].map(
      ([key, one]) => [`sale ${key}`, one.doc, state.sales.get(key)?.doc] as const,
    ),
    ...[...before.shifts].map(
      ([key, one]) => [`shift ${key}`, one.doc, state.shifts.get(key)?.doc] as const,
    ),
  ]
  for (const [name, was, is = {}] of pairs) {
    if (was === is) continue
    for (const [part, value] of Object.entries(was)) {
      if (!Array.isArray(value) || part === 'sale_event' || part === 'erasure') continue
      const keys = partOf(is, part).map(rowKey)
      const isKept = (row: Row) => keys.some((key) => isDeepStrictEqual(key, rowKey(row)))
      if (!partOf(was, part).every(isKept)) world.violate(`of ${name} a row of ${part} is gone`)
    }
  }
}

/** The sums are those of the rows, and no sale is there twice. */
function countsOnce(world: World, { sales, totals }: HubState): void {
  const bare = new Map<string, { count: number; total: number }>()
  const ids = new Set<string>()
  for (const sale of sales.values()) {
    if (ids.has(sale.id)) world.violate(`${sale.id} is there twice`)
    ids.add(sale.id)
    const key = totalKey(sale)
    const known = bare.get(key) ?? { count: 0, total: 0 }
    bare.set(key, { count: known.count + 1, total: known.total + sale.total })
  }
  const kept = new Map([...totals].filter(([, { count, total }]) => count !== 0 || total !== 0))
  if (!isDeepStrictEqual(kept, bare)) world.violate('the sums of days are not those of the sales')
}

/** What came in a stream is of one journal. */
function isMixed(
  world: World,
  state: HubState,
  stream: string,
  own: readonly Standing[],
  begun: ReadonlySet<string> = new Set(),
): void {
  const sold = [...soldBy(state, stream)].filter((id) => !begun.has(id))
  if (world.standings.length < 3 && world.counts.restores === 0) return
  if (sold.length === 0 || own.length === 0) return
  const isOfOne = own.some(({ till }) => sold.every((id) => hasSale(till, id)))
  if (!isOfOne) world.violate(`two journals are mixed in one stream`)
}

/** Nobody is called complete until a moment before which something happened that is not there. */
function isComplete(
  world: World,
  register: number,
  { till, happened }: Standing,
  seq: number,
): void {
  const until = world.model.completeUntil(register)
  if (until === null) return
  const first = happened.find(({ upTo }) => upTo > seq)
  if (first && first.at < until)
    world.violate(`${till.deps.name} is called complete ${until - first.at} ms too far`)
  if (missingOf(world.model.held(), register).length > 0)
    world.violate(`${till.deps.name} is called complete though something is missing`)
}

/** Once faults have stopped, all was sent and everybody heard of it: the hub is what the journals are. */
export function atRest(world: World): void {
  const state = world.model.held()
  const registers = new Map([...state.registers.values()].map((one) => [one.name, one]))
  const alive = world.alive()
  for (const standing of alive) {
    const { till, register } = standing
    const own = registers.get(register ?? '')
    const stream = till.stream()
    const there = state.streams.get(stream?.id ?? '')
    if (!own || !there?.isOpen || there.register !== own.id) {
      world.violate(`${nameOf(standing)} is in no stream`)
      continue
    }
    const newest = till.journal.outbox.newest()
    const isThere = there.seq === newest && till.journal.outbox.knows(there)
    if (!isThere) world.violate(`${nameOf(standing)} is at ${newest}, its stream at ${there.seq}`)
    for (const [thing] of missingOf(state, own.id))
      world.violate(`of ${nameOf(standing)} ${thing} is missing`)
    if (completeUntil(state, own.id, rightRules) === null)
      world.violate(`${nameOf(standing)} is never complete`)
    if (!heardAll(world, till)) world.violate(`${nameOf(standing)} shares something else`)
    sameAsHere(world, state, standing, own.id)
    othersAsHere(world, state, standing, own.id)
  }
  fromNowhere(world, state)
  forgotten(world, state)
}

const copyRow = z.object({
  ...{ kind: z.string(), scope: z.string(), key: z.string() },
  body: jsonOf(z.unknown()).nullable(),
})

/** Whether what a register has of what all share is what the hub has, and nothing is left to be said of it. */
export function heardAll({ model }: World, { kept, journal, places }: Till): boolean {
  const { shared, registers } = model.held()
  const own = [...registers.values()].find(({ code }) => code === journal.outbox.stream()?.code)
  const home = `branch ${own?.branch ?? ''}`
  const there = [...shared.docs.values()].flatMap(({ kind, scope, key, body }) =>
    scope.startsWith('branch ') && scope !== home
      ? []
      : [[kind, scope === home ? 'branch' : scope, key, body]],
  )
  const here = kept.db
    .all(copyRow, 'select kind, scope, key, body from hub_shared')
    .map(({ kind, scope, key, body }) => [kind, scope, key, body])
  const sorted = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one)).toSorted()
  const isSame = isDeepStrictEqual(sorted(here), sorted(there))
  return isSame && journal.outbox.shared.changes(places()).length === 0
}

/** Each thing of a journal is there as it is, row by row. */
function sameAsHere(world: World, state: HubState, standing: Standing, own: number): void {
  const { till } = standing
  for (const { kind, ref, name } of thingsOf(till)) {
    const image = imageOf(till.journal, kind, ref)
    const there =
      kind === 'sale'
        ? [...state.sales.values()].find(({ id }) => id === ref)
        : state.shifts.get(ref)
    if (!image || !there) {
      world.violate(`${name} of ${nameOf(standing)} is not there`)
      continue
    }
    // It went back to an image in which somebody is named who is erased there: that one is not taken until it is erased again.
    if ('erasure' in there.doc && kind === 'sale' && isDue(till, ref)) continue
    // What a register of an earlier version sent last is there as that one has it.
    const isOlder = kind === 'sale' && !('draft_id' in saleOf(there.doc))
    const isOfOlder = isOlder && world.standings.some((one) => one.till.deps.isOlder)
    const sent = isOfOlder ? withoutLater(image) : image
    if (there.register === own) covers(world, `${name} of ${nameOf(standing)}`, there.doc, sent)
    else if (isGoneOnWith(state, own, there.register)) isNewest(world, name, there.doc, image)
  }
}

/** What is sent once, or told of an order, is there as it is. */
function othersAsHere(world: World, state: HubState, { till }: Standing, own: number): void {
  for (const [kind, sql] of others) {
    for (const { id } of till.kept.db.all(idRow, sql)) {
      const image = till.journal.outbox.image(kind, id)
      if (image && !isDeepStrictEqual(state.others.get(otherKey(own, kind, id)), image))
        world.violate(`${kind} ${id} of ${till.deps.name} is not as it is`)
    }
  }
}
const others = [
  ['balance', 'select cast(seq as text) as id from balance_snapshot'],
  ['trail', 'select cast(seq as text) as id from trail'],
  ['order', 'select id from erasure_order where done_at is not null'],
] as const

const isGoneOnWith = (state: HubState, own: number, register: number) => {
  const register_ = state.registers.get(own)
  return register_ !== undefined && lineOf(state, register_).has(register)
}

/** Where a register goes on with what another one sold the newer image stays. */
function isNewest(world: World, name: string, doc: Doc, image: Doc): void {
  const [there, here] = [doc, image].map((one) => Number(saleOf(one).revision ?? 0))
  if ((there ?? 0) < (here ?? 0)) world.violate(`${name} is older there`)
}

/** All of an image is there; what is there beside it was in a journal that is no more. */
function covers(world: World, name: string, doc: Doc, image: Doc): void {
  const more = new Map(
    Object.entries(doc).map(([part, value]) => [
      part,
      Array.isArray(value) ? partOf(doc, part) : value,
    ]),
  )
  for (const [part, value] of Object.entries(image)) {
    const there = more.get(part)
    if (!Array.isArray(value)) {
      if (!isDeepStrictEqual(there, value)) world.violate(`${name}: ${part} is not as it is`)
      more.delete(part)
      continue
    }
    const rows = partOf(doc, part)
    const own = partOf(image, part)
    if (own.some((row) => !rows.some((one) => isDeepStrictEqual(one, row))))
      world.violate(`${name}: of ${part} something is not as it is`)
    const beside = rows.filter((row) => !own.some((one) => isDeepStrictEqual(one, row)))
    if (beside.length === 0) more.delete(part)
    else more.set(part, beside)
  }
  // What a newer version sends beside.
  more.delete(future)
  if (more.size === 0) return
  const elsewhere = imagesOf(world, name.split(' of ')[0] ?? '')
  for (const [part, value] of more) {
    const known = elsewhere.flatMap((one) => partOf(one, part))
    // Erased here, or there: of what a copy sent in its name whoever goes on as that register may know nothing.
    const isKnown = (row: Row) =>
      known.some(
        (one) =>
          isDeepStrictEqual(one, row) ||
          isDeepStrictEqual(nameless(one), row) ||
          isDeepStrictEqual(one, nameless(row)),
      )
    if (!Array.isArray(value) || !partOf({ [part]: value }, part).every(isKnown))
      world.violate(`${name}: ${part} is there, and nowhere else`)
  }
}

/** A thing as all journals have it, and had it. */
function imagesOf({ ghosts, standings }: World, name: string): Doc[] {
  const [kind = '', ref = ''] = name.split(' ')
  const here = standings.flatMap(({ till }) => {
    const image = kind === 'sale' || kind === 'shift' ? imageOf(till.journal, kind, ref) : null
    return image ? [image] : []
  })
  return [...here, ...(ghosts.get(name) ?? [])]
}

function fromNowhere(world: World, state: HubState): void {
  const all = [
    ...[...state.sales.values()].map(({ id }) => `sale ${id}`),
    ...[...state.shifts.keys()].map((id) => `shift ${id}`),
  ]
  for (const name of all)
    if (imagesOf(world, name).length === 0) world.violate(`${name} is from nowhere`)
}

/** What is dated later than an order by so much is no longer meant (electron/store/hub/orders-here.ts). */
const apart = 3_600_000

const isOrdered = ({ kept }: Till, id: string) =>
  kept.db.get(idRow, 'select id from erasure_order where id = ?', id) !== null

/** Whether what a register sold is a till's to change at the hub. */
function isOwn(state: HubState, till: Till, register: number): boolean {
  const own = state.streams.get(till.stream()?.id ?? '')?.register
  return own === register || (own !== undefined && isGoneOnWith(state, own, register))
}

/** Who was to be forgotten everywhere is nowhere: in no journal, and not in what still sends at the hub. */
function forgotten(world: World, state: HubState): void {
  const told = new Set([...state.shared.docs.values()].map(({ key }) => key))
  for (const { id: order, phone, at, real } of world.orders) {
    if (!told.has(order)) {
      // A journal that went back to a copy from before it was sent lost it.
      if (world.alive().some(({ till }) => isOrdered(till, order)))
        world.violate(`${order} is not told`)
      continue
    }
    // What was sold since is another visit, and what a clock dated so.
    const isMeant = (id: string, createdAt: number) =>
      (world.soldAt.get(id) ?? Infinity) < real && createdAt < at + apart
    for (const { till } of world.alive()) {
      for (const { ref } of thingsOf(till).filter(({ kind }) => kind === 'sale')) {
        const sale = till.journal.sale(ref)
        if (sale?.reference !== phone || !isMeant(ref, sale.createdAt) || isDue(till, ref)) continue
        world.violate(`${ref} of ${till.deps.name} still names ${phone}`)
      }
    }
    const gone = new Set(
      [...state.registers.values()]
        .filter(({ retiredAt }) => retiredAt !== null)
        .map(({ id }) => id),
    )
    for (const { id, register, doc, createdAt } of state.sales.values()) {
      if (gone.has(register) || !isMeant(id, createdAt)) continue
      // Of what a copy sent in its name, before it was another register, whoever goes on as that one may know nothing.
      const here = world
        .alive()
        .filter(({ till }) => hasSale(till, id) && isOwn(state, till, register))
      if (here.length === 0 || here.some(({ till }) => isDue(till, id))) continue
      if (JSON.stringify(doc).includes(phone)) world.violate(`${id} names ${phone} at the hub`)
    }
  }
}
