import { it } from 'vitest'
import { holdOnTheWay } from './hold-promise.ts'

// Thousands of others are gone by tests/real/simulation.test.ts.
it('whatever the service answers, nothing is sold twice, denied, or sold for another amount', () =>
  holdOnTheWay(1, 2_000))
