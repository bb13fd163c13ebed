import { Failure, toAppError, type AppError } from '../../../shared/errors.ts'
import type { Thread } from '../../async/thread.ts'
import { createSerialQueue } from '../../async/serial-queue.ts'
import { withTimeout } from '../../async/time-limit.ts'
import type { CommonDeps } from '../../deps.ts'
import { orTold } from '../../or-told.ts'
import { writableJournal } from '../../store/journal/journal-access.ts'
import { keptNotesMs, type HubStream } from '../../store/hub/outbox.ts'
import type { FoundOrder } from '../../store/hub/orders-here.ts'
import type { Places, SharedWritten, TakeStep } from '../../store/hub/shared.ts'
import {
  packedPushedSchema,
  sentSchema,
  type HubQuestion,
  type PackedPushed,
} from './hub-question.ts'
import { sharedReader } from './packed-shared.ts'

export interface ShippingDeps extends Pick<CommonDeps, 'journal' | 'clock' | 'onProblem'> {
  dataDir: string
  version: string
  /** The password of the register's login; null: there is nowhere to keep it. */
  password: (login: string) => Promise<string | null>
  /** The hub refuses the password: it is to be read anew. */
  forgetPassword: () => void
  /** Whether a sale is being made. */
  isSelling: () => boolean
  /** What of what registers share has a place here. */
  places: () => Places
  /** Keeps what of it stands beside the journal. */
  keepBeside: (beside: SharedWritten['beside']) => void
  /** Something of it is new here. */
  onShared: (written: SharedWritten) => void
  /** Erases whom other registers ordered to be erased. */
  carryOut: (orders: readonly FoundOrder[]) => Promise<void>
  /** What sends: started with the first question, so never without a hub. */
  thread: Thread
  /** Something of the state changed. */
  onChange: () => void
}

/** All in milliseconds. */
const times = {
  /** How often it is looked whether something changed. */
  look: 5_000,
  /** Without a change it is said so often that nothing did. */
  calm: 4 * 60_000,
  /** After a failure: so long, then twice as long each time, up to the longest. */
  again: 15_000,
  longest: 10 * 60_000,
  /** A thread of which nothing is heard for so long is ended: each of its questions to the hub has a limit below. */
  silent: 3 * 60_000,
  /** How long the end of the program waits for the thread's. */
  end: 2_000,
}

/** So few lines are forgotten at once that nobody waits for the journal. */
const prunedAtOnce = 1_000

/** How the sending of this run goes. */
interface Run {
  readonly deps: ShippingDeps
  /** Which stream all of this is about. */
  stream: string | null
  isSending: boolean
  isTaking: boolean
  isClosed: boolean
  /** The stream ends or begins now: nothing is sent; and how often it did, as what was sent before says nothing any more. */
  isHeld: boolean
  holds: number
  /** The journal could not be read when it was last looked in: it is said once. */
  isUnread: boolean
  /** When it last went well (epoch ms), and what that came to. */
  sentAt: number | null
  last: Pick<PackedPushed, 'missing' | 'beside'> | null
  error: AppError | null
  failures: number
  /** Up to which change the hub was known to have it when it was last sent. */
  upTo: number
  /** The change that is to be written down as the hub's, once nobody sells. */
  acked: number
  /** What was heard of what registers share, and is to be written down then, too; and how often another one was right. */
  heard: { read: ReturnType<typeof sharedReader>; step: TakeStep | null } | null
  replaced: number
  /** Of the clock that only goes forward: not before, and at the latest. */
  notBefore: number
  calmAt: number
}

export type Shipping = ReturnType<typeof createShipping>

/**
 * Sends behind what the hub lacks: some seconds after something changed, and every few minutes otherwise. A register of no
 * hub looks once, and has neither thread nor timer.
 */
export function createShipping(deps: ShippingDeps) {
  const held = { isHeld: false, holds: 0 }
  const run: Run = {
    deps,
    isSending: false,
    isTaking: false,
    isClosed: false,
    ...held,
    isUnread: false,
    ...fresh(null),
  }
  const streams = createSerialQueue()
  let cancel: (() => void) | null = null
  const again = (): void => {
    if (run.isClosed || streamOf(run) === null) return void (cancel = null)
    cancel = deps.clock.after(times.look, () => {
      void look(run)
      again()
    })
  }
  /** Begins, if this register belongs to a hub; again once it joined one. */
  const start = (): void => {
    if (cancel === null) again()
  }
  /** Sends now, whatever came of it before. */
  const now = (): void => {
    start()
    run.notBefore = run.calmAt = -Infinity
    void look(run)
  }
  return {
    start,
    now,
    /** Looks now whether something is to be sent, and sends it. */
    look: () => look(run),
    /** How it goes in the stream that the register is in. */
    state() {
      follow(run)
      const { isSending, sentAt, last, error, acked, replaced } = run
      return { isSending, sentAt, missing: last?.missing ?? [], error, acked, replaced }
    },
    /**
     * While `work` ends or begins a stream nothing is sent: what was is ended before, and it goes on by what is then in the
     * journal, also where the work failed: it may have failed at the last of it.
     */
    without: <T>(work: () => Promise<T>): Promise<T> =>
      streams.add(async () => {
        run.isHeld = true
        run.holds += 1
        try {
          await deps.thread.end()
          return await work()
        } finally {
          run.isHeld = false
          now()
        }
      }),
    /** Ends the sending, whatever it is at: the hub rolls back what was not whole, and the next start goes on. */
    async stop(): Promise<void> {
      run.isClosed = true
      cancel?.()
      await withTimeout(deps.thread.end(), times.end, () => undefined)
    },
  }
}

const fresh = (stream: string | null) => ({
  stream,
  sentAt: null,
  last: null,
  error: null,
  failures: 0,
  ...{ heard: null, replaced: 0 },
  ...{ upTo: 0, acked: 0, notBefore: -Infinity, calmAt: -Infinity },
})

/**
 * null: of no hub, or the journal cannot be written in this run: then nothing new is in it either. undefined: it could not be
 * read now, and nothing is known.
 */
function streamOf(run: Run): HubStream | null | undefined {
  try {
    const stream = writableJournal(run.deps.journal)?.outbox.stream() ?? null
    run.isUnread = false
    return stream
  } catch (caught) {
    if (!run.isUnread) run.deps.onProblem(toAppError(caught))
    run.isUnread = true
    return undefined
  }
}

/** What was known of another stream says nothing of this one. */
function follow(run: Run): HubStream | null {
  const stream = streamOf(run)
  if (stream === undefined) return null
  if (run.stream !== (stream?.id ?? null)) Object.assign(run, fresh(stream?.id ?? null))
  return stream
}

/** Never throws: what goes wrong is the state's to tell. */
async function look(run: Run): Promise<void> {
  const { clock, journal, onProblem } = run.deps
  if (run.isSending || run.isTaking || run.isClosed || run.isHeld) return
  const stream = follow(run)
  if (stream === null) return
  noteAcked(run, stream)
  if (run.heard !== null) await takeShared(run, stream)
  if (run.isClosed || run.isHeld || run.stream !== stream.id) return
  const now = clock.monotonic()
  const newest = orTold(onProblem, () => journal.write().outbox.newest()) ?? 0
  if (now < run.notBefore || (newest <= run.upTo && now < run.calmAt)) return
  run.isSending = true
  run.deps.onChange()
  const { holds } = run
  // Whoever left or joined anew meanwhile hears nothing of the stream before.
  const isStill = () => !run.isClosed && run.holds === holds && run.stream === stream.id
  try {
    const { shared, orders, ...last } = await send(run, stream)
    if (isStill() && shared) run.heard = { read: sharedReader(shared), step: null }
    if (isStill() && orders) {
      // Nothing was sent: who is to be erased is first, and then it is sent at the next look.
      await takeShared(run, stream)
      await run.deps.carryOut(orders)
    } else if (isStill()) {
      if (last.beside && last.beside.code !== run.last?.beside?.code) onProblem(last.beside)
      Object.assign(run, { last, sentAt: clock.now(), error: null, failures: 0, upTo: newest })
      run.calmAt = clock.monotonic() + times.calm
    }
  } catch (caught) {
    if (isStill()) failed(run, toAppError(caught))
  } finally {
    run.isSending = false
  }
  if (!isStill()) return
  noteAcked(run, stream)
  await takeShared(run, stream)
  run.deps.onChange()
}

/** Sooner or later it is tried again, also what a person has to mend: nobody has to tell the register that it is. */
function failed(run: Run, error: AppError): void {
  const { clock, onProblem, forgetPassword } = run.deps
  if (error.code === 'HUB_LOGIN_REFUSED') forgetPassword()
  if (run.error?.code !== error.code) onProblem(error)
  run.error = error
  run.notBefore = clock.monotonic() + Math.min(times.longest, times.again * 2 ** run.failures)
  run.failures += 1
}

async function send(run: Run, { id, login }: HubStream): Promise<PackedPushed> {
  const { dataDir, version, thread, password, clock } = run.deps
  const { holds } = run
  const known = await password(login)
  if (known === null) throw new Failure('HUB_NO_KEYRING')
  if (run.isClosed || run.holds !== holds) throw new Failure('CANCELLED')
  const silent = () => void thread.end(new Failure('HUB_UNREACHABLE', { reason: 'ETIMEDOUT' }))
  let cancel = clock.after(times.silent, silent)
  const places = run.deps.places()
  const question: HubQuestion = { dataDir, stream: id, password: known, version, places }
  try {
    return await thread.ask(question, packedPushedSchema, {
      progress(told) {
        if (run.stream === id) run.acked = Math.max(run.acked, sentSchema.parse(told).seq)
        cancel()
        cancel = clock.after(times.silent, silent)
      },
    })
  } finally {
    cancel()
  }
}

/** Writes down how far the hub has it, and forgets what it has long had; while somebody sells the next look does. */
function noteAcked(run: Run, { id }: HubStream): void {
  const { journal, clock, isSelling, onProblem } = run.deps
  if (run.acked === 0 || isSelling()) return
  try {
    const { outbox } = journal.write()
    const stream = outbox.stream()
    // Meanwhile it may have left, or joined again.
    if (stream?.id === id && run.acked > stream.ackedSeq) {
      outbox.acknowledge(run.acked, clock.now())
      outbox.prune(clock.now() - keptNotesMs, prunedAtOnce)
    }
    run.acked = 0
  } catch (caught) {
    onProblem(toAppError(caught))
  }
}

/**
 * Writes down what the other registers share, some of it in each turn: a sale comes between. While somebody sells the next look
 * does.
 */
async function takeShared(run: Run, { id }: HubStream): Promise<void> {
  const { clock, isSelling, onProblem } = run.deps
  run.isTaking = true
  try {
    while (run.heard !== null && !run.isClosed && !run.isHeld && !isSelling()) {
      if (takeStep(run, id, run.heard)) run.heard = null
      else await new Promise<void>((resolve) => void clock.after(0, resolve))
    }
  } catch (caught) {
    run.heard = null
    onProblem(toAppError(caught))
  } finally {
    run.isTaking = false
  }
}

/** Answers whether it was the last. */
function takeStep(run: Run, id: string, heard: NonNullable<Run['heard']>): boolean {
  const { journal, clock, places, keepBeside, onShared } = run.deps
  const { outbox } = journal.write()
  if (outbox.stream()?.id !== id) return true
  if (heard.step === null) {
    const answer = heard.read()
    if (answer !== null) heard.step = outbox.shared.takes(answer)
    return false
  }
  const written = heard.step(places(), clock.now(), keepBeside)
  if (written === null) return false
  run.replaced += written.replaced
  // Whoever joins with years of lines is not known for hours otherwise.
  if (written.isMore) run.calmAt = -Infinity
  if (written.kinds.size > 0) onShared(written)
  return true
}
