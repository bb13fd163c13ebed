import type { DayRange } from '../../../../../shared/domain/time/range.ts'
import { addDays } from '../../../../../shared/domain/time/dates.ts'
import type { DayCount } from '../../ledger/totals.ts'
import { Failure } from '../../../../../shared/errors.ts'

/** Days of a report whose rows stand in one sheet. */
export interface RowPart extends DayRange {
  rows: number
  /** null: the sheet holds the whole report. */
  year: string | null
  /** Which of the sheets of its year it is, from 1. */
  part: number
  parts: number
}

/**
 * Which days go into which sheet: all into one where it holds them, else each calendar year into its own; a year of
 * more rows than that in parts that end with a day. `byDay`: by day, only days with rows; `most`: rows that a sheet holds.
 * @throws Failure TOO_MANY_ROWS where a single day is more than a sheet
 */
export function rowParts(range: DayRange, byDay: readonly DayCount[], most: number): RowPart[] {
  const all = sumOf(byDay)
  if (all <= most) return [{ ...range, rows: all, year: null, part: 1, parts: 1 }]
  return [...Map.groupBy(byDay, ({ day }) => day.slice(0, 4))].flatMap(([year, days]) => {
    const [first, last] = [`${year}-01-01`, `${year}-12-31`]
    const within = {
      from: first < range.from ? range.from : first,
      to: last > range.to ? range.to : last,
    }
    const filled = fill(days, most)
    return filled.map((some, index): RowPart => ({
      from: index === 0 ? within.from : (some[0]?.day ?? within.from),
      to: addDays(filled[index + 1]?.[0]?.day ?? addDays(within.to, 1), -1),
      rows: sumOf(some),
      year,
      part: index + 1,
      parts: filled.length,
    }))
  })
}

/** Days one after another, as many together as fit. */
function fill(days: readonly DayCount[], most: number): DayCount[][] {
  const parts: DayCount[][] = []
  let room = 0
  for (const day of days) {
    if (day.rows > most) throw new Failure('TOO_MANY_ROWS', { ...day, most })
    if (day.rows > room) {
      parts.push([])
      room = most
    }
    parts.at(-1)?.push(day)
    room -= day.rows
  }
  return parts
}

function sumOf(days: readonly DayCount[]): number {
  return days.reduce((sum, { rows }) => sum + rows, 0)
}
