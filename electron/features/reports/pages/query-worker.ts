import type { z } from 'zod'
import type { ReportTotals } from '../../../../shared/contract/reports.ts'
import { answerInThread } from '../../../async/thread.ts'
import { openCacheReadOnly } from '../../../store/cache/cache.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { reportQuestionSchema } from './query-question.ts'
import { findLedger } from '../ledger/ledger.ts'
import { orderedPlaces } from './page.ts'
import { select } from '../ledger/selection.ts'
import { totalsOf } from '../ledger/totals.ts'

/** Entry of the thread that reads what is too much for the main one. */
let open: { path: string; db: Database } | null = null

answerInThread(reportQuestionSchema, answerTo, (answer) =>
  answer instanceof Float64Array ? [answer.buffer] : [],
)

function answerTo(
  question: z.output<typeof reportQuestionSchema>,
): Float64Array<ArrayBuffer> | ReportTotals {
  const { database, profileId, range, filter } = question
  try {
    const selection = select(findLedger(cacheAt(database), profileId, range.kind), range, filter)
    if (question.kind === 'totals') return totalsOf(selection)
    const { sort, limit } = question
    return Float64Array.from(orderedPlaces(selection, sort, { offset: 0, limit }))
  } catch (caught) {
    // The file may have been set aside for another one: the next question opens it anew.
    open?.db.close()
    open = null
    throw caught
  }
}

function cacheAt(path: string): Database {
  if (open?.path !== path) {
    open?.db.close()
    open = { path, db: openCacheReadOnly(path) }
  }
  return open.db
}
