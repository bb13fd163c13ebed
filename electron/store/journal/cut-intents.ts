import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { syncFolder } from '../files/durable-file.ts'
import { copiedUpTo } from '../recovery/backups.ts'
import { packedEvents } from '../slim/slim-sales.ts'
import { openDatabase, type Database } from '../sqlite/db.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'
import { sealedSegments } from './intent-segments.ts'
import { readSegment, type LoggedIntent } from './intents-reader.ts'

/** As old as the copies of each day become: whichever of them a journal is restored from, intents.log brings the rest. */
const keptMs = 31 * 86_400_000

const sentRow = z.object({ seq: z.int().nullable() })

/**
 * Removes the oldest segments of intents.log, each whole, where all their intents are older than the copies of each day
 * and the journal, two copies that do not stand on each other and all of the last days hold them as sent or ended:
 * whatever the clock says, no sale is left to one file, and each of those copies brings all of them back. An intent dated
 * after now was written while the clock was ahead, and is as old as what follows it: else a day of such a clock kept a
 * year's. Answers how many were. JOURNAL_DAMAGED, STORE_FAILED.
 */
export function cutIntents(folder: string, now = Date.now()): number {
  const segments = sealedSegments(join(folder, 'intents.log'))
  if (segments.length === 0 || !existsSync(join(folder, 'journal.db'))) return 0
  const copied = copiedUpTo(folder)
  if (copied === 0) return 0
  const db = openDatabase(join(folder, 'journal.db'), { synchronous: 'FULL', readOnly: true })
  try {
    const held = takenWhile(segments, (segment) => isHeld(db, segment, now, copied))
    const old = held.slice(0, 1 + held.findLastIndex((segment) => !endsAhead(segment, now)))
    for (const segment of old) guarded(() => rmSync(segment))
    const [first] = old
    if (first !== undefined) guarded(() => syncFolder(dirname(first)))
    return old.length
  } finally {
    db.close()
  }
}

/** Its end tells soon that it is too young: a log of before there were segments is as large as the shop is old. */
const tailBytes = 64 * 1024
const atOnce = 1000

function endOf(segment: string): LoggedIntent[] {
  const { size } = guarded(() => statSync(segment))
  return [...readSegment(segment, Math.max(0, size - tailBytes))]
}

function endsAhead(segment: string, now: number): boolean {
  const last = endOf(segment).findLast((intent) => intent !== null)
  return last !== undefined && last.createdAt > now
}

function isHeld(db: Database, segment: string, now: number, copied: number): boolean {
  const isOld = (at: number) => at < now - keptMs || at > now
  const areOld = (intents: readonly LoggedIntent[]) =>
    intents.every((intent) => intent === null || isOld(intent.createdAt))
  if (!areOld(endOf(segment))) return false
  let intents: LoggedIntent[] = []
  const areHeld = () => areOld(intents) && areCopied(db, intents, copied)
  for (const intent of readSegment(segment)) {
    intents.push(intent)
    if (intents.length < atOnce) continue
    if (!areHeld()) return false
    intents = []
  }
  return areHeld()
}

/** One in PREPARED still needs its line: a journal that lost its newest commits knows no more of what was sent. */
function areCopied(db: Database, intents: readonly LoggedIntent[], copied: number): boolean {
  return intents.every((intent) => {
    if (intent === null) return true
    const sent = sentAt(db, intent.id)
    return sent !== null && sent <= copied
  })
}

/** The first line of history beyond PREPARED; null: there is none. */
function sentAt(db: Database, id: string): number | null {
  const sql = "select min(seq) as seq from sale_event where sale_id = ? and state <> 'PREPARED'"
  const found = db.get(sentRow, sql, id)?.seq ?? null
  if (found !== null) return found
  return packedEvents(db, id).find(({ state }) => state !== 'PREPARED')?.seq ?? null
}

function takenWhile<T>(values: readonly T[], isSo: (value: T) => boolean): T[] {
  const end = values.findIndex((value) => !isSo(value))
  return values.slice(0, end === -1 ? values.length : end)
}
