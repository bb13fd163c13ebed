import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { appErrorSchema, Failure, toAppError, type AppError } from '../../../shared/errors.ts'
import type { BackupReason } from './backup-names.ts'
import { listBackups } from './backups.ts'

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

const replySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('made'), name: z.string() }),
  z.object({ kind: z.literal('unchanged') }),
  z.object({ kind: z.literal('failed'), error: appErrorSchema }),
])
export type BackupReply = z.infer<typeof replySchema>

const hour = 60 * 60_000

/** `onProblem` hears of an hourly copy that failed. `period` in milliseconds, for tests. */
export function createBackupKeeper(deps: {
  folder: string
  onProblem: (error: AppError) => void
  period?: number
}): BackupKeeper {
  const { folder, onProblem, period = hour } = deps
  let running: Promise<string | null> = Promise.resolve(null)
  let isCopying = false
  let timer: NodeJS.Timeout | null = null

  function backup(reason: BackupReason): Promise<string | null> {
    const next = running.catch(() => null).then(() => copy(folder, reason))
    running = next
    return next
  }

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
      await Promise.allSettled([running])
    },
  }
}

async function copy(folder: string, reason: BackupReason): Promise<string | null> {
  const worker = new Worker(workerUrl(), { workerData: { folder, reason } })
  const messages: unknown[] = await once(worker, 'message')
  const reply = replySchema.parse(messages[0])
  if (reply.kind === 'made') return reply.name
  if (reply.kind === 'unchanged') return null
  throw new Failure(reply.error.code, reply.error.params)
}

function workerUrl(): URL {
  const source = import.meta.url.endsWith('.ts')
  return new URL(source ? './backup-worker.ts' : './backup-worker.js', import.meta.url)
}
