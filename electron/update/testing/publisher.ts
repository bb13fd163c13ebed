import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeKeys, readKeys, roleNames, type SigningKey } from '../../../scripts/publish/keys.ts'
import { newestRoot, publish, refresh, signRoot } from '../../../scripts/publish/publish.ts'
import type { VersionPlaces } from '../../versions/places.ts'
import { fileList } from '../../versions/version-folder.ts'

/** Somebody who publishes versions in a folder of their own, for tests of what a shop makes of it. */
export type Publisher = ReturnType<typeof createPublisher>

export function createPublisher(folder: string) {
  const feed = join(folder, 'feed')
  const keysFolder = join(folder, 'keys')
  for (const role of roleNames) makeKeys(keysFolder, role, null)
  const keys = readKeys([keysFolder], null)
  const of = (now: Date, signing: readonly SigningKey[] = keys) => ({
    folder: feed,
    keys: signing,
    now,
  })
  return {
    feed,
    keys,
    keysFolder,
    root: (now = new Date()) => signRoot(of(now)),
    /** What a program of this publisher carries. */
    rootText: (): string => JSON.stringify(newestRoot(feed)?.toJSON()),
    refresh: (now = new Date()) => refresh(of(now)),
    of,
    /** Publishes a version; `main`: its program. */
    async version(
      version: string,
      { main = '', isSecurity = false, now = new Date(), files = {} }: VersionParts = {},
    ): Promise<void> {
      const source = join(folder, 'source', version)
      makeVersionFolder(source, version, main, files)
      const notes = { es: `Lo nuevo de ${version}`, en: `What is new in ${version}` }
      await publish(of(now), { folder: source, isSecurity, notes })
    },
  }
}

interface VersionParts {
  main?: string
  isSecurity?: boolean
  now?: Date
  /** More files, by their paths. */
  files?: Record<string, string>
}

/** A version's folder as it is packed, of so much as a launcher looks at. */
export function makeVersionFolder(
  folder: string,
  version: string,
  main = '',
  files: Record<string, string> = {},
): void {
  const manifest = { version, node: 24, journal: '20261122T2120-after-close' }
  const all = {
    'mostrador.json': JSON.stringify(manifest),
    'main.js': main,
    'package.json': '{"type":"module"}',
    'renderer/index.html': '<title>Mostrador</title>',
    ...files,
  }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** The same as it stands once it was fetched: with the list of what it holds. */
export function makeFetchedFolder(folder: string, version: string, main = ''): void {
  makeVersionFolder(folder, version, main)
  writeFileSync(join(folder, fileList), JSON.stringify({ 'main.js': { bytes: main.length } }))
}

/** The places of a program in a folder of a test. */
export const placesIn = (folder: string): VersionPlaces => ({
  installed: join(folder, 'install', 'versions'),
  fetched: join(folder, 'user', 'versions'),
})
