import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reportFilterSchema } from '../../../../shared/contract/reports.ts'
import { addDays, serviceDayBounds } from '../../../../shared/domain/time/dates.ts'
import { listDays } from '../../../../shared/domain/time/range.ts'
import type { TransactionRow } from '../../../../shared/domain/sale/transaction.ts'
import { openCache } from '../../../store/cache/cache.ts'
import { gather } from './gather.ts'
import { createListDouble, saleRow } from '../testing/list-double.ts'
import { findLedger } from '../ledger/ledger.ts'
import { readCompleteness } from '../ledger/reader.ts'
import { readTotals } from '../testing/read-totals.ts'
import { sortedPage } from '../testing/sorted-page.ts'

// A ledger that goes on while it is gathered: sales arrive late, statuses move, bursts fill days, times are tied.

const cap = 12
const hour = 3_600_000
const from = '2026-10-01'
const filter = reportFilterSchema.parse({})

/** A sale as it comes to be. */
interface Sale {
  id: string
  local: string
  minor: number
  product: string
  /** When list shows it: until 48 hours after the end of its day. */
  visibleAt: number
  /** When it leaves PENDING, and for what. */
  finalAt: number
  outcome: 2 | 3
}

const saleShape = fc.record({
  second: fc.oneof(fc.constant(0), fc.constant(43_200), fc.nat(86_399)),
  minor: fc.oneof(fc.integer({ min: 1, max: 9_007_199_254_740 }), fc.constant(10_001)),
  product: fc.constantFrom('10000', '10001', '101001'),
  lateBy: fc.oneof(fc.constant(0), fc.nat(47)),
  finalAfter: fc.oneof(fc.constant(0), fc.nat(200)),
  outcome: fc.constantFrom(2 as const, 3 as const),
})
const dayShape = fc.oneof(
  fc.array(saleShape, { maxLength: 8 }),
  fc.constant([]),
  // A burst above the cap.
  fc.array(saleShape, { minLength: cap, maxLength: 3 * cap }),
)

function salesOf(days: readonly (readonly Shape[])[]): Sale[] {
  return days.flatMap((shapes, index) => {
    const day = addDays(from, index)
    const { start, end } = serviceDayBounds(day)
    return shapes.map(({ second: drawn, ...shape }, place): Sale => {
      // A day's first second is also what a service may let in of an end day that it leaves out: where that second
      // alone fills an answer, nobody can tell the two apart, and the day before is rightly not claimed.
      const second = drawn === 0 && place >= 4 ? 1 : drawn
      const at = start + second * 1000
      return {
        id: String((index + 1) * 1000 + place),
        local: `${day}T${new Date(second * 1000).toISOString().slice(11, 19)}`,
        minor: shape.minor,
        product: shape.product,
        visibleAt: shape.lateBy === 0 ? at : end + shape.lateBy * hour,
        finalAt: at + shape.finalAfter * hour,
        outcome: shape.outcome,
      }
    })
  })
}
type Shape = typeof saleShape extends fc.Arbitrary<infer S> ? S : never

/** What list has at a moment. */
function rowsAt(sales: readonly Sale[], now: number): TransactionRow[] {
  return sales
    .filter(({ visibleAt }) => visibleAt <= now)
    .map(({ id, local, minor, product, finalAt, outcome }) =>
      saleRow(id, local, { minor, product, statusId: finalAt <= now ? outcome : 1 }),
    )
}

test('any ledger ends up in the report as it is, except on exactly the days that hold the cap', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(dayShape, { minLength: 1, maxLength: 14 }),
      fc.constantFrom('inclusive' as const, 'exclusive' as const),
      fc.constantFrom('newest' as const, 'oldest' as const, 'random' as const),
      // When the report is opened on the way: hours after its first day.
      fc.array(fc.nat(24 * 18), { maxLength: 4 }),
      async (days, end, pick, openings) => {
        const sales = salesOf(days)
        const range = { kind: 'sales', from, to: addDays(from, days.length - 1) } as const
        const db = openCache(':memory:')
        const first = serviceDayBounds(from).start
        const moments = openings
          .toSorted((one, other) => one - other)
          .map((at) => first + at * hour)
        const last = first + 60 * 24 * hour
        for (const now of [...moments, last]) {
          const { list } = createListDouble(rowsAt(sales, now), { end, pick, cap }, () => now)
          const signal = new AbortController().signal
          const how = {
            db,
            list,
            now: () => now,
            profileId: 'p',
            kind: 'sales',
            range,
            signal,
            cap,
          }
          await gather({ ...how, kind: 'sales', progress: () => undefined })
        }

        const ledger = findLedger(db, 'p', 'sales')
        const state = readCompleteness(ledger, range, Date.now())
        const countOf = (day: string) => sales.filter(({ local }) => local.startsWith(day)).length
        const full = listDays(range).filter((day) => countOf(day) >= cap)
        expect(state.saturatedDays).toEqual(full)
        expect(state).toMatchObject({ missingDays: [], provisionalDays: [], unreadableRows: 0 })
        expect(state.complete).toBe(full.length === 0)

        const sort = { column: 'id', descending: false } as const
        const { rows } = sortedPage(ledger, { ...range, filter, sort, offset: 0, limit: 500 })
        const isProven = (day: string) => !full.includes(day)
        const lines = (
          some: readonly Pick<
            TransactionRow,
            'id' | 'statusId' | 'amount' | 'createdAt' | 'product'
          >[],
        ) =>
          some
            .filter(({ createdAt }) => isProven(createdAt?.local.slice(0, 10) ?? ''))
            .map(({ id, statusId, amount, createdAt, product }) =>
              [id, statusId, amount?.minor, createdAt?.local, product?.id].join(' '),
            )
            .toSorted()
        const truth = rowsAt(sales, last)
        expect(lines(rows)).toEqual(lines(truth))
        // What the report shows of a full day is true, if not all.
        const known = new Set(truth.map(({ id }) => id))
        expect(rows.every(({ id }) => known.has(id))).toBe(true)

        for (const sum of readTotals(ledger, range, filter).byDay.filter(({ day }) =>
          isProven(day),
        )) {
          const own = sales.filter(({ local }) => local.startsWith(sum.day))
          const approved = own.filter(({ outcome }) => outcome === 2)
          const minor = (some: readonly Sale[]) => some.reduce((all, one) => all + one.minor, 0)
          expect(sum.rows).toBe(own.length)
          expect(sum.amount).toEqual([{ currency: 'COP', minor: minor(own) }])
          expect(sum.approved.rows).toBe(approved.length)
          expect(sum.approved.amount.map((one) => one.minor)).toEqual(
            approved.length > 0 ? [minor(approved)] : [],
          )
        }
        db.close()
      },
    ),
    { numRuns: 120 },
  )
})
