import type { Completeness, ReportTotals } from '../../../../shared/contract/reports.ts'
import { Failure } from '../../../../shared/errors.ts'
import { answerInThread } from '../../../async/thread.ts'
import { openCacheReadOnly } from '../../../store/cache/cache.ts'
import { createJournalReader } from '../../../store/journal/journal-reader.ts'
import { openJournalReadOnly } from '../../../store/journal/open-journal.ts'
import type { Database } from '../../../store/sqlite/db.ts'
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
      later = setTimeout(() => prepare(() => reader.prepare(ledger, query)), pause)
      return page
    }
    case 'totals':
      return reader.totals(ledger, range, question.filter)
    case 'completeness':
      return completeness(ledger, question)
  }
}

function prepare(work: () => void): void {
  try {
    work()
  } catch (caught) {
    // Whoever asks for it next meets the same, and is told.
    if (!(caught instanceof Failure)) throw caught
  }
}

function completeness(
  ledger: Ledger,
  { range, now, onPaper, journal }: QuestionOf<'completeness'>,
): Completeness {
  const own = openOwn(journal)
  try {
    const read = onPaper ? completenessOnPaper : readCompleteness
    return read(ledger, range, now, own && createJournalReader(own))
  } finally {
    own?.close()
  }
}

/** This register's journal, or null where it cannot be read: opened for each question, as a restore replaces it. */
function openOwn(folder: string | null): Database | null {
  if (folder === null) return null
  try {
    return openJournalReadOnly(folder)
  } catch (caught) {
    if (caught instanceof Failure) return null
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
