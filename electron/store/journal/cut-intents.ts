import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { syncFolder } from '../files/durable-file.ts'
import { sealedSegments } from './intent-segments.ts'
import { readSegment, type LoggedIntent } from './intents-reader.ts'
import { openDatabase, type Database } from '../sqlite/db.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'

/** As old as the copies of each day become: whichever of them a journal is restored from, intents.log brings the rest. */
const keptMs = 31 * 86_400_000

const heldRow = z.object({ held: z.int() })

/**
 * Removes the oldest segments of intents.log, each whole, where all their intents are older than the copies of each day
 * and the journal holds them as sent or ended. To be called once a copy of that journal was made and found whole: so
 * that two hold them. Answers how many were. JOURNAL_DAMAGED, STORE_FAILED.
 */
export function cutIntents(folder: string, now = Date.now()): number {
  const segments = sealedSegments(join(folder, 'intents.log'))
  if (segments.length === 0 || !existsSync(join(folder, 'journal.db'))) return 0
  const db = openDatabase(join(folder, 'journal.db'), { synchronous: 'FULL', readOnly: true })
  try {
    const old = takenWhile(segments, (segment) => isHeld(db, segment, now - keptMs))
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

function isHeld(db: Database, segment: string, before: number): boolean {
  const { size } = guarded(() => statSync(segment))
  const areOld = (intents: readonly LoggedIntent[]) =>
    intents.every((intent) => intent === null || intent.createdAt < before)
  if (!areOld([...readSegment(segment, Math.max(0, size - tailBytes))])) return false
  let intents: LoggedIntent[] = []
  const areHeld = () => areOld(intents) && areKnown(db, intents)
  for (const intent of readSegment(segment)) {
    intents.push(intent)
    if (intents.length < atOnce) continue
    if (!areHeld()) return false
    intents = []
  }
  return areHeld()
}

/** One in PREPARED still needs its line: a journal that lost its newest commits knows no more of what was sent. */
function areKnown(db: Database, intents: readonly LoggedIntent[]): boolean {
  const ids = intents.flatMap((intent) => intent?.id ?? [])
  const known = db.get(
    heldRow,
    `select count(*) as held from json_each(?) cross join sale on sale.id = json_each.value
     where state <> 'PREPARED'`,
    JSON.stringify(ids),
  )
  return known?.held === ids.length
}

function takenWhile<T>(values: readonly T[], isSo: (value: T) => boolean): T[] {
  const end = values.findIndex((value) => !isSo(value))
  return values.slice(0, end === -1 ? values.length : end)
}
