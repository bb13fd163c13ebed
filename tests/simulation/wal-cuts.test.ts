import { it } from 'vitest'
import { spoilWals } from './wal-cuts.ts'

// Thousands of others are tried by tests/real/simulation.test.ts.
it('opens 500 cut and spoilt WALs to a whole prefix, and intents.log brings the rest', () => {
  spoilWals(20261121, 500)
})
