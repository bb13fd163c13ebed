import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { holdsErased, noteErasedPages } from '../erasure/erased-pages.ts'
import { holdFile } from '../files/held-file.ts'
import { moveDurably } from '../files/durable-file.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'
import { Failure } from '../../../shared/errors.ts'
import { backupName, dayOf, keptDays, type BackupName, type BackupReason } from './backup-names.ts'
import { mustFit } from '../files/room.ts'
import { makeRoomForCopy, thinOut } from './backup-room.ts'
import {
  backupsFolder,
  wholeCopyNameOf,
  growthIn,
  growthOf,
  lastMade,
  newestCopies,
  partial,
  removePartials,
  type Copy,
} from './copies.ts'
import { provePages, stateOf } from './page-chain.ts'
import { createPageWriter, rootOf, sumBytes, sumOf, type PageWriter } from './page-file.ts'
import {
  between,
  stepPages,
  takeSnapshot,
  writtenAt,
  type CopyStep,
  type Snapshot,
} from './snapshot.ts'

/** What is asked of a copy, and the file to read the journal by (held-file.ts). */
export interface BackupOrder {
  folder: string
  reason: BackupReason
  file: number
  /** Epoch ms. */
  now: number
  /** Of this run: what it goes on from may be what a damaged journal could not be restored from. */
  isFirst?: boolean
}

/** What is changed of the whole, at most, before a new whole copy is made. */
const changedAtMost = 0.5
const smallBytes = 4 * 1024 * 1024

/** The page that SQLite locks by and never uses. */
const lockedPage = (pageSize: number) => 0x4000_0000 / pageSize + 1

/**
 * Copies the journal of a data folder as it is now: the pages that changed since the last copy, or all of them where
 * there is none to go on from. It is believed only once it was checked; then those that are no longer needed go. It is
 * done in steps, none of which a sale waits for, and may end at each of them for good.
 * Null: nothing changed. DISK_FULL, JOURNAL_DAMAGED, STORE_FAILED: nothing is left behind.
 */
export function* backupSteps(order: BackupOrder): Generator<CopyStep, BackupName | null> {
  const { folder, file, now } = order
  guarded(() => mkdirSync(backupsFolder(folder), { recursive: true, mode: 0o700 }))
  removePartials(folder)
  let snapshot: Snapshot | null = null
  try {
    snapshot = yield* takeSnapshot(folder, file)
    const made = yield* copySteps(order, snapshot)
    snapshot.end()
    snapshot = null
    if (made) yield* thinOut(folder, made.name, now)
    return made
  } finally {
    snapshot?.end()
    removePartials(folder)
  }
}

/**
 * The same at once, for whoever has nothing else to do; `told` hears of each step. Answers the copy that holds the
 * journal as it is: the last one where nothing changed since.
 */
export function makeBackup(
  folder: string,
  reason: BackupReason,
  now = Date.now(),
  told: (step: CopyStep) => void = () => undefined,
): BackupName {
  const file = guarded(() => holdFile(join(folder, 'journal.db')))
  const steps = backupSteps({ folder, reason, file, now, isFirst: true })
  let step = steps.next()
  for (; !step.done; step = steps.next()) told(step.value)
  const made = step.value ?? lastMade(newestCopies(folder, now))
  if (made === null) throw new Failure('STORE_FAILED', { reason: 'no copy was made' })
  return made
}

function* copySteps(
  order: BackupOrder,
  snapshot: Snapshot,
): Generator<CopyStep, BackupName | null> {
  const { folder, reason, now } = order
  const { pageSize, pageCount } = snapshot
  const growth = growthIn(snapshot.db)
  const copies = newestCopies(folder, now)
  const before = yield* goOnFrom(order, copies, snapshot, growth.erasures)
  yield* makeRoomForCopy(folder, before === null ? pageCount * pageSize : 0, now)
  const made = freeName(folder, now, reason)
  const target = join(backupsFolder(folder), made.name)
  const unfinished = target + partial
  const writer = guarded(() =>
    createPageWriter(unfinished, pageSize, (bytes) => mustFit(backupsFolder(folder), bytes)),
  )
  try {
    const { sums, erased } = yield* writeChanged(snapshot, before?.sums ?? Buffer.alloc(0), writer)
    if (growth.erasures > 0) noteErasedPages(folder, erased)
    if (writer.pages === 0) return null
    if (before === null || before.isFirstOfDay) yield* wholeDatabase(snapshot)
    const root = rootOf(pageSize, sums)
    const parent = before?.copy.seal?.root ?? null
    const turn = Math.max(0, ...copies.map((copy) => copy.turn)) + 1
    const written = snapshot.written()
    guarded(() => writer.seal({ ...growth, pageSize, pageCount, root, parent, turn, written }))
  } finally {
    writer.close()
  }
  yield between
  yield* proven([...(before?.copy.chain ?? []).map(({ path }) => path), unfinished], [unfinished])
  yield between
  guarded(() => moveDurably(unfinished, target))
  yield between
  return made
}

/** The last copy, to go on from. */
interface Before {
  copy: Copy
  /** Of all its pages. */
  sums: Buffer
  /** It was made on another day: what it stands on, and the journal itself, are looked through today. */
  isFirstOfDay: boolean
}

/** The last copy; null: all pages are written, which begins a new group of copies. */
function* goOnFrom(
  { now, isFirst = false }: BackupOrder,
  copies: readonly Copy[],
  { pageSize }: Snapshot,
  erasures: number,
): Generator<CopyStep, Before | null> {
  const copy = lastMade(copies)
  const whole = copy?.chain[0]
  if (!copy || !whole || copy.seal?.pageSize !== pageSize) return null
  const group = copies.filter((one) => wholeCopyNameOf(one) === whole.name)
  const changed = group.reduce((sum, { bytes }) => sum + bytes, 0) - whole.bytes
  if (changed > Math.max(whole.bytes * changedAtMost, smallBytes)) return null
  // What was erased must be gone from every copy in time, so no group may grow too old for it (backup-room.ts).
  const days = new Set(group.map(({ at }) => dayOf(at)))
  if (whole.erasures !== erasures && days.size > keptDays / 2) return null
  const paths = copy.chain.map(({ path }) => path)
  try {
    // Once a day, and in each run, all of it is read: what a disk lost of it is noticed while the journal is there.
    const isFirstOfDay = dayOf(copy.at) !== dayOf(now)
    const sums = yield* proven(paths, isFirstOfDay || isFirst ? paths : [])
    return { copy, sums, isFirstOfDay }
  } catch (caught) {
    if (caught instanceof Failure && caught.error.code === 'JOURNAL_DAMAGED') return null
    throw caught
  }
}

/** Writes the pages whose sums are not the known ones; answers the sums of all, and which hold something erased. */
function* writeChanged(
  snapshot: Snapshot,
  known: Buffer,
  writer: PageWriter,
): Generator<CopyStep, { sums: Buffer; erased: readonly number[] }> {
  const { pageSize, pageCount } = snapshot
  const sums = Buffer.alloc(pageCount * sumBytes)
  const pages = Buffer.alloc(stepPages * pageSize)
  const erased: number[] = []
  for (let first = 1; first <= pageCount; first += stepPages) {
    yield { done: first - 1, of: pageCount }
    const count = snapshot.read(first, pages)
    for (let place = 0; place < count; place += 1) {
      const number = first + place
      if (number === lockedPage(pageSize)) continue
      const page = pages.subarray(place * pageSize, (place + 1) * pageSize)
      if (holdsErased(page, number)) erased.push(number)
      const at = (number - 1) * sumBytes
      const sum = sumOf(page)
      sum.copy(sums, at)
      const isKnown = known.subarray(at, at + sumBytes).equals(sum)
      if (!isKnown) guarded(() => writer.add(number, page, sum))
    }
  }
  yield { done: pageCount, of: pageCount }
  return { sums, erased }
}

/**
 * Fails with JOURNAL_DAMAGED unless what is copied is a whole database: the copy is the same, byte by byte. A table at a
 * time, as SQLite cannot be stopped in one.
 */
function* wholeDatabase({ db }: Snapshot): Generator<CopyStep, void> {
  const tables = db.all(
    z.object({ name: z.string() }),
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and rootpage > 0",
  )
  for (const { name } of tables) {
    const answer = db.arrays(`pragma quick_check('${name}')`)
    if (JSON.stringify(answer) !== '[["ok"]]') throw new Failure('JOURNAL_DAMAGED')
    yield between
  }
}

/** The sums of the state that a chain of files comes to, once these of them were read. @throws Failure JOURNAL_DAMAGED */
function* proven(chain: readonly string[], toRead: readonly string[]): Generator<CopyStep, Buffer> {
  const sums = guarded(() => stateOf(chain))
  for (const path of toRead) yield* provePages(path)
  return sums
}

function freeName(folder: string, now: number, reason: BackupReason): BackupName {
  for (let at = now; ; at += 1) {
    const free = backupName(at, reason)
    if (!existsSync(join(backupsFolder(folder), free.name))) return free
  }
}

/**
 * Whether the journal holds something else than the copy that was made last: that has grown less, or was made of
 * another writing. A copy carries the moment of the writing that it was made of, so that no clock has to be right.
 */
export function changedSinceBackup(folder: string): boolean {
  const last = lastMade(newestCopies(folder))
  if (!last?.seal || last.seal.written === null) return true
  if (growthOf(join(folder, 'journal.db')).content !== last.content) return true
  return Math.abs(last.seal.written - writtenAt(folder)) > sameMomentMs
}

/** Moments of files are kept in more or less of a second by different disks. */
const sameMomentMs = 2

/**
 * Up to which line of sale_event the journal is held by two whole copies that do not stand on each other, or what stands on
 * them, as which a disk that loses one of them leaves the other, and by every copy of the last days that have any, as
 * which any of them is enough, whatever a clock says of its age. 0: there are no two.
 */
export function copiedUpTo(folder: string): number {
  const copies = newestCopies(folder).filter(({ chain }) => chain.length > 0)
  const inOrder = copies.toSorted((one, other) => other.turn - one.turn)
  const [last] = inOrder
  const other = inOrder.find((copy) => last && wholeCopyNameOf(copy) !== wholeCopyNameOf(last))
  if (!last || !other) return 0
  const days = [...new Set(copies.map(({ at }) => dayOf(at)))].slice(0, keptDays)
  const ofDays = copies.filter(({ at }) => days.includes(dayOf(at)))
  return Math.min(...[last, other, ...ofDays].map(({ saleEvents }) => saleEvents))
}
