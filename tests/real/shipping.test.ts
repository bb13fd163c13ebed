import { expect, test } from 'vitest'
import {
  playShipping,
  shippingBugs,
  type ShippingBug,
} from '../../electron/features/hub/testing/shipping-seed.ts'

// A register that ships to a model of its hub: many seeds, and what must be found in them.

test.each([13, 113, 213, 313, 413])(
  'in 100 seeds from %i the hub holds in the end what the journal does',
  async (from) => {
    for (let seed = from; seed < from + 100; seed += 1) {
      await playShipping(seed).catch((caught: unknown) => {
        throw new Error(`seed ${seed}`, { cause: caught })
      })
    }
  },
)

test.each<ShippingBug>(shippingBugs)('a hub or a register that %s is found', async (bug) => {
  let found = 0
  for (let seed = 1; found === 0 && seed <= 200; seed += 1) {
    await playShipping(seed, bug).catch(() => void (found = seed))
  }
  expect(found, bug).toBeGreaterThan(0)
})
