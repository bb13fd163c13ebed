import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

/** What we keep in a data folder, by how its name begins; a folder that somebody named may hold other things. */
const ownFile =
  /^(journal|cache|lock|search)\.db|^journal\.(closed|checked|gaps)|^(intents|erasures)\.log|^mostrador\.log|^settings\.|^(recovery|copies|after-restore|proven|other-registers)\.json/
const ownFolders = [
  'backups',
  'damaged',
  'intents',
  'restoring',
  'proving',
  'window',
  'electron',
  'mirror',
]

/**
 * Makes the data folder, for nobody but the person whose it is: customers' phones and documents are in it. What an
 * older version left open to others is closed. Where rights mean nothing (Windows, some disks) or are not ours to
 * change, it is left as it is. A folder that holds other things too (somebody named /srv) keeps its rights: all that
 * we keep there has its own.
 */
export function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.platform === 'win32') return
  const entries = readdirSync(folder, { withFileTypes: true })
  const isOurs = ({ name }: { name: string }) => ownFile.test(name) || ownFolders.includes(name)
  if (entries.every(isOurs)) narrow(folder)
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isFile() && ownFile.test(entry.name)) narrow(path)
    if (!entry.isDirectory() || !ownFolders.includes(entry.name)) continue
    narrow(path)
    // A browser's own files stand behind the rights of their folder.
    for (const inner of readdirSync(path, { withFileTypes: true })) {
      if (inner.isFile()) narrow(join(path, inner.name))
    }
  }
}

/** Makes a folder of ours alone: nobody else writes what is started out of it. */
export function makeClosedFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.platform !== 'win32') narrow(folder)
}

/** Makes sure that a file, before anything is written to it, is nobody else's to read. SQLite gives its -wal and -shm the same rights. */
export function makePrivate(path: string): void {
  // Only where there is none: closing a file of an open database would drop the locks on it.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  narrow(path)
}

/** Takes the rights of group and others. */
function narrow(path: string): void {
  try {
    const { mode } = statSync(path)
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700)
  } catch (caught) {
    // Another's file, a disk without rights, or one that went meanwhile: writing it says what is wrong, if anything.
    if (!(caught instanceof Error && 'code' in caught)) throw caught
  }
}
