import { openCacheReadOnly } from '../../store/cache.ts'
import { writeCsv } from './csv.ts'
import type { ExportHooks, ExportRequest } from './export-request.ts'
import { saveFile } from '../../store/save-file.ts'
import { writeWorkbook } from './workbook.ts'

/** Writes a report's file from its own read-only connection, all of one moment; answers how many rows. */
export async function runExport(request: ExportRequest, hooks: ExportHooks): Promise<number> {
  const db = openCacheReadOnly(request.database)
  try {
    // One read transaction: totals and rows are those of the same moment.
    db.exec('begin')
    const write = request.format === 'xlsx' ? writeWorkbook : writeCsv
    return await saveFile(request.path, (out) => write(db, request, out, hooks))
  } finally {
    db.close()
  }
}
