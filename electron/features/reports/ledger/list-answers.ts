import { z } from 'zod'
import type { DayRange } from '../../../../shared/domain/time/range.ts'
import type { Ledger } from './ledger.ts'

/** One answer of list to one question, however often it came. Times are epoch milliseconds. */
export interface ListAnswer {
  dateStart: string
  dateEnd: string
  rows: number
  full: boolean
  proven: DayRange | null
  saturated: string | null
  ends: 'inclusive' | 'exclusive' | null
  times: number
  /** When it was stored, the first and the last time. */
  firstAt: number
  lastAt: number
}

const answerRow = z
  .object({
    date_start: z.string(),
    date_end: z.string(),
    rows: z.int(),
    full: z.int(),
    proven_from: z.string(),
    proven_to: z.string(),
    saturated: z.string(),
    ends: z.enum(['inclusive', 'exclusive', '']),
    times: z.int(),
    first_at: z.int(),
    last_at: z.int(),
  })
  .transform((row): ListAnswer => ({
    dateStart: row.date_start,
    dateEnd: row.date_end,
    rows: row.rows,
    full: row.full === 1,
    proven: row.proven_from === '' ? null : { from: row.proven_from, to: row.proven_to },
    saturated: row.saturated || null,
    ends: row.ends || null,
    times: row.times,
    firstAt: row.first_at,
    lastAt: row.last_at,
  }))

/**
 * Every answer that was ever stored of a range, also those that a later one replaced: by question, each question's
 * in the order in which they came first.
 */
export function answersOver({ db, id }: Ledger, range: DayRange): ListAnswer[] {
  const touches = 'ledger = ? and date_end >= ? and date_start <= ?'
  return db.all(
    answerRow,
    `select date_start, date_end, rows, full, proven_from, proven_to, saturated, ends,
       sum(times) as times, min(first_at) as first_at, max(last_at) as last_at
     from (
       select date_start, date_end, rows, full, ifnull(proven_from, '') as proven_from,
         ifnull(proven_to, '') as proven_to, ifnull(saturated, '') as saturated,
         ifnull(ends, '') as ends, 1 as times, fetched_at as first_at, fetched_at as last_at
       from report_window where ${touches}
       union all
       select date_start, date_end, rows, full, proven_from, proven_to, saturated, ends, times,
         first_at, last_at
       from report_window_past where ${touches}
     )
     group by date_start, date_end, rows, full, proven_from, proven_to, saturated, ends
     order by date_start, date_end, min(first_at), rows`,
    id,
    range.from,
    range.to,
    id,
    range.from,
    range.to,
  )
}
