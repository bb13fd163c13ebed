import type { UpdatesState } from '../../../shared/contract/settings.ts'
import type { CallsOf, Emit, Handlers } from '../../../shared/contract/index.ts'
import { Failure, toAppError } from '../../../shared/errors.ts'
import { parseFeedAddress } from '../../update/feed-address.ts'
import { choose, goBack, readCurrent, wholeVersions, writeCurrent } from '../../versions/current.ts'
import type { Launch } from '../../versions/launch.ts'
import { forgetProof } from '../../versions/prove.ts'
import { isSeason, keep, readKept, takeable } from './kept.ts'
import { standingNowhere, standingOf } from './standing.ts'
import { createSteps, type AbleLaunch, type Steps, type StepsDeps } from './steps.ts'

/** All in milliseconds. */
const times = { first: 60_000, again: 10 * 60_000, look: 24 * 60 * 60_000 }

export interface UpdatesDeps extends Omit<StepsDeps, 'changed'> {
  version: string
  /** How this program was launched, and what it knows its publisher by; null: something else updates it. */
  launch: Launch | null
  /** Whether this process has the register. */
  isWriter: boolean
  /** Whether a sale is out. */
  isSelling: () => boolean
  emit: Emit
  /** Writes a line of what was done by itself. */
  note: (action: 'updates.install', version: string) => void
}

/** Looks for versions, brings them behind, and lets the next start have them. */
export type Updates = ReturnType<typeof createUpdates>

/** What the parts of it work with. */
interface Work {
  deps: UpdatesDeps
  /** null: this program cannot update itself. */
  able: { launch: AbleLaunch; steps: Steps } | null
  timer: NodeJS.Timeout | null
  isStopped: boolean
}

export function createUpdates(deps: UpdatesDeps) {
  const { launch, emit } = deps
  const able = launch?.root ? { ...launch, root: launch.root } : null
  const changed = () => emit('updates.changed', {})
  const steps = able && createSteps({ ...deps, changed }, able)
  const work: Work = {
    deps,
    able: able && steps && { launch: able, steps },
    timer: null,
    isStopped: false,
  }
  return {
    handlers: handlersOf(work),
    /** Whoever has the register brings versions by itself: nobody else of this computer does it at the same time. */
    start: (): void => {
      if (!launch || !deps.isWriter) return
      forgetProof(deps.dataDir)
      if (work.able) after(work, times.first)
    },
    /** After a Z what was brought proves itself, and starts the next time. */
    afterClose: () => installReady(work),
    byItself: () => byItself(work),
    async stop(): Promise<void> {
      work.isStopped = true
      if (work.timer) clearTimeout(work.timer)
      await work.able?.steps.stop()
    },
  }
}

function handlersOf(work: Work): Handlers<CallsOf<'updates'>> {
  const { store, emit } = work.deps
  return {
    'updates.state': async () => stateOf(work),
    async 'updates.set'({ from, isOn }) {
      if (from !== '') parseFeedAddress(from)
      const isOther = from !== readKept(store).from
      keep(store, { from, isOn, ...(isOther && { lookedAt: null, offers: [] }) })
      if (work.able) work.able.steps.at.problem = null
      emit('updates.changed', {})
      return stateOf(work)
    },
    async 'updates.look'() {
      const { steps } = mustBeAble(work)
      await steps.act(steps.look)
      return stateOf(work)
    },
    async 'updates.install'({ version }) {
      const { steps } = mustBeAble(work)
      await steps.act(() => steps.install(version))
      const { problem } = steps.at
      if (problem) throw new Failure(problem.code, problem.params)
      return stateOf(work)
    },
    async 'updates.back'() {
      back(work)
      emit('updates.changed', {})
      return stateOf(work)
    },
  }
}

function stateOf({ deps, able }: Work): UpdatesState {
  const { store, launch, version, now } = deps
  const { from, isOn, lookedAt } = readKept(store)
  const offers = offersOf(deps)
  return {
    unavailable: able ? null : launch ? 'publisher' : 'elsewhere',
    version,
    from,
    isOn,
    lookedAt,
    offers: offers.map((offer) => ({
      version: offer.version,
      isSecurity: offer.isSecurity,
      notes: offer.notes,
    })),
    isSeason: isSeason(new Date(now())),
    ...(launch ? standingOf(launch, offers) : standingNowhere),
    ...(able?.steps.at ?? { doing: null, problem: null }),
  }
}

function offersOf({ store, launch, now }: UpdatesDeps) {
  return launch ? takeable(readKept(store).offers, launch.version, new Date(now())) : []
}

function mustBeAble({ able }: Work) {
  if (!able) throw new Failure('FEED_NOT_FOUND')
  return able
}

function back({ deps: { launch } }: Work): void {
  const before = launch && standingOf(launch, []).before
  if (!launch || before === null) throw new Failure('VERSION_NOT_FOUND', { version: '—' })
  const { places, version } = launch
  const current = readCurrent(places)
  const isPending = before === version
  writeCurrent(places, isPending ? choose(current, version) : goBack(current, version, before))
}

/** A look a day, and what was found is brought, while no sale is out. */
async function byItself({ deps, able }: Work): Promise<void> {
  const { store, isSelling, now } = deps
  const { from, isOn, lookedAt } = readKept(store)
  if (!able || !isOn || from === '' || isSelling()) return
  const { steps, launch } = able
  // Also where the clock was set back.
  if (lookedAt === null || Math.abs(now() - lookedAt) >= times.look) await steps.act(steps.look)
  const [offer] = offersOf(deps)
  if (!offer || isSelling() || offer.version in readCurrent(launch.places).bad) return
  if (wholeVersions(launch.places).some((one) => one.version === offer.version)) return
  await steps.act(() => steps.bring(offer))
}

async function installReady({ deps, able }: Work): Promise<void> {
  const { store, isSelling, note } = deps
  if (!able || !readKept(store).isOn || isSelling()) return
  const { ready } = standingOf(able.launch, offersOf(deps))
  if (ready === null) return
  await able.steps.act(async () => {
    await able.steps.install(ready)
    note('updates.install', ready)
  })
}

function after(work: Work, wait: number): void {
  work.timer = setTimeout(() => {
    byItself(work)
      .catch((caught: unknown) => work.deps.onProblem(toAppError(caught)))
      .finally(() => work.isStopped || after(work, times.again))
  }, wait)
  work.timer.unref()
}
