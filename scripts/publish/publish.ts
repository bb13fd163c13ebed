import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  Metadata,
  MetadataKind,
  MetaFile,
  Root,
  Snapshot,
  TargetFile,
  Targets,
  Timestamp,
  type Key,
} from '@tufjs/models'
import { z } from 'zod'
import {
  archiveOf,
  offersFile,
  offersSchema,
  type Offer,
  type Offers,
} from '../../electron/update/offers.ts'
import { manifestSchema } from '../../electron/versions/version-folder.ts'
import { compareVersions } from '../../electron/versions/version-name.ts'
import { packFolder } from './archive.ts'
import { roleNames, roles, type Role, type SigningKey } from './keys.ts'

const dayMs = 24 * 60 * 60_000
/** Who finds a feed that was signed longer ago is told that it is frozen. */
export const expiryDays = 90
/** The root is signed far from any network: once a year. */
export const rootExpiryDays = 365
const specVersion = '1.0.31'

/** A feed's folder: `metadata/` is read first, `targets/` holds what it names. Any web server, or a USB stick, can hold it. */
export interface Feed {
  folder: string
  /** Those that sign; of a new root, those that it names. */
  keys: readonly SigningKey[]
  now: Date
}

/** One version to be published. */
export interface Published {
  /** The version's folder, as it is packed. */
  folder: string
  isSecurity: boolean
  notes: Offer['notes']
}

/**
 * Begins a feed, or names other keys in it: a new root, signed by its own root keys and, so that who knows the one before
 * believes it, by `former`. A role of which no new key is given keeps those that it had.
 */
export function signRoot({ folder, keys, now }: Feed, former: readonly SigningKey[] = []): void {
  for (const part of ['metadata', 'targets']) mkdirSync(join(folder, part), { recursive: true })
  const before = newestRoot(folder)
  const version = (before?.signed.version ?? 0) + 1
  const named = roleNames.map((role): [Role, Key[]] => [role, namedKeys(role, keys, before)])
  const root = new Metadata(
    Root.fromJSON({
      _type: MetadataKind.Root,
      spec_version: specVersion,
      version,
      expires: expiryOf(now, rootExpiryDays),
      consistent_snapshot: true,
      keys: Object.fromEntries(
        named.flatMap(([, own]) => own.map((key) => [key.keyID, key.toJSON()])),
      ),
      roles: Object.fromEntries(
        named.map(([role, own]) => [
          role,
          { keyids: own.map(({ keyID }) => keyID), threshold: roles[role].threshold },
        ]),
      ),
    }),
  )
  for (const key of [...keys, ...former].filter(({ role }) => role === 'root')) {
    root.sign((bytes) => key.sign(bytes))
  }
  root.verifyDelegate('root', root)
  before?.verifyDelegate('root', root)
  put(join(folder, 'metadata', `${version}.root.json`), textOf(root))
}

/** Puts a version into a feed, or in the place of one of the same name. Answers what is said of it. */
export async function publish(
  feed: Feed,
  { folder, isSecurity, notes }: Published,
): Promise<Offer> {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'mostrador.json'), 'utf8'))
  const { version, node } = manifestSchema.parse(manifest)
  const { archive, unpackedBytes } = await packFolder(folder)
  const offer = { version, node, isSecurity, notes, bytes: archive.length, unpackedBytes }
  const { offers, files } = readNow(feed.folder)
  const others = offers.filter((one) => one.version !== version)
  const file = putTarget(feed.folder, archiveOf(version), archive)
  sign(feed, [...others, offer], [...files.filter(({ path }) => path !== file.path), file])
  return offer
}

/** Takes a version out of a feed; whoever has it keeps it. */
export function withdraw(feed: Feed, version: string): void {
  const { offers, files } = readNow(feed.folder)
  sign(
    feed,
    offers.filter((one) => one.version !== version),
    files.filter(({ path }) => path !== archiveOf(version)),
  )
}

/** Signs what a feed says for another 90 days; also what other keys have to sign from now on. */
export function refresh(feed: Feed): void {
  const { offers, files } = readNow(feed.folder)
  sign(feed, offers, files)
}

/** Each list names the one below it, and the timestamp comes last: a reader finds all of it, or what was before. */
function sign(
  { folder, keys, now }: Feed,
  offers: readonly Offer[],
  archives: readonly TargetFile[],
): void {
  const root = newestRoot(folder)
  if (!root) throw new Error('the feed has no root')
  const version = readNow(folder).version + 1
  const common = { version, specVersion, expires: expiryOf(now, expiryDays) }
  const versions = [...offers].sort((one, other) => compareVersions(one.version, other.version))
  const said: Offers = { signedAt: now.toISOString(), versions }
  const list = putTarget(folder, offersFile, Buffer.from(`${JSON.stringify(said, null, 2)}\n`))
  const files = Object.fromEntries([list, ...archives].map((file) => [file.path, file]))
  const targets = signed('targets', new Targets({ ...common, targets: files }))
  const meta = { 'targets.json': metaOf(version, targets) }
  const snapshot = signed('snapshot', new Snapshot({ ...common, meta }))
  const timestamp = signed(
    'timestamp',
    new Timestamp({ ...common, snapshotMeta: metaOf(version, snapshot) }),
  )
  put(join(folder, 'metadata', `${version}.targets.json`), targets)
  put(join(folder, 'metadata', `${version}.snapshot.json`), snapshot)
  put(join(folder, 'metadata', 'timestamp.json'), timestamp)

  /** @throws where the keys given are not those that the root names */
  function signed(role: Role, data: Targets | Snapshot | Timestamp): Buffer {
    const metadata = new Metadata(data)
    for (const key of keys.filter((one) => one.role === role)) {
      metadata.sign((bytes) => key.sign(bytes))
    }
    root?.verifyDelegate(role, metadata)
    return textOf(metadata)
  }
}

/**
 * The keys that a root names for a role. Files that are all known already take none away: two of three root keys sign the
 * root anew, and the third still counts. With a new key among them they are the role's keys from then on, all of them.
 * @throws where a role would end with another number of keys than it has
 */
function namedKeys(role: Role, keys: Feed['keys'], before: Metadata<Root> | null): Key[] {
  const ids = before?.signed.roles[role]?.keyIDs ?? []
  const known = ids.flatMap((id) => before?.signed.keys[id] ?? [])
  const given = keys.filter((one) => one.role === role).map(({ key }) => key)
  const isKnown = given.every(({ keyID }) => ids.includes(keyID))
  const named = isKnown ? known : given
  const { keys: wanted } = roles[role]
  if (named.length === wanted) return named
  throw new Error(`${role}: ${named.length} keys, where ${wanted} are its own; give all of them`)
}

/** The newest root of a feed; null: it was not begun. */
export function newestRoot(folder: string): Metadata<Root> | null {
  const metadata = join(folder, 'metadata')
  const versions = (existsSync(metadata) ? readdirSync(metadata) : [])
    .map((name) => Number(/^(\d+)\.root\.json$/.exec(name)?.[1] ?? 0))
    .sort((one, other) => other - one)
  const [newest = 0] = versions
  if (newest === 0) return null
  return Metadata.fromJSON(MetadataKind.Root, json(join(metadata, `${newest}.root.json`)))
}

/** What a feed says now; nothing yet is version 0. */
function readNow(folder: string): { version: number; offers: Offer[]; files: TargetFile[] } {
  const metadata = join(folder, 'metadata')
  const path = join(metadata, 'timestamp.json')
  if (!existsSync(path)) return { version: 0, offers: [], files: [] }
  const { version } = Metadata.fromJSON(MetadataKind.Timestamp, json(path)).signed
  const targets = json(join(metadata, `${version}.targets.json`))
  const all = Object.values(Metadata.fromJSON(MetadataKind.Targets, targets).signed.targets)
  const list = all.find((file) => file.path === offersFile)
  if (!list) throw new Error(`${version}.targets.json has no ${offersFile}`)
  const offers: unknown = JSON.parse(readFileSync(targetPath(folder, list), 'utf8'))
  return {
    version,
    offers: offersSchema.parse(offers).versions,
    files: all.filter((file) => file !== list),
  }
}

const targetPath = (folder: string, { hashes, path }: TargetFile) =>
  join(folder, 'targets', `${hashes['sha256']}.${path}`)

function putTarget(folder: string, path: string, bytes: Buffer): TargetFile {
  const file = new TargetFile({ path, length: bytes.length, hashes: hashesOf(bytes) })
  put(targetPath(folder, file), bytes)
  return file
}

const hashesOf = (bytes: Buffer) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

const metaOf = (version: number, bytes: Buffer) =>
  new MetaFile({ version, length: bytes.length, hashes: hashesOf(bytes) })

const textOf = (metadata: { toJSON(): object }) =>
  Buffer.from(`${JSON.stringify(metadata.toJSON(), null, 2)}\n`)

const jsonSchema = z.record(z.string(), z.json())
const json = (path: string) => jsonSchema.parse(JSON.parse(readFileSync(path, 'utf8')))

/** Whole or not at all, for whoever reads the feed meanwhile. */
function put(path: string, bytes: Buffer): void {
  writeFileSync(`${path}.new`, bytes)
  renameSync(`${path}.new`, path)
}

/** To the second, as TUF writes it. */
const expiryOf = (now: Date, days: number) =>
  new Date(now.getTime() + days * dayMs).toISOString().replace(/\.\d+/, '')
