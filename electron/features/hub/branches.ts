import { branchesCalls } from '../../../shared/contract/upkeep/branches.ts'
import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Thread } from '../../async/thread.ts'
import { withTimeout } from '../../async/time-limit.ts'
import type { SettingsStore } from '../../host/host.ts'
import type { BranchesQuestion } from './branches-question.ts'
import { keptReader } from './kept-reader.ts'

export interface BranchesDeps {
  settings: SettingsStore
  /** The password of a login; null: there is nowhere to keep it. */
  password: (login: string) => Promise<string | null>
  /** What reads: started with the first question. */
  thread: Thread
}

/** A hub that takes longer is not waited for, in milliseconds; each question to it has a limit below. */
const longest = 90_000

export type Branches = ReturnType<typeof createBranches>

/** What the owner's screen asks: read in a thread, by the login of a reader. */
export function createBranches({ settings, password, thread }: BranchesDeps) {
  async function ask<A>(
    question: BranchesQuestion['ask'],
    schema: Parameters<typeof thread.ask<A>>[1],
  ): Promise<A> {
    const reader = keptReader(settings)
    if (reader === null) throw new Failure('HUB_NOT_JOINED')
    const { url, ca, login } = reader
    const known = await password(login)
    if (known === null) throw new Failure('HUB_NO_KEYRING')
    const of: BranchesQuestion = { url, ca, login, password: known, ask: question }
    return withTimeout(thread.ask(of, schema), longest, (): never => {
      const late = new Failure('HUB_UNREACHABLE', { reason: 'ETIMEDOUT' })
      void thread.end(late)
      throw late
    })
  }
  return {
    handlers: {
      'branches.now': () => ask({ kind: 'now' }, branchesCalls['branches.now'].output),
      'branches.sold': (days) =>
        ask({ ...days, kind: 'sold' }, branchesCalls['branches.sold'].output),
      'branches.sales': (of) =>
        ask({ ...of, kind: 'sales' }, branchesCalls['branches.sales'].output),
      'branches.closes': (of) =>
        ask({ ...of, kind: 'closes' }, branchesCalls['branches.closes'].output),
    } satisfies Handlers<CallsOf<'branches'>>,
    /** Ends what is being read. */
    drop: (): Promise<void> => thread.end(),
    /** The same at the end of the program, which waits for it only so long. */
    stop: (): Promise<void> => withTimeout(thread.end(), 2_000, () => undefined),
  }
}
