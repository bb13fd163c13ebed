import type { MonthlyPlan } from '../../../shared/contract/upkeep/monthly.ts'
import { addDays, serviceDay, serviceEpoch } from '../../../shared/domain/time/dates.ts'
import { monthOf } from '../../../shared/domain/time/range.ts'

/** A month (YYYY-MM) whose file a plan asks for, and when it was due (epoch ms of the service's clock). */
export interface DueMonth {
  month: string
  at: number
}

/** Of a shop that was closed for longer the older ones are an accountant's: no folder fills by itself. */
const mostDue = 12

/** The months whose file the plan asks for by `now`, oldest first: all that were due since the month in which it was made. */
export function dueMonths({ on, day, hour, since }: MonthlyPlan, now: number): DueMonth[] {
  if (!on || since === null) return []
  const due: DueMonth[] = []
  const first = serviceDay(since).slice(0, 7)
  let of = serviceDay(now).slice(0, 7)
  // This month's hour may be still to come.
  for (let back = 0; back <= mostDue && due.length < mostDue && of >= first; back += 1) {
    const { to: lastDay } = monthOf(`${of}-01`)
    const dueDay = `${of}-${twoDigits(day)}`
    const at = serviceEpoch(`${dueDay < lastDay ? dueDay : lastDay}T${twoDigits(hour)}:00:00`)
    of = monthBefore(of)
    if (at <= now) due.unshift({ month: of, at })
  }
  return due
}

function monthBefore(month: string): string {
  return addDays(`${month}-01`, -1).slice(0, 7)
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
