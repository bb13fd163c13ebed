import { fileLackSchema, type FileLack } from '../../../../shared/contract/reports.ts'
import { Failure } from '../../../../shared/errors.ts'
import { openCacheReadOnly } from '../../../store/cache/cache.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { openJournalReadOnly } from '../../../store/journal/open-journal.ts'
import { saveFile } from '../../../store/files/save-file.ts'
import { writeCsv } from './csv.ts'
import type { Exported, ExportHooks, ExportRequest } from './export-request.ts'
import { writeWorkbook } from '../workbook/workbook.ts'

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
    const journal = openOwn(request.journal)
    const own = journal === 'unreadable' ? null : journal
    if (own !== null) momentOf(own)
    const written = await saveFile(request.path, (out) =>
      request.format === 'csv'
        ? writeCsv(db, own, request, out, hooks)
        : writeWorkbook(db, journal, request, out, hooks),
    )
    return { ...written, lacks: lacksOf(request, journal === 'unreadable') }
  } finally {
    for (const db of opened) db.close()
  }
}

/** What only the journal and who may see it bring to a file of sales; a CSV has no place to say it. */
function lacksOf({ range, kinds, commissions }: ExportRequest, isUnreadable: boolean): FileLack[] {
  if (range.kind !== 'sales' && !kinds.includes('sales')) return []
  const lacks = { journal: isUnreadable, commissions: !commissions }
  return fileLackSchema.options.filter((one) => lacks[one])
}

/** The journal to read beside the rows; a damaged or newer one must not keep the service's rows from anyone. */
function openOwn(folder: string | null): Database | 'unreadable' | null {
  if (folder === null) return null
  try {
    return openJournalReadOnly(folder)
  } catch (caught) {
    if (caught instanceof Failure) return 'unreadable'
    throw caught
  }
}
