import type { SoldThere } from '../../../../shared/domain/sale/sold-there.ts'
import type { Money } from '../../../../shared/domain/money/money.ts'
import { workerBeside, type Thread } from '../../../async/thread.ts'
import { withTimeout } from '../../../async/time-limit.ts'
import type { Clock } from '../../../async/clock.ts'
import { Failure } from '../../../../shared/errors.ts'
import type { HubStream } from '../../../store/hub/outbox.ts'
import { undoneStates } from '../../../store/sales/sale-counts.ts'
import { searchKey } from '../../../store/sales/sale-search.ts'
import { createHubThread } from '../hub-thread.ts'
import { claimAnswerSchema, type ClaimAnswer, type ClaimQuestion } from './claim-question.ts'

export interface ClaimsDeps {
  clock: Clock
  /** Which register of which hub this is, as the journal says; null: of none. */
  stream: () => HubStream | null
  /** The password of the register's login; null: there is nowhere to keep it. */
  password: (login: string) => Promise<string | null>
  /** The address of the service of a connection; null: the test service, whose sales are nobody else's. */
  serviceOf: (profileId: string) => string | null
  /** What asks: started with the first question, so never without a hub. */
  thread: Thread
}

/** A sale that is about to be made. */
export interface ToClaim {
  id: string
  profileId: string
  productId: string
  reference: string
  amount: Money
}

/** All in milliseconds. */
const times = {
  /** A sale waits no longer for an answer, whatever becomes of the question. */
  most: 400,
  /** The connection is looked after so often: one that broke is found before a sale meets it. */
  alive: 4 * 60_000,
  /** After no answer, or a late one: so long, then twice as long each time, up to the longest. Meanwhile no sale asks. */
  again: 15_000,
  longest: 10 * 60_000,
  /** A thread of which nothing is heard for so long is ended: each of its questions to the hub has a limit below. */
  silent: 30_000,
  /** How long the end of the program waits for the thread's. */
  end: 2_000,
}

/** How it stands with the hub in this run. */
interface Asking {
  readonly deps: ClaimsDeps
  /** undefined: to be read. */
  known: HubStream | null | undefined
  isStarted: boolean
  isClosed: boolean
  /** No answer came in time: no sale asks until one does. */
  isOut: boolean
  failures: number
  /** How often the register joined or left: what was asked before says nothing of now. */
  turn: number
  /** Looks no more after the connection. */
  cancel: () => void
}

export type Claims = ReturnType<typeof createClaims>

/**
 * Asks the other registers of the shop, by their hub, whether they make the same sale. A register of no hub asks nobody: it has
 * neither thread nor timer. One whose hub does not answer in time sells as if it had none, and asks no more until it does.
 */
export function createClaims(deps: ClaimsDeps) {
  const asking: Asking = {
    ...{ deps, known: undefined, isStarted: false, isClosed: false },
    ...{ isOut: false, failures: 0, turn: 0, cancel: () => undefined },
  }
  return {
    /** Begins to look after the connection, if this register belongs to a hub. */
    start(): void {
      asking.isStarted = true
      ready(asking)
    },
    /**
     * Says that this is about to be sold here, and hears who else sells the same, or did within so many milliseconds; `anyway`:
     * whoever else does. Answered within 400 ms, and never with an error. null: there is nobody to ask.
     */
    claim(sale: ToClaim, withinMs: number, anyway: boolean): Promise<SoldThere | null> | null {
      const of = streamOf(asking)
      if (of === null || asking.isOut) return null
      const service = deps.serviceOf(sale.profileId)
      const reference = searchKey(sale.reference)
      // What is sold to nobody in particular is sold at every counter.
      if (service === null || reference === '') return null
      const { id: saleId, productId, amount } = sale
      return inTime(asking, of, {
        ...{ kind: 'claim', saleId, service, productId, reference },
        ...{ amount: amount.minor, currency: amount.currency },
        ...{ withinMs, but: [...undoneStates], anyway },
      })
    },
    /** What was claimed is not sold after all: nobody is told of it any more. Nobody waits for that. */
    release(saleId: string): void {
      const of = streamOf(asking)
      if (of !== null) void inTime(asking, of, { kind: 'unclaim', saleId })
    },
    /** The register joined or left: what is asked next goes by what is then in the journal. */
    renew(): void {
      asking.cancel()
      Object.assign(asking, { known: undefined, isOut: false, failures: 0, turn: asking.turn + 1 })
      void deps.thread.end()
      if (asking.isStarted) ready(asking)
    },
    async stop(): Promise<void> {
      asking.isClosed = true
      asking.cancel()
      await withTimeout(deps.thread.end(), times.end, () => undefined)
    },
  }
}

/** The same with the thread that asks. */
export const createClaimsBeside = (deps: Omit<ClaimsDeps, 'thread'>): Claims =>
  createClaims({ ...deps, thread: createHubThread(workerBeside(import.meta.url, 'claim-worker')) })

function streamOf(asking: Asking): HubStream | null {
  if (asking.isClosed) return null
  if (asking.known === undefined) asking.known = asking.deps.stream()
  return asking.known
}

/** To connect takes longer than to ask; a hub that was late is asked by sales again once it is not. */
function ready(asking: Asking): void {
  const of = streamOf(asking)
  if (of) void inTime(asking, of, { kind: 'ready' }, asking.isOut ? times.most : times.silent)
}

/** What is answered in time, else null; never rejects. */
async function inTime(
  asking: Asking,
  of: HubStream,
  ask: ClaimQuestion['ask'],
  most = times.most,
): Promise<ClaimAnswer> {
  const { clock, thread } = asking.deps
  const { turn } = asking
  const { promise, resolve } = Promise.withResolvers<ClaimAnswer | undefined>()
  const late = clock.after(most, () => resolve(undefined))
  const silent = clock.after(times.silent, () => void thread.end())
  void answered(asking.deps, of, ask)
    .then(resolve, () => resolve(undefined))
    .finally(silent)
  const answer = await promise
  late()
  if (turn === asking.turn) heard(asking, answer !== undefined)
  return answer ?? null
}

async function answered(
  { password, thread }: ClaimsDeps,
  { url, ca, login }: HubStream,
  ask: ClaimQuestion['ask'],
): Promise<ClaimAnswer> {
  const known = await password(login)
  if (known === null) throw new Failure('HUB_NO_KEYRING')
  const question: ClaimQuestion = { url, ca, login, password: known, ask }
  return thread.ask(question, claimAnswerSchema)
}

function heard(asking: Asking, isWell: boolean): void {
  const { failures } = asking
  const wait = isWell ? times.alive : Math.min(times.longest, times.again * 2 ** failures)
  asking.isOut = !isWell
  asking.failures = isWell ? 0 : failures + 1
  asking.cancel()
  if (asking.isStarted && !asking.isClosed)
    asking.cancel = asking.deps.clock.after(wait, () => ready(asking))
}
