import { describe, expect, it } from 'vitest'
import { bugs } from './bugs.ts'
import { runSeed } from './run-seed.ts'

/** A bug that hides longer than this would be found by the soak alone. */
const mostSeeds = 1500

describe('the oracle catches a program that', () => {
  it.each(Object.entries(bugs))('is wrong: %s', { timeout: 120_000 }, async (_name, bug) => {
    let violations: readonly string[] = []
    let seed = 0
    while (violations.length === 0 && seed < mostSeeds) {
      seed += 1
      violations = (await runSeed({ seed, bug })).violations
    }
    expect(violations.length, `not caught in ${seed} seeds`).toBeGreaterThan(0)
  })
})
