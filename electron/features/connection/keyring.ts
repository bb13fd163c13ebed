import { createHash } from 'node:crypto'
import { resolve } from 'node:path'

/** A place for secrets by account; each operation rejects when the place cannot be used. */
export interface Keyring {
  read(account: string): Promise<string | null>
  write(account: string, secret: string): Promise<void>
  remove(account: string): Promise<void>
}

/** The account of a profile of one data folder: folders do not see each other's tokens. */
export function accountOf(dataDir: string, profileId: string): string {
  const folder = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)
  return `${folder}/${profileId}`
}
