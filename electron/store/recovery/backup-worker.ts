import { z } from 'zod'
import { answerInThread } from '../../async/thread.ts'
import { backupReasons } from './backup-names.ts'
import { changedSinceBackup, makeBackup } from './backups.ts'

const questionSchema = z.object({ folder: z.string(), reason: z.enum(backupReasons) })

/** Entry of the thread that makes one copy, where there is something to copy: all of it would hold a sale up. */
answerInThread(questionSchema, ({ folder, reason }) =>
  changedSinceBackup(folder) ? makeBackup(folder, reason).name : null,
)
