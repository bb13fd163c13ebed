import type { SaleState } from '../../shared/domain/sale/sale.ts'
import type { SeedResult } from './run-seed.ts'

/** What many seeds did together. */
export interface Totals {
  seeds: number
  fileSeeds: number
  sales: number
  requests: number
  events: number
  crashes: number
  secondStarts: number
  closings: number
  recoveries: number
  states: Partial<Record<SaleState, number>>
  /** Seeds in which something happened that must never happen. */
  failures: { seed: number; files: boolean; violations: readonly string[] }[]
}

export function noTotals(): Totals {
  return {
    seeds: 0,
    fileSeeds: 0,
    sales: 0,
    requests: 0,
    events: 0,
    crashes: 0,
    secondStarts: 0,
    closings: 0,
    recoveries: 0,
    states: {},
    failures: [],
  }
}

/** The sums with one seed more. */
export function withSeed(totals: Totals, result: SeedResult): Totals {
  const { seed, files, violations } = result
  return addTotals(totals, {
    ...result,
    seeds: 1,
    fileSeeds: files ? 1 : 0,
    failures: violations.length === 0 ? [] : [{ seed, files, violations: violations.slice(0, 5) }],
  })
}

export function addTotals(one: Totals, other: Totals): Totals {
  const states = { ...one.states }
  for (const [name, count] of Object.entries(other.states) as [SaleState, number][]) {
    states[name] = (states[name] ?? 0) + count
  }
  return {
    seeds: one.seeds + other.seeds,
    fileSeeds: one.fileSeeds + other.fileSeeds,
    sales: one.sales + other.sales,
    requests: one.requests + other.requests,
    events: one.events + other.events,
    crashes: one.crashes + other.crashes,
    secondStarts: one.secondStarts + other.secondStarts,
    closings: one.closings + other.closings,
    recoveries: one.recoveries + other.recoveries,
    states,
    failures: [...one.failures, ...other.failures],
  }
}

/** How to see a failing seed again, line by line. */
export function replayHint({ seed, files, violations }: Totals['failures'][number]): string {
  const how = `node tests/simulation/replay.ts ${seed}${files ? ' --files' : ''}`
  return [`seed ${seed}: replay with \`${how}\``, ...violations].join('\n  ')
}
