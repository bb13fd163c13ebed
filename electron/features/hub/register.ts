import { randomBytes } from 'node:crypto'
import { Failure } from '../../../shared/errors.ts'
import { parseHubAddress, readCode } from '../../hub/address.ts'
import { join, months, type HubMonth } from '../../hub/calls.ts'
import { connectHub, type HubConnection } from '../../hub/connect.ts'
import { drawPassword } from '../../hub/scram.ts'
import type { HubStream } from '../../store/hub/outbox.ts'
import type { JournalReader } from '../../store/journal/journal-reader.ts'
import type { Journal } from '../../store/journal/journal.ts'
import type { HubSecrets } from './secrets.ts'

export interface RegisterDeps {
  secrets: HubSecrets
  version: string
  now: () => number
  /** The password where there is no keyring, from the environment; null: none. */
  givenPassword: string | null
}

/**
 * Makes this register one of a hub, by its code: from now on its changes are noted, and all that it has is sent. Joining again,
 * also as the same register, begins a new stream; a copy of this journal that sends in the one before is refused from then on.
 * @throws Failure HUB_CODE_WRONG, HUB_CODE_USED, HUB_LOGIN_REFUSED (used, or replaced by a newer one), HUB_NO_KEYRING, HUB_UNREACHABLE …
 */
export async function joinHub(
  deps: RegisterDeps,
  journal: Journal,
  code: string,
): Promise<HubStream> {
  const { url, login, password: once, ca } = readCode(code)
  const address = parseHubAddress(url, ca)
  const password = deps.givenPassword ?? drawPassword()
  // Kept before it is set: a password that nobody has locks the register out.
  if (deps.givenPassword === null && !(await deps.secrets.write(login, password))) {
    throw new Failure('HUB_NO_KEYRING')
  }
  const hub = await connectHub(address, { user: login, password: once }).catch(
    (caught: unknown) => {
      throw isRefused(caught) ? new Failure('HUB_CODE_USED') : caught
    },
  )
  try {
    const stream = randomBytes(16).toString('hex')
    const own = { stream, journal: journal.registerId() ?? '', version: deps.version }
    const named = await join(hub, { ...own, login, password })
    const begun = { id: stream, ...named, login, url, ca, begunAt: deps.now() }
    journal.outbox.begin(begun)
    return { ...begun, ackedSeq: 0, ackedAt: null }
  } finally {
    await hub.close()
  }
}

const isRefused = (caught: unknown) =>
  caught instanceof Failure && caught.error.code === 'HUB_LOGIN_REFUSED'

/** The register's own connection to its hub. @throws Failure HUB_NOT_JOINED, HUB_NO_KEYRING, HUB_UNREACHABLE … */
export async function openOwnHub(
  { secrets, givenPassword }: RegisterDeps,
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
  journal: Pick<JournalReader, 'outbox'>,
): Promise<{ sales: number; differences: MonthDifference[] }> {
  const there = new Map((await months(hub)).map((month) => [month.month, month]))
  const here = new Map(journal.outbox.prints().map((month) => [month.month, month]))
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
