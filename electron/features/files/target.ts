import { realpathSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, extname, isAbsolute, join, relative, sep } from 'node:path'
import { Failure } from '../../../shared/errors.ts'
import { isOwnJson, isTaken } from '../../store/files/save-file.ts'

/** Where a person may save: under the home folder or a mount, and never where programs keep what is theirs. */
export interface SaveRoots {
  home: string
  /** Folders under which other disks and sticks stand. */
  mounts: readonly string[]
  dataDir: string
  platform: NodeJS.Platform
}

/** What this app writes: nothing that a system would run. */
const extensions = ['.xlsx', '.csv', '.txt', '.pdf', '.json', '.zip']

/** What no system allows in a file's name, control characters, and what shows another name than it is. */
const badName = /[<>:"/\\|?*\p{Cc}\p{Cs}\p{Bidi_Control}]|^\.|[. ]$/u
const reservedName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Looking at another machine's folder under Windows tells that machine who is asking. */
const networkPath = /^[\\/]{2}/

/** Folders of the home in which programs keep what is theirs, where these do not start with a dot. */
const programFolders: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'AppData',
  darwin: 'Library',
}

/** What stands among macOS' own and is a person's: the folders of OneDrive, Dropbox or Google, and of iCloud. */
const clouds = ['CloudStorage', 'Mobile Documents']

/** The roots of whoever runs this. `mounts` beside the usual ones: a test's. */
export function saveRoots(dataDir: string, mounts: readonly string[] = []): SaveRoots {
  const { platform } = process
  return { home: homedir(), mounts: [...mounts, ...usualMounts(platform)], dataDir, platform }
}

function usualMounts(platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') return ['/Volumes']
  // The last is where GNOME shows other machines' folders.
  const gvfs = `/run/user/${process.getuid?.() ?? 0}/gvfs`
  if (platform !== 'win32') return ['/media', '/run/media', '/mnt', gvfs]
  // The system's own drive is the one whose home folders are asked about.
  const own = (process.env['SystemDrive'] ?? 'C:').toUpperCase()
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((one) =>
    `${one}:` === own ? [] : [`${one}:\\`],
  )
}

/**
 * Checks a folder and name that a person chose, and says whether a file would be replaced. The path is the
 * real one: no link leads it elsewhere. `how`: what was chosen in the system's own dialog was looked at there already.
 * @throws Failure FOLDER_NOT_FOUND, FOLDER_NOT_ALLOWED, FILE_NAME_INVALID, FILE_NAME_OF_FOLDER, FILE_NOT_OURS
 */
export async function checkTarget(
  roots: SaveRoots,
  typedFolder: string,
  name: string,
  how: 'typed' | 'chosen' = 'typed',
): Promise<{ path: string; exists: boolean }> {
  if (badName.test(name) || reservedName.test(name) || !isReport(name)) {
    throw new Failure('FILE_NAME_INVALID', { file: name })
  }
  return inFolder(await checkFolder(roots, typedFolder, how), name)
}

/** The same of a folder alone, and the real one of it. @throws Failure FOLDER_NOT_FOUND, FOLDER_NOT_ALLOWED */
export async function checkFolder(
  roots: SaveRoots,
  typedFolder: string,
  how: 'typed' | 'chosen' = 'typed',
): Promise<string> {
  const typed = typedFolder.replace(/^~(?=$|[\\/])/, roots.home)
  const isTelling = how === 'typed' && roots.platform === 'win32' && networkPath.test(typed)
  const folder = isAbsolute(typed) && !isTelling ? await realFolder(typed) : null
  if (folder === null) throw new Failure('FOLDER_NOT_FOUND', { folder: typedFolder })
  if (!(await isAllowed(roots, folder))) {
    throw new Failure('FOLDER_NOT_ALLOWED', { folder: typedFolder })
  }
  return folder
}

/**
 * The real path of a folder, or of a file in one, that a person named to be read or written in.
 * @throws Failure FOLDER_NOT_FOUND, FOLDER_NOT_ALLOWED
 */
export async function checkPlace(roots: SaveRoots, named: string): Promise<string> {
  const typed = named.trim().replace(/^~(?=$|[\\/])/, roots.home)
  const isTelling = roots.platform === 'win32' && networkPath.test(typed)
  const real = isAbsolute(typed) && !isTelling ? await realOrNull(typed) : null
  if (real === null) throw new Failure('FOLDER_NOT_FOUND', { folder: named })
  const folder = (await realFolder(real)) ?? dirname(real)
  if (!(await isAllowed(roots, folder))) throw new Failure('FOLDER_NOT_ALLOWED', { folder: named })
  return real
}

/**
 * Checks an absolute path that a command names: any folder may be, but the data folder and those in it. Answers as
 * checkTarget, and with its errors; a new file may have any ending.
 */
export async function checkNamed(
  { dataDir, platform }: Pick<SaveRoots, 'dataDir' | 'platform'>,
  named: string,
): Promise<{ path: string; exists: boolean }> {
  const name = basename(named)
  if (platform === 'win32' && (badName.test(name) || reservedName.test(name))) {
    throw new Failure('FILE_NAME_INVALID', { file: name })
  }
  const typed = dirname(named)
  const folder = await realFolder(typed)
  if (folder === null) throw new Failure('FOLDER_NOT_FOUND', { folder: typed })
  if (await isOwn(dataDir, folder)) throw new Failure('FOLDER_NOT_ALLOWED', { folder: typed })
  return inFolder(folder, name)
}

/** What stands there by that name is replaced only where it is a plain file that may be a report. */
async function inFolder(folder: string, name: string) {
  const path = join(folder, name)
  const exists = await isTaken(path)
  if (exists && !(await isReplaceable(path))) throw new Failure('FILE_NOT_OURS', { file: name })
  return { path, exists }
}

/** Whether the folder of a path that was checked is a link by now: what was agreed to is no longer there. */
export function leadsElsewhere(path: string): boolean {
  try {
    return realpathSync.native(dirname(path)) !== dirname(path)
  } catch {
    // What is gone leads nowhere: writing says so.
    return false
  }
}

/** A name with the ending of what is to be saved, where it has none that this app writes. */
export function withEnding(path: string, suggestedName: string): string {
  return isReport(basename(path)) ? path : `${path}${extname(suggestedName)}`
}

function isReport(name: string): boolean {
  return extensions.includes(extname(name).toLowerCase())
}

/** Other programs keep settings of theirs as .json, too. */
async function isReplaceable(path: string): Promise<boolean> {
  if (!isReport(path)) return false
  return extname(path).toLowerCase() !== '.json' || (await isOwnJson(path))
}

/** Whether a real folder is the data folder or in it; Windows' `relative` takes capitals for small letters. */
async function isOwn(dataDir: string, folder: string): Promise<boolean> {
  const own = await realOrNull(dataDir)
  return own !== null && stepsFrom(own, folder) !== null
}

async function isAllowed({ home, mounts, dataDir, platform }: SaveRoots, folder: string) {
  if (await isOwn(dataDir, folder)) return false
  const ownHome = await realOrNull(home)
  const inHome = ownHome === null ? null : stepsFrom(ownHome, folder)
  const isOfPrograms = inHome?.[0] !== undefined && inHome[0] === programFolders[platform]
  const isCloud = platform === 'darwin' && clouds.includes(inHome?.[1] ?? '')
  if (isOfPrograms && !isCloud) return false
  if (platform === 'win32' && isOnShare(folder)) return true
  const ways = [inHome, ...mounts.map((mount) => stepsFrom(mount, folder))]
  return ways.some((steps) => steps?.every((step) => !step.startsWith('.')))
}

/**
 * Whether a real path of Windows is in a folder that another machine shares, as a drive of the network is. `C$` and
 * its like are whole disks for administrators, perhaps of this machine.
 */
export function isOnShare(real: string): boolean {
  const share = /^\\\\[^\\?.][^\\]*\\([^\\]+)((?:\\[^\\]+)*)\\?$/.exec(real)
  if (share === null) return false
  const [, name = '', rest = ''] = share
  return !/^([a-z]|admin|ipc)\$$/i.test(name) && !rest.includes('\\.')
}

/** The folders from one down to another; null where that is not in it. */
function stepsFrom(root: string, folder: string): string[] | null {
  const steps = relative(root, folder)
  if (isAbsolute(steps)) return null
  const list = steps.split(sep).filter((step) => step !== '')
  return list[0] === '..' ? null : list
}

async function realOrNull(path: string): Promise<string | null> {
  try {
    return await realpath(path)
  } catch {
    // Missing, or not ours to look into: either way nothing can be saved there.
    return null
  }
}

async function realFolder(path: string): Promise<string | null> {
  const real = await realOrNull(path)
  const there = real === null ? null : await stat(real).catch(() => null)
  return there?.isDirectory() ? real : null
}
