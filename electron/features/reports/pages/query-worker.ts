import { parentPort } from 'node:worker_threads'
import type { z } from 'zod'
import { toAppError } from '../../../../shared/errors.ts'
import { openCacheReadOnly } from '../../../store/cache/cache.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { messageSchema, type reportQuestionSchema, type ReportReply } from './query-question.ts'
import { findLedger } from '../ledger/ledger.ts'
import { orderedPlaces } from './page.ts'
import { select } from '../ledger/selection.ts'
import { totalsOf } from '../ledger/totals.ts'

/** Entry of the thread that reads what is too much for the main one. */
const port = parentPort
if (!port) throw new Error('this file is the entry of a worker thread')
let open: { path: string; db: Database } | null = null

port.on('message', (message: unknown) => {
  const { job, question } = messageSchema.parse(message)
  const answer = answerTo(question)
  const reply: ReportReply = { job, answer }
  port.postMessage(reply, answer.kind === 'places' ? [answer.places.buffer] : [])
})

function answerTo(question: z.output<typeof reportQuestionSchema>): ReportReply['answer'] {
  const { database, profileId, range, filter } = question
  try {
    const selection = select(findLedger(cacheAt(database), profileId, range.kind), range, filter)
    if (question.kind === 'totals') return { kind: 'totals', totals: totalsOf(selection) }
    const { sort, limit } = question
    const places = orderedPlaces(selection, sort, { offset: 0, limit })
    return { kind: 'places', places: Float64Array.from(places) }
  } catch (caught) {
    // The file may have been set aside for another one: the next question opens it anew.
    open?.db.close()
    open = null
    return { kind: 'failed', error: toAppError(caught) }
  }
}

function cacheAt(path: string): Database {
  if (open?.path !== path) {
    open?.db.close()
    open = { path, db: openCacheReadOnly(path) }
  }
  return open.db
}
