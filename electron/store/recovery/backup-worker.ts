import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import { answerInThread } from '../../async/thread.ts'
import { backupReasons } from './backup-names.ts'
import { cutIntents } from '../journal/cut-intents.ts'
import { backupSteps, changedSinceBackup } from './backups.ts'
import { writtenAt } from './snapshot.ts'

const questionSchema = z.object({
  folder: z.string(),
  reason: z.enum(backupReasons),
  /** What the journal is read by (held-file.ts). */
  file: z.int(),
  isFirst: z.boolean(),
})

/** It works so long at once (ms), and then rests as long: nobody has to share the disk with it for longer. */
const workMs = 10
/** While somebody sells, and until so long after (ms), it rests so many times as long. */
const sellingMs = 2000
const restWhileSelling = 10
/** It does not linger for longer (ms): what is written meanwhile waits in the WAL for its end. */
const lingerMs = 2 * 60_000

/** Rests after each piece of work, by whether the journal is being written to. */
function createPace(folder: string, check: () => void): () => Promise<void> {
  const begun = performance.now()
  let since = begun
  let sold = -Infinity
  let seen = writtenAt(folder)
  return async () => {
    const now = performance.now()
    const worked = now - since
    if (worked < workMs) return
    const written = writtenAt(folder)
    if (written !== seen) sold = now
    seen = written
    const isSelling = now - sold < sellingMs && now - begun < lingerMs
    await wait(isSelling ? worked * restWhileSelling : worked)
    check()
    since = performance.now()
  }
}

/** What the journal and a checked copy hold of old need not stand in intents.log any more. */
function cutAfterCopy(folder: string, tell: (error: AppError) => void): void {
  try {
    cutIntents(folder)
  } catch (caught) {
    // The copy was made all the same, and the segments stay until one after it.
    tell(toAppError(caught))
  }
}

/** Entry of the thread that makes one copy, where there is something to copy; tells meanwhile of what went wrong beside it. */
answerInThread(questionSchema, async (question, { check, progress }) => {
  if (!changedSinceBackup(question.folder)) return null
  const steps = backupSteps({ ...question, now: Date.now() })
  try {
    const rest = createPace(question.folder, check)
    let step = steps.next()
    for (; !step.done; step = steps.next()) await rest()
    if (step.value) cutAfterCopy(question.folder, progress)
    return step.value?.name ?? null
  } finally {
    // One that was called off ends at the step that it is at.
    steps.return(null)
  }
})
