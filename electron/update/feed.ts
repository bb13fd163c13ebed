import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DownloadHTTPError } from 'tuf-js/dist/error.js'
import { Updater } from 'tuf-js'
import { Failure } from '../../shared/errors.ts'
import { jsonOrNull } from '../../shared/domain/text/json.ts'
import {
  moveDurably,
  renameFile,
  syncFile,
  syncFolder,
  writeDurably,
} from '../store/files/durable-file.ts'
import { makeClosedFolder } from '../store/files/own-folder.ts'
import { mustFit } from '../store/files/room.ts'
import { guarded, storeFailure } from '../store/sqlite/sqlite-errors.ts'
import { feedFolder, type VersionPlaces } from '../versions/places.ts'
import { fileList, readVersion } from '../versions/version-folder.ts'
import { parseFeedAddress } from './feed-address.ts'
import { createFetcher } from './fetcher.ts'
import { archiveOf, offersFile, offersSchema, type Offer, type Offers } from './offers.ts'
import { unpack, unpackLimits } from './unpack.ts'

const dayMs = 24 * 60 * 60_000

/** What a feed is asked with. */
export interface FeedRequest {
  /** https address or folder (parseFeedAddress). */
  from: string
  /** The root that came with the program: whom its publisher is known by. */
  root: string
  places: VersionPlaces
  proxy: string | null
  progress?: (bytes: number) => void
  /** How long a file of so many bytes may take; the fetcher's own rule unless said. */
  limitMs?: (bytes: number) => number
}

/**
 * Asks a feed, as The Update Framework has it, which versions there are: signed by enough of its publisher's keys, not older
 * than what was seen before, not expired, all of one moment.
 * @throws Failure FEED_REFUSED, FEED_EXPIRED, FEED_NOT_FOUND, FEED_UNREACHABLE, CLOCK_WRONG, DISK_FULL, NAME_NOT_FOUND ...
 */
export async function readOffers(request: FeedRequest): Promise<Offers> {
  return asking(request, ({ offers }) => Promise.resolve(offers))
}

/**
 * Brings a version, proves it to be what its publisher signed, unpacks it and gives it its place among the versions, all of
 * it or nothing. It is not chosen by that.
 * @throws Failure as readOffers, VERSION_NOT_FOUND
 */
export async function fetchVersion(request: FeedRequest, version: string): Promise<void> {
  await asking(request, async ({ offers, updater, working }) => {
    const offer = offers.versions.find((one) => one.version === version)
    const info = offer && (await updater.getTargetInfo(archiveOf(version)))
    if (!offer || !info) throw new Failure('VERSION_NOT_FOUND', { version })
    if (info.length !== offer.bytes) throw new Failure('FEED_REFUSED', { reason: version })
    // The archive twice: as it comes, and proven; and what it holds.
    mustFit(working, 2 * offer.bytes + offer.unpackedBytes)
    const archive = join(working, 'archive.tgz')
    await updater.downloadTarget(info, archive)
    await place(archive, offer, { working, places: request.places })
  })
}

interface Asked {
  offers: Offers
  updater: Updater
  /** A folder of this asking alone. */
  working: string
}

async function asking<T>(request: FeedRequest, work: (asked: Asked) => Promise<T>): Promise<T> {
  const { places, root, proxy, progress, limitMs } = request
  const feed = feedFolder(places)
  const working = join(feed, 'working')
  const known = join(feed, createHash('sha256').update(root).digest('hex').slice(0, 12))
  const metadata = join(working, 'metadata')
  guarded(() => {
    rmSync(working, { recursive: true, force: true, maxRetries: 3 })
    for (const folder of [dirname(places.fetched), places.fetched, known, metadata]) {
      makeClosedFolder(folder)
    }
  })
  const fetcher = createFetcher({
    folder: working,
    proxy,
    ...(progress && { progress }),
    ...(limitMs && { limitMs }),
  })
  try {
    const { url } = parseFeedAddress(request.from)
    const updater = openUpdater({ known, metadata, root, url, fetcher })
    try {
      await updater.refresh()
    } finally {
      // Each was verified before it was written.
      keepKnown(metadata, known)
    }
    return await work({ offers: await offersOf(updater, working), updater, working })
  } catch (caught) {
    throw fetcher.failure() ?? explain(caught)
  } finally {
    rmSync(working, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Goes on from what was seen before, or where that is not to be read, from what came with the program. */
function openUpdater({
  known,
  metadata,
  root,
  url,
  fetcher,
}: {
  known: string
  metadata: string
  root: string
  url: string
  fetcher: ReturnType<typeof createFetcher>
}): Updater {
  const open = () =>
    new Updater({
      metadataDir: metadata,
      metadataBaseUrl: `${url}metadata/`,
      targetBaseUrl: `${url}targets/`,
      fetcher,
    })
  for (const name of readdirSync(known).filter((one) => one.endsWith('.json'))) {
    copyFileSync(join(known, name), join(metadata, name))
  }
  const rootFile = join(metadata, 'root.json')
  try {
    if (existsSync(rootFile)) return open()
  } catch {
    // Torn or spoilt: nobody is believed for it.
  }
  writeFileSync(rootFile, root)
  return open()
}

/** Each as a whole: whatever ends this in the middle, what was seen before is still known. */
function keepKnown(metadata: string, known: string): void {
  for (const name of readdirSync(metadata)) {
    const [path, kept] = [join(metadata, name), join(known, name)]
    if (existsSync(kept) && readFileSync(path).equals(readFileSync(kept))) continue
    copyFileSync(path, `${kept}.new`)
    syncFile(`${kept}.new`)
    moveDurably(`${kept}.new`, kept)
  }
}

async function offersOf(updater: Updater, working: string): Promise<Offers> {
  const info = await updater.getTargetInfo(offersFile)
  if (!info) throw new Failure('FEED_REFUSED', { reason: offersFile })
  const path = await updater.downloadTarget(info, join(working, offersFile))
  const { data } = offersSchema.safeParse(jsonOrNull(readFileSync(path, 'utf8')))
  if (!data) throw new Failure('FEED_REFUSED', { reason: offersFile })
  const { signedAt } = data
  if (Date.parse(signedAt) > Date.now() + dayMs) {
    throw new Failure('CLOCK_WRONG', { day: signedAt.slice(0, 10) })
  }
  return data
}

async function place(
  archive: string,
  { version, unpackedBytes }: Offer,
  { working, places }: { working: string; places: VersionPlaces },
): Promise<void> {
  const fresh = join(working, version)
  const bytes = Math.min(unpackedBytes, unpackLimits.bytes)
  const files = await unpack(archive, fresh, { ...unpackLimits, bytes })
  writeDurably(join(fresh, fileList), JSON.stringify(files))
  if (readVersion(fresh, version, false) === null)
    throw new Failure('FEED_REFUSED', { reason: version })
  const folder = join(places.fetched, version)
  // One that is not whole, or this one fetched again: at no moment does half of it stand there.
  if (existsSync(folder)) renameFile(folder, join(working, 'former'))
  renameFile(fresh, folder)
  syncFolder(places.fetched)
}

/** What the client says of a feed, as one of ours. */
function explain(caught: unknown): Failure {
  if (caught instanceof Failure) return caught
  if (caught instanceof DownloadHTTPError) return new Failure('FEED_NOT_FOUND')
  const reason = caught instanceof Error ? caught.message : String(caught)
  if (caught instanceof Error && 'code' in caught && caught.code !== undefined) {
    return storeFailure(caught)
  }
  // It keeps the class of some of its errors to itself.
  if (/is expired/.test(reason)) return new Failure('FEED_EXPIRED', undefined, { cause: caught })
  return new Failure('FEED_REFUSED', { reason: reason.slice(0, 200) }, { cause: caught })
}
