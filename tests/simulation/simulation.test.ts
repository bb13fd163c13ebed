import { describe, expect, it } from 'vitest'
import { holdPromise } from './hold-promise.ts'
import { runSeed } from './run-seed.ts'

describe('a sale is never made twice and never lost', () => {
  // Thirteen thousand others are played by tests/real/simulation.test.ts.
  it('holds in 1,000 seeds, 50 of them over files', () => holdPromise({ from: 1, count: 1_000 }))

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
