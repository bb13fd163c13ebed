import { randomInt } from 'node:crypto'
import type { MissingThing } from '../../../shared/contract/upkeep/hub.ts'
import { Failure } from '../../../shared/errors.ts'
import { missingThings, positionOf, push, type HubItem, type HubPosition } from '../../hub/calls.ts'
import type { HubConnection } from '../../hub/connect.ts'
import { imageKindSchema } from '../../store/hub/images.ts'
import type { Change, OutboxReader } from '../../store/hub/outbox.ts'

/** What is sent at once: so many changes at most, and about so many signs of them. */
const usual = { changes: 2_000, signs: 2_000_000 }
/** Another program of this computer that sends from the same journal takes the place between asking and sending; so often in a row. */
const overtakenAtMost = 5
/** What the hub has the name of alone is tried again at each push: so many of it at most. */
const triedAtMost = 200
/** A hub that refuses more than so many things is itself what is wrong; a later push goes on from there. */
const refusedAtMost = 100

/** Reads what the journal has to send: for as long as `work` takes, and never while the hub is asked. */
export type ReadOutbox = <T>(work: (outbox: OutboxReader) => T) => T

export interface ShipDeps {
  hub: HubConnection
  read: ReadOutbox
  stream: string
  version: string
  /** Epoch milliseconds. */
  now: () => number
  /** How many changes go at once, at most. */
  atOnce?: number
  /** The hub has everything up to there; said again with each thing that is tried again, so that a long push is heard of. */
  onSent?: (position: HubPosition) => void
}

/** What went: how many changes; and all that the hub has the name of alone, also of before. */
export interface Shipped {
  sent: number
  missing: MissingThing[]
}

/**
 * Sends what the hub lacks, from where the hub says that it stands. What was cut off between is settled by asking again: the
 * position is the hub's. What its journal cannot read or the hub cannot store stops none that follows it: the hub gets its
 * name, and the thing itself is tried again at each push.
 * @throws Failure HUB_FORKED the hub stands where this journal never was: it is a copy, or was restored; HUB_NOT_JOINED it left
 * the stream meanwhile, HUB_RETIRED, HUB_REFUSED more is refused than can be the things' fault, HUB_UNREACHABLE …
 */
export async function ship(deps: ShipDeps): Promise<Shipped> {
  const most = deps.atOnce ?? usual.changes
  const refused = new Map<string, string>()
  let sent = 0
  let overtaken = 0
  let atOnce = most
  let agreed = await agreedPosition(deps)
  let after: HubPosition = agreed
  for (;;) {
    // A clock that is ahead would speak of what is still to happen, and a push may come late: it is heard as said just then.
    const until = Math.min(deps.now(), agreed.now)
    const next = readStill(deps, (outbox) => nextPush(outbox, { until, atOnce, refused }, after))
    try {
      await push(deps.hub, { stream: deps.stream, version: deps.version, after, ...next })
    } catch (caught) {
      if (isOf(caught, 'HUB_REFUSED')) atOnce = narrowed(next, refused, caught)
      else if (!isOf(caught, 'HUB_FORKED')) throw caught
      // Where the hub then stands tells a copy from another program that sends the same.
      else after = agreed = await overtakenAt(deps, (overtaken += 1))
      continue
    }
    overtaken = 0
    sent += next.count
    after = next.upto
    atOnce = Math.min(most, atOnce * 2)
    deps.onSent?.(after)
    if (next.knownUntil !== null) return { sent, missing: await sendMissing(deps, after) }
  }
}

const isOf = (caught: unknown, code: 'HUB_FORKED' | 'HUB_REFUSED'): caught is Failure =>
  caught instanceof Failure && caught.error.code === code

/**
 * What the journal has of a stream; asked after it was read, as whoever leaves it takes all that is to be sent along.
 * @throws Failure HUB_NOT_JOINED it is in that stream no more
 */
export function readStill<T>(
  { read, stream }: Pick<ShipDeps, 'read' | 'stream'>,
  work: (outbox: OutboxReader) => T,
): T {
  return read((outbox) => {
    const found = work(outbox)
    if (outbox.stream()?.id !== stream) throw new Failure('HUB_NOT_JOINED')
    return found
  })
}

/** How many changes to try next, until the one that is refused stands alone: it is set aside. */
function narrowed(
  { items, count }: ReturnType<typeof nextPush>,
  refused: Map<string, string>,
  failure: Failure,
): number {
  if (count > 1) return Math.floor(count / 2)
  const [item] = items
  // Without a thing, or with its name alone: what is refused is not the thing.
  if (!item || item.kind === missingKind || refused.size >= refusedAtMost) throw failure
  refused.set(`${item.kind} ${item.ref}`, String(failure.error.params?.reason ?? ''))
  return 1
}

/** Tries each thing again of which the hub has the name alone; answers those that it still lacks. */
async function sendMissing(deps: ShipDeps, at: HubPosition): Promise<MissingThing[]> {
  const { hub, stream, version } = deps
  const all = await missingThings(hub)
  // Of more than that others each time, so that none waits for ever.
  const first = all.length > triedAtMost ? randomInt(all.length) : 0
  const turn = [...all.slice(first), ...all.slice(0, first)].slice(0, triedAtMost)
  const came = new Set<string>()
  for (const { thing } of turn) {
    const item = readStill(deps, (outbox) => namedItem(outbox, thing, at.seq))
    const of = { stream, version, after: at, upto: at, knownUntil: null }
    if (item !== null && (await isStored(push(hub, { ...of, items: [item] })))) came.add(thing)
    deps.onSent?.(at)
  }
  return all.filter(({ thing }) => !came.has(thing))
}

/** Whether the hub took it; not where it refuses it, or where somebody else sends meanwhile. */
async function isStored(sending: Promise<void>): Promise<boolean> {
  try {
    await sending
    return true
  } catch (caught) {
    if (isOf(caught, 'HUB_REFUSED') || isOf(caught, 'HUB_FORKED')) return false
    throw caught
  }
}

/** What a name like `sale ID` stands for; null: a newer program named it, or it cannot be read. */
function namedItem(outbox: OutboxReader, thing: string, seq: number): HubItem | null {
  const at = thing.indexOf(' ')
  const kind = imageKindSchema.safeParse(thing.slice(0, at))
  const item = kind.success && itemOf(outbox, { seq, kind: kind.data, ref: thing.slice(at + 1) })
  return item && item.kind !== missingKind ? item : null
}

/** Where the hub stands, if this journal once stood there. @throws Failure as \`ship\` */
export async function agreedPosition(
  deps: Pick<ShipDeps, 'hub' | 'read' | 'stream'>,
): ReturnType<typeof positionOf> {
  const position = await positionOf(deps.hub, deps.stream).catch((caught: unknown) => {
    // A stream that ended as its own journal left it is no copy's.
    readStill(deps, () => undefined)
    throw caught
  })
  if (!readStill(deps, (outbox) => outbox.knows(position))) throw new Failure('HUB_FORKED')
  return position
}

/** Where to go on from when another took the place, so many times in a row. */
async function overtakenAt(deps: ShipDeps, times: number): ReturnType<typeof positionOf> {
  const position = await agreedPosition(deps)
  if (times > overtakenAtMost) throw new Failure('HUB_UNREACHABLE', { reason: 'overtaken' })
  return position
}

/**
 * Whether the hub stands, in a stream that goes on and that this journal is in, where the journal never was. @throws Failure as `ship`
 */
export async function isForked(deps: Pick<ShipDeps, 'hub' | 'read' | 'stream'>): Promise<boolean> {
  const position = await positionOf(deps.hub, deps.stream)
  return !readStill(deps, (outbox) => outbox.knows(position))
}

/** The changes after a position as things: each once, as it is now; of what is refused its name. */
function nextPush(
  outbox: OutboxReader,
  of: { until: number; atOnce: number; refused: ReadonlyMap<string, string> },
  after: HubPosition,
) {
  const changes = outbox.after(after.seq, of.atOnce)
  const seen = new Set<string>()
  const items: HubItem[] = []
  let upto = after
  let signs = 0
  let count = 0
  for (const { seq, tip, kind, ref } of changes) {
    if (signs > usual.signs) break
    upto = { seq, tip }
    count += 1
    const name = `${kind} ${ref}`
    const why = of.refused.get(name)
    const item = seen.has(name)
      ? null
      : why === undefined
        ? itemOf(outbox, { seq, kind, ref })
        : nameAlone(seq, name, { refused: why })
    seen.add(name)
    if (!item) continue
    signs += JSON.stringify(item.image).length
    items.push(item)
  }
  const isAll = count === changes.length && changes.length < of.atOnce
  return { upto, items, count, knownUntil: isAll ? of.until : null }
}

/** Stands in the place of what could not be read or stored; the hub forgets it once the thing itself comes. */
const missingKind = 'unreadable'

const nameAlone = (seq: number, name: string, image: { refused?: string }): HubItem => ({
  ...{ seq, kind: missingKind, ref: name, image },
})

/** A thing as it is sent; null: the journal has none of that name. One that is damaged stops none that follows it. */
function itemOf(
  outbox: OutboxReader,
  { seq, kind, ref }: Pick<Change, 'seq' | 'kind' | 'ref'>,
): HubItem | null {
  try {
    const image = outbox.image(kind, ref)
    return image && { seq, kind, ref, image }
  } catch (caught) {
    if (!(caught instanceof Failure) || caught.error.code !== 'JOURNAL_DAMAGED') throw caught
    return nameAlone(seq, `${kind} ${ref}`, {})
  }
}
