import { expect, it } from 'vitest'
import { killSales } from '../simulation/kills.ts'

it('loses and doubles no sale in 30 kills of the real command line', async () => {
  const tally = await killSales({ kills: 30, lanes: 3, seed: 1, resolveSeconds: 3 })
  expect(tally.wrong).toEqual([])
  const killed = Object.values(tally.kills).reduce((sum, count) => sum + count, 0)
  // Those that ended before the signal came are no kills; they count beside them.
  expect(killed).toBe(30)
  expect(tally.kills.request).toBeGreaterThan(0)
  expect(tally.executed).toBeGreaterThan(20)
  expect(tally.drafts).toBe(30 + tally.survived)
})
