import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { Failure } from '../../../shared/errors.ts'
import { renameFile } from '../files/durable-file.ts'
import { erasuresKnown, worthKeeping } from '../recovery/backup-names.ts'
import { lastMade, newestCopies, partial, type Copy } from '../recovery/copies.ts'
import { writtenAtOnce } from '../recovery/page-file.ts'
import { unlessFailed } from '../sqlite/sqlite-errors.ts'
import { openArchive, sealArchive } from './archive.ts'
import { filesToCopy } from './copied-files.ts'
import { copiesIn, copyName, placeOf, placesIn, type CopyName } from './copy-names.ts'
import { atFolder, syncNames } from './foreign-disk.ts'
import { knownHolder, readHolder, writeHolder, type Holder } from './holder.ts'

/** What is asked of one copy. */
export interface CopyOrder {
  /** Where the journal is. */
  dataDir: string
  /** What the owner chose. */
  folder: string
  recipient: string
  writer: string
  /** What this computer may have left there: the last one, and the one of a copy that was cut off. */
  tickets: readonly string[]
  /** What it leaves this time. */
  ticket: string
  /** The local copy that was copied last, and the name it was given. */
  last: { backup: string; name: string } | null
  shop: string
  /** Epoch ms. */
  now: number
  /** Which register this is, and what its computer calls itself. */
  self?: { register: string; computer: string }
}

/** What came of it. */
export type CopyMade =
  | { kind: 'made'; name: string; backup: string; bytes: number }
  /** Nothing changed since the last copy, which is there. */
  | { kind: 'same' }
  /** Another computer has the register. */
  | { kind: 'taken-over'; since: number; computer: string }

/** Hears of each piece that is done, so that one who waits knows that it goes on. */
type Tell = () => void

/**
 * Puts a copy of a data folder's last local copy into the folder that its owner chose. It has its name only once it is
 * durable and was read back as a restore reads it: decrypted, unpacked, each file by its sum.
 * @throws Failure COPY_FOLDER_GONE, COPY_FOLDER_CHANGED, COPY_FOLDER_FULL, COPY_FOLDER_READ_ONLY, COPY_TWO_WRITERS,
 * COPY_FAILED, JOURNAL_DAMAGED
 */
export function makeCopy(order: CopyOrder, tell: Tell): Promise<CopyMade> {
  const { folder, recipient, writer, tickets, dataDir, last } = order
  return atFolder(folder, async () => {
    const place = placeOf(folder, recipient)
    const holder = knownHolder(folder, place)
    const { since, computer } = holder
    if (holder.writer !== writer) return { kind: 'taken-over', since, computer }
    if (!tickets.includes(holder.ticket)) return writtenByTwo(order, place, holder)
    const other = sameElsewhere(order, place, holder)
    if (other) return { kind: 'taken-over', since: other.since, computer: other.computer }
    removePartials(place)
    const copies = copiesIn(place)
    const source = lastMade(newestCopies(dataDir))
    const isThere = last !== null && copies.some(({ name }) => name === last.name)
    if (source === null || (isThere && source.name === last.backup)) return { kind: 'same' }
    makeRoom(place, copies)
    const made = copyName({
      turn: (copies[0]?.turn ?? 0) + 1,
      at: order.now,
      erasures: source.erasures,
    })
    const bytes = await writeCopy(order, source, join(place, made.name), tell)
    writeHolder(place, { ...holder, shop: order.shop, ticket: order.ticket, ...order.self })
    thinOut(place, made)
    return { kind: 'made', name: made.name, backup: source.name, bytes }
  })
}

/**
 * Somebody with these same data copied here since: a folder that was copied to another computer, which has the register
 * then, as two would sell in one's name. Where nothing tells the computers apart nobody is kept from selling.
 * @throws Failure COPY_TWO_WRITERS
 */
function writtenByTwo({ folder, self }: CopyOrder, place: string, holder: Holder): CopyMade {
  const { computer, register } = holder
  if (!self || register !== self.register || computer === self.computer) {
    throw new Failure('COPY_TWO_WRITERS', { folder })
  }
  return { kind: 'taken-over', since: copiesIn(place)[0]?.at ?? holder.since, computer }
}

/**
 * The same register at another computer, which began later, in another place of the folder: its key is another. What
 * this computer may not read there is another register's, and keeps it from no copy of its own.
 */
function sameElsewhere({ folder, self }: CopyOrder, place: string, own: Holder): Holder | null {
  if (!self) return null
  const others = placesIn(folder).filter((path) => path !== place)
  const isSame = ({ register, computer, writer, since }: Holder) =>
    register === self.register &&
    computer !== self.computer &&
    writer !== own.writer &&
    since > own.since
  return others.flatMap((path) => unlessFailed(() => readHolder(path)) ?? []).find(isSame) ?? null
}

/**
 * Makes a folder ready for the copies of a key, and this computer the one that has the register. Where another one has it,
 * that stays so unless this one `takes` it: the next copy finds it.
 * @throws Failure as makeCopy
 */
export function beginPlace(
  folder: string,
  recipient: string,
  holder: Holder,
  takes = false,
): Promise<void> {
  return atFolder(folder, () => {
    if (!existsSync(folder)) throw new Failure('COPY_FOLDER_GONE', { folder })
    const place = placeOf(folder, recipient)
    mkdirSync(place, { recursive: true })
    const there = readHolder(place)
    if (takes || there === null || there.writer === holder.writer) writeHolder(place, holder)
  })
}

async function writeCopy(
  order: CopyOrder,
  source: Copy,
  target: string,
  tell: Tell,
): Promise<number> {
  const unfinished = `${target}${partial}`
  // A key of this one copy, which nobody keeps: with it what was written is read back.
  const proof = await generateX25519Identity()
  const { files, close } = filesToCopy(order.dataDir, source)
  try {
    const facts = { at: order.now, shop: order.shop, backup: source.name }
    const recipients = [order.recipient, await identityToRecipient(proof)]
    const { bytes, done } = await sealArchive(files, facts, recipients)
    const size = await writeDurably(unfinished, bytes, tell)
    await done
    await readBack(unfinished, proof, tell)
    renameFile(unfinished, target)
    syncNames(join(target, '..'))
    return size
  } catch (caught) {
    removeQuietly(unfinished)
    throw caught
  } finally {
    close()
  }
}

/** What the disk gives back is read as a restore reads it. */
async function readBack(path: string, identity: string, tell: Tell): Promise<void> {
  try {
    await openArchive(path, identity, () => null, tell)
  } catch (caught) {
    // It is no older one that is damaged: this one is not made.
    throw new Failure('COPY_FAILED', { reason: 'read back' }, { cause: caught })
  }
}

/** Each few megabytes reach the disk before more are written: a sale's own writes never wait behind all of a copy. */
async function writeDurably(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  tell: Tell,
): Promise<number> {
  const file = openSync(path, 'w', 0o600)
  let written = 0
  let durable = 0
  try {
    for await (const part of bytes) {
      for (let rest = part; rest.length > 0;) rest = rest.subarray(writeSync(file, rest))
      written += part.length
      if (written - durable >= writtenAtOnce) {
        fdatasyncSync(file)
        durable = written
      }
      tell()
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return written
}

/** Where the disk has no room for another like the last one, the oldest go, never the newest. */
function makeRoom(place: string, newestFirst: readonly CopyName[]): void {
  const [newest, ...older] = newestFirst
  if (!newest) return
  const needed = statSync(join(place, newest.name)).size * 1.1
  for (const copy of older.toReversed()) {
    const { bavail, bsize } = statfsSync(place)
    if (bavail * bsize >= needed) return
    rmSync(join(place, copy.name), { force: true })
  }
}

/** What is kept as the local copies are; the one that was just made stays. */
function thinOut(place: string, made: CopyName): void {
  const copies = copiesIn(place)
  const kept = worthKeeping(copies)
  const known = erasuresKnown(copies)
  for (const copy of copies) {
    if (copy.name === made.name || (kept.has(copy) && copy.erasures >= known)) continue
    rmSync(join(place, copy.name), { force: true })
  }
}

/** What an earlier one began and did not end. */
function removePartials(place: string): void {
  for (const name of readdirSync(place)) {
    if (name.endsWith(partial)) rmSync(join(place, name), { force: true })
  }
}

/** Where the disk is gone there is nothing to be removed: what was wrong first is told. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch (caught) {
    if (!(caught instanceof Error && 'code' in caught)) throw caught
  }
}
