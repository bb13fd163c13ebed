import { Failure } from '../../../shared/errors.ts'
import { positionOf, push, type HubItem, type HubPosition } from '../../hub/calls.ts'
import type { HubConnection } from '../../hub/connect.ts'
import type { Change, OutboxReader } from '../../store/hub/outbox.ts'

/** What is sent at once: so many changes at most, and about so many signs of them. */
const usual = { changes: 500, signs: 2_000_000 }
/** Another program of this computer that sends from the same journal takes the place between asking and sending. */
const overtakenAtMost = 5

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
  /** The hub has everything up to there. */
  onSent?: (position: HubPosition) => void
}

/** What went: how many changes; and what the journal could not read, of which the hub then has the name alone. */
export interface Shipped {
  sent: number
  /** As `sale ID`. */
  unreadable: string[]
}

/**
 * Sends what the hub lacks, from where the hub says that it stands. What was cut off between is settled by asking again: the
 * position is the hub's.
 * @throws Failure HUB_FORKED the hub stands where this journal never was: it is a copy, or was restored; HUB_RETIRED, HUB_UNREACHABLE …
 */
export async function ship(deps: ShipDeps): Promise<Shipped> {
  let sent = 0
  const unreadable = new Set<string>()
  let overtaken = 0
  let after = await agreedPosition(deps)
  for (;;) {
    const next = deps.read((outbox) => nextPush(outbox, deps, after))
    try {
      await push(deps.hub, { stream: deps.stream, version: deps.version, after, ...next })
    } catch (caught) {
      if (!isFork(caught) || (overtaken += 1) > overtakenAtMost) throw caught
      after = await agreedPosition(deps)
      continue
    }
    sent += next.count
    after = next.upto
    for (const { kind, ref } of next.items) if (kind === unreadableKind) unreadable.add(ref)
    deps.onSent?.(after)
    if (next.knownUntil !== null) return { sent, unreadable: [...unreadable] }
  }
}

const isFork = (caught: unknown) => caught instanceof Failure && caught.error.code === 'HUB_FORKED'

/** Where the hub stands, if this journal once stood there. */
async function agreedPosition({ hub, read, stream }: ShipDeps): Promise<HubPosition> {
  const position = await positionOf(hub, stream)
  if (!read((outbox) => outbox.knows(position))) throw new Failure('HUB_FORKED')
  return position
}

/** The changes after a position as things: each once, as it is now. */
function nextPush(
  outbox: OutboxReader,
  { now, atOnce = usual.changes }: ShipDeps,
  after: HubPosition,
) {
  const until = now()
  const changes = outbox.after(after.seq, atOnce)
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
    const item = seen.has(name) ? null : itemOf(outbox, { seq, kind, ref })
    seen.add(name)
    if (!item) continue
    signs += JSON.stringify(item.image).length
    items.push(item)
  }
  const isAll = count === changes.length && changes.length < atOnce
  return { upto, items, count, knownUntil: isAll ? until : null }
}

/** Stands in the place of what could not be read; the hub forgets it once the thing itself comes. */
const unreadableKind = 'unreadable'

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
    return { seq, kind: unreadableKind, ref: `${kind} ${ref}`, image: {} }
  }
}
