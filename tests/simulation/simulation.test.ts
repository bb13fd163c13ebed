import { describe, expect, it } from 'vitest'
import { batches, runMany } from './run-many.ts'
import { runSeed } from './run-seed.ts'
import { replayHint } from './totals.ts'

const memorySeeds = 9_500
const fileSeeds = 500

describe('a sale is never made twice and never lost', () => {
  it('holds in 10,000 seeds, 500 of them over files', { timeout: 900_000 }, async () => {
    const started = performance.now()
    const cpuBefore = process.cpuUsage()
    const queue = [...batches(1, fileSeeds, true), ...batches(fileSeeds + 1, memorySeeds, false)]
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
    expect(totals.seeds).toBe(memorySeeds + fileSeeds)
    expect(totals.fileSeeds).toBe(fileSeeds)
    expect(totals.sales).toBeGreaterThanOrEqual(200_000)
    // An engine that left everything to a person would break no rule.
    expect(states.APPROVED).toBeGreaterThan(totals.sales * 0.6)
    for (const state of ['NOT_SENT', 'REJECTED', 'DECLINED', 'PARTIAL', 'REVIEW'] as const) {
      expect(states[state]).toBeGreaterThan(100)
    }
    expect(totals.crashes).toBeGreaterThan(1000)
    expect(totals.secondStarts).toBeGreaterThan(100)
    expect(totals.closings).toBeGreaterThan(100)
    expect(totals.recoveries).toBeGreaterThan(20)
  })

  it.each([false, true])('plays a seed again exactly (over files: %s)', async (files) => {
    for (const seed of [39, 10, 46, 75]) {
      const play = async () => {
        const lines: string[] = []
        const result = await runSeed({ seed, files, trace: (line) => lines.push(line) })
        return { result, lines }
      }
      const first = await play()
      expect(first.lines.length).toBeGreaterThan(50)
      expect(await play()).toEqual(first)
    }
  })
})
