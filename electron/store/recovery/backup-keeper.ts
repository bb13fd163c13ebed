import { join } from 'node:path'
import { z } from 'zod'
import { createSerialQueue } from '../../async/serial-queue.ts'
import { createThread, workerBeside } from '../../async/thread.ts'
import { appErrorSchema, toAppError, toFailure, type AppError } from '../../../shared/errors.ts'
import { holdFile } from '../files/held-file.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'
import type { BackupReason } from './backup-names.ts'
import type { BackupOrder } from './backups.ts'
import { listBackups } from './copies.ts'

const hour = 60 * 60_000
/** The first seconds of a day belong to the window. */
const firstAfter = 20_000

/**
 * Keeps copies of the journal of a data folder while the register is open. `onProblem` hears of an hourly copy that
 * failed, and of what failed beside a copy that was made. Times in milliseconds, for tests.
 */
export function createBackupKeeper(deps: {
  folder: string
  onProblem: (error: AppError) => void
  /** Hears that the copies hold all there is: one was made, or nothing had changed. */
  onCopied?: () => void
  after?: number
  period?: number
}) {
  const { folder, onProblem, onCopied, after = firstAfter, period = hour } = deps
  const queue = createSerialQueue()
  const stopping = new AbortController()
  let isCopying = false
  let isFirst = true
  let timers: NodeJS.Timeout[] = []

  const backup = (reason: BackupReason) =>
    queue.add(async () => {
      const name = await copy({ folder, reason, isFirst }, stopping.signal, onProblem)
      if (name !== null) isFirst = false
      if (!stopping.signal.aborted) onCopied?.()
      return name
    })

  /** One that takes longer than until the next is not run after itself. */
  function hourly(): void {
    if (isCopying) return
    isCopying = true
    backup('hourly')
      .catch((caught: unknown) => onProblem(toAppError(caught)))
      .finally(() => (isCopying = false))
  }

  return {
    /** Copies soon if no copy was made within the last hour, and every hour from then on. */
    start: () => {
      // One that is named after now was made by a wrong clock, and says nothing of the last hour.
      const now = Date.now()
      const isRecent = listBackups(folder).some(({ at }) => at <= now && now - at < period)
      timers = [setInterval(hourly, period), ...(isRecent ? [] : [setTimeout(hourly, after)])]
      for (const timer of timers) timer.unref()
    },
    /**
     * Copies now, in a thread of its own, if anything changed since the last copy; answers the copy's
     * name, null where there was nothing to copy or it was stopped. DISK_FULL, JOURNAL_DAMAGED, STORE_FAILED.
     */
    backup,
    /** Ends the hourly copies and one that is being made: who closes the register does not wait for it. */
    stop: async (): Promise<void> => {
      stopping.abort()
      timers.forEach(clearTimeout)
      await queue.idle()
    },
  }
}

async function copy(
  order: Omit<BackupOrder, 'file' | 'now'>,
  signal: AbortSignal,
  onProblem: (error: AppError) => void,
): Promise<string | null> {
  if (signal.aborted) return null
  const url = workerBeside(import.meta.url, 'backup-worker')
  const thread = createThread({ url, died: toFailure })
  try {
    const file = guarded(() => holdFile(join(order.folder, 'journal.db')))
    const progress = (told: unknown) => onProblem(appErrorSchema.parse(told))
    return await thread.ask({ ...order, file }, z.string().nullable(), { signal, progress })
  } catch (caught) {
    if (signal.aborted) return null
    throw caught
  } finally {
    // An hour is long to be kept warm.
    await thread.end()
  }
}
