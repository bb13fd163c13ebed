import { z } from 'zod'
import { isReadable } from '../slim/slim-sales.ts'
import type { Database } from '../sqlite/db.ts'
import { givesNothingBack } from '../sales/paid-with.ts'
import { eraseNote, eraseSale } from './erase-sale.ts'
import { erasureWhySchema, type Erasure, type LogMark } from './erasure-log.ts'

/** After a sale began, the service may still be asked about it: until then it is not erased. */
const keptMs = 48 * 3_600_000

const monthMs = 30.44 * 24 * 3_600_000

/** What is from before this is older than the owner keeps customers. */
export const keptSince = (now: number, months: number): number => now - months * monthMs

/** Begun before this a sale may be erased, once it has ended. */
export function lastErasable(now: number): number {
  return now - keptMs
}

/** Sales that ended, and whose customers need not be found any more to be given money. */
export const isErasable = `(is_open = 0 and not (
  may_owe = 1 and (is_late or has_left) and is_paid = 0 and not ${givesNothingBack}
  and id not in (select sale_id from owed_before)))`

const dueRow = erasureWhySchema.extend({ id: z.string() })

/** Puts an erasure into the journal: its notes are erased, its sales are due. What is erased already stays so. */
export function writeDue(db: Database, { sales, notes, ...why }: Erasure): void {
  for (const note of notes) eraseNote(db, note, why)
  for (const id of sales) {
    db.run(
      // A request that waits for money to be given back is overtaken by age.
      `insert into erasure_due (sale_id, at, why, by) select id, ?, ?, ? from sale
       where id = ? and id not in (select sale_id from erasure)
       on conflict (sale_id) do update set at = excluded.at, why = excluded.why, by = excluded.by
         where excluded.why = 'age'`,
      why.at,
      why.why,
      why.by,
      id,
    )
  }
}

/**
 * Erases what is due and may be erased now, the oldest sales first, in one commit; answers how many. As long as the
 * owner keeps customers is longer than anybody waits for money, so that their age alone is reason enough.
 * `unreadable` takes the ids of those that cannot be read: they stay as they are and due, and stop no other.
 * `alongside` hears, in that commit, how many of them somebody had asked for.
 */
export function eraseDue(
  db: Database,
  { now, limit, unreadable }: { now: number; limit: number; unreadable: Set<string> },
  alongside: (requested: number) => void = () => undefined,
): number {
  const due = dueNow(db, lastErasable(now), limit, unreadable)
  if (due.length === 0) return 0
  db.transaction(() => {
    for (const { id, ...why } of due) eraseSale(db, id, why)
    const requested = due.filter(({ why }) => why === 'request').length
    if (requested > 0) alongside(requested)
  })
  return due.length
}

function dueNow(
  db: Database,
  before: number,
  limit: number,
  unreadable: Set<string>,
): z.infer<typeof dueRow>[] {
  for (;;) {
    const due = db.all(
      dueRow,
      `select id, erasure_due.at, why, by from erasure_due cross join sale on id = erasure_due.sale_id
       where (why = 'age' and is_open = 0 or ${isErasable}) and created_at < ?
         and id not in (select value from json_each(?))
       order by created_at limit ? + 0`,
      before,
      JSON.stringify([...unreadable]),
      limit,
    )
    const lost = due.filter(({ id }) => !isReadable(db, id))
    if (lost.length === 0) return due
    for (const { id } of lost) unreadable.add(id)
  }
}

/** Which file of erasures, and up to where, is in this journal. */
export function setLogMark(db: Database, { file, bytes }: LogMark): void {
  db.run('update erasure_log set file = ?, bytes = ?', file, bytes)
}
