import { expect } from 'vitest'
import { onAllCores, playShops, replayHint } from './play-shops.ts'

/** So many seeds at a time, so that the threads end together. */
const batchSize = 50
/** So many are played in this thread: to start others takes longer. */
const fewSeeds = 2_000

/**
 * Plays the seeds and expects that in none of them anything happened that must never happen, and that they met what they are there
 * to meet.
 */
export async function holdShop({ from, count }: { from: number; count: number }): Promise<void> {
  const cpuBefore = process.cpuUsage()
  const starts = Array.from(
    { length: Math.ceil(count / batchSize) },
    (_, at) => from + at * batchSize,
  )
  const next = () => {
    const start = starts.shift()
    if (start === undefined) return null
    return { from: start, count: Math.min(batchSize, from + count - start) }
  }
  const totals = count > fewSeeds ? await onAllCores(next) : await playShops(from, count)
  // Of all threads: what it takes whoever else is using the machine.
  const { user, system } = process.cpuUsage(cpuBefore)
  const { failures, ...counts } = totals
  const cpuSeconds = Math.round((user + system) / 1_000_000)
  process.stdout.write(`registers: ${JSON.stringify({ ...counts, cpuSeconds })}\n`)
  expect(failures.slice(0, 10).map(replayHint)).toEqual([])
  expect(totals.seeds).toBe(count)
  expect(totals.sales).toBeGreaterThan(count * 3)
  const { forks, restores, backs, retired, refused, erased, claims } = totals
  for (const met of [forks, restores, backs, retired, refused, erased])
    expect(met).toBeGreaterThan(count / 50)
  expect(claims).toBeGreaterThan(count)
}
