import { afterEach, expect, it } from 'vitest'
import { serviceDay } from '../../../shared/domain/time/dates.ts'
import { count, drawer, noon } from './testing/shift-samples.ts'

let till: ReturnType<typeof drawer>
afterEach(() => till.journal.close())

/** Just below what a safe integer holds in hundredths: a barcode in the field of the value, before there was a bound. */
const barcode = 90_000_000_000_000

it('sums amounts that no safe integer holds, in the day and in the shift', async () => {
  till = drawer()
  await till['shift.open']({ base: count(200_000) })
  till.sell(barcode, 'REJECTED')
  till.sell(barcode, 'REJECTED', { seconds: 60 })
  till.sell(barcode, 'REJECTED', { seconds: 60 })
  till.sell(barcode, null)
  till.sell(barcode, null)
  till.sell(5_000, 'APPROVED')

  const day = till.journal.dayTotals('p1', serviceDay(noon))
  expect(day.map(({ state, count, total }) => [state, count, total.minor])).toEqual([
    ['APPROVED', 1, 500_000],
    ['REJECTED', 3, 3 * barcode * 100],
    ['UNKNOWN', 2, 2 * barcode * 100],
  ])

  const { drawers } = await till['shift.state']({})
  expect(drawers).toMatchObject([
    { base: 20_000_000, salesIn: 2 * barcode * 100 + 500_000, held: 2 * barcode * 100 },
  ])
  await till['shift.count']({ counts: count(200_000) })
  const closed = await till['shift.close']({ note: 'Código en el valor', unconfirmed: 2 })
  expect(closed.sales.map(({ total }) => total.minor)).toContain(3 * barcode * 100)
  const [kept] = (await till['shift.closed']({ offset: 0, limit: 10 })).shifts
  expect(kept?.shift.number).toBe(1)
  const [{ spent } = { spent: null }] = till.journal.shifts.cash.spent('p1', 0, noon * 2)
  expect(spent?.minor).toBe(2 * barcode * 100 + 500_000)
})
