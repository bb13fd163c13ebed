import { expect, test } from 'vitest'
import { openCache } from '../../../store/cache/cache.ts'
import { storeWindow } from '../ledger/ledger-windows.ts'
import { findLedger, openLedger } from '../ledger/ledger.ts'
import { completenessOnPaper } from './report-facts.ts'

const range = { kind: 'sales', from: '2026-10-01', to: '2026-10-02' } as const
const asked = Date.parse('2026-12-01T15:00:00Z')

test.each([24, -24])(
  'a computer %i hours ahead: what a file holds was brought before it was made',
  (ahead) => {
    const db = openCache(':memory:')
    const none = { full: false, rows: 0, saturated: null, ends: null }
    for (const [place, day] of [range.from, range.to].entries()) {
      const startedAt = asked + place * 60_000
      storeWindow(
        openLedger(db, 'p', 'sales'),
        {
          ...{ ...none, dateStart: day, dateEnd: day, proven: { from: day, to: day } },
          ...{ startedAt, fetchedAt: startedAt + 500 + ahead * 3_600_000 },
        },
        [],
      )
    }
    const ledger = findLedger(db, 'p', 'sales')
    const brought = (madeAt: number) => completenessOnPaper(ledger, range, madeAt, null).fetchedAt
    expect(brought(asked + 120_000)).toBe(asked)
    // Clocks that differ by less than what counts.
    expect(brought(asked - 30_000)).toBe(asked - 30_000)
    const buys = findLedger(db, 'p', 'buys')
    expect(completenessOnPaper(buys, range, asked, null).fetchedAt).toBeNull()
    db.close()
  },
)
