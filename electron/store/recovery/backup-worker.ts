import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { answerInThread } from '../../async/thread.ts'
import { backupReasons } from './backup-names.ts'
import { backupSteps, changedSinceBackup } from './backups.ts'

const questionSchema = z.object({
  folder: z.string(),
  reason: z.enum(backupReasons),
  /** What the journal is read by (held-file.ts). */
  file: z.int(),
})

/** It works so long at once, and then rests as long: a sale never has to share the disk with it for longer (ms). */
const workMs = 10

/** Entry of the thread that makes one copy, where there is something to copy. */
answerInThread(questionSchema, async (question, { check }) => {
  if (!changedSinceBackup(question.folder)) return null
  const steps = backupSteps({ ...question, now: Date.now() })
  try {
    let since = performance.now()
    let step = steps.next()
    for (; !step.done; step = steps.next()) {
      const worked = performance.now() - since
      if (worked < workMs) continue
      await wait(worked)
      check()
      since = performance.now()
    }
    return step.value?.name ?? null
  } finally {
    // One that was called off ends at the step that it is at.
    steps.return(null)
  }
})
