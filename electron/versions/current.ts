import { join } from 'node:path'
import { z } from 'zod'
import { readNote, writeNote } from '../store/files/note.ts'
import { makeClosedFolder } from '../store/files/own-folder.ts'
import { guarded } from '../store/sqlite/sqlite-errors.ts'
import type { VersionPlaces } from './places.ts'
import { versionsIn, type Version } from './version-folder.ts'
import { compareVersions, versionSchema } from './version-name.ts'

/** Why a version is not started any more: its proof failed, it did not reach its window twice, somebody went back from it. */
export const badReasons = ['proof', 'window', 'asked'] as const
export type BadReason = (typeof badReasons)[number]

/** Which version was chosen, and how those that were started fared. One file, written by rename. */
export const currentSchema = z.object({
  /** The version that was fetched, proven and chosen; null: what was installed. */
  version: versionSchema.nullable().default(null),
  bad: z.record(versionSchema, z.enum(badReasons)).default({}),
  /** Those that have reached their window: their starts are counted no more. */
  reached: z.array(versionSchema).default([]),
  /** Starts of a version that has not reached its window so far. */
  starts: z.object({ version: versionSchema, count: z.int() }).nullable().default(null),
})
export type Current = z.infer<typeof currentSchema>

/** How many starts may end without a window before the version before is taken. */
export const startsAllowed = 2

const currentFile = ({ fetched }: VersionPlaces) => join(fetched, 'current.json')

/** Reads what was chosen; what is not there or not to be read chooses nothing. */
export function readCurrent(places: VersionPlaces): Current {
  return readNote(currentFile(places), currentSchema) ?? currentSchema.parse({})
}

/**
 * Writes it: after a crash it is the old choice or the new one.
 * @throws Failure DISK_FULL, STORE_FAILED, STORE_READ_ONLY
 */
export function writeCurrent(places: VersionPlaces, current: Current): void {
  guarded(() => makeClosedFolder(places.fetched))
  writeNote(currentFile(places), current)
}

/** All whole versions, newest first; of one that stands twice, what was installed. */
export function wholeVersions(places: VersionPlaces): Version[] {
  const installed = versionsIn(places.installed, true)
  const fetched = versionsIn(places.fetched, false).filter(
    ({ version }) => !installed.some((other) => other.version === version),
  )
  return [...installed, ...fetched].sort((one, other) =>
    compareVersions(other.version, one.version),
  )
}

/** The versions that may be started, newest first: what was installed, what was chosen, and what ran before that. */
export function startable(versions: readonly Version[], current: Current): Version[] {
  const { version: chosen, reached } = current
  return versions.filter(
    ({ version, isInstalled }) =>
      isInstalled ||
      version === chosen ||
      // What was fetched and never chosen waits to be installed.
      (reached.includes(version) && (!chosen || compareVersions(version, chosen) < 0)),
  )
}

/** What a version's start is, once it is counted: one that failed too often is bad. */
export function countStart(current: Current, version: string): Current {
  if (current.reached.includes(version)) return current
  const count = current.starts?.version === version ? current.starts.count : 0
  if (count < startsAllowed) return { ...current, starts: { version, count: count + 1 } }
  return markBad(current, version, 'window')
}

/** A version is not started any more, as long as there is another. */
export function markBad(current: Current, version: string, why: BadReason): Current {
  return { ...current, starts: null, bad: { ...current.bad, [version]: why } }
}

/** A version came as far as its window: whatever was thought of its starts. */
export function reachedWindow(current: Current, version: string): Current {
  const { [version]: was, ...bad } = current.bad
  return {
    ...current,
    starts: null,
    reached: [...new Set([...current.reached, version])],
    bad: was === 'asked' ? current.bad : bad,
  }
}

/** A start that ended otherwise than by failing: it counts for nothing. */
export function forgetStart(current: Current, version: string): Current {
  return current.starts?.version === version ? { ...current, starts: null } : current
}

/** Chooses a version for the next start; what was thought of it before is forgotten. */
export function choose(current: Current, version: string): Current {
  const { [version]: _was, ...bad } = current.bad
  return { ...current, version, bad, starts: null }
}

/** Goes back from a version to an earlier one. */
export function goBack(current: Current, from: string, to: string): Current {
  return markBad(choose(current, to), from, 'asked')
}
