import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Failure } from '../../../shared/errors.ts'
import { journalMigrations } from '../journal/open-journal.ts'
import { checkCopy } from '../recovery/restore-copy.ts'
import { openDatabase } from '../sqlite/db.ts'
import { isMigrated } from '../sqlite/migrate.ts'
import { guarded, unlessFailed } from '../sqlite/sqlite-errors.ts'
import { syncFolder } from '../files/durable-file.ts'
import { mustFit } from '../files/room.ts'
import { openArchive, type HearFile, type Manifest } from './archive.ts'
import { copiesIn, parseCopyName, placesIn } from './copy-names.ts'
import { atFolder, foreignFailure } from './foreign-disk.ts'
import { readHolder, writeHolder, type Holder } from './holder.ts'
import { readyRestore, stagingFolder, type Restored } from './put-in-place.ts'

/** A copy that was found, before its key is known. */
export interface FoundCopy {
  path: string
  /** When it was made (epoch ms). */
  at: number
  bytes: number
  /** The shop that the folder says it is of. */
  shop: string
  /** The computer that has the register, as the folder says. */
  computer: string
}

/** So many of each key are shown: somebody who wants an older one names its file. */
const shownOfEach = 10

/**
 * The copies at a path: a file, the folder that was chosen for them, or the one in it; the newest of each key first.
 * @throws Failure COPY_NOT_FOUND, COPY_FOLDER_GONE
 */
export function findCopies(path: string): Promise<FoundCopy[]> {
  return atFolder(path, () => {
    const there = statSync(path, { throwIfNoEntry: false })
    if (!there) throw new Failure('COPY_FOLDER_GONE', { folder: path })
    const found = there.isDirectory() ? newestOfAll(placesIn(path)) : [foundAt(path)]
    if (found.length === 0) throw new Failure('COPY_NOT_FOUND', { folder: path })
    return found
  })
}

/** One that this computer may not read hides no other; where none can be read, why is said. */
function newestOfAll(places: readonly string[]): FoundCopy[] {
  const found = places.map((place) => unlessFailed(() => newestIn(place)))
  const [first] = places
  if (first !== undefined && found.every((one) => one === null)) newestIn(first)
  return found.flatMap((one) => one ?? [])
}

function newestIn(place: string): FoundCopy[] {
  return copiesIn(place)
    .slice(0, shownOfEach)
    .map(({ name }) => foundAt(join(place, name)))
}

function foundAt(path: string): FoundCopy {
  const { size, mtimeMs } = statSync(path)
  const holder = unlessFailed(() => readHolder(dirname(path)))
  const at = parseCopyName(basename(path))?.at ?? Math.round(mtimeMs)
  return { path, at, bytes: size, shop: holder?.shop ?? '', computer: holder?.computer ?? '' }
}

/** What is asked of a restore. */
export interface RestoreOrder {
  dataDir: string
  /** The copy's file. */
  path: string
  identity: string
  recipient: string
  /** The computer before still sells: nothing is restored unless it can be told. */
  mustMark: boolean
  /** How many sales without an end it puts aside, for whoever reads of it at the next start; null: not known. */
  openAside: number | null
  /** Who takes the register over: this computer. */
  holder: Omit<Holder, 'shop' | 'writtenBy'>
}

/**
 * Brings a copy into the data folder, beside what is there, proves all of it, and says in the copies' folder that this
 * computer has the register now. The next opening of the journal puts it in its place (put-in-place.ts).
 * @throws Failure COPY_KEY_OTHER, COPY_DAMAGED, COPY_NEWER, COPY_NOT_MARKED, COPY_FOLDER_GONE,
 * DISK_FULL, STORE_FAILED
 */
export async function stageRestore(
  order: RestoreOrder,
  tell: () => void,
  atHome: () => void = () => undefined,
): Promise<Restored> {
  const { dataDir, path, identity } = order
  if (!existsSync(path)) throw new Failure('COPY_FOLDER_GONE', { folder: path })
  const staging = stagingFolder(dataDir)
  guarded(() => {
    rmSync(staging, { recursive: true, force: true })
    mkdirSync(join(staging, 'intents'), { recursive: true, mode: 0o700 })
  })
  try {
    const hear: HearFile = (name, size) => writerIn(staging, name, size)
    const manifest = await openArchive(path, identity, hear, tell)
    // All of a large journal is checked: nobody takes that for a folder that does not answer.
    atHome()
    mustBeOurs(staging, manifest)
    tell()
    const marked = takeOver(order, manifest)
    if (order.mustMark && !marked) throw new Failure('COPY_NOT_MARKED')
    const place = dirname(path)
    return readyRestore(dataDir, {
      at: order.holder.since,
      madeAt: manifest.at,
      shop: manifest.shop,
      backup: manifest.backup,
      // Copies go on where this one came from, where that is a folder of copies.
      copies: marked
        ? {
            folder: dirname(place),
            recipient: order.recipient,
            writer: order.holder.writer,
            ticket: order.holder.ticket,
          }
        : null,
      marked,
      openAside: order.openAside,
    })
  } catch (caught) {
    guarded(() => rmSync(staging, { recursive: true, force: true }))
    throw caught
  }
}

const known = /^(?:journal\.db|intents\.log|intents\/\d{6,12}\.log|erasures\.log|settings\.json)$/

/** Only what we put into a copy is taken out of it. */
function writerIn(staging: string, name: string, size: number): ReturnType<HearFile> {
  if (!known.test(name)) return null
  // Whatever it says that it holds: a copy that unpacks to more than the disk has fills it up to the last byte.
  mustFit(staging, size)
  const file = guarded(() => openSync(join(staging, name), 'w', 0o600))
  return {
    write: (part) =>
      guarded(() => {
        for (let rest = part; rest.length > 0;) rest = rest.subarray(writeSync(file, rest))
      }),
    end: () =>
      guarded(() => {
        fsyncSync(file)
        closeSync(file)
      }),
  }
}

/** @throws Failure COPY_DAMAGED it is no whole journal, COPY_NEWER */
function mustBeOurs(staging: string, { files }: Manifest): void {
  const path = join(staging, 'journal.db')
  if (!files['journal.db']) throw new Failure('COPY_DAMAGED')
  try {
    checkCopy(path)
    const db = openDatabase(path, { synchronous: 'FULL' })
    try {
      // An earlier one is brought to its shape when it is opened.
      isMigrated(db, journalMigrations)
    } finally {
      db.close()
    }
  } catch (caught) {
    const code = caught instanceof Failure ? caught.error.code : null
    if (code === 'JOURNAL_NEWER') throw new Failure('COPY_NEWER', undefined, { cause: caught })
    if (code === 'JOURNAL_DAMAGED') throw new Failure('COPY_DAMAGED', undefined, { cause: caught })
    throw caught
  }
  guarded(() => {
    for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true })
    syncFolder(join(staging, 'intents'))
    syncFolder(staging)
  })
}

/** Whether the folder of the copies could be told; a copy that lies alone, or cannot be written beside, has nobody to tell. */
function takeOver({ path, holder }: RestoreOrder, { shop }: Manifest): boolean {
  const place = dirname(path)
  try {
    if (readHolder(place) === null) return false
    writeHolder(place, { writtenBy: 'Mostrador', shop, ...holder })
    return true
  } catch (caught) {
    // Why is told by the page as that it could not be.
    foreignFailure(caught, place)
    return false
  }
}
