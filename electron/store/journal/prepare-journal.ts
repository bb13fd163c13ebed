import { statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { openingStepSchema } from '../../../shared/contract/journal.ts'
import { Failure, toFailure } from '../../../shared/errors.ts'
import type { ChildProgram } from '../../async/child-program.ts'
import { createThread, workerBeside } from '../../async/thread.ts'
import { checkJournal } from '../check/check-request.ts'
import type { TellStep } from '../recovery/recovery.ts'
import { readRecovery } from '../recovery/recovery-note.ts'
import { isTrusted, type CheckFound } from '../check/wholeness.ts'
import { hasItsShape } from './open-journal.ts'

/** A smaller one is checked, copied and changed within the blink of its opening. */
const smallBytes = 16 * 1024 * 1024

/** Whether opening a folder's journal may take so long that somebody wonders. */
export function isLarge(folder: string): boolean {
  const { size } = statSync(join(folder, 'journal.db'), { throwIfNoEntry: false }) ?? { size: 0 }
  return size > smallBytes
}

const progressSchema = z.object({ step: openingStepSchema, done: z.number().nullable() })

/**
 * Does what takes long of opening a folder's journal, which is claimed already, beside this thread: checks what was not
 * closed well, brings an early one to its shape, each behind a verified copy, restores a damaged one. Answers whether
 * all of it was just checked. Once the signal aborts it ends where a kill might have ended it: the next start goes on.
 * @throws Failure CANCELLED, DISK_FULL, STORE_FAILED
 */
export async function prepareJournal(
  folder: string,
  { fork, tell, signal }: { fork: () => ChildProgram; tell: TellStep; signal: AbortSignal },
): Promise<{ isChecked: boolean }> {
  if (!isLarge(folder)) return { isChecked: false }
  const begun = readRecovery(folder)?.phase ?? 'done'
  let found: CheckFound | null = null
  if (begun === 'done' && !isTrusted(folder)) {
    tell('reading', 0)
    const request = { folder, isBehind: false }
    found = await checkJournal(fork, request, {
      signal,
      tell: ({ step, done }) => tell(step, done),
    })
  }
  if (begun === 'done' && found !== 'damaged' && hasItsShape(folder)) {
    return { isChecked: found === 'whole' }
  }
  await openAside(folder, found === 'whole', { tell, signal })
  return { isChecked: begun !== 'done' || found !== null }
}

/** Opens and closes it in a thread, which ends with this process. */
async function openAside(
  folder: string,
  isChecked: boolean,
  { tell, signal }: { tell: TellStep; signal: AbortSignal },
): Promise<void> {
  const thread = createThread({
    url: workerBeside(import.meta.url, 'opening-worker'),
    died: toFailure,
  })
  const stop = () => void thread.end(new Failure('CANCELLED'))
  signal.addEventListener('abort', stop)
  try {
    const progress = (told: unknown) => {
      const { step, done } = progressSchema.parse(told)
      tell(step, done)
    }
    await thread.ask({ folder, isChecked }, z.null(), { progress, signal })
  } finally {
    signal.removeEventListener('abort', stop)
    await thread.end()
  }
}
