import { it } from 'vitest'
import { holdOnTheWay, holdPromise } from '../simulation/hold-promise.ts'
import { spoilWals } from '../simulation/wal-cuts.ts'

// The first of each are played by npm test, which has minutes; as many again and more here.
it(
  'makes no sale twice and loses none in 13,000 more seeds, 650 of them over files',
  { timeout: 1_800_000 },
  () => holdPromise({ from: 1_001, count: 13_000 }),
)

it('opens 2,000 more cut and spoilt WALs to a whole prefix, and intents.log brings the rest', () => {
  spoilWals(20261123, 2_000)
})

it('goes 4,000 more ways of a sale: nothing is sold twice, denied, or sold for another amount', () =>
  holdOnTheWay(2_001, 4_000))
