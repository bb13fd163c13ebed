import { spawn } from 'node:child_process'
import { constants, copyFileSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { Failure } from '../../shared/errors.ts'
import { readNote, writeNote } from '../store/files/note.ts'
import { mustFit } from '../store/files/room.ts'
import { guarded, storeFailure } from '../store/sqlite/sqlite-errors.ts'
import type { Version } from './version-folder.ts'
import { versionSchema } from './version-name.ts'

/** A proof reads and changes all of a journal: years of sales take minutes on a slow disk. */
const proofLimitMs = 20 * 60_000

const provingFolder = (dataDir: string) => join(dataDir, 'proving')
const journalIn = (folder: string) => join(folder, 'journal.db')

/** Which versions have opened this data folder's journal, or a copy of it. */
const provenSchema = z.object({ versions: z.array(versionSchema) })
const provenFile = (dataDir: string) => join(dataDir, 'proven.json')

/** Whether a version may touch the journal of a data folder: it opened a copy, or there is none yet. */
export function isProven(dataDir: string, version: string): boolean {
  if (!existsSync(journalIn(dataDir))) return true
  return readNote(provenFile(dataDir), provenSchema)?.versions.includes(version) === true
}

/** Notes that it may: the newest ten are kept. */
export function noteProven(dataDir: string, version: string): void {
  const known = readNote(provenFile(dataDir), provenSchema)?.versions ?? []
  if (known.includes(version)) return
  writeNote(provenFile(dataDir), { versions: [...known, version].slice(-10) })
}

/** Copies a journal that nobody has open, with what its last run left beside it. */
export async function copyAtRest(from: string, to: string): Promise<void> {
  for (const name of ['journal.db', 'journal.db-wal']) {
    const path = join(from, name)
    if (existsSync(path)) copyFileSync(path, join(to, name), constants.COPYFILE_FICLONE)
  }
}

/** Copies a journal that is open, as it is at one moment, while sales go on. */
export async function copyWhileOpen(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(journalIn(from), { readOnly: true })
  try {
    // So many pages in one go, then others have their turn.
    await backup(source, journalIn(to), { rate: 256 })
  } finally {
    source.close()
  }
}

/**
 * Lets a version open a copy of the journal and bring it to its own shape, in a process of its own. Answers null, or
 * why it could not. The copy goes in any case, and holds no settings: a proof asks no service for anything.
 * @throws Failure DISK_FULL there is no room for the copy, STORE_FAILED, CANCELLED: nothing is known of the version by that
 */
export async function prove(
  version: Version,
  dataDir: string,
  copy: typeof copyAtRest,
): Promise<string | null> {
  const folder = provingFolder(dataDir)
  forgetProof(dataDir)
  mustHaveRoom(dataDir)
  try {
    guarded(() => mkdirSync(folder, { mode: 0o700 }))
    await copy(dataDir, folder).catch((caught: unknown) => {
      throw storeFailure(caught)
    })
    return await runProof(join(version.folder, 'main.js'), folder)
  } finally {
    forgetProof(dataDir)
  }
}

/** Takes away what a proof that was ended in the middle left: it is a copy of the journal. */
export function forgetProof(dataDir: string): void {
  guarded(() => rmSync(provingFolder(dataDir), { recursive: true, force: true, maxRetries: 3 }))
}

/** The copy, the one that is made before it takes a new shape, and as much again for that. */
function mustHaveRoom(dataDir: string): void {
  const { size } = guarded(() => statSync(journalIn(dataDir)))
  mustFit(dataDir, 3 * size)
}

/** How whoever closes a session or a window ends its programs. */
const ended = new Set<unknown>(['SIGTERM', 'SIGINT', 'SIGHUP'])

/** Answers null once it ended well, else what it said. One that did not start, or that was ended, says nothing of the version. */
function runProof(program: string, folder: string): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>()
  const child = spawn(process.execPath, [program, '--prove', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: proofLimitMs,
    killSignal: 'SIGKILL',
    windowsHide: true,
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  let said = ''
  child.stderr.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-500)
  })
  child.once('error', (caught) => reject(storeFailure(caught)))
  child.once('close', (code, signal) => {
    if (ended.has(signal)) return reject(new Failure('CANCELLED'))
    resolve(code === 0 ? null : said.trim() || `exit ${String(code ?? signal)}`)
  })
  return promise.finally(() => process.off('exit', end))
}
