import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sharesOf } from './shares.ts'

it('lowers what is owed through each connection to nothing at most, the one in use first', () => {
  const owed = fc.uniqueArray(
    fc.record({
      profileId: fc.constantFrom<string>('a', 'b', 'c'),
      minor: fc.integer({ min: -50, max: 50 }),
    }),
    { selector: ({ profileId }) => profileId },
  )
  fc.assert(
    fc.property(owed, fc.nat(200), fc.constantFrom('a', 'b', 'd'), (all, amount, inUse) => {
      const most = all.reduce((sum, { minor }) => sum + Math.max(0, minor), 0)
      const shares = sharesOf(amount, all, inUse)
      expect(shares.reduce((sum, { minor }) => sum + minor, 0)).toBe(amount)
      const of = (id: string, list: typeof all) =>
        list.find(({ profileId }) => profileId === id)?.minor ?? 0
      const first = Math.min(amount, Math.max(0, of(inUse, all)))
      expect(of(inUse, shares)).toBe(first + Math.max(0, amount - most))
      for (const { profileId, minor } of shares) {
        expect(minor).toBeGreaterThan(0)
        if (profileId !== inUse) expect(minor).toBeLessThanOrEqual(of(profileId, all))
      }
    }),
    { numRuns: 200 },
  )
})
