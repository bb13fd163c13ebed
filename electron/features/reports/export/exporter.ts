import { Failure, toAppError } from '../../../../shared/errors.ts'
import { createThread, isOutOfMemory, workerBeside } from '../../../async/thread.ts'
import {
  exportedSchema,
  exportProgressSchema,
  type Exported,
  type ExportProgress,
  type ExportRequest,
} from './export-request.ts'

/** Writes files in a thread of its own, started at the first export and kept warm for another. */
export type Exporter = ReturnType<typeof createExporter>

/** Why the thread itself ended; what goes wrong with one file it answers. */
function died(cause: unknown): Failure {
  if (isOutOfMemory(cause)) return new Failure('EXPORT_TOO_LARGE', undefined, { cause })
  return new Failure('EXPORT_STOPPED', toAppError(cause).params, { cause })
}

// What bounds memory is how rows are read (`rowsAtOnce`) and written (SheetSink.turn); a small nursery keeps it small.
// The heap's end is for what nobody foresaw: where this thread cannot tell of it, it ends as EXPORT_STOPPED.
const limits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 256 }

export function createExporter(url = workerBeside(import.meta.url, 'export-worker')) {
  const thread = createThread({ url, died, limits, warmMs: 60_000 })
  return {
    /** Answers what was written; throws the export's Failure, CANCELLED, EXPORT_STOPPED or EXPORT_TOO_LARGE. */
    export: (
      request: ExportRequest,
      signal: AbortSignal,
      progress: (told: ExportProgress) => void,
    ): Promise<Exported> =>
      thread.ask(request, exportedSchema, {
        signal,
        progress: (told) => progress(exportProgressSchema.parse(told)),
      }),
    close: (): Promise<void> => thread.end(),
  }
}
