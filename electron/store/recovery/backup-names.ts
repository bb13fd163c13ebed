/** Why a copy of the journal was made. */
export const backupReasons = ['hourly', 'shift', 'migration'] as const
export type BackupReason = (typeof backupReasons)[number]

/** A copy of the journal as its file's name tells of it. */
export interface BackupName {
  name: string
  /** Epoch milliseconds, by a clock that may have been wrong then: it orders nothing. */
  at: number
  reason: BackupReason
}

const pattern = /^journal-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-(\w+)\.db$/

/** A moment in UTC as names of files carry it: `20261121T153000123Z`, sorting by time. */
export function stampOf(at: number): string {
  return new Date(at).toISOString().replace(/[-:.]/g, '')
}

/** The name of a copy that is made now. */
export function backupName(at: number, reason: BackupReason): BackupName {
  return { name: `journal-${stampOf(at)}-${reason}.db`, at, reason }
}

/** Reads a name back; null: the file is none of ours. */
export function parseBackupName(name: string): BackupName | null {
  const [, year, month, day, hour, minute, second, thousandth, word] = pattern.exec(name) ?? []
  const reason = backupReasons.find((one) => one === word)
  if (!reason) return null
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${thousandth}Z`)
  return Number.isNaN(at) ? null : { name, at, reason }
}

const kept = { newest: 24, days: 30 }

/**
 * Which copies are no longer needed: all but the newest 24 and the newest of each of the last 30 days
 * that have one. Copies of every reason count alike. They come the newest first.
 */
export function outdated(newestFirst: readonly BackupName[]): BackupName[] {
  const days = new Map<string, BackupName>()
  for (const backup of newestFirst) {
    const day = stampOf(backup.at).slice(0, 8)
    if (!days.has(day) && days.size < kept.days) days.set(day, backup)
  }
  const needed = new Set([...newestFirst.slice(0, kept.newest), ...days.values()])
  return newestFirst.filter((backup) => !needed.has(backup))
}
