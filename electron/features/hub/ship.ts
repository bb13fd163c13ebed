import { Failure } from '../../../shared/errors.ts'
import { positionOf, push, type HubItem, type HubPosition } from '../../hub/calls.ts'
import type { HubConnection } from '../../hub/connect.ts'
import type { JournalReader } from '../../store/journal/journal-reader.ts'

/** What is sent at once: so many changes at most, and about so many signs of them. */
const usual = { changes: 500, signs: 2_000_000 }
/** Another program of this computer that sends from the same journal takes the place between asking and sending. */
const overtakenAtMost = 5

export interface ShipDeps {
  hub: HubConnection
  journal: Pick<JournalReader, 'outbox'>
  stream: string
  version: string
  /** Epoch milliseconds. */
  now: () => number
  /** How many changes go at once, at most. */
  atOnce?: number
  /** The hub has everything up to there. */
  onSent?: (position: HubPosition) => void
}

/**
 * Sends what the hub lacks, from where the hub says that it stands; answers how many changes went. What was cut off between
 * is settled by asking again: the position is the hub's.
 * @throws Failure HUB_FORKED the hub stands where this journal never was: it is a copy, or was restored; HUB_RETIRED, HUB_UNREACHABLE …
 */
export async function ship(deps: ShipDeps): Promise<number> {
  let sent = 0
  let overtaken = 0
  let after = await agreedPosition(deps)
  for (;;) {
    const next = nextPush(deps, after)
    try {
      await push(deps.hub, { stream: deps.stream, version: deps.version, after, ...next })
    } catch (caught) {
      if (!isFork(caught) || (overtaken += 1) > overtakenAtMost) throw caught
      after = await agreedPosition(deps)
      continue
    }
    sent += next.count
    after = next.upto
    deps.onSent?.(after)
    if (next.knownUntil !== null) return sent
  }
}

const isFork = (caught: unknown) => caught instanceof Failure && caught.error.code === 'HUB_FORKED'

/** Where the hub stands, if this journal once stood there. */
async function agreedPosition({ hub, journal, stream }: ShipDeps): Promise<HubPosition> {
  const position = await positionOf(hub, stream)
  if (!journal.outbox.knows(position)) throw new Failure('HUB_FORKED')
  return position
}

/** The changes after a position as things: each once, as it is now. */
function nextPush({ journal, now, atOnce = usual.changes }: ShipDeps, after: HubPosition) {
  const until = now()
  const changes = journal.outbox.after(after.seq, atOnce)
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
    const image = seen.has(name) ? null : journal.outbox.image(kind, ref)
    seen.add(name)
    if (!image) continue
    signs += JSON.stringify(image).length
    items.push({ seq, kind, ref, image })
  }
  const isAll = count === changes.length && changes.length < atOnce
  return { upto, items, count, knownUntil: isAll ? until : null }
}
