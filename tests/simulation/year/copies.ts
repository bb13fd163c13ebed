import {
  closeSync,
  cpSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { AppError } from '../../../shared/errors.ts'
import { orTold } from '../../../electron/or-told.ts'
import { holdFile } from '../../../electron/store/files/held-file.ts'
import { cutIntents } from '../../../electron/store/journal/cut-intents.ts'
import type { BackupReason } from '../../../electron/store/recovery/backup-names.ts'
import { backupSteps, changedSinceBackup } from '../../../electron/store/recovery/backups.ts'
import { backupsFolder, partial, type Copy } from '../../../electron/store/recovery/copies.ts'
import type { YearBug } from './bug.ts'
import { takeLogsTo } from './disk.ts'

/** What is asked of a copy that a running register makes. */
interface CopyOrder {
  folder: string
  reason: BackupReason
  now: number
  /** Of this run. */
  isFirst: boolean
  /** The program is killed at this step of it; null: it comes to its end. */
  killAt: number | null
  /** What goes on between two steps. */
  between: (step: number) => Promise<void>
  /** The copy was made, and intents.log could not be cut after it. */
  onUncut: (error: AppError) => void
  bug: YearBug
}

/**
 * A copy as the thread makes it (backup-worker.ts), a step at a time. Killed in the middle, it leaves in the folder what
 * stood there then.
 */
export async function makeYearCopy(order: CopyOrder): Promise<'made' | 'unchanged' | 'killed'> {
  const { folder, reason, now, isFirst, killAt, between, onUncut, bug } = order
  if (!changedSinceBackup(folder)) return 'unchanged'
  const other = bug.copying?.(folder)
  const file = other === undefined ? holdFile(join(folder, 'journal.db')) : openSync(other, 'r')
  const steps = backupSteps({ folder, reason, file, now, isFirst })
  try {
    let step = steps.next()
    for (let count = 1; !step.done; count += 1) {
      if (count === killAt) {
        const left = unfinished(folder)
        steps.return(null)
        for (const { path, bytes } of left) writeFileSync(path, bytes)
        return 'killed'
      }
      await between(count)
      step = steps.next()
    }
    if (step.value === null) return 'unchanged'
    bug.copied?.(folder)
    orTold(onUncut, () => cutIntents(folder, now))
    return 'made'
  } finally {
    steps.return(null)
    if (other !== undefined) closeSync(file)
  }
}

function unfinished(folder: string): { path: string; bytes: Buffer }[] {
  const backups = backupsFolder(folder)
  return readdirSync(backups)
    .filter((name) => name.includes(partial))
    .map((name) => ({ path: join(backups, name), bytes: readFileSync(join(backups, name)) }))
}

/** A data folder that has lost its journal, and of its copies has this one alone: the next opening restores it. */
export function folderOfCopy(from: string, to: string, copy: Copy): void {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(backupsFolder(to), { recursive: true })
  for (const { path } of copy.chain) {
    const target = join(backupsFolder(to), basename(path))
    try {
      linkSync(path, target)
    } catch {
      cpSync(path, target)
    }
  }
  takeLogsTo(from, to)
}
