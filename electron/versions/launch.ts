import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import type { AppError } from '../../shared/errors.ts'
import { forgetStart, reachedWindow, readCurrent, writeCurrent, type Current } from './current.ts'
import { installVariable, versionPlaces, type VersionPlaces } from './places.ts'
import { noteProven } from './prove.ts'
import { versionSchema } from './version-name.ts'

/** A program that its launcher started, out of a version's folder. */
export interface Launch {
  places: VersionPlaces
  version: string
  /** The root of The Update Framework that it knows its publisher by; null: it was packed without one. */
  root: string | null
}

/** Beside a version's program, where whoever packed it publishes updates too (docs/release.md). */
const rootFile = 'update-root.json'

/** How this program was launched; null: from source, or by another's installer, which updates it too. */
export function launchOf(folder: string, env: NodeJS.ProcessEnv = process.env): Launch | null {
  const { [installVariable]: install } = env
  const version = basename(folder)
  if (!install || !versionSchema.safeParse(version).success) return null
  const root = join(folder, rootFile)
  return {
    places: versionPlaces(install, process.platform, env, homedir()),
    version,
    root: existsSync(root) ? readFileSync(root, 'utf8') : null,
  }
}

/** Says that this version opened the journal and has a page that speaks: its starts are not counted any more. */
export function tellReached({ places, version }: Launch, dataDir: string): void {
  noteProven(dataDir, version)
  if (!readCurrent(places).reached.includes(version)) change(places, version, reachedWindow)
}

/** Says that this start ended before its window, and not by a fault of the version's. */
export function tellEnded({ places, version }: Launch): void {
  if (readCurrent(places).starts?.version === version) change(places, version, forgetStart)
}

/** Why a start ends before its window whatever version it is of: the register is open, or there is nothing to show it with. */
const noFault = new Set<AppError['code']>(['REGISTER_ALREADY_OPEN', 'NO_BROWSER', 'NO_DISPLAY'])

/** Says why this start ended before its window; what is not the version's fault counts for nothing. */
export function tellFailed(launch: Launch, code: AppError['code']): void {
  if (noFault.has(code)) tellEnded(launch)
}

function change(
  places: VersionPlaces,
  version: string,
  how: (current: Current, version: string) => Current,
): void {
  writeCurrent(places, how(readCurrent(places), version))
}
