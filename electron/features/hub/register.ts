import { randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { Failure } from '../../../shared/errors.ts'
import { parseHubAddress, readCode } from '../../hub/address.ts'
import {
  erasedThings,
  join,
  months,
  positionOf,
  setPassword,
  type ErasedThing,
  type HubMonth,
} from '../../hub/calls.ts'
import { connectHub, type HubConnection } from '../../hub/connect.ts'
import { drawPassword } from '../../hub/scram.ts'
import type { HubStream } from '../../store/hub/outbox.ts'
import type { Journal } from '../../store/journal/journal.ts'
import type { TrailDraft } from '../../store/tables/trail.ts'
import type { HubSecrets } from './secrets.ts'
import type { ReadOutbox } from './ship.ts'

export interface RegisterDeps {
  secrets: HubSecrets
  /** Works in the journal, for a moment each time: in the window's own, or in one that nobody has open. */
  inJournal: <T>(work: (journal: Journal) => T) => T
  /** Who does it; null: nobody signs in where it is done. */
  by: TrailDraft['person']
  version: string
  now: () => number
  /** The password where there is no keyring, from the environment; null: none. */
  givenPassword: string | null
  /** The program ends: nothing more is asked of the hub, and the journal is not worked in. Left out: it is waited for. */
  closing?: AbortSignal
  /** Comes back once nobody sells. Left out: nobody does beside. */
  untilFree?: () => Promise<void>
  /** How a hub is reached. Left out: as it is. */
  connect?: typeof connectHub
}

/**
 * Makes this register one of a hub, by its code: from now on its changes are noted, and all that it has is sent. Joining again,
 * also as the same register, begins a new stream; a copy of this journal that sends in the one before is refused from then on.
 * Nobody is kept from selling while the hub is asked. Whatever fails leaves the code good, and the password and stream before
 * as they are; only where the hub does not answer at the very end, the journal stands in the new one, and the code, should the
 * hub not have taken it, is still good. What it was let in with before is forgotten where it joined as another register.
 * @throws Failure HUB_CODE_WRONG, HUB_CODE_USED (used, or replaced by a newer one), HUB_NO_KEYRING, HUB_UNREACHABLE …; as `open`
 */
export async function joinHub(deps: RegisterDeps, code: string): Promise<HubStream> {
  const { inJournal, secrets, closing, untilFree = () => Promise.resolve() } = deps
  const { connect = connectHub } = deps
  const { kind, url, login, password: once, ca } = readCode(code)
  if (kind !== 'register') throw new Failure('HUB_CODE_WRONG')
  const address = parseHubAddress(url, ca)
  // Before a code is used: the journal can be written, and it is whole.
  const registerId = inJournal((journal) => journal.registerId() ?? '')
  const before = inJournal(({ outbox }) => outbox.stream())
  const hub = await connect(address, { user: login, password: once }).catch((caught: unknown) => {
    throw isRefused(caught) ? new Failure('HUB_CODE_USED') : caught
  })
  const end = () => void hub.close()
  closing?.addEventListener('abort', end)
  try {
    if (closing?.aborted) throw new Failure('CANCELLED')
    const joined = await hub.transaction(async () => {
      const stream = randomBytes(16).toString('hex')
      const named = await join(hub, { stream, journal: registerId, version: deps.version })
      const password = deps.givenPassword ?? drawPassword()
      // Kept before it is set: a password that nobody has locks the register out.
      if (deps.givenPassword === null && !(await secrets.write(login, password))) {
        throw new Failure('HUB_NO_KEYRING')
      }
      await setPassword(hub, login, password)
      const erased = await erasedThings(hub)
      await untilFree()
      await eraseToo(deps, erased)
      await untilFree()
      const begun = { id: stream, ...named, login, url, ca, begunAt: deps.now() }
      // Last, and only while the hub still answers: that may have taken long.
      await positionOf(hub, stream)
      inJournal(({ outbox }) =>
        outbox.begin(begun, lineOf('hub.joined', begun, { at: begun.begunAt, person: deps.by })),
      )
      return { ...begun, ackedSeq: 0, ackedAt: null }
    })
    if (before && before.login !== login) await secrets.remove(before.login)
    return joined
  } finally {
    closing?.removeEventListener('abort', end)
    await hub.close()
  }
}

const lineOf = (
  action: string,
  { code, name }: Pick<HubStream, 'code' | 'name'>,
  by: Pick<TrailDraft, 'at' | 'person'>,
): TrailDraft => ({ ...by, action, subject: `${code} · ${name}` })

/** How many sales are erased in one commit, and how many things are looked for at once: between two of them others have a turn. */
const erasedAtOnce = 25
const soughtAtOnce = 2_000

/** A copy from before an erasure brings nobody back: who was erased in another is erased here, before anything is sent. */
async function eraseToo(
  { inJournal, now }: RegisterDeps,
  erased: readonly ErasedThing[],
): Promise<void> {
  if (erased.length === 0) return
  const at = now()
  for (let from = 0; from < erased.length; from += soughtAtOnce) {
    inJournal((journal) => askToo(journal, erased.slice(from, from + soughtAtOnce), at))
    await turn()
  }
  const eraseSome = () => inJournal(({ personal }) => personal.eraseDue(at, erasedAtOnce))
  while (eraseSome() === erasedAtOnce) await turn()
}

function askToo({ personal }: Journal, erased: readonly ErasedThing[], at: number): void {
  const { sales, notes } = personal.unerasedOf(erased)
  if (sales.length + notes.length === 0) return
  const line = { at, person: null, action: 'privacy.again', detail: `${sales.length}` }
  personal.ask({ sales, notes }, { at, why: 'request', by: null }, line)
}

/** This register belongs to its hub no more: nothing is noted for it, and its password is forgotten. @throws Failure HUB_NOT_JOINED */
export async function leaveHub({ secrets, inJournal, by, now }: RegisterDeps): Promise<HubStream> {
  const left = inJournal(({ outbox, trail }) => {
    const stream = outbox.stream()
    if (!stream) throw new Failure('HUB_NOT_JOINED')
    outbox.leave()
    trail.add(lineOf('hub.left', stream, { at: now(), person: by }))
    return stream
  })
  await secrets.remove(left.login)
  return left
}

const isRefused = (caught: unknown) =>
  caught instanceof Failure && caught.error.code === 'HUB_LOGIN_REFUSED'

/** The register's own connection to its hub. @throws Failure HUB_NOT_JOINED, HUB_NO_KEYRING, HUB_UNREACHABLE … */
export async function openOwnHub(
  { secrets, givenPassword }: Pick<RegisterDeps, 'secrets' | 'givenPassword'>,
  stream: HubStream | null,
): Promise<HubConnection> {
  if (!stream) throw new Failure('HUB_NOT_JOINED')
  const password = givenPassword ?? (await secrets.read(stream.login))
  if (password === null) throw new Failure('HUB_NO_KEYRING')
  return connectHub(parseHubAddress(stream.url, stream.ca), { user: stream.login, password })
}

/** A month in which journal and hub do not say the same; null: it has none of it. */
export interface MonthDifference {
  month: string
  here: number | null
  there: number | null
}

/** Holds what the hub has against the journal, sale by sale: how many a month, and what their states add up to. */
export async function compareWithHub(
  hub: HubConnection,
  read: ReadOutbox,
): Promise<{ sales: number; differences: MonthDifference[] }> {
  const there = new Map((await months(hub)).map((month) => [month.month, month]))
  const here = new Map(read((outbox) => outbox.prints()).map((month) => [month.month, month]))
  const names = [...new Set([...here.keys(), ...there.keys()])].toSorted()
  const differences = names
    .filter((month) => !isSame(here.get(month), there.get(month)))
    .map((month) => ({
      month,
      here: here.get(month)?.sales ?? null,
      there: there.get(month)?.sales ?? null,
    }))
  const sales = [...here.values()].reduce((sum, month) => sum + month.sales, 0)
  return { sales, differences }
}

const isSame = (one: HubMonth | undefined, other: HubMonth | undefined) =>
  one?.sales === other?.sales && one?.print === other?.print
