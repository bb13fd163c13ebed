import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openJournal } from '../../../electron/store/journal/open-journal.ts'
import { readIntents } from '../../../electron/store/journal/intents-reader.ts'
import { keptDays, dayOf } from '../../../electron/store/recovery/backup-names.ts'
import { newestCopies, type Copy } from '../../../electron/store/recovery/copies.ts'
import { readRecovery } from '../../../electron/store/recovery/recovery-note.ts'
import { openDatabase } from '../../../electron/store/sqlite/db.ts'
import { erasedMark } from '../../../shared/domain/privacy/personal.ts'
import type { YearBug } from './bug.ts'
import { folderOfCopy } from './copies.ts'
import type { Evidence } from './judge.ts'

const dayMs = 86_400_000

/**
 * Restores one kept copy into a folder of its own, as a register whose journal is gone does at its start, and holds it
 * against what is known: nothing that was sent is lost, nobody who was erased is back.
 */
export function judgeCopy(
  folder: string,
  copy: Copy,
  { book, customers, violate }: Evidence,
  { now, bug }: { now: number; bug: YearBug },
): void {
  const aside = `${folder}-restored`
  folderOfCopy(folder, aside, copy)
  try {
    bug.opening?.(aside, true)
    openJournal(aside).close()
    const from = readRecovery(aside)?.restoredFrom ?? null
    if (from !== copy.name) violate(`copy ${copy.name}: restored from ${from}`)
    const db = openDatabase(join(aside, 'journal.db'), { synchronous: 'FULL', readOnly: true })
    try {
      const rows = db.arrays(
        'select id, draft_id, amount, reference, is_open, created_at from sale',
      )
      const known = new Map(
        (rows as [string, string, number, string, number, number][]).map((row) => [row[0], row]),
      )
      // Beyond the copies of each day intents.log is cut: what is older than its first line is the copies' alone.
      const begins = firstIntent(join(folder, 'intents.log'))
      for (const [id, { createdAt, draftId }] of book.sales) {
        if (!book.sent.has(id)) continue
        const row = known.get(id)
        if (!row) {
          const isCut = createdAt <= begins && isOld(copy, folder, now)
          if (!isCut)
            violate(`copy ${copy.name}: without ${id}, of ${new Date(createdAt).toJSON()}`)
          continue
        }
        const meant = book.meant.get(draftId)
        if (row[2] !== meant?.amount.minor) violate(`copy ${copy.name}: ${id} of ${row[2]}`)
        const waits = row[4] === 1 || now - row[5] < 3 * dayMs
        if (meant && customers.erased.has(meant.customer) && row[3] !== erasedMark && !waits) {
          const due = db.arrays('select 1 from erasure_due where sale_id = ?', id)
          if (due.length === 0) violate(`copy ${copy.name}: brings back who was erased, ${id}`)
        }
      }
      judgeSums(db.arrays(bareCounts).flat().join(), db.arrays(kept).flat().join(), () =>
        violate(`copy ${copy.name}: counters are not what is there`),
      )
    } finally {
      db.close()
    }
  } catch (caught) {
    violate(`copy ${copy.name}: ${String(caught)}`)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

const kept = `select profile_id, product_id, shown_state, count from sale_count where count <> 0
  order by 1, 2, 3`
const bareCounts = `select profile_id, product_id, shown_state, count(*) from sale where is_open = 0
  group by 1, 2, 3 order by 1, 2, 3`

function judgeSums(bare: string, counted: string, wrong: () => void): void {
  if (bare !== counted) wrong()
}

/** When the oldest intent of intents.log was made; the end of time: there is none. */
function firstIntent(path: string): number {
  for (const intent of readIntents(path)) if (intent !== null) return intent.createdAt
  return Infinity
}

/** Whether a copy is older than those of the last days that have any: what was cut may be missing from it. */
function isOld(copy: Copy, folder: string, now: number): boolean {
  const days = [...new Set(newestCopies(folder, now).map(({ at }) => dayOf(at)))]
  return days.indexOf(dayOf(copy.at)) >= keptDays
}
