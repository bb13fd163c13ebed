import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Key, Signature } from '@tufjs/models'

/** The four roles of a feed, and how many keys each has, of which how many have to sign. */
export const roles = {
  /** Says whose keys count; never on a machine with a network. */
  root: { keys: 3, threshold: 2 },
  /** Says which versions there are. */
  targets: { keys: 1, threshold: 1 },
  /** Says which lists belong together. */
  snapshot: { keys: 1, threshold: 1 },
  /** Says that this is still so today. */
  timestamp: { keys: 1, threshold: 1 },
} as const
export type Role = keyof typeof roles
export const roleNames = Object.keys(roles).filter((name): name is Role => name in roles)

/** A key that signs, and as what it is known in the feed. */
export interface SigningKey {
  role: Role
  key: Key
  sign(data: Buffer): Signature
}

const keyFile = /^(root|targets|snapshot|timestamp)-[\w-]+\.pem$/

/** Makes a role's keys in a folder, each a file for its owner alone, encrypted where a passphrase is given. */
export function makeKeys(folder: string, role: Role, passphrase: string | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stamp = new Date().toISOString().slice(0, 10)
  for (let number = 1; number <= roles[role].keys; number += 1) {
    const { privateKey } = generateKeyPairSync('ed25519')
    const pem = privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      ...(passphrase !== null && { cipher: 'aes-256-cbc', passphrase }),
    })
    const suffix = createHash('sha256').update(pem).digest('hex').slice(0, 6)
    const path = join(folder, `${role}-${stamp}-${number}-${suffix}.pem`)
    writeFileSync(path, pem, { mode: 0o600, flag: 'wx' })
  }
}

/** The keys that stand in some folders, each once. */
export function readKeys(folders: readonly string[], passphrase: string | null): SigningKey[] {
  const found = folders.flatMap((folder) =>
    (existsSync(folder) ? readdirSync(folder) : []).sort().flatMap((name) => {
      const role = roleNames.find((one) => keyFile.exec(name)?.[1] === one)
      if (!role) return []
      const pem = readFileSync(join(folder, name))
      const own = createPrivateKey({ key: pem, ...(passphrase !== null && { passphrase }) })
      return [signingKey(role, own)]
    }),
  )
  return [...new Map(found.map((one) => [`${one.role} ${one.key.keyID}`, one])).values()]
}

function signingKey(role: Role, own: KeyObject): SigningKey {
  const { x = '' } = own.export({ format: 'jwk' })
  const hex = Buffer.from(x, 'base64url').toString('hex')
  const keyID = createHash('sha256').update(hex).digest('hex')
  const named = { keyID, keyType: 'ed25519', scheme: 'ed25519', keyVal: { public: hex } }
  return {
    role,
    key: new Key(named),
    sign: (data) => new Signature({ keyID, sig: sign(null, data, own).toString('hex') }),
  }
}
