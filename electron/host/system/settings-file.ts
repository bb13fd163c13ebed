import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Conf from 'conf'
import type { SettingsStore } from '../host.ts'

/** What both stores agree on, so that `settings.json` is one file whichever window wrote it last. */
export const settingsOptions = {
  name: 'settings',
  // conf writes 0644 unless told: settings name the shop and its service.
  configFileMode: 0o600,
  // Keys are whole names: a dot in one is a dot.
  accessPropertiesByDotNotation: false,
} as const

/** `settings.json` in the data folder, for windows without Electron and for the command line. */
export function openSettingsFile(dataDir: string): SettingsStore {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const { name, ...options } = settingsOptions
  const open = () =>
    new Conf<Record<string, unknown>>({ ...options, cwd: dataDir, configName: name })
  return asSettingsStore(withDamagedSetAside(dataDir, open))
}

/** The slice of conf and electron-store that we use. */
interface KeyedStore {
  get(key: string): unknown
  set(key: string, value: unknown): void
}

/** Hides everything of a store that is not in SettingsStore. */
export function asSettingsStore(store: KeyedStore): SettingsStore {
  return {
    get: (key) => store.get(key),
    set: (key, value) => store.set(key, value),
  }
}

/** Opens a store; a file that is not JSON is kept beside it (`settings.damaged.json`, numbered from the second on) and begun anew. */
export function withDamagedSetAside<T>(dataDir: string, open: () => T): T {
  try {
    return open()
  } catch (caught) {
    const file = join(dataDir, 'settings.json')
    if (!(caught instanceof SyntaxError) || !existsSync(file)) throw caught
    renameSync(file, join(dataDir, damagedName(damagedIn(dataDir) + 1)))
    return open()
  }
}

/** The name of the last file that was kept aside in a data folder; null: none was. */
export function settingsAside(dataDir: string): string | null {
  const count = damagedIn(dataDir)
  return count === 0 ? null : damagedName(count)
}

const damagedName = (number: number) =>
  number === 1 ? 'settings.damaged.json' : `settings.damaged-${number}.json`

/** How many stand there. */
function damagedIn(dataDir: string): number {
  let count = 0
  while (existsSync(join(dataDir, damagedName(count + 1)))) count += 1
  return count
}
