import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { extname, isAbsolute, join } from 'node:path'
import { Failure } from '../../../shared/errors.ts'

/** What this app writes: nothing that a system would run. */
const extensions = ['.xlsx', '.csv', '.txt', '.pdf', '.json']

/** What no system allows in a file's name, and control characters. */
const badName = /[<>:"/\\|?*\p{Cc}]|^\.|[. ]$/u
const reservedName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Looking at another machine's folder under Windows tells that machine who is asking. */
const networkPath = /^[\\/]{2}/

/**
 * Checks a folder and name that a person typed, and says whether a file would be replaced.
 * @throws Failure FOLDER_NOT_FOUND, FILE_NAME_INVALID, FILE_NAME_OF_FOLDER
 */
export async function checkTarget(
  typedFolder: string,
  name: string,
  platform: NodeJS.Platform = process.platform,
): Promise<{ path: string; exists: boolean }> {
  const folder = typedFolder.replace(/^~(?=$|[\\/])/, homedir())
  if (
    badName.test(name) ||
    reservedName.test(name) ||
    !extensions.includes(extname(name).toLowerCase())
  ) {
    throw new Failure('FILE_NAME_INVALID', { file: name })
  }
  const isHere = isAbsolute(folder) && !(platform === 'win32' && networkPath.test(folder))
  const found = isHere ? await statOrNull(folder) : null
  if (!found?.isDirectory()) throw new Failure('FOLDER_NOT_FOUND', { folder: typedFolder })
  const path = join(folder, name)
  const there = await statOrNull(path)
  if (there && !there.isFile()) throw new Failure('FILE_NAME_OF_FOLDER', { file: name })
  return { path, exists: there !== null }
}

async function statOrNull(path: string) {
  try {
    return await stat(path)
  } catch {
    // Missing, or not ours to look into: either way nothing can be saved or replaced there.
    return null
  }
}
