import { homedir } from 'node:os'
import type { Profile } from '../../shared/contract/connection.ts'
import type { DayRange } from '../../shared/domain/time/range.ts'
import { Failure } from '../../shared/errors.ts'
import { createProfiles } from '../features/connection/profiles.ts'
import { bringMirror, type BroughtMirror } from '../features/hub/books/bring-mirror.ts'
import { keptReader, type Reader } from '../features/hub/kept-reader.ts'
import { createHubSecrets, createPasswords } from '../features/hub/secrets.ts'
import { defaultDataDir } from '../host/system/data-dir.ts'
import { systemKeyring } from '../host/keyring/system-keyring.ts'
import { forkNodeKeyring } from '../host/programs/node-programs.ts'
import { openSettingsFile } from '../host/system/settings-file.ts'
import { makeOwnFolder } from '../store/files/own-folder.ts'
import type { CommandLine } from './arguments.ts'
import { missing, needs } from './usage.ts'

/** `--registers all|NAME`: whose; `--account NAME`: which account where there are several. null: this register's own. */
export interface RegistersOption {
  only: string | null
  account: string | null
}

/** @throws UsageError */
export function registersOption({ options, baseUrl }: CommandLine): RegistersOption | null {
  const said = options.text('registers')
  const account = options.text('account')?.trim() || null
  if (said === undefined) {
    if (account !== null) throw needs('--account', '--registers all|NAME')
    return null
  }
  const named = said.trim()
  if (named === '') throw missing('--registers all|NAME')
  // What is given at the command line is no connection that registers could know by its name.
  if (baseUrl !== undefined && account === null) throw needs('--base-url', '--account NAME')
  return { only: named === 'all' ? null : named, account }
}

/**
 * Who reads books on this computer, with the password, and the connection in use there (null: none).
 * @throws Failure HUB_NO_BOOKS, HUB_NO_KEYRING
 */
export async function booksReader(line: CommandLine): Promise<{
  dataDir: string
  reader: Reader
  password: string
  profile: Profile | null
}> {
  const dataDir = line.dataDir ?? defaultDataDir(process.platform, line.env, homedir())
  makeOwnFolder(dataDir)
  const settings = openSettingsFile(dataDir)
  const reader = keptReader(settings)
  if (reader === null) throw new Failure('HUB_NO_BOOKS')
  const secrets = createHubSecrets(systemKeyring(forkNodeKeyring), dataDir)
  const passwords = createPasswords(secrets, line.env.MOSTRADOR_HUB_PASSWORD || null)
  const password = await passwords.of(reader.login)
  if (password === null) throw new Failure('HUB_NO_KEYRING')
  return { dataDir, reader, password, profile: createProfiles(settings).active() }
}

/**
 * Reads what registers sent of some days, and works with it; nothing of it is left.
 * @throws Failure HUB_NO_BOOKS, HUB_NO_ACCOUNT, HUB_NO_REGISTER, HUB_UNREACHABLE …
 */
export async function overRegisters<T>(
  line: CommandLine,
  { only, account }: RegistersOption,
  days: DayRange,
  work: (mirror: BroughtMirror) => Promise<T>,
): Promise<T> {
  const { dataDir, ...as } = await booksReader(line)
  const mirror = await bringMirror(dataDir, { ...as, account, days, only })
  try {
    return await work(mirror)
  } finally {
    mirror.drop()
  }
}
