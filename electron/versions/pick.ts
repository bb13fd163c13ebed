import { join } from 'node:path'
import { Failure } from '../../shared/errors.ts'
import { claimWriter } from '../store/files/lock.ts'
import {
  countStart,
  currentSchema,
  markBad,
  readCurrent,
  startable,
  wholeVersions,
  writeCurrent,
  type Current,
} from './current.ts'
import type { VersionPlaces } from './places.ts'
import { copyAtRest, isProven, noteProven, prove } from './prove.ts'
import type { Version } from './version-folder.ts'

/**
 * The version to start now: the newest that is whole, was chosen, opened a copy of this journal and did not fail before
 * its window twice. Where none is left, one of the others all the same: something always starts.
 * Null: no version stands here at all. `say` hears why one was passed over.
 */
export async function pickVersion({
  places,
  dataDir,
  isWindow,
  say,
}: {
  places: VersionPlaces
  dataDir: string
  /** Its starts count: a command line reaches no window. */
  isWindow: boolean
  say: (text: string) => void
}): Promise<Version | null> {
  const known = chosen(places, say)
  let current = known ?? currentSchema.parse({})
  const versions = startable(wholeVersions(places), current)
  for (const version of versions) {
    const name = version.version
    if (name in current.bad) continue
    const counted = isWindow ? countStart(current, name) : current
    const proof = name in counted.bad ? 'bad' : await proofNow(version, dataDir, say)
    if (proof === 'not now') continue
    current = proof === 'failed' ? markBad(current, name, 'proof') : counted
    // What could not be read is not written over.
    if (known) keep(places, current, say)
    if (proof === 'proven') return version
  }
  const ran = versions.find(({ version }) => current.reached.includes(version))
  return ran ?? versions.find(({ isInstalled }) => isInstalled) ?? versions[0] ?? null
}

/** What was chosen; null: the disk does not say, which keeps nothing from starting. */
function chosen(places: VersionPlaces, say: (text: string) => void): Current | null {
  try {
    return readCurrent(places)
  } catch (caught) {
    if (!(caught instanceof Failure)) throw caught
    say(caught.message)
    return null
  }
}

/** Lets it open a copy of the journal, unless it did before. */
async function proofNow(
  version: Version,
  dataDir: string,
  say: (text: string) => void,
): Promise<'proven' | 'failed' | 'not now'> {
  try {
    if (isProven(dataDir, version.version)) return 'proven'
    const lock = claimWriter(join(dataDir, 'lock.db'))
    try {
      const why = await prove(version, dataDir, copyAtRest)
      if (why !== null) {
        say(`${version.version}: ${why}`)
        return 'failed'
      }
      noteProven(dataDir, version.version)
      return 'proven'
    } finally {
      lock.release()
    }
  } catch (caught) {
    if (!(caught instanceof Failure)) throw caught
    // It will find the same, say so, and touch nothing.
    if (caught.error.code === 'REGISTER_ALREADY_OPEN') return 'proven'
    say(`${version.version}: ${caught.message}`)
    return 'not now'
  }
}

/** What cannot be written down is not known at the next start; this one goes on. */
function keep(places: VersionPlaces, current: Current, say: (text: string) => void): void {
  try {
    writeCurrent(places, current)
  } catch (caught) {
    if (!(caught instanceof Failure)) throw caught
    say(caught.message)
  }
}
