import { z } from 'zod'
import { Failure } from '../../../../shared/errors.ts'
import type { HubConnection } from '../../../hub/connect.ts'
import { beginning, type Position } from '../../../store/hub/outbox.ts'

/** What can be wrong with a hub: planted, to see that it is found. */
export const hubBugs = [
  'compares no number',
  'compares no tip',
  'moves on without what came',
  'goes on in a stream that ended',
  'keeps no name of what it lacks',
  'keeps the name of what came',
  'takes the part that it can store',
] as const
export type HubBug = (typeof hubBugs)[number]

const itemsSchema = z.array(z.object({ kind: z.string(), ref: z.string(), image: z.unknown() }))
const pushSchema = z.tuple([
  ...[z.string(), z.int(), z.string(), z.int(), z.string(), z.int().nullable(), z.string()],
  z.string(),
] as const)
const whySchema = z.object({ refused: z.string().nullable().default(null) })
const nameAlone = 'unreadable '

/** What the hub holds: one row a thing by `kind ref`, the position, and what it was told to have all of. */
export interface Held {
  position: Position
  rows: Map<string, unknown>
}

/** Numbers between 0 and 1 that follow from a seed alone. */
export function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * A hub that loses connections, answers late, takes late what was given up or twice what came once, and refuses what it cannot
 * store. `isAll`: whether a position is the journal's last one, as a push that says so has to be.
 */
export function createHubModel(
  random: () => number,
  {
    bug = null,
    isAll = () => true,
  }: { bug?: HubBug | null; isAll?: (seq: number) => boolean } = {},
) {
  let held: Held = { position: beginning, rows: new Map() }
  let joined = ''
  let cuts = 0.3
  /** What its sender gave up, and is still on its way. */
  let late: (readonly unknown[])[] = []
  /** What it cannot store as it is. */
  let refuses = (_ref: string): boolean => false

  function pushed(values: readonly unknown[]): void {
    const [stream, seq, tip, toSeq, toTip, , , items] = pushSchema.parse(values)
    const isOther =
      (stream !== joined && bug !== 'goes on in a stream that ended') ||
      (held.position.seq !== seq && bug !== 'compares no number') ||
      (held.position.tip !== tip && bug !== 'compares no number' && bug !== 'compares no tip')
    if (isOther) throw new Failure('HUB_FORKED')
    const rows = new Map(held.rows)
    for (const { kind, ref, image } of itemsSchema.parse(JSON.parse(items))) {
      const isName = `${kind} ` === nameAlone
      if (!isName && refuses(ref)) {
        if (bug === 'takes the part that it can store') continue
        throw new Failure('HUB_REFUSED', { reason: '22003' })
      }
      if (isName && bug === 'keeps no name of what it lacks') continue
      rows.set(`${kind} ${ref}`, image)
      if (bug !== 'keeps the name of what came') rows.delete(`${nameAlone}${kind} ${ref}`)
    }
    const isLost = bug === 'moves on without what came' && random() < 0.2
    held = { position: { seq: toSeq, tip: toTip }, rows: isLost ? held.rows : rows }
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
      .filter(([name]) => name.startsWith(nameAlone))
      .map(([name, image]) => ({
        thing: name.slice(nameAlone.length),
        refused: whySchema.parse(image).refused,
      }))

  /** The hub takes what fits; what does not changes nothing. */
  function arrives(values: readonly unknown[]): void {
    try {
      pushed(values)
    } catch (caught) {
      if (!(caught instanceof Failure)) throw caught
    }
  }

  async function pushing(values: readonly unknown[]): Promise<void> {
    const [, , , toSeq, , knownUntil] = pushSchema.parse(values)
    if (knownUntil !== null && !isAll(toSeq)) throw new Error('it is not all')
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
