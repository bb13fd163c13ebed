import { createHash } from 'node:crypto'
import { accessSync, closeSync, constants, openSync, readSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, posix, win32 } from 'node:path'
import { Failure } from '../../../shared/errors.ts'

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
 * The browser that becomes the window, of this machine unless told. MOSTRADOR_BROWSER names one outright.
 * @throws Failure NO_BROWSER
 */
export function findBrowser(machine: Machine = thisMachine()): string {
  const named = machine.env.MOSTRADOR_BROWSER
  const places = named ? [named] : browserPlaces(machine)
  const found = places.find((path) => machine.isProgram(path))
  if (!found) throw new Failure('NO_BROWSER')
  return found
}

function thisMachine(): Machine {
  return { platform: process.platform, env: process.env, home: homedir(), isProgram }
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

/**
 * The folder of the window's own profile in this browser: the one that is wanted, but for a browser of Snap's. That one
 * may write in no hidden folder, such as the data folder is below, and keeps a profile in its own.
 */
export function profileFor(browser: string, wanted: string, home: string): string {
  const name = snapOf(browser)
  if (name === null) return wanted
  const folder = createHash('sha256').update(wanted).digest('hex').slice(0, 16)
  return join(home, 'snap', name, 'common', 'mostrador', folder)
}

/** The snap that a program belongs to, or null. Ubuntu's chromium-browser is a script that starts one. */
function snapOf(program: string): string | null {
  const script = firstBytes(program)
  const started = script.startsWith('#!') ? script : program
  return /(?:^|[\s"'=]|\/var\/lib\/snapd)\/snap\/bin\/([a-z0-9-]+)/.exec(started)?.[1] ?? null
}

/** What a file begins with: enough of a script to see what it starts. '' where it cannot be read. */
function firstBytes(path: string): string {
  const bytes = Buffer.alloc(4096)
  try {
    const file = openSync(path, 'r')
    try {
      return bytes.toString('latin1', 0, readSync(file, bytes))
    } finally {
      closeSync(file)
    }
  } catch {
    // It is found by its name, or not at all.
    return ''
  }
}
