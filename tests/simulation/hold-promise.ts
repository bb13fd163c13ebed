import { expect } from 'vitest'
import { batches, runMany } from './run-many.ts'
import { replayHint } from './totals.ts'
import { walkWays } from './whole-way.ts'

/** Seeds from `from` on; every twentieth plays over files, the others in memory. */
export interface Seeds {
  from: number
  count: number
}

/**
 * Plays the seeds on all cores and expects that in none of them a sale was made twice or lost, and that they met
 * what they are there to meet: ends of every kind, crashes, second starts, closings and recoveries.
 */
export async function holdPromise({ from, count }: Seeds): Promise<void> {
  const started = performance.now()
  const cpuBefore = process.cpuUsage()
  const overFiles = count / 20
  const queue = [
    ...batches(from, overFiles, true),
    ...batches(from + overFiles, count - overFiles, false),
  ]
  const totals = await runMany(() => queue.shift() ?? null)
  const seconds = Math.round((performance.now() - started) / 1000)
  // Of all threads: what it takes whoever else is using the machine.
  const { user, system } = process.cpuUsage(cpuBefore)
  const cpuSeconds = Math.round((user + system) / 1_000_000)
  const { failures, states, ...counts } = totals
  process.stdout.write(
    `simulation: ${JSON.stringify({ ...counts, seconds, cpuSeconds, states })}\n`,
  )

  expect(failures.slice(0, 10).map(replayHint)).toEqual([])
  expect(totals.seeds).toBe(count)
  expect(totals.fileSeeds).toBe(overFiles)
  expect(totals.sales).toBeGreaterThanOrEqual(20 * count)
  // An engine that left everything to a person would break no rule.
  expect(states.APPROVED).toBeGreaterThan(totals.sales * 0.6)
  for (const state of ['NOT_SENT', 'REJECTED', 'DECLINED', 'PARTIAL', 'REVIEW'] as const) {
    expect(states[state]).toBeGreaterThan(count / 100)
  }
  expect(totals.crashes).toBeGreaterThan(count / 10)
  expect(totals.secondStarts).toBeGreaterThan(count / 100)
  expect(totals.closings).toBeGreaterThan(count / 100)
  expect(totals.recoveries).toBeGreaterThan(count / 500)
}

/** Goes so many ways and expects that no promise was broken on any, and that they met what they are there to meet. */
export async function holdOnTheWay(from: number, count: number): Promise<void> {
  const { failures, ...counts } = await walkWays(from, count)
  process.stdout.write(`whole way: ${JSON.stringify(counts)}\n`)
  expect(failures.slice(0, 10)).toEqual([])
  expect(counts.ways).toBe(count)
  expect(counts.requests).toBeGreaterThan(count * 0.15)
  expect(counts.carriedOut).toBeGreaterThan(count * 0.1)
  expect(counts.amountsRefused).toBeGreaterThan(count * 0.025)
}
