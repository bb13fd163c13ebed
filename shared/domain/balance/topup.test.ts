import { expect, it } from 'vitest'
import { topUpHorizon, nextTopUpLook } from './topup.ts'

it('looks for a load for an hour, also where the clock was set back meanwhile', () => {
  const start = Date.UTC(2026, 10, 21)
  expect(nextTopUpLook(start, start + 60_000)).toBe(start + 65_000)
  expect(nextTopUpLook(start, start + topUpHorizon)).toBeNull()
  expect(nextTopUpLook(start, start - 365 * 24 * topUpHorizon)).toBeNull()
})
