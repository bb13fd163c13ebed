import { describe, expect, it } from 'vitest'
import { bugs } from './bugs.ts'
import { runSeed } from './run-seed.ts'

/** No bug hides longer than this in rough weather. */
const mostSeeds = 300
const weather = {
  sellFaults: 0.5,
  findFaults: 0.1,
  crash: 0.006,
  diskFull: 0.005,
  worried: true,
  damages: true,
}

it('rough weather alone breaks nothing', async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    expect((await runSeed({ seed, weather })).violations, `seed ${seed}`).toEqual([])
  }
})

describe('the oracle catches a program that', () => {
  it.each(Object.entries(bugs))('is wrong: %s', async (_name, bug) => {
    let violations: readonly string[] = []
    let seed = 0
    while (violations.length === 0 && seed < mostSeeds) {
      seed += 1
      violations = (await runSeed({ seed, files: bug.disk !== undefined, bug, weather })).violations
    }
    expect(violations.length, `not caught in ${seed} seeds`).toBeGreaterThan(0)
  })
})
