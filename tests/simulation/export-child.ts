import { flushCompileCache } from 'node:module'
import { exportRequestSchema } from '../../electron/features/reports/export/export-request.ts'
import { runExport } from '../../electron/features/reports/export/run-export.ts'

/** Exports the same file again and again until it is killed; says when each begins to be written. */
const request = exportRequestSchema.parse(JSON.parse(process.argv[2] ?? ''))
// Whoever is killed leaves the next one nothing of what it compiled, unless it does so at once.
flushCompileCache()
const quiet = { progress: () => undefined, check: () => undefined }
for (;;) {
  process.send?.('begins')
  await runExport(request, quiet)
}
