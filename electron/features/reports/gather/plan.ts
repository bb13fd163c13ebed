import { rowCap } from '../../../service/service.ts'
import type { EndHabit } from '../ledger/answer-proof.ts'

/** How long the first window is when nothing is known of the shop. */
const probeDays = 7
/** How many of the nearest proven days say what is usual: shops change over the months. */
const nearestDays = 14
/** Windows aim below the cap: a full one costs a request and proves nothing. */
const target = 0.98
/** Room left for days above the mean, in standard deviations: wider wastes whole days of every window. */
const margin = 1.3

/** What is known of a shop's days, to size windows by. */
export interface DayFacts {
  /** Rows of days that were proven, exactly. */
  proven: ReadonlyMap<string, number>
  /** Rows of days of which some have come: at least so many. */
  seen: ReadonlyMap<string, number>
  /** Windows that came back full. */
  full: readonly { from: string; days: readonly string[] }[]
  habit: EndHabit | null
}

/** How many of the days of a run, from its first, the next window should ask for; at least one. */
export function windowLength(run: readonly string[], facts: DayFacts, cap = rowCap): number {
  const most = Math.min(run.length, halfOfFullWindow(run[0], facts))
  const usual = usualDay(run[0] ?? '', facts, cap)
  if (usual === null) return Math.max(1, Math.min(most, probeDays))
  // A request that ends a day later than needed may bring that day as well.
  const extra = facts.habit === null ? usual.mean : 0
  let rows = extra
  let variance = 0
  let length = 0
  for (const day of run.slice(0, most)) {
    const known = facts.proven.get(day)
    rows += known ?? Math.max(usual.mean, facts.seen.get(day) ?? 0)
    variance += known === undefined ? usual.variance : 0
    if (rows + margin * Math.sqrt(variance) > cap * target) break
    length += 1
  }
  return Math.max(1, length)
}

/** A window inside one that came back full takes at most half its days. */
function halfOfFullWindow(first: string | undefined, facts: DayFacts): number {
  const around = facts.full.filter(({ days }) => first !== undefined && days.includes(first))
  return Math.min(...around.map(({ days }) => Math.max(1, Math.floor(days.length / 2))), Infinity)
}

/** Mean and variance of the nearest proven days on which the shop was open; before any, the least that the full windows allow. */
function usualDay(
  first: string,
  facts: DayFacts,
  cap: number,
): { mean: number; variance: number } | null {
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(first))
  const counts = [...facts.proven]
    .filter(([, count]) => count > 0)
    .sort(([one], [other]) => distance(one) - distance(other))
    .slice(0, nearestDays)
    .map(([, count]) => count)
  if (counts.length > 0) {
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
    const squares = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0)
    // One or two days say little of how days differ: a tenth of the mean at least.
    const variance = Math.max(squares / counts.length, (mean * 0.1) ** 2)
    return { mean, variance }
  }
  if (facts.full.length === 0) return facts.proven.size > 0 ? { mean: 1, variance: 1 } : null
  const least = facts.full.map(({ days }) => cap / days.length)
  return { mean: Math.max(...least, ...facts.seen.values()), variance: 0 }
}
