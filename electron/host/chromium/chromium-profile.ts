import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRecord, jsonOrNull } from '../../../shared/domain/text/json.ts'

/** What a browser offers on a page with words and fields, and a register must not. */
const preferences = {
  translate: { enabled: false },
  // No customer's phone or document is kept by the browser or offered to the next one.
  autofill: { enabled: false, profile_enabled: false, credit_card_enabled: false },
  credentials_enable_service: false,
  profile: { password_manager_enabled: false },
  search: { suggest_enabled: false },
  history: { saving_disabled: true },
}

/** Where a browser keeps which pages were open, and what was typed into their fields. */
const memories = [
  'Default/Sessions',
  'Default/Session Storage',
  'Default/History',
  'Default/History-journal',
  'Default/Visited Links',
  'Default/Top Sites',
  'Default/Top Sites-journal',
  'Default/Shortcuts',
  'Default/Shortcuts-journal',
  'Default/Favicons',
  'Default/Favicons-journal',
  'segmentation_platform',
]

/** Where the window's browser keeps its profile. */
export interface ProfilePlace {
  profileDir: string
  /** It goes with the window. */
  isPassing: boolean
}

/**
 * In the data folder; where nothing can be written there, in a folder that goes with the window: it opens all the same,
 * and says what is wrong.
 */
export function placeProfile(dataDir: string): ProfilePlace {
  const wanted = join(dataDir, 'window')
  if (mayKeep(existsSync(wanted) ? wanted : dataDir))
    return { profileDir: wanted, isPassing: false }
  return { profileDir: mkdtempSync(join(tmpdir(), 'mostrador-window-')), isPassing: true }
}

function mayKeep(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}

/** Makes the window's own browser profile ready, without what it remembers; says whether it is the first time. */
export function prepareProfile(profileDir: string): boolean {
  const firstTime = !existsSync(profileDir)
  const folder = join(profileDir, 'Default')
  const file = join(folder, 'Preferences')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  forgetPages(profileDir)
  const kept = readPreferences(file)
  const own = Object.entries(preferences).map(([name, value]) => {
    const before = kept[name]
    const isGroup = isRecord(before) && typeof value === 'object'
    return [name, isGroup ? { ...before, ...value } : value]
  })
  const text = JSON.stringify({ ...kept, ...Object.fromEntries(own) })
  writeFileSync(file, text, { mode: 0o600 })
  return firstTime
}

/** Removes what the browser remembers of pages: before it begins, and once it has ended. */
export function forgetPages(profileDir: string): void {
  for (const name of memories) {
    rmSync(join(profileDir, name), { recursive: true, force: true, maxRetries: 3 })
  }
}

/** The browser's own choices, such as where the window stood; a file that cannot be read holds none. */
function readPreferences(file: string): Readonly<Record<string, unknown>> {
  if (!existsSync(file)) return {}
  const kept = jsonOrNull(readFileSync(file, 'utf8'))
  return isRecord(kept) ? kept : {}
}
