import { Failure, toAppError } from '../../../shared/errors.ts'
import { createThread, type Thread } from '../../async/thread.ts'

/** What a hub that answers without end can take of memory, in megabytes. */
const mostMemory = 256

/**
 * A thread that asks the hub. `warmMs`: how long it is kept for the next question, in milliseconds; `memory`: what it can take at
 * most, in megabytes. What ends it otherwise is HUB_FAILED.
 */
export const createHubThread = (
  url: URL,
  { warmMs, memory = mostMemory }: { warmMs?: number | undefined; memory?: number } = {},
): Thread =>
  createThread({
    url,
    limits: { maxOldGenerationSizeMb: memory },
    ...(warmMs === undefined ? {} : { warmMs }),
    died: (cause) => new Failure('HUB_FAILED', { reason: toAppError(cause).code }),
  })
