import { cpus, loadavg } from 'node:os'

/** The middle of some measurements. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** How long something took, in milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/**
 * The middle time of each of some works, run in turns so that whatever else the machine does meets them all. A first
 * turn warms them up and does not count.
 */
export async function interleaved(
  rounds: number,
  works: readonly (() => unknown)[],
): Promise<number[]> {
  const times = works.map((): number[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      const took = await timed(work)
      if (round > 0) times[index]?.push(took)
    }
  }
  return times.map(median)
}

/** The longest time that this thread's loop stood still while `work` ran, in milliseconds. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last - 1)
    last = now
  }, 1)
  await work()
  clearInterval(timer)
  return longest
}

/**
 * The most processor time that this thread took between two turns of its loop while `work` ran, in milliseconds: how
 * long it stood still, whoever else uses the machine.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = process.threadCpuUsage()
  const turned = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1_000)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(turned, 1)
  await work()
  // The turn that it ended in counts, too.
  turned()
  clearInterval(timer)
  return longest
}

/** The processor time of this whole process while `work` ran, its threads included, in milliseconds. */
export async function processorTime(work: () => unknown): Promise<number> {
  const begun = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1_000
}

/** The most resident memory of this process while `work` ran, in megabytes. */
export async function peakMemory(work: () => Promise<unknown>): Promise<number> {
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
  await work()
  clearInterval(timer)
  return Math.round(most / 1024 / 1024)
}

/** Where and under what load a run was made. */
export function machine(): string {
  const load = loadavg()[0] ?? 0
  return `${cpus().length} cores, Node ${process.versions.node}, load average ${load.toFixed(1)}`
}

/** One line of a table of results: what, its figures, and what it should be. */
export interface Result {
  name: string
  value: string
  target: string
  met: boolean | null
}

/** Results as a Markdown table. */
export function table(results: readonly Result[]): string {
  const rows = results.map(({ name, value, target, met }) => {
    const mark = met === null ? '' : met ? 'yes' : 'NO'
    return `| ${name} | ${value} | ${target} | ${mark} |`
  })
  return ['| what | measured | target | met |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
