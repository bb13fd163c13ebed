import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { Failure } from '../../../shared/errors.ts'
import { answerInThread } from '../../async/thread.ts'
import { backupReasons } from './backup-names.ts'
import { cutIntents } from '../journal/cut-intents.ts'
import { backupSteps, changedSinceBackup } from './backups.ts'

const questionSchema = z.object({
  folder: z.string(),
  reason: z.enum(backupReasons),
  /** What the journal is read by (held-file.ts). */
  file: z.int(),
})

/** It works so long at once, and then rests as long: a sale never has to share the disk with it for longer (ms). */
const workMs = 10

/** What the journal and a checked copy hold of old need not stand in intents.log any more. */
function cutAfterCopy(folder: string): void {
  try {
    cutIntents(folder)
  } catch (caught) {
    // The copy was made all the same, and the segments stay until one after it.
    if (!(caught instanceof Failure)) throw caught
  }
}

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
    if (step.value) cutAfterCopy(question.folder)
    return step.value?.name ?? null
  } finally {
    // One that was called off ends at the step that it is at.
    steps.return(null)
  }
})
