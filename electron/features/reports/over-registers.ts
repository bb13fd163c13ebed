import { randomUUID } from 'node:crypto'
import type {
  ReadRegisters,
  RegisterChoices,
} from '../../../shared/contract/accounting/registers.ts'
import type { Profile } from '../../../shared/contract/connection.ts'
import type {
  CallOutput,
  CallsOf,
  Emit,
  Handlers,
  ParsedInput,
} from '../../../shared/contract/index.ts'
import type { RegistersRead } from '../../../shared/domain/report/registers.ts'
import type { DayRange } from '../../../shared/domain/time/range.ts'
import { Failure, toAppError, type AppError } from '../../../shared/errors.ts'
import type { ReportsFeature } from './reports.ts'

/** What several registers sent, in a folder of the journal's shape. */
export interface Brought {
  folder: string
  /** Their account, and whether it is a connection of this computer. */
  profile: Profile
  isOwn: boolean
  read: RegistersRead
  /** Removes it. */
  drop: () => void
}

/** Whose sales of which days are read. */
export interface OverWish {
  days: DayRange
  only: string | null
  account: string | null
}

export interface OverDeps {
  /** The reports of this register alone. */
  own: ReportsFeature
  /** null: nobody reads books here. */
  choices: () => Promise<RegisterChoices | null>
  bring: (
    wish: OverWish,
    told: { signal: AbortSignal; progress: (told: { share: number; rows: number }) => void },
  ) => Promise<Brought>
  /** The same reports over what was brought, as the command line makes them. */
  reportsOver: (brought: Brought) => ReportsFeature
  /** Whether who is here may see the reports of all registers. */
  mayRead: () => boolean
  /** Whether the service can be asked for the rows of an account here. */
  canAsk: (profile: Profile) => boolean
  /** The connection in use; null: none. */
  profileId: () => string | null
  emit: Emit
  now: () => number
  onProblem: (error: AppError) => void
  /** Runs `work` later; answers how to call it off. */
  after: (delay: number, work: () => void) => () => void
}

/** What was brought holds customers: it is not kept longer than this for nobody, in milliseconds. */
const idleMs = 15 * 60_000
/** Nor longer than this for whoever goes on looking: who is erased meanwhile would be in it. The page reads it again. */
const oldestMs = 60 * 60_000

/** What is open: reports over what was brought. */
interface Open {
  id: string
  brought: Brought
  days: DayRange
  /** Epoch milliseconds. */
  openedAt: number
  reports: ReportsFeature
  /** The connection that was in use then: what is shown is of its account. */
  profileId: string | null
  /** Calls that work with it. */
  uses: number
  /** Nobody wants it any more: it goes with the last of them. */
  isLeft: boolean
  callOff: () => void
}

interface OverState {
  deps: OverDeps
  open: Map<string, Open>
  /** What is being brought, by its job. */
  bringing: Map<string, AbortController>
  /** What goes on of it, for whoever ends the program. */
  running: Set<Promise<unknown>>
}

/** The calls that are of one report. */
type Ranged = Exclude<CallsOf<'reports'>, 'reports.cancel' | 'reports.gather'>
export type OverCalls = Handlers<CallsOf<'reports' | 'registers'>>

/**
 * Reports over several registers, in the window: what they sent is brought once for some days, and the reports' own calls are
 * asked of it by its name (`over`). It is the code that reports of this register run by, over another folder.
 */
export function createOverRegisters(deps: OverDeps): {
  handlers: OverCalls
  close: () => Promise<void>
} {
  const state: OverState = { deps, open: new Map(), bringing: new Map(), running: new Set() }
  const of = <K extends Ranged>(name: K) => {
    return (input: ParsedInput<K>): Promise<CallOutput<K>> => {
      const { over } = input
      if (over === undefined) return handlerOf(deps.own, name)(input)
      return using(state, over, input, ({ reports }) => handlerOf(reports, name)(input))
    }
  }
  return {
    handlers: {
      'reports.completeness': of('reports.completeness'),
      'reports.totals': of('reports.totals'),
      'reports.windows': of('reports.windows'),
      'reports.page': of('reports.page'),
      'reports.print': of('reports.print'),
      'reports.export': of('reports.export'),
      'reports.gather': (input) => gather(state, input),
      async 'reports.cancel'(input) {
        for (const { reports } of state.open.values())
          await reports.handlers['reports.cancel'](input)
        return deps.own.handlers['reports.cancel'](input)
      },
      'registers.choices': async () => ({ choices: await deps.choices() }),
      'registers.bring': (input) => track(state, bring(state, input)),
      async 'registers.cancel'({ jobId }) {
        state.bringing.get(jobId)?.abort()
        return {}
      },
      async 'registers.leave'({ over }) {
        const open = state.open.get(over)
        if (open) leave(state, open)
        return {}
      },
    },
    async close() {
      for (const stop of state.bringing.values()) stop.abort()
      await Promise.allSettled(state.running)
      for (const open of state.open.values()) await end(state, open)
    },
  }
}

/** One of them, for a name that is not known before. */
const handlerOf = <K extends Ranged>({ handlers }: ReportsFeature, name: K): Handlers<Ranged>[K] =>
  handlers[name]

function track<T>({ running }: OverState, work: Promise<T>): Promise<T> {
  const done = work.finally(() => running.delete(done))
  running.add(done)
  // Whoever asked hears how it failed.
  done.catch(() => undefined)
  return done
}

async function bring(
  state: OverState,
  { jobId, from, to, only, account }: ParsedInput<'registers.bring'>,
): Promise<CallOutput<'registers.bring'>> {
  const { deps, open, bringing } = state
  const stop = new AbortController()
  bringing.set(jobId, stop)
  const profileId = deps.profileId()
  try {
    const days = { from, to }
    const brought = await deps.bring(
      { days, only, account },
      {
        signal: stop.signal,
        progress: ({ share, rows }) => deps.emit('registers.progress', { jobId, share, rows }),
      },
    )
    const made = openOver(state, brought, { days, profileId })
    // One at a time is looked at: what is still written of the one before is.
    for (const other of open.values()) if (other !== made) leave(state, other)
    const { profile, read } = brought
    const asksService = brought.isOwn && deps.canAsk(profile)
    return { over: made.id, from, to, asksService, read: withoutPositions(read) }
  } finally {
    bringing.delete(jobId)
  }
}

const withoutPositions = (read: RegistersRead): ReadRegisters => ({
  ...read,
  registers: read.registers.map(({ stream: _stream, seq: _seq, tip: _tip, ...one }) => one),
})

/** @throws Failure STORE_FAILED: nothing of it is left */
function openOver(
  state: OverState,
  brought: Brought,
  { days, profileId }: { days: DayRange; profileId: string | null },
): Open {
  try {
    const reports = state.deps.reportsOver(brought)
    const made: Open = {
      ...{ id: randomUUID(), brought, days, profileId, reports, openedAt: state.deps.now() },
      ...{ uses: 0, isLeft: false, callOff: () => undefined },
    }
    state.open.set(made.id, made)
    rest(state, made)
    return made
  } catch (caught) {
    brought.drop()
    throw caught
  }
}

/** Nobody asks of it now. */
function rest(state: OverState, open: Open): void {
  open.callOff()
  const { now, after } = state.deps
  const left = Math.max(0, open.openedAt + oldestMs - now())
  open.callOff = after(Math.min(idleMs, left), () => leave(state, open))
}

function leave(state: OverState, open: Open): void {
  open.isLeft = true
  if (open.uses > 0) return
  void end(state, open).catch((caught: unknown) => state.deps.onProblem(toAppError(caught)))
}

async function end({ open: all, running }: OverState, open: Open): Promise<void> {
  if (!all.delete(open.id)) return
  open.callOff()
  const done = open.reports.close().finally(open.brought.drop)
  running.add(done)
  try {
    await done
  } finally {
    running.delete(done)
  }
}

/** @throws Failure NOT_ALLOWED, HUB_MIRROR_GONE, RANGE_INVALID for days that were not brought: of those nothing would be whole */
async function using<T>(
  state: OverState,
  over: string,
  { from, to }: DayRange,
  work: (open: Open) => Promise<T>,
): Promise<T> {
  const { deps } = state
  if (!deps.mayRead()) throw new Failure('NOT_ALLOWED')
  const open = state.open.get(over)
  if (!open || open.isLeft || open.profileId !== deps.profileId())
    throw new Failure('HUB_MIRROR_GONE')
  if (from < open.days.from || to > open.days.to) throw new Failure('RANGE_INVALID')
  open.uses += 1
  try {
    return await work(open)
  } finally {
    open.uses -= 1
    if (open.isLeft) leave(state, open)
    else rest(state, open)
  }
}

/** The service's rows are the account's, whoever's report they are in: they are brought as for this register, one question at a time. */
async function gather(
  state: OverState,
  { over, ...input }: ParsedInput<'reports.gather'>,
): Promise<CallOutput<'reports.gather'>> {
  const { deps } = state
  const own = deps.own.handlers['reports.gather']
  if (over === undefined) return own(input)
  return using(state, over, input, async ({ brought, reports }) => {
    if (brought.isOwn && deps.canAsk(brought.profile)) await own(input)
    const { kind, from, to } = input
    return reports.handlers['reports.completeness']({ kind, from, to })
  })
}
