import type { Completeness, ReportTotals } from '../../../../shared/contract/reports.ts'
import { answerInThread } from '../../../async/thread.ts'
import { openCacheReadOnly } from '../../../store/cache/cache.ts'
import { createJournalReader } from '../../../store/journal/journal-reader.ts'
import { openJournalReadOnly } from '../../../store/journal/open-journal.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { unlessFailed } from '../../../store/sqlite/sqlite-errors.ts'
import { completenessOnPaper } from '../export/report-facts.ts'
import { findLedger, type Ledger } from '../ledger/ledger.ts'
import { readCompleteness } from '../ledger/reader.ts'
import { createPageReader, type RowsPage } from './page-reader.ts'
import { reportQuestionSchema, type QuestionOf, type ReportQuestion } from './query-question.ts'

/** Entry of the thread that reads what is too much for the main one. */
let open: { path: string; db: Database } | null = null
const reader = createPageReader()

/** After a pause of so many milliseconds the rest is sorted of what was shown the first rows of. */
const pause = 250
let later: NodeJS.Timeout | null = null

answerInThread(reportQuestionSchema, (question) => {
  if (later) clearTimeout(later)
  try {
    return answerTo(question)
  } catch (caught) {
    // The file may have been set aside for another one: the next question opens it anew.
    open?.db.close()
    open = null
    throw caught
  }
})

function answerTo(question: ReportQuestion): RowsPage | ReportTotals | Completeness {
  const { database, profileId, range } = question
  const ledger = findLedger(cacheAt(database), profileId, range.kind)
  switch (question.kind) {
    case 'page': {
      const query = { ...question, ...range }
      const page = reader.page(ledger, query)
      // Where it fails whoever asks for it next meets the same, and is told.
      later = setTimeout(() => unlessFailed(() => reader.prepare(ledger, query)), pause)
      return page
    }
    case 'totals':
      return reader.totals(ledger, range, question.filter, question.said)
    case 'completeness':
      return completeness(ledger, question)
  }
}

function completeness(
  ledger: Ledger,
  { range, now, onPaper, journal }: QuestionOf<'completeness'>,
): Completeness {
  // Null where it cannot be read: opened for each question, as a restore replaces it.
  const own = journal === null ? null : unlessFailed(() => openJournalReadOnly(journal))
  try {
    const read = onPaper ? completenessOnPaper : readCompleteness
    return read(ledger, range, now, own && createJournalReader(own))
  } finally {
    own?.close()
  }
}

function cacheAt(path: string): Database {
  if (open?.path !== path) {
    open?.db.close()
    open = { path, db: openCacheReadOnly(path) }
  }
  return open.db
}
