import { accessSync, constants } from 'node:fs'
import { posix, win32 } from 'node:path'
import { Failure } from '../../shared/errors.ts'

/** Where a machine keeps its programs: what findBrowser needs to know of it, so that tests can invent one. */
export interface Machine {
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  home: string
  isProgram(path: string): boolean
}

const linuxNames = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
]

const macPrograms = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'Chromium.app/Contents/MacOS/Chromium',
]

const windowsPrograms = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'Chromium\\Application\\chrome.exe',
]

/** Every place where Chrome, Edge or Chromium may stand, in the order they are tried. */
export function browserPlaces({ platform, env, home }: Machine): string[] {
  if (platform === 'win32') {
    const roots = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA]
    return windowsPrograms.flatMap((program) =>
      roots.flatMap((root) => (root ? [win32.join(root, program)] : [])),
    )
  }
  if (platform === 'darwin') {
    return macPrograms.flatMap((program) => [
      posix.join('/Applications', program),
      posix.join(home, 'Applications', program),
    ])
  }
  const folders = (env.PATH ?? '').split(':').filter(Boolean)
  const searched = linuxNames.flatMap((name) => folders.map((folder) => posix.join(folder, name)))
  return [...searched, '/snap/bin/chromium', '/opt/google/chrome/chrome']
}

/**
 * The browser that becomes the window. MOSTRADOR_BROWSER names one outright.
 * @throws Failure NO_BROWSER
 */
export function findBrowser(machine: Machine): string {
  const named = machine.env.MOSTRADOR_BROWSER
  const places = named ? [named] : browserPlaces(machine)
  const found = places.find((path) => machine.isProgram(path))
  if (!found) throw new Failure('NO_BROWSER')
  return found
}

/** Whether a file is there and may be run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Not there, or not ours to run: either way it is no browser for us.
    return false
  }
}
