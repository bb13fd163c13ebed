import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Conf from 'conf'
import type { SettingsStore } from '../host.ts'

/**
 * `settings.json` in the data folder, one file whichever window or command wrote it last. One that is not JSON is kept
 * beside it as `settings.damaged.json` and begun anew.
 */
export function openSettingsFile(dataDir: string): SettingsStore {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'settings.json')
  try {
    return open(dataDir)
  } catch (caught) {
    if (!(caught instanceof SyntaxError) || !existsSync(file)) throw caught
    renameSync(file, join(dataDir, 'settings.damaged.json'))
    return open(dataDir)
  }
}

/** Hides everything of the store that is not in SettingsStore. */
function open(cwd: string): SettingsStore {
  const store = new Conf<Record<string, unknown>>({
    cwd,
    configName: 'settings',
    // conf writes 0644 unless told: settings name the shop and its service.
    configFileMode: 0o600,
    // Keys are whole names: a dot in one is a dot.
    accessPropertiesByDotNotation: false,
  })
  return {
    get: (key) => store.get(key),
    set: (key, value) => store.set(key, value),
  }
}
