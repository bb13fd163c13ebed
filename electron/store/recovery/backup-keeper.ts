import { join } from 'node:path'
import { z } from 'zod'
import { createSerialQueue } from '../../async/serial-queue.ts'
import { createThread, workerBeside } from '../../async/thread.ts'
import { toAppError, toFailure, type AppError } from '../../../shared/errors.ts'
import { holdFile } from '../files/held-file.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'
import type { BackupReason } from './backup-names.ts'
import { listBackups } from './copies.ts'

/** Keeps copies of the journal of a data folder while the register is open. */
export interface BackupKeeper {
  /** Copies now if no copy was made within the last hour, and every hour from then on. */
  start(): void
  /**
   * Copies now, in a thread of its own, if anything changed since the newest copy; answers the copy's
   * name or null. DISK_FULL, JOURNAL_DAMAGED, STORE_FAILED.
   */
  backup(reason: BackupReason): Promise<string | null>
  /** Ends the hourly copies and waits for one that is being made. */
  stop(): Promise<void>
}

const hour = 60 * 60_000

/** `onProblem` hears of an hourly copy that failed. `period` in milliseconds, for tests. */
export function createBackupKeeper(deps: {
  folder: string
  onProblem: (error: AppError) => void
  period?: number
}): BackupKeeper {
  const { folder, onProblem, period = hour } = deps
  const queue = createSerialQueue()
  let isCopying = false
  let timer: NodeJS.Timeout | null = null

  const backup = (reason: BackupReason) => queue.add(() => copy(folder, reason))

  /** One that takes longer than until the next is not run after itself. */
  function hourly(): void {
    if (isCopying) return
    isCopying = true
    backup('hourly')
      .catch((caught: unknown) => onProblem(toAppError(caught)))
      .finally(() => (isCopying = false))
  }

  return {
    start: () => {
      timer = setInterval(hourly, period)
      timer.unref()
      // One that is named after now was made by a wrong clock, and says nothing of the last hour.
      const now = Date.now()
      const isRecent = listBackups(folder).some(({ at }) => at <= now && now - at < period)
      if (!isRecent) hourly()
    },
    backup,
    stop: async () => {
      if (timer) clearInterval(timer)
      await queue.idle()
    },
  }
}

async function copy(folder: string, reason: BackupReason): Promise<string | null> {
  const url = workerBeside(import.meta.url, 'backup-worker')
  const thread = createThread({ url, died: toFailure })
  try {
    const file = guarded(() => holdFile(join(folder, 'journal.db')))
    return await thread.ask({ folder, reason, file }, z.string().nullable())
  } finally {
    // An hour is long to be kept warm.
    await thread.end()
  }
}
