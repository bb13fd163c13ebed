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

/** `.pages` is a copy as we make it (page-file.ts), `.db` a whole database as earlier versions made it. */
const pattern = /^journal-(\d{8}T\d{9}Z)-(\w+)\.(?:pages|db)$/
const stamp = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/

/** A moment in UTC as names of files carry it: `20261121T153000123Z`, sorting by time. */
export function stampOf(at: number): string {
  return new Date(at).toISOString().replace(/[-:.]/g, '')
}

/** Reads such a moment back (epoch ms); null: it is none. */
export function momentOf(text: string): number | null {
  const [, year, month, day, hour, minute, second, thousandth] = stamp.exec(text) ?? []
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${thousandth}Z`)
  return Number.isNaN(at) ? null : at
}

/** The name of a copy that is made now. */
export function backupName(at: number, reason: BackupReason): BackupName {
  return { name: `journal-${stampOf(at)}-${reason}.pages`, at, reason }
}

/** Reads a name back; null: the file is none of ours. */
export function parseBackupName(name: string): BackupName | null {
  const [, text = '', word] = pattern.exec(name) ?? []
  const reason = backupReasons.find((one) => one === word)
  const at = momentOf(text)
  return reason && at !== null ? { name, at, reason } : null
}

/** The day of a moment, in UTC. */
export const dayOf = (at: number): string => stampOf(at).slice(0, 8)

const dayMs = 24 * 60 * 60_000

/** Weeks begin on a Monday. */
const weekOf = (at: number) => String(Math.floor((at / dayMs + 3) / 7))

const monthOf = (at: number) => stampOf(at).slice(0, 6)

/** How long a copy may hold a customer who was erased after it: days that have copies. */
export const keptDays = 30

/** Each age, and of how many of the last ones that have copies the newest is kept. */
const ages = [
  { of: ({ name }: Aged) => name, most: 24 },
  { of: ({ at }: Aged) => dayOf(at), most: keptDays },
  { of: ({ at }: Aged) => weekOf(at), most: 12 },
  { of: ({ at }: Aged) => monthOf(at), most: 24 },
]

/** What is asked of a copy to know how long it is kept. */
type Aged = Pick<BackupName, 'name' | 'at'>

/**
 * Which copies are worth keeping: the newest 24, and the newest of each of the last 30 days, 12 weeks and 24 months that
 * have one. Copies of every reason count alike. They come the newest first, and are not compared with any clock.
 */
export function worthKeeping<B extends Aged>(newestFirst: readonly B[]): Set<B> {
  const needed = new Set<B>()
  for (const { of, most } of ages) {
    const seen = new Map<string, B>()
    for (const backup of newestFirst) {
      if (seen.size === most) break
      if (!seen.has(of(backup))) seen.set(of(backup), backup)
    }
    for (const backup of seen.values()) needed.add(backup)
  }
  return needed
}

/**
 * How many customers had been erased when the copies began that are kept for them: one that knew of fewer still holds
 * somebody who was erased more than thirty days with copies ago, and goes (docs/privacy.md).
 */
export function erasuresKnown(newestFirst: readonly { at: number; erasures: number }[]): number {
  const days = [...new Set(newestFirst.map(({ at }) => dayOf(at)))]
  return newestFirst.find(({ at }) => dayOf(at) === days[keptDays - 1])?.erasures ?? 0
}
