import {
  isFinal,
  isLookedUpByList,
  nextSale,
  saleAge,
  type SaleEvidence,
} from '../../../shared/domain/sale/sale-machine.ts'
import { Failure, toAppError, toFailure } from '../../../shared/errors.ts'
import type { FindEvidence } from '../../service/service.ts'
import type { SaleRecord } from '../../store/sales/sale-row.ts'
import type { SaleRecorder } from './sale-recorder.ts'
import { lookFailure, lookFinding } from './findings.ts'
import { lookInList } from './list-look.ts'
import type { SellingDeps } from './ports.ts'
import type { Seller } from './seller.ts'

/** Looks sales up until evidence ends them: one timer for all, one find at a time for each. */
export interface Resolver {
  /** Settles what a crash left in the middle, then looks up everything open, at once. */
  start(): void
  /** Looks a sale up now, whenever it is due. */
  look(saleId: string): Promise<SaleRecord>
  /** Makes every open sale due now: a sleep ended, a token was renewed, the service is back. */
  lookSoon(): void
  /** Sets the timer anew: something may have become due earlier. */
  wake(): void
  stop(): Promise<void>
}

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

export function createResolver(
  deps: SellingDeps,
  recorder: SaleRecorder,
  seller: Seller,
): Resolver {
  const { journal, clock } = deps
  const looks = new Map<string, Promise<SaleRecord>>()
  const stopping = new AbortController()
  /** Each service's clock as last heard, and when, by the clock that is never set; by profile. */
  const heard = new Map<string, { server: number; monotonic: number }>()
  /** When the first of the answers "no record" in a row was heard in this run, by sale. */
  const firstMiss = new Map<string, number>()
  /** Sales whose look broke here, and when that look began, by the clock that is never set. */
  const stumbled = new Map<string, number>()
  let cancelTimer: (() => void) | null = null
  let started = false
  let recovered = false
  /** The wall clock less the one that is never set. */
  let wallLead: number | null = null

  function wake(): void {
    cancelTimer?.()
    cancelTimer = null
    if (!started || stopping.signal.aborted) return
    let delay = troubleGap
    try {
      delay = lookAtDue()
    } catch (caught) {
      report(caught)
    }
    cancelTimer = clock.after(delay, wake)
  }

  /** Starts the look-ups that are due; answers how long nothing else is. */
  function lookAtDue(): number {
    let delay = settleUnfinished() ? longestSleep : troubleGap
    const profileId = deps.profileId()
    if (profileId === null) return delay
    const now = clock.now()
    if (wasSetBack(now)) journal.lookSoon(profileId, now)
    // Those that broke stay due: they come last, and hide none of the others.
    const next = journal.nextLooks(profileId, asked + stumbled.size)
    for (const { id, at } of next.toSorted((a, b) => brokeAt(a) - brokeAt(b))) {
      if (at > now) {
        delay = Math.min(delay, at - now)
        continue
      }
      // One that ends wakes this by itself; one that fails here is tried again.
      delay = Math.min(delay, troubleGap)
      if (looks.size < lanes && !looks.has(id) && mayTry(id)) void look(id).catch(report)
    }
    return delay
  }

  const brokeAt = ({ id }: { id: string }) => stumbled.get(id) ?? -Infinity

  function mayTry(saleId: string): boolean {
    return clock.monotonic() >= brokeAt({ id: saleId }) + troubleGap
  }

  function look(saleId: string): Promise<SaleRecord> {
    const running = looks.get(saleId)
    if (running) return running
    const begunAt = clock.monotonic()
    const begun = lookOnce(saleId).then(
      (record) => {
        looks.delete(saleId)
        stumbled.delete(saleId)
        wake()
        return record
      },
      (caught) => {
        looks.delete(saleId)
        stumbled.set(saleId, begunAt)
        // A disk that takes nothing is everybody's trouble: nothing goes on before it is tried again.
        if (!isStoreTrouble(caught)) wake()
        throw caught
      },
    )
    looks.set(saleId, begun)
    return begun
  }

  async function lookOnce(saleId: string): Promise<SaleRecord> {
    const record = recorder.sale(saleId)
    if (record.sentAt === null || record.state === 'NOT_SENT' || seller.isInHand(saleId))
      return record
    const ageMs = ageOf(record)
    const aged = isFinal(record.state) ? record : age(record, ageMs)
    try {
      const service = deps.service()
      if (service.profile.id !== record.profileId) return aged
      if (isLookedUpByList(aged, ageMs)) {
        return recorder.record(aged, await lookInList(service, aged, stopping.signal))
      }
      const begun = { wall: clock.now(), monotonic: clock.monotonic() }
      const evidence = await service.find(saleId, stopping.signal)
      hear(record.profileId, evidence.exchange.serverDate)
      return recorder.record(aged, lookFinding(evidence, timing(aged, evidence, begun)))
    } catch (caught) {
      if (stopping.signal.aborted || isStoreTrouble(caught)) throw caught
      // What broke here is told, and counts as a look that failed: the next one comes in its time.
      if (!(caught instanceof Failure)) report(caught)
      return recorder.record(aged, lookFailure(toFailure(caught)))
    }
  }

  /** When a look-up was made, by the clock that is never set: begun then, answered now. */
  function timing({ id, misses }: SaleRecord, { kind }: FindEvidence, begun: Moment) {
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
  function age(record: SaleRecord, ageMs: number): SaleRecord {
    const evidence: SaleEvidence = { kind: 'aged', ageMs }
    if (nextSale(record, evidence, clock.now()) === null) return record
    return recorder.record(record, { evidence, event: { kind: 'note', error: null } })
  }

  function ageOf({ id, profileId, sentAt, skewMs }: SaleRecord): number {
    if (sentAt === null) return 0
    const now = { wall: clock.now(), monotonic: clock.monotonic() }
    const last = heard.get(profileId)
    const server = last ? last.server + now.monotonic - last.monotonic : null
    const sent = {
      wall: sentAt,
      monotonic: seller.sentAtMonotonic(id),
      server: skewMs === null ? null : sentAt + skewMs,
    }
    return saleAge(sent, { ...now, server })
  }

  function hear(profileId: string, server: number | null): void {
    if (server !== null) heard.set(profileId, { server, monotonic: clock.monotonic() })
  }

  /** Whether the wall clock was set back since this was last asked: what is due by it then waits too long. */
  function wasSetBack(now: number): boolean {
    const before = wallLead
    wallLead = now - clock.monotonic()
    return before !== null && wallLead < before - setBack
  }

  function report(caught: unknown): void {
    if (!stopping.signal.aborted) deps.onProblem(toAppError(caught))
  }

  /** What this run knows comes first: a crash is only what nothing else explains. False: some of it is still to do. */
  function settleUnfinished(): boolean {
    const isWritten = seller.recordLate()
    if (!recovered) {
      const crashed = journal.unfinished().filter((saleId) => !seller.isInHand(saleId))
      recovered = crashed.filter((saleId) => !settleCrash(saleId)).length === 0
    }
    return isWritten && recovered
  }

  /** What one sale's row does not bear must not keep the others waiting. */
  function settleCrash(saleId: string): boolean {
    try {
      recorder.record(saleId, {
        evidence: { kind: 'interrupted' },
        event: { kind: 'crash-recovery', error: null },
      })
      return true
    } catch (caught) {
      report(caught)
      return false
    }
  }

  function lookSoon(): void {
    try {
      settleUnfinished()
      const profileId = deps.profileId()
      if (profileId !== null) journal.lookSoon(profileId, clock.now())
    } catch (caught) {
      report(caught)
    }
    wake()
  }

  return {
    start: () => {
      started = true
      lookSoon()
    },
    look,
    lookSoon,
    wake,
    stop: async () => {
      stopping.abort()
      cancelTimer?.()
      await Promise.allSettled(looks.values())
    },
  }
}

/** What is wrong here and not with the service: nothing was learnt, and nothing can be written. */
function isStoreTrouble(caught: unknown): boolean {
  const codes: readonly string[] = [
    'DISK_FULL',
    'JOURNAL_DAMAGED',
    'STORE_FAILED',
    'SALE_NOT_FOUND',
  ]
  return caught instanceof Failure && codes.includes(caught.error.code)
}
