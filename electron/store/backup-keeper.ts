import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { appErrorSchema, Failure, toAppError, type AppError } from '../../shared/errors.ts'
import type { BackupReason } from './backup-names.ts'
import { changedSinceBackup, listBackups } from './backups.ts'

/** Keeps copies of the journal of a data folder while the register is open. */
export interface BackupKeeper {
  /** Copies now if the newest copy is over an hour behind, and every hour from then on. */
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
  let timer: NodeJS.Timeout | null = null

  function backup(reason: BackupReason): Promise<string | null> {
    const next = running.catch(() => null).then(() => copy(folder, reason))
    running = next
    return next
  }

  function hourly(): void {
    backup('hourly').catch((caught: unknown) => onProblem(toAppError(caught)))
  }

  return {
    start: () => {
      timer = setInterval(hourly, period)
      timer.unref()
      const newest = listBackups(folder)[0]
      if (newest === undefined || Date.now() - newest.at >= period) hourly()
    },
    backup,
    stop: async () => {
      if (timer) clearInterval(timer)
      await Promise.allSettled([running])
    },
  }
}

async function copy(folder: string, reason: BackupReason): Promise<string | null> {
  if (!changedSinceBackup(folder)) return null
  const worker = new Worker(workerUrl(), { workerData: { folder, reason } })
  const messages: unknown[] = await once(worker, 'message')
  const reply = replySchema.parse(messages[0])
  if (reply.kind === 'made') return reply.name
  throw new Failure(reply.error.code, reply.error.params)
}

function workerUrl(): URL {
  const source = import.meta.url.endsWith('.ts')
  return new URL(source ? './backup-worker.ts' : './backup-worker.js', import.meta.url)
}
