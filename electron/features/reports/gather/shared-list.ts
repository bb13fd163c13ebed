import { setTimeout as pause } from 'node:timers/promises'
import { daysIn, listDays, type DayRange } from '../../../../shared/domain/time/range.ts'
import type {
  AskedThere,
  KindQuestion,
  ListThere,
} from '../../../../shared/domain/report/list-there.ts'
import {
  isFinalStatus,
  type ReportKind,
  type TransactionRow,
} from '../../../../shared/domain/sale/transaction.ts'
import { isDay } from '../../../../shared/domain/time/dates.ts'
import { Failure } from '../../../../shared/errors.ts'
import { unlessAborted } from '../../../async/time-limit.ts'
import type { ListPage } from '../../../service/service.ts'
import { judge } from '../ledger/answer-proof.ts'
import { isSettled } from '../ledger/completeness.ts'
import { windowsOver } from '../ledger/ledger-windows.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { beganAt } from './gather.ts'
import type { Answered, List, ListQuestion } from './request-line.ts'

/** What the other registers of an account got from the list: as the hub's feature tells it, which says more of each. */
export interface ListElsewhere {
  window(
    profileId: string,
    question: KindQuestion,
    limits: { newer: number; recent: number; mayLease: boolean },
  ): Promise<ListThere | null>
  asked(profileId: string, kind: ReportKind, range: DayRange): Promise<AskedThere[]>
  keep(
    profileId: string,
    question: KindQuestion,
    answer: { began: number; settled: boolean; ids: readonly string[]; rows: readonly string[] },
  ): void
  leave(profileId: string, question: KindQuestion): void
  distrust(): void
}

export interface SharedListDeps {
  /** Asks the service itself. */
  list: List
  elsewhere: ListElsewhere
  profileId: string
  kind: ReportKind
  /** What is stored here already, as it is now. */
  ledger: () => Ledger
  /** The service's records of a day that this register's own sales have seen. */
  known: (day: string) => readonly TransactionRow[]
  /** By the service's clock. */
  now: () => number
  /** Another register's answer that may still change is as good as one's own for so long after it was asked, in milliseconds. */
  recent: number
  /** The most rows that one answer holds (contract, Limits). */
  cap?: number
  /** How long another register that asks is waited for, in milliseconds, whatever the hub says of it: its lease, unless said. */
  wait?: number
}

/** All in milliseconds. */
const times = {
  /** So far the service's clock may be ahead of what is known of it here. */
  ahead: 60_000,
  /** How often it is looked whether another register has its answer. */
  look: 500,
  /** However soon its lease ends. */
  soonest: 20,
  /** A lease is of a minute. */
  wait: 65_000,
}

/** So many answers that are of no use here are looked at, one after the other. */
const mostOfNoUse = 2
/** A window of days that settled is no longer: what a hub says that another register asked is no work without end. */
const mostDays = 366
/** Of one whose days all settled. */
const never = Number.MAX_SAFE_INTEGER

/**
 * The list of an account that several registers share: what another one of them was answered is taken as if the service had said
 * it here, to be judged in the same way; what one of them asks now is waited for. What nobody has is asked from the service, and
 * kept for the others. Where there is nobody to ask, or what is said is of no use, it is the service's list and nothing else.
 */
export function shareList(deps: SharedListDeps): List {
  return async (dateStart, dateEnd, signal, isAhead) => {
    const { kind, profileId, elsewhere } = deps
    const question = { kind, dateStart, dateEnd }
    const recent = deps.now() - deps.recent
    let newer = newestHere(deps, question)
    let ofNoUse = 0
    const wait = deps.wait ?? times.wait
    const end = performance.now() + wait
    const inVain = end - wait / 2
    for (;;) {
      const limits = { newer, recent, mayLease: true }
      const there = await orCancelled(elsewhere.window(profileId, question, limits), signal)
      if (there === null) break
      if (there.kind === 'ours') {
        const wasInVain = performance.now() > inVain
        const page = await gatherForAll(deps, question, signal, isAhead)
        if (wasInVain) elsewhere.distrust()
        return page
      }
      if (there.kind === 'waiting') {
        const look = Math.min(times.look, Math.max(times.soonest, there.ms))
        await orCancelled(pause(look), signal)
      } else {
        if (isUsable(deps, question, there, { newer, recent })) return pageOf(there)
        newer = Math.max(newer, there.began)
        ofNoUse += 1
      }
      if (ofNoUse < mostOfNoUse && performance.now() < end) continue
      elsewhere.distrust()
      break
    }
    return deps.list(dateStart, dateEnd, signal, isAhead)
  }
}

/** What other registers were answered of days that are to do and have settled, however they asked: it is not asked again. */
export async function* answeredElsewhere(
  deps: SharedListDeps,
  todo: ReadonlySet<string>,
  signal: AbortSignal,
): AsyncGenerator<Answered> {
  const { kind, profileId, elsewhere, now } = deps
  const settled = [...todo].filter((day) => isSettled(day, now())).toSorted()
  const [from, to] = [settled[0], settled.at(-1)]
  if (from === undefined || to === undefined) return
  const said = await orCancelled(elsewhere.asked(profileId, kind, { from, to }), signal)
  const asked = new Set(said.filter(isWindow))
  let ofNoUse = 0
  for (const day of settled) {
    for (let one; todo.has(day) && (one = longestOver(day, asked)); asked.delete(one)) {
      const { dateStart, dateEnd } = one
      const question = { kind, dateStart, dateEnd }
      const limits = { newer: newestHere(deps, question), recent: never }
      if (one.began <= limits.newer) continue
      const there = await orCancelled(
        elsewhere.window(profileId, question, { ...limits, mayLease: false }),
        signal,
      )
      if (there?.kind === 'came' && isUsable(deps, question, there, limits)) {
        yield { dateStart, dateEnd, page: pageOf(there) }
      } else if (++ofNoUse >= mostOfNoUse) return
    }
  }
}

const isWindow = ({ dateStart, dateEnd }: AskedThere): boolean =>
  isDay(dateStart) &&
  isDay(dateEnd) &&
  dateStart <= dateEnd &&
  daysIn({ from: dateStart, to: dateEnd }) <= mostDays

function longestOver(day: string, asked: ReadonlySet<AskedThere>): AskedThere | null {
  let longest: AskedThere | null = null
  for (const one of asked) {
    const isOver = one.dateStart <= day && day <= one.dateEnd
    if (isOver && (longest === null || one.dateEnd > longest.dateEnd)) longest = one
  }
  return longest
}

/** Asks the service, and keeps what it says for the others who wait for it. */
async function gatherForAll(
  { list, elsewhere, profileId, cap }: SharedListDeps,
  question: KindQuestion,
  signal: AbortSignal,
  isAhead: boolean,
): Promise<ListPage> {
  const { dateStart, dateEnd } = question
  try {
    const page = await list(dateStart, dateEnd, signal, isAhead)
    const { rows, exchange } = page
    // Whose clock says when it was is else not known; and what is doubtful the next one may be told better.
    const isOfUse = exchange.serverDate !== null && !judge(dateStart, dateEnd, rows, cap).doubtful
    if (!isOfUse) elsewhere.leave(profileId, question)
    else {
      const began = beganAt(exchange)
      elsewhere.keep(profileId, question, {
        began,
        settled: isFinished(question, rows, began, cap),
        ids: rows.flatMap(({ id }) => (id === '' ? [] : [id])),
        rows: rows.map(({ raw }) => raw),
      })
    }
    return page
  } catch (caught) {
    elsewhere.leave(profileId, question)
    throw caught
  }
}

type Came = Extract<ListThere, { kind: 'came' }>

/** As the service would have said it: asked when it was, by the service's clock; no request of this register's. */
const pageOf = ({ began, rows }: Came): ListPage => ({
  rows,
  exchange: { startedAt: began, endedAt: began, httpStatus: 200, serverDate: began, raw: null },
  attempts: 0,
})

/**
 * Whether another register's answer says all that this one's own would: newer than what is stored here, of a moment that has come,
 * of just now or such that nothing of it changes, and with the sales of this register that the service is known to have.
 */
function isUsable(
  { known, now, kind, cap }: SharedListDeps,
  question: ListQuestion,
  { began, rows }: Came,
  { newer, recent }: { newer: number; recent: number },
): boolean {
  if (began <= newer || began > now() + times.ahead) return false
  if (began < recent && !isFinished(question, rows, began, cap)) return false
  const { proven } = judge(question.dateStart, question.dateEnd, rows, cap)
  if (kind !== 'sales' || proven === null) return true
  const amounts = new Map(rows.map(({ id, amount }) => [id, amount?.minor]))
  return listDays(proven).every((day) =>
    known(day).every(({ id, amount }) => amounts.has(id) && amounts.get(id) === amount?.minor),
  )
}

/** Whether nothing of an answer changes any more: its days have settled, and so have its rows. */
function isFinished(
  { dateStart, dateEnd }: ListQuestion,
  rows: readonly TransactionRow[],
  began: number,
  cap: number | undefined,
): boolean {
  const last = judge(dateStart, dateEnd, rows, cap).proven?.to ?? dateEnd
  return isSettled(last, began) && rows.every(({ status }) => isFinalStatus(status))
}

/** When what is stored here of these days was asked for last: nothing older than that is of use. */
function newestHere({ ledger }: SharedListDeps, { dateStart, dateEnd }: ListQuestion): number {
  const stored = windowsOver(ledger(), { from: dateStart, to: dateEnd })
  return Math.max(0, ...stored.map(({ startedAt }) => startedAt))
}

const orCancelled = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  unlessAborted(work, signal, () => new Failure('CANCELLED'))
