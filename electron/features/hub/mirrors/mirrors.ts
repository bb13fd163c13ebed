import type { Profile } from '../../../../shared/contract/connection.ts'
import type { RegisterChoices } from '../../../../shared/contract/accounting/registers.ts'
import { Failure } from '../../../../shared/errors.ts'
import { workerBeside } from '../../../async/thread.ts'
import { withTimeout } from '../../../async/time-limit.ts'
import type { SettingsStore } from '../../../host/host.ts'
import { claimMirror } from '../../../store/hub/mirror.ts'
import { createHubThread } from '../hub-thread.ts'
import { keepReader, keptReader, type Reader } from '../kept-reader.ts'
import { accountScope } from '../places.ts'
import type { BroughtMirror } from '../books/bring-mirror.ts'
import type { MirrorProgress, MirrorWish } from '../books/fill-mirror.ts'
import {
  choicesAnswerSchema,
  filledSchema,
  fillProgressSchema,
  type MirrorQuestion,
} from './mirror-question.ts'

export interface MirrorsDeps {
  settings: SettingsStore
  dataDir: string
  /** The password of a login; null: there is nowhere to keep it. */
  password: (login: string) => Promise<string | null>
  /** The connection in use; null: none. */
  profile: () => Profile | null
}

/** A hub that takes longer to say who is there is not waited for, in milliseconds. */
const longestChoices = 30_000
/** What a hub that answers without end can take of memory, in megabytes, and how long the thread is kept for more, in milliseconds. */
const [mostMemory, warmMs] = [512, 60_000]

export type Mirrors = ReturnType<typeof createMirrors>

async function asReader(
  reader: Reader,
  passwordOf: MirrorsDeps['password'],
): Promise<Pick<MirrorQuestion, 'reader' | 'password'>> {
  const password = await passwordOf(reader.login)
  if (password === null) throw new Failure('HUB_NO_KEYRING')
  return { reader, password }
}

/** What a window with a reader of books reads of several registers, in a thread; whoever has none asks nobody, and starts none. */
export function createMirrors(deps: MirrorsDeps) {
  const { settings, dataDir, profile } = deps
  const thread = createHubThread(workerBeside(import.meta.url, 'mirror-worker'), {
    memory: mostMemory,
    warmMs,
  })
  const drop = async (reason?: Failure): Promise<void> => await thread.end(reason)

  async function ask(reader: Reader): Promise<RegisterChoices> {
    const as = await asReader(reader, deps.password)
    const asked = thread.ask({ ...as, ask: { kind: 'choices' } }, choicesAnswerSchema)
    const { accounts, registers } = await withTimeout(asked, longestChoices, (): never => {
      const late = new Failure('HUB_UNREACHABLE', { reason: 'ETIMEDOUT' })
      void thread.end(late)
      throw late
    })
    const own = profile()
    const scope = own && accountScope(own)
    return {
      accounts: accounts.map((one) => ({ name: one.name, isOwn: one.scope === scope })),
      registers,
      branch: reader.branch,
    }
  }
  const keepBooks = (reader: Reader, books: boolean) => {
    if (reader.books !== books) keepReader(settings, { ...reader, books })
  }

  return {
    /** Of which registers there may be reports; null: nobody reads books here, as far as is known. */
    async choices(): Promise<RegisterChoices | null> {
      const reader = keptReader(settings)
      if (reader === null) return null
      try {
        const choices = await ask(reader)
        keepBooks(reader, true)
        return choices
      } catch (caught) {
        const code = caught instanceof Failure ? caught.error.code : null
        if (code === 'HUB_NO_BOOKS') keepBooks(reader, false)
        // Who was never let see them is not told of a database that is gone, either.
        if (code === 'HUB_NO_BOOKS' || !reader.books) return null
        throw caught
      }
    },
    /** Fills one; whoever asked drops it. @throws Failure CANCELLED once the signal aborts, else as fillFromHub */
    async bring(
      wish: Pick<MirrorWish, 'account' | 'days' | 'only'>,
      { signal, progress }: { signal: AbortSignal; progress: (told: MirrorProgress) => void },
    ): Promise<BroughtMirror> {
      const reader = keptReader(settings)
      if (reader === null) throw new Failure('HUB_NO_BOOKS')
      const as = await asReader(reader, deps.password)
      signal.throwIfAborted()
      const place = claimMirror(dataDir)
      // A hub that hangs hears of nothing: the thread ends with it.
      const cancel = () => void drop(new Failure('CANCELLED'))
      signal.addEventListener('abort', cancel)
      try {
        const question: MirrorQuestion = {
          ...as,
          ask: { kind: 'fill', folder: place.folder, profile: profile(), ...wish },
        }
        const filled = await thread.ask(question, filledSchema, {
          progress: (told) => progress(fillProgressSchema.parse(told)),
        })
        return { ...place, ...filled }
      } catch (caught) {
        await drop()
        place.drop()
        throw caught
      } finally {
        signal.removeEventListener('abort', cancel)
      }
    },
    /** Ends what is being read; the end of the program waits for it only so long. */
    stop: (): Promise<void> => withTimeout(drop(), 2_000, () => undefined),
  }
}
