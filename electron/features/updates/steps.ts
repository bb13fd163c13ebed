import type { UpdatesState } from '../../../shared/contract/settings.ts'
import { Failure, toAppError, type AppError } from '../../../shared/errors.ts'
import type { ChildProgram } from '../../async/child-program.ts'
import { createSerialQueue } from '../../async/serial-queue.ts'
import type { SettingsStore } from '../../host/host.ts'
import { parseFeedAddress } from '../../update/feed-address.ts'
import type { Offer } from '../../update/offers.ts'
import { askUpdate, type UpdateRequest } from '../../update/update-request.ts'
import {
  choose,
  markBad,
  readCurrent,
  wholeVersions,
  writeCurrent,
} from '../../versions/current.ts'
import type { Launch } from '../../versions/launch.ts'
import { compareVersions } from '../../versions/version-name.ts'
import { keep, readKept, takeable } from './kept.ts'

const dayMs = 24 * 60 * 60_000

/** A launch that can bring versions: it knows its publisher. */
export type AbleLaunch = Launch & { root: string }

export interface StepsDeps {
  store: SettingsStore
  dataDir: string
  /** Starts the program that does it (update-process.ts). */
  fork: () => ChildProgram
  proxyFor: (url: string) => Promise<string | null>
  /** How far this computer's clock is from the service's, where that was heard. */
  clockSkewMs: () => number | null
  now: () => number
  /** Something of what is done changed. */
  changed: () => void
  onProblem: (error: AppError) => void
}

/** What an update is made of: looking, bringing, proving, choosing; one after another. */
export type Steps = ReturnType<typeof createSteps>

export function createSteps(deps: StepsDeps, launch: AbleLaunch) {
  const { store, now } = deps
  const { places } = launch
  const turns = createTurns(deps)
  const { stopping, at } = turns

  function begin(doing: NonNullable<UpdatesState['doing']>): void {
    at.doing = doing
    deps.changed()
  }

  const ask = (request: UpdateRequest, progress?: (bytes: number) => void) =>
    askUpdate(deps.fork, request, { signal: stopping.signal, ...(progress && { progress }) })

  async function feed() {
    const { from } = readKept(store)
    const { kind, url } = parseFeedAddress(from)
    const proxy = kind === 'web' ? await deps.proxyFor(url) : null
    return { places, root: launch.root, from, proxy }
  }

  async function look(): Promise<void> {
    mustKnowTheDay(deps)
    begin({ kind: 'looking', version: null, done: null })
    keep(store, { lookedAt: now() })
    const found = await ask({ kind: 'look', ...(await feed()) })
    const isNewer = (offer: Offer) => compareVersions(offer.version, launch.version) > 0
    keep(store, { offers: found?.versions.filter(isNewer) ?? [] })
  }

  async function bring({ version, bytes }: Offer): Promise<void> {
    if (wholeVersions(places).some((one) => one.version === version)) return
    mustKnowTheDay(deps)
    begin({ kind: 'fetching', version, done: 0 })
    await ask({ kind: 'fetch', ...(await feed()), version }, (come) =>
      begin({ kind: 'fetching', version, done: Math.min(1, come / bytes) }),
    )
  }

  async function install(version: string): Promise<void> {
    const offers = takeable(readKept(store).offers, launch.version, new Date(now()))
    const offer = offers.find((one) => one.version === version)
    if (!offer) throw new Failure('VERSION_NOT_FOUND', { version })
    await bring(offer)
    begin({ kind: 'proving', version, done: null })
    try {
      await ask({ kind: 'prove', places, version, dataDir: deps.dataDir })
    } catch (caught) {
      if (toAppError(caught).code === 'VERSION_UNPROVEN') {
        writeCurrent(places, markBad(readCurrent(places), version, 'proof'))
      }
      throw caught
    }
    writeCurrent(places, choose(readCurrent(places), version))
  }

  return { ...turns, look, bring, install }
}

/** One thing after another; what the last one came to stays to be read. */
function createTurns({ changed, onProblem }: StepsDeps) {
  const queue = createSerialQueue()
  const stopping = new AbortController()
  const at: Pick<UpdatesState, 'doing' | 'problem'> = { doing: null, problem: null }
  return {
    at,
    stopping,
    act: (work: () => Promise<void>): Promise<void> =>
      queue.add(async () => {
        try {
          await work()
          at.problem = null
        } catch (caught) {
          at.problem = toAppError(caught)
          if (!stopping.signal.aborted) onProblem(at.problem)
        } finally {
          at.doing = null
          changed()
        }
      }),
    /** Ends what is under way: what reads the journal ends before that is closed. */
    async stop(): Promise<void> {
      stopping.abort()
      await queue.idle()
    },
  }
}

/** A clock that is not the service's by more than a day judges no feed. */
function mustKnowTheDay({ clockSkewMs, now }: StepsDeps): void {
  const skew = clockSkewMs() ?? 0
  if (Math.abs(skew) <= dayMs) return
  throw new Failure('CLOCK_WRONG', { day: new Date(now() + skew).toISOString().slice(0, 10) })
}
