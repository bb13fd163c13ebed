import { expect, it } from 'vitest'
import { serviceDayBounds } from '../../../shared/domain/time/dates.ts'
import { intentSample } from '../testing/journal-samples.ts'
import { openMemoryJournal } from '../testing/memory-journal.ts'
import { commissionChanges } from './commission-changes.ts'

const { start } = serviceDayBounds('2026-11-01')
const day = 86_400_000
const dayNumber = (index: number) => Math.floor(start / day) + index

it('names the commissions that are others than they were, each with its day', () => {
  const { journal, db } = openMemoryJournal()
  let made = 0
  function sell(at: number, amount: number, incentive: number | null, tip: string | null): void {
    const id = `s${(made += 1)}`
    const of = (minor: number) => ({ minor, currency: 'COP' })
    const quoted = incentive === null ? null : of(incentive)
    const money = { amount: of(amount), total: of(amount), incentive: quoted }
    journal.prepare(
      intentSample({ id, draftId: id, profileId: 'p1', createdAt: at, tip, ...money }),
    )
    db.run("update sale set state = 'APPROVED' where id = ?", id)
  }
  // The last of October tells what it was; another value earns another part.
  sell(start - day, 20_000, 800, '4')
  sell(start, 20_000, 800, '4')
  sell(start + 1, 50_000, 2_000, '4')
  sell(start + 2, 50_000, null, '4')
  sell(start + 3 * day, 20_000, 700, '4')
  sell(start + 3 * day + 1, 50_000, 1_750, '4')
  sell(start + 3 * day + 2, 20_000, 700, '4')
  sell(start + 5 * day, 20_000, 700, '3.5')
  const found = commissionChanges(db, 'p1', start, start + 30 * day)
  expect(found.map((one) => [one.kind, one.dayNumber, one.amount, one.before, one.after])).toEqual([
    ['quoted', dayNumber(3), 20_000, '800', '700'],
    ['assigned', dayNumber(5), null, '4', '3.5'],
  ])
  expect(commissionChanges(db, 'p1', start + 10 * day, start + 30 * day)).toEqual([])
  journal.close()
})
