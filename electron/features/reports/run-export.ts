import { openCacheReadOnly } from '../../store/cache.ts'
import type { Database } from '../../store/db.ts'
import { openJournalReadOnly } from '../../store/open-journal.ts'
import { saveFile } from '../../store/save-file.ts'
import { writeCsv } from './csv.ts'
import type { Exported, ExportHooks, ExportRequest } from './export-request.ts'
import { writeWorkbook } from './workbook/workbook.ts'

/** Writes a report's file from its own read-only connections, each all of one moment. */
export async function runExport(request: ExportRequest, hooks: ExportHooks): Promise<Exported> {
  const opened: Database[] = []
  // One read transaction each: totals and rows are those of the same moment.
  const momentOf = (db: Database) => {
    opened.push(db)
    db.exec('begin')
    return db
  }
  try {
    const db = momentOf(openCacheReadOnly(request.database))
    if (request.format === 'csv') {
      return await saveFile(request.path, (out) => writeCsv(db, request, out, hooks))
    }
    const found = request.journal === null ? null : openJournalReadOnly(request.journal)
    const journal = found && momentOf(found)
    return await saveFile(request.path, (out) => writeWorkbook(db, journal, request, out, hooks))
  } finally {
    for (const db of opened) db.close()
  }
}
