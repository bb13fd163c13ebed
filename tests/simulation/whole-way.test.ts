import { expect, it } from 'vitest'
import { walkWays } from './whole-way.ts'

it('whatever the service answers, nothing is sold twice, denied, or sold for another amount', async () => {
  const { failures, ...counts } = await walkWays(1, 2_000)
  process.stdout.write(`whole way: ${JSON.stringify(counts)}\n`)
  expect(failures.slice(0, 10)).toEqual([])
  expect(counts.ways).toBe(2_000)
  expect(counts.requests).toBeGreaterThan(300)
  expect(counts.carriedOut).toBeGreaterThan(200)
  expect(counts.amountsRefused).toBeGreaterThan(50)
})
