import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { patience } from './patience.ts'

// The folders that tests and benchmarks write in: made and removed here and nowhere else.

/** Folders of the machine's memory where it lends some: for what a disk would only add its time to. */
export const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

const poll = 20

const made = new Set<string>()

/** A new folder. Under vitest it goes by itself after the last test of its file (`remove-folders.ts`). */
export function makeFolder(name: string, root = tmpdir()): string {
  const folder = mkdtempSync(join(root, `mostrador-${name}-`))
  made.add(folder)
  return folder
}

/**
 * Removes one, once no process is left that was started on it: a browser's last child may write until then.
 * Only this process wrote in it: say so with `ownOnly`, and nobody is looked for.
 * @throws Error naming the process that did not end
 */
export async function removeFolder(folder: string, { ownOnly = false } = {}): Promise<void> {
  if (!ownOnly) await left([folder])
  // Windows lets go of a file some time after whoever held it has ended.
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  made.delete(folder)
}

/** Removes all that are left of this file's tests. */
export async function removeFolders(): Promise<void> {
  const all = [...made]
  await left(all)
  for (const folder of all) await removeFolder(folder, { ownOnly: true })
}

async function left(folders: readonly string[]): Promise<void> {
  const end = performance.now() + patience
  for (let users = usersOf(folders); users.length > 0; users = usersOf(folders)) {
    if (performance.now() > end) throw new Error(`not ended after its test: ${users.join('; ')}`)
    await wait(poll)
  }
}

/** Commands of other processes that name one of them: whoever starts one on a folder says so there. Linux only. */
function usersOf(folders: readonly string[]): string[] {
  if (folders.length === 0 || !existsSync('/proc/self/cmdline')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => commandOf(name))
    .filter((command) => folders.some((folder) => command.includes(folder)))
}

/** Empty for one that ended meanwhile. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
