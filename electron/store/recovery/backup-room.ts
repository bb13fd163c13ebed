import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { moveDurably } from '../files/durable-file.ts'
import { freeBytes, mustFit, roomForSales } from '../files/room.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'
import { erasuresKnown, worthKeeping } from './backup-names.ts'
import { backupsFolder, wholeCopyNameOf, newestCopies, partial, type Copy } from './copies.ts'
import { openChain, provePages, stateOf } from './page-chain.ts'
import { createPageWriter } from './page-file.ts'
import { between, stepPages, type CopyStep } from './snapshot.ts'

/** What all copies may take together: so much of the journal's size, or this where that is small. */
const budgetOfJournal = 2.5
const smallBudget = 16 * 1024 * 1024

/** How many that are not worth keeping wait to be taken together: each time, what they changed is written once more. */
const mergedAtOnce = 12

/**
 * Looks whether the disk has room for a new copy of a journal of so many bytes (0: for what changed). Where it has not, and
 * older copies take what is lacking, the oldest go, but never what the newest stands on: nothing goes for another
 * reason before the new one is there and checked.
 * @throws Failure DISK_FULL
 */
export function* makeRoomForCopy(
  folder: string,
  bytes: number,
  now: number,
): Generator<CopyStep, void> {
  const copies = newestCopies(folder, now)
  const whole = copies.find(({ seal }) => seal?.parent === null)
  const packed = whole?.seal ? whole.bytes / (whole.seal.pageCount * whole.seal.pageSize) : 1
  const expected = bytes * Math.min(packed * 1.1, 1)
  const lacking = expected + roomForSales - freeBytes(backupsFolder(folder))
  const [newest] = copies
  const older = copies.filter((copy) => newest && wholeCopyNameOf(copy) !== wholeCopyNameOf(newest))
  if (lacking > 0 && sizeOf(older) >= lacking) {
    yield* removeOldest(copies, newest, sizeOf(copies) - lacking)
  }
  mustFit(backupsFolder(folder), expected)
}

const sizeOf = (copies: readonly Copy[]) => copies.reduce((sum, { bytes }) => sum + bytes, 0)

function budget(folder: string): number {
  const journal = guarded(() => statSync(join(folder, 'journal.db'), { throwIfNoEntry: false }))
  return Math.max((journal?.size ?? 0) * budgetOfJournal, smallBudget)
}

/** Never the group of the copy that stays. */
function* removeOldest(
  newestFirst: readonly Copy[],
  stays: Copy | undefined,
  most: number,
): Generator<CopyStep, void> {
  let bytes = sizeOf(newestFirst)
  const groups = new Set(newestFirst.toReversed().map(wholeCopyNameOf))
  for (const group of groups) {
    if (bytes <= most) return
    if (stays && wholeCopyNameOf(stays) === group) continue
    const gone = newestFirst.filter((copy) => wholeCopyNameOf(copy) === group)
    yield* remove(gone)
    bytes -= sizeOf(gone)
  }
}

/** Those that stand on others go first: what is left after a crash can be restored. */
function* remove(copies: readonly Copy[]): Generator<CopyStep, void> {
  for (const { path } of copies.toSorted((one, other) => other.chain.length - one.chain.length)) {
    guarded(() => rmSync(path, { force: true }))
    yield between
  }
}

/**
 * Removes the copies that are no longer needed, in steps: of too great an age, beyond the budget, or that still hold
 * customers who were erased more than thirty days with copies ago (docs/privacy.md). Never the one that was just made:
 * of a journal that was put back by hand it may hold less than the others.
 */
export function* thinOut(folder: string, made: string, now: number): Generator<CopyStep, void> {
  const all = newestCopies(folder, now)
  const stays = all.find(({ name }) => name === made)
  if (!stays) return
  const isOther = (copy: Copy) => wholeCopyNameOf(copy) !== wholeCopyNameOf(stays)
  const known = erasuresKnown(all)
  yield* remove(all.filter((copy) => isOther(copy) && (copy.chain[0] ?? copy).erasures < known))
  yield* removeOldest(newestCopies(folder, now), stays, budget(folder))
  yield* mergeOld(folder, made, now)
}

/** A copy that others stand on is not removed but put into the next one that stays. */
function* mergeOld(folder: string, made: string, now: number): Generator<CopyStep, void> {
  const copies = newestCopies(folder, now)
  const kept = worthKeeping(copies)
  const surplus = copies.filter((copy) => !kept.has(copy) && copy.name !== made)
  const childrenOf = (copy: Copy) => copies.filter(({ chain }) => chain.at(-2) === copy)
  yield* remove(surplus.filter((copy) => childrenOf(copy).length === 0))
  const inside = surplus.filter((copy) => copy.chain.length > 1 && childrenOf(copy).length === 1)
  if (inside.length < mergedAtOnce) return
  for (const copy of copies) {
    if (inside.includes(copy) || copy.chain.length < 2) continue
    const before = copy.chain.slice(0, -1)
    const run = before.slice(before.findLastIndex((one) => !inside.includes(one)) + 1)
    if (run.length === 0) continue
    yield* merge(folder, run, copy)
    yield* remove(run)
  }
}

/** Writes what a run of copies changed into the one after them, which then stands on the one before them. */
function* merge(folder: string, run: readonly Copy[], into: Copy): Generator<CopyStep, void> {
  const { seal } = into
  if (!seal) return
  const unfinished = into.path + partial
  const paths = [...run, into].map(({ path }) => path)
  const chain = guarded(() => openChain(paths))
  const writer = guarded(() =>
    createPageWriter(unfinished, seal.pageSize, (bytes) => mustFit(backupsFolder(folder), bytes)),
  )
  try {
    for (const { number, page, sum } of chain.pages()) {
      guarded(() => writer.add(number, page, sum))
      if (writer.pages % stepPages === 0) yield { done: number, of: seal.pageCount }
    }
    guarded(() => writer.seal({ ...seal, parent: run[0]?.seal?.parent ?? null }))
  } finally {
    writer.close()
    chain.close()
  }
  yield between
  const before = into.chain.slice(0, -1 - run.length).map(({ path }) => path)
  guarded(() => stateOf([...before, unfinished]))
  yield* provePages(unfinished)
  guarded(() => moveDurably(unfinished, into.path))
  yield between
}
