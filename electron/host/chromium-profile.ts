import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a browser offers on a page with words and fields, and a register must not. */
const preferences = {
  translate: { enabled: false },
  // No customer's phone or document is kept by the browser or offered to the next one.
  autofill: { enabled: false, profile_enabled: false, credit_card_enabled: false },
  credentials_enable_service: false,
  profile: { password_manager_enabled: false },
  search: { suggest_enabled: false },
}

/** Makes the window's own browser profile the first time; says whether it was the first time. */
export function prepareProfile(profileDir: string): boolean {
  if (existsSync(profileDir)) return false
  const folder = join(profileDir, 'Default')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'Preferences'), JSON.stringify(preferences), { mode: 0o600 })
  return true
}
