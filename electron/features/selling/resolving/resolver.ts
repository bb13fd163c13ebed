import {
  isFinal,
  isLookedUpByList,
  nextSale,
  saleAge,
  type SaleEvidence,
} from '../../../../shared/domain/sale/sale-machine.ts'
import { Failure, toAppError, toFailure } from '../../../../shared/errors.ts'
import type { Clock } from '../../../async/clock.ts'
import type { FindEvidence } from '../../../service/service.ts'
import type { SaleRecord } from '../../../store/sales/sale-row.ts'
import type { SaleRecorder } from '../sale-recorder.ts'
import { lookFailure, lookFinding } from '../findings.ts'
import { lookInList } from './list-look.ts'
import type { SellingDeps } from '../ports.ts'
import type { Seller } from '../seller.ts'

interface Moment {
  wall: number
  monotonic: number
}

/** Sales looked up at the same time. */
const lanes = 4
/** The wall clock may jump, so the timer never sleeps longer than this. */
const longestSleep = 60_000
/** A wall clock that loses more than this at once was set. */
const setBack = 10_000
/** A look-up for whose length the two clocks differ by more was slept through, or one of them was set. */
const steadyWithin = 1_000
/** Before something that failed here (a full disk) is tried again. */
const troubleGap = 5_000
/** Look-ups asked of the journal at once: more than there are lanes, as some may be under way. */
const asked = 10

/** The look-ups of one run, and what it learnt of clocks and of trouble. */
interface Looking {
  readonly deps: SellingDeps
  readonly recorder: SaleRecorder
  readonly seller: Seller
  /** The look-ups that are out, by sale. */
  readonly looks: Map<string, Promise<SaleRecord>>
  readonly stopping: AbortController
  /** Each service's clock as last heard, and when, by the clock that is never set; by profile. */
  readonly heard: Map<string, { server: number; monotonic: number }>
  /** When the first of the answers "no record" in a row was heard in this run, by sale. */
  readonly firstMiss: Map<string, number>
  /** Sales whose look broke here, and when that look began, by the clock that is never set. */
  readonly stumbled: Map<string, number>
  cancelTimer: (() => void) | null
  started: boolean
  recovered: boolean
  /** The wall clock less the one that is never set. */
  wallLead: number | null
}

/** Looks sales up until evidence ends them: one timer for all, one find at a time for each. */
export function createResolver(deps: SellingDeps, recorder: SaleRecorder, seller: Seller) {
  const looking: Looking = {
    deps,
    recorder,
    seller,
    looks: new Map(),
    stopping: new AbortController(),
    heard: new Map(),
    firstMiss: new Map(),
    stumbled: new Map(),
    cancelTimer: null,
    started: false,
    recovered: false,
    wallLead: null,
  }
  return {
    /** Settles what a crash left in the middle, then looks up everything open, at once. */
    start: () => {
      looking.started = true
      lookSoon(looking)
    },
    /** Looks a sale up now, whenever it is due. */
    look: (saleId: string): Promise<SaleRecord> => look(looking, saleId),
    /** Makes every open sale due now: a sleep ended, a token was renewed, the service is back. */
    lookSoon: (): void => lookSoon(looking),
    /** Sets the timer anew: something may have become due earlier. */
    wake: (): void => wake(looking),
    stop: (): Promise<void> => stop(looking),
  }
}

function wake(looking: Looking): void {
  looking.cancelTimer?.()
  looking.cancelTimer = null
  if (!looking.started || looking.stopping.signal.aborted) return
  let delay = troubleGap
  try {
    delay = lookAtDue(looking)
  } catch (caught) {
    report(looking, caught)
  }
  looking.cancelTimer = looking.deps.clock.after(delay, () => wake(looking))
}

/** Starts the look-ups that are due; answers how long nothing else is. */
function lookAtDue(looking: Looking): number {
  const { deps, looks, stumbled } = looking
  let delay = settleUnfinished(looking) ? longestSleep : troubleGap
  const profileId = deps.profileId()
  if (profileId === null) return delay
  const now = deps.clock.now()
  if (wasSetBack(looking, now)) deps.journal.lookSoon(profileId, now)
  // Those that broke stay due: they come last, and hide none of the others.
  const next = deps.journal.nextLooks(profileId, asked + stumbled.size)
  for (const { id, at } of next.toSorted(
    (a, b) => brokeAt(looking, a.id) - brokeAt(looking, b.id),
  )) {
    if (at > now) {
      delay = Math.min(delay, at - now)
      continue
    }
    // One that ends wakes this by itself; one that fails here is tried again.
    delay = Math.min(delay, troubleGap)
    if (looks.size < lanes && !looks.has(id) && mayTry(looking, id)) {
      void look(looking, id).catch((caught: unknown) => report(looking, caught))
    }
  }
  return delay
}

function brokeAt({ stumbled }: Looking, saleId: string): number {
  return stumbled.get(saleId) ?? -Infinity
}

function mayTry(looking: Looking, saleId: string): boolean {
  return looking.deps.clock.monotonic() >= brokeAt(looking, saleId) + troubleGap
}

function look(looking: Looking, saleId: string): Promise<SaleRecord> {
  const { looks, stumbled, firstMiss } = looking
  const running = looks.get(saleId)
  if (running) return running
  const begunAt = looking.deps.clock.monotonic()
  const begun = lookOnce(looking, saleId).then(
    (record) => {
      looks.delete(saleId)
      stumbled.delete(saleId)
      if (record.nextLookAt === null) firstMiss.delete(saleId)
      wake(looking)
      return record
    },
    (caught) => {
      looks.delete(saleId)
      stumbled.set(saleId, begunAt)
      // A disk that takes nothing is everybody's trouble: nothing goes on before it is tried again.
      if (!isStoreTrouble(caught)) wake(looking)
      throw caught
    },
  )
  looks.set(saleId, begun)
  return begun
}

async function lookOnce(looking: Looking, saleId: string): Promise<SaleRecord> {
  const { deps, recorder, seller } = looking
  const { signal } = looking.stopping
  const record = recorder.sale(saleId)
  if (record.sentAt === null || record.state === 'NOT_SENT' || seller.isInHand(saleId))
    return record
  const ageMs = ageOf(looking, record)
  const aged = isFinal(record.state) ? record : age(looking, record, ageMs)
  try {
    const service = deps.service()
    if (service.profile.id !== record.profileId) return aged
    if (isLookedUpByList(aged, ageMs)) {
      return recorder.record(aged, await lookInList(service, aged, signal))
    }
    const begun = momentOf(deps.clock)
    const evidence = await service.find(saleId, signal)
    hear(looking, record.profileId, evidence.exchange.serverDate)
    return recorder.record(aged, lookFinding(evidence, timing(looking, aged, evidence, begun)))
  } catch (caught) {
    if (signal.aborted || isStoreTrouble(caught)) throw caught
    // What broke here is told, and counts as a look that failed: the next one comes in its time.
    if (!(caught instanceof Failure)) report(looking, caught)
    return recorder.record(aged, lookFailure(toFailure(caught)))
  }
}

function momentOf(clock: Clock): Moment {
  return { wall: clock.now(), monotonic: clock.monotonic() }
}

/** When a look-up was made, by the clock that is never set: begun then, answered now. */
function timing(
  { deps, firstMiss }: Looking,
  { id, misses }: SaleRecord,
  { kind }: FindEvidence,
  begun: Moment,
): { tookMs: number; apartMs: number | null } {
  const { clock } = deps
  const now = clock.monotonic()
  const took = now - begun.monotonic
  // That clock stands still while the computer sleeps: how long ago it was asked is not known then.
  const isSteady = Math.abs(clock.now() - begun.wall - took) < steadyWithin
  if (kind === 'found') firstMiss.delete(id)
  const first = misses === 0 ? undefined : firstMiss.get(id)
  if (kind === 'not-found' && first === undefined) firstMiss.set(id, now)
  const apartMs = first === undefined ? null : begun.monotonic - first
  return { tookMs: isSteady ? took : Infinity, apartMs }
}

/** Ends the look-ups of a sale that any clock says is past its horizon. */
function age({ deps, recorder }: Looking, record: SaleRecord, ageMs: number): SaleRecord {
  const evidence: SaleEvidence = { kind: 'aged', ageMs }
  if (nextSale(record, evidence, deps.clock.now()) === null) return record
  return recorder.record(record, { evidence, event: { kind: 'note', error: null } })
}

function ageOf({ deps, seller, heard }: Looking, record: SaleRecord): number {
  const { id, profileId, sentAt, skewMs } = record
  if (sentAt === null) return 0
  const now = momentOf(deps.clock)
  const last = heard.get(profileId)
  const server = last ? last.server + now.monotonic - last.monotonic : null
  const sent = {
    wall: sentAt,
    monotonic: seller.sentAtMonotonic(id),
    server: skewMs === null ? null : sentAt + skewMs,
  }
  return saleAge(sent, { ...now, server })
}

function hear({ deps, heard }: Looking, profileId: string, server: number | null): void {
  if (server !== null) heard.set(profileId, { server, monotonic: deps.clock.monotonic() })
}

/** Whether the wall clock was set back since this was last asked: what is due by it then waits too long. */
function wasSetBack(looking: Looking, now: number): boolean {
  const before = looking.wallLead
  const lead = now - looking.deps.clock.monotonic()
  looking.wallLead = lead
  return before !== null && lead < before - setBack
}

function report({ deps, stopping }: Looking, caught: unknown): void {
  if (!stopping.signal.aborted) deps.onProblem(toAppError(caught))
}

/** What this run knows comes first: a crash is only what nothing else explains. False: some of it is still to do. */
function settleUnfinished(looking: Looking): boolean {
  const { deps, seller } = looking
  const isWritten = seller.recordLate()
  if (!looking.recovered) {
    const crashed = deps.journal.unfinished().filter((saleId) => !seller.isInHand(saleId))
    looking.recovered = crashed.filter((saleId) => !settleCrash(looking, saleId)).length === 0
  }
  return isWritten && looking.recovered
}

/** What one sale's row does not bear must not keep the others waiting. */
function settleCrash(looking: Looking, saleId: string): boolean {
  try {
    looking.recorder.record(saleId, {
      evidence: { kind: 'interrupted' },
      event: { kind: 'crash-recovery', error: null },
    })
    return true
  } catch (caught) {
    report(looking, caught)
    return false
  }
}

function lookSoon(looking: Looking): void {
  const { deps } = looking
  try {
    settleUnfinished(looking)
    const profileId = deps.profileId()
    if (profileId !== null) deps.journal.lookSoon(profileId, deps.clock.now())
  } catch (caught) {
    report(looking, caught)
  }
  wake(looking)
}

async function stop(looking: Looking): Promise<void> {
  looking.stopping.abort()
  looking.cancelTimer?.()
  await Promise.allSettled(looking.looks.values())
}

/** What is wrong here and not with the service: nothing was learnt, and nothing can be written. */
function isStoreTrouble(caught: unknown): boolean {
  const codes: readonly string[] = [
    'DISK_FULL',
    'JOURNAL_DAMAGED',
    'STORE_READ_ONLY',
    'STORE_FAILED',
    'SALE_NOT_FOUND',
  ]
  return caught instanceof Failure && codes.includes(caught.error.code)
}
