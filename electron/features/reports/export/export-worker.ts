import { answerInThread } from '../../../async/thread.ts'
import { exportRequestSchema } from './export-request.ts'
import { runExport } from './run-export.ts'

/** Who waits is told so often, in milliseconds: a file of millions of rows says it thousands of times. */
const told = 100

/** Entry of the worker thread that writes files: one export after another, each cancellable. */
answerInThread(exportRequestSchema, (request, { progress, check }) => {
  let last = 0
  return runExport(request, {
    check,
    progress: (said) => {
      if (said.done < said.total && Date.now() < last + told) return
      last = Date.now()
      progress(said)
    },
  })
})
