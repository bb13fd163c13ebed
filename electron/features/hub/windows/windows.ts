import type {
  AskedThere,
  KindQuestion,
  ListThere,
} from '../../../../shared/domain/report/list-there.ts'
import type { DayRange } from '../../../../shared/domain/time/range.ts'
import type { ReportKind } from '../../../../shared/domain/sale/transaction.ts'
import { Failure } from '../../../../shared/errors.ts'
import type { Clock } from '../../../async/clock.ts'
import { workerBeside, type Thread } from '../../../async/thread.ts'
import { withTimeout } from '../../../async/time-limit.ts'
import { createHubThread } from '../hub-thread.ts'
import type { HubStream } from '../../../store/hub/outbox.ts'
import {
  windowAnswerSchema,
  type WindowAnswer,
  type WindowAsk,
  type WindowsQuestion,
} from './window-question.ts'

export interface WindowsDeps {
  clock: Clock
  /** Which register of which hub this is, as the journal says; null: of none. */
  stream: () => HubStream | null
  /** The password of the register's login; null: there is nowhere to keep it. */
  password: (login: string) => Promise<string | null>
  /** The account that a connection is, as registers find it alike, and its currency; null: the test service, which is nobody's. */
  accountOf: (profileId: string) => { account: string; currency: string } | null
  /** What asks: started with the first question, so never without a hub. */
  thread: Thread
}

/** All in milliseconds. */
const times = {
  /** A report waits no longer for an answer, whatever becomes of the question. */
  most: 5_000,
  /** After no answer, or a wrong one: so long, then twice as long each time, up to the longest. Meanwhile nothing is asked. */
  again: 15_000,
  longest: 10 * 60_000,
  /** What was said well and was of no use tells of a hub that is not to be relied on: nothing is asked for so long. */
  distrust: 10 * 60_000,
  /** How long the end of the program waits for the thread's. */
  end: 2_000,
}

/** So many answers may be on their way to the hub: what comes faster than it takes them is not told it. */
const mostKeeping = 3

/** How it stands with the hub in this run. */
interface Asking {
  readonly deps: WindowsDeps
  /** undefined: to be read. */
  known: HubStream | null | undefined
  isClosed: boolean
  failures: number
  /** No question before this moment of the monotonic clock. */
  notBefore: number
  keeping: number
  /** How often the register joined or left: what was asked before says nothing of now. */
  turn: number
}

export type Windows = ReturnType<typeof createWindows>

/**
 * What the other registers of an account got from the service's list, by their hub. A register of no hub asks nobody and has no
 * thread. One whose hub does not answer in time, or answers nonsense, gathers as if it had none, and asks again later.
 */
export function createWindows(deps: WindowsDeps) {
  const asking: Asking = {
    ...{ deps, known: undefined, isClosed: false },
    ...{ failures: 0, notBefore: -Infinity, keeping: 0, turn: 0 },
  }
  return {
    /**
     * What is there of a question of a connection: see ListThere. An answer must have begun after `newer`, and after `recent` or be
     * such that nothing of it changes. null: there is nobody to ask, or nothing of it and `mayLease` was not said.
     */
    async window(
      profileId: string,
      { kind, dateStart, dateEnd }: KindQuestion,
      { newer, recent, mayLease }: { newer: number; recent: number; mayLease: boolean },
    ): Promise<ListThere | null> {
      const of = deps.accountOf(profileId)
      if (of === null) return null
      const question = { ...of, kind, dateStart, dateEnd }
      return (await ask(asking, { of: 'window', ...question, newer, recent, mayLease })).there
    },
    /** The questions whose answers touch these days and change no more. */
    async asked(
      profileId: string,
      kind: ReportKind,
      { from, to }: DayRange,
    ): Promise<AskedThere[]> {
      const of = deps.accountOf(profileId)
      if (of === null) return []
      return (await ask(asking, { of: 'asked', account: of.account, kind, first: from, last: to }))
        .asked
    },
    /** Keeps for the others what was gathered. Nobody waits for that. */
    keep(
      profileId: string,
      { kind, dateStart, dateEnd }: KindQuestion,
      answer: { began: number; settled: boolean; ids: readonly string[]; rows: readonly string[] },
    ): void {
      const of = deps.accountOf(profileId)
      if (of === null) return
      if (asking.keeping >= mostKeeping) {
        void ask(asking, { of: 'leave', account: of.account, kind, dateStart, dateEnd })
        return
      }
      asking.keeping += 1
      const { began, settled, ids, rows } = answer
      const question = { account: of.account, kind, dateStart, dateEnd, began, settled }
      void ask(asking, { of: 'keep', ...question, ids: [...ids], rows: [...rows] }).finally(
        () => (asking.keeping -= 1),
      )
    },
    /** It is not gathered here after all. Nobody waits for that. */
    leave(profileId: string, { kind, dateStart, dateEnd }: KindQuestion): void {
      const of = deps.accountOf(profileId)
      if (of === null) return
      void ask(asking, { of: 'leave', account: of.account, kind, dateStart, dateEnd })
    },
    /** What the hub said was of no use: it is not asked for a while. */
    distrust(): void {
      asking.notBefore = deps.clock.monotonic() + times.distrust
    },
    /** The register joined or left: what is asked next goes by what is then in the journal. */
    renew(): void {
      Object.assign(asking, { known: undefined, failures: 0, notBefore: -Infinity })
      asking.turn += 1
      void deps.thread.end()
    },
    async stop(): Promise<void> {
      asking.isClosed = true
      await withTimeout(deps.thread.end(), times.end, () => undefined)
    },
  }
}

/** The same with the thread that asks. */
export const createWindowsBeside = (deps: Omit<WindowsDeps, 'thread'>): Windows =>
  createWindows({
    ...deps,
    thread: createHubThread(workerBeside(import.meta.url, 'window-worker'), { warmMs }),
  })

/** A report asks for one window after the other, in milliseconds. */
const warmMs = 60_000

const nothing: WindowAnswer = { there: null, asked: [] }

/** What is answered in time, else nothing; never rejects. */
async function ask(asking: Asking, question: WindowAsk): Promise<WindowAnswer> {
  const { clock, thread } = asking.deps
  if (asking.isClosed || clock.monotonic() < asking.notBefore) return nothing
  const of = streamOf(asking)
  if (of === null) return nothing
  const { turn } = asking
  const { promise, resolve } = Promise.withResolvers<WindowAnswer | undefined>()
  const late = clock.after(times.most, () => {
    resolve(undefined)
    void thread.end()
  })
  void answered(asking.deps, of, question).then(resolve, () => resolve(undefined))
  const answer = await promise
  late()
  if (turn === asking.turn) heard(asking, answer !== undefined)
  return answer ?? nothing
}

/** A journal that cannot be read keeps nobody from gathering. */
function streamOf(asking: Asking): HubStream | null {
  try {
    if (asking.known === undefined) asking.known = asking.deps.stream()
    return asking.known
  } catch {
    return null
  }
}

async function answered(
  { password, thread }: WindowsDeps,
  { url, ca, login }: HubStream,
  question: WindowAsk,
): Promise<WindowAnswer> {
  const known = await password(login)
  if (known === null) throw new Failure('HUB_NO_KEYRING')
  const whole: WindowsQuestion = { url, ca, login, password: known, ask: question }
  return thread.ask(whole, windowAnswerSchema)
}

function heard(asking: Asking, isWell: boolean): void {
  const { failures } = asking
  asking.failures = isWell ? 0 : failures + 1
  if (isWell) return
  const wait = Math.min(times.longest, times.again * 2 ** failures)
  asking.notBefore = asking.deps.clock.monotonic() + wait
}
