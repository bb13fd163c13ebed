import { answerInThread } from '../../../async/thread.ts'
import { exportRequestSchema } from './export-request.ts'
import { runExport } from './run-export.ts'

/** Entry of the worker thread that writes files: one export after another, each cancellable. */
answerInThread(exportRequestSchema, (request, { progress, check }) =>
  runExport(request, { progress: (done, total) => progress([done, total]), check }),
)
