import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { toAppError } from '../../../shared/errors.ts'
import { backupReasons } from './backup-names.ts'
import type { BackupReply } from './backup-keeper.ts'
import { changedSinceBackup, makeBackup } from './backups.ts'

/** Entry of the thread that makes one copy, where there is something to copy: all of it would hold a sale up. */
const port = parentPort
if (!port) throw new Error('this file is the entry of a worker thread')

function made(): BackupReply {
  try {
    const { folder, reason } = z
      .object({ folder: z.string(), reason: z.enum(backupReasons) })
      .parse(workerData)
    return changedSinceBackup(folder)
      ? { kind: 'made', name: makeBackup(folder, reason).name }
      : { kind: 'unchanged' }
  } catch (caught) {
    return { kind: 'failed', error: toAppError(caught) }
  }
}

port.postMessage(made())
