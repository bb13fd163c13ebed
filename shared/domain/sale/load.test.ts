import { expect, it } from 'vitest'
import { loadHorizon, nextLoadLook } from './load.ts'

it('looks for a load for an hour, also where the clock was set back meanwhile', () => {
  const start = Date.UTC(2026, 10, 21)
  expect(nextLoadLook(start, start + 60_000)).toBe(start + 65_000)
  expect(nextLoadLook(start, start + loadHorizon)).toBeNull()
  expect(nextLoadLook(start, start - 365 * 24 * loadHorizon)).toBeNull()
})
