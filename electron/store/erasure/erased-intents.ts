import { createHash } from 'node:crypto'
import { z } from 'zod'
import { erasedMark, erasedValues } from '../../../shared/domain/privacy/personal.ts'
import {
  rowOfTender,
  tenderOf,
  tenderSchema,
  type Tender,
} from '../../../shared/domain/drawer/tender.ts'
import { jsonOrNull } from '../../../shared/domain/text/json.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Database } from '../sqlite/db.ts'
import { writePartsDurably } from '../files/durable-file.ts'
import { erasedBody } from './erased.ts'
import { intentSegments } from '../journal/intent-segments.ts'
import { readLines } from '../journal/intents-reader.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'

const idRow = z.object({ id: z.string() })
const lineSchema = z.looseObject({
  id: z.string(),
  values: z.record(z.string(), z.string()),
  body: z.string(),
  bodySha256: z.string(),
  sentSha256: z.string().optional(),
  tender: tenderSchema.optional(),
})

/**
 * Takes who the customer is out of intents.log, too, for the sales that were erased since: at the start, while nobody
 * writes it. Each segment that holds one of them is replaced whole or not at all; lines of other sales stay byte for
 * byte, and other segments as they are. STORE_FAILED.
 */
export function eraseIntents(db: Database, path: string): void {
  const erased = new Set(
    db.all(idRow, 'select sale_id as id from erasure where stage = 1').map(({ id }) => id),
  )
  if (erased.size === 0) return
  const holding = intentSegments(path).filter((segment) => holds(segment, erased))
  if (!holding.every((segment) => isRewritten(segment, erased))) return
  db.run('update erasure set stage = 2 where stage = 1')
}

/** A disk too full for a second copy leaves it to another start, as the journal still says: no sale waits for that. */
function isRewritten(path: string, erased: ReadonlySet<string>): boolean {
  try {
    // After years the file is larger than the longest text there can be: it is never read at once.
    guarded(() => writePartsDurably(path, erasedLines(path, erased)))
    return true
  } catch (caught) {
    if (caught instanceof Failure && caught.error.code === 'DISK_FULL') return false
    throw caught
  }
}

function holds(path: string, erased: ReadonlySet<string>): boolean {
  return readLines(path).some((line) => erasedLine(line, erased) !== line)
}

function* erasedLines(path: string, erased: ReadonlySet<string>): Generator<string> {
  let start = ''
  for (const line of readLines(path)) {
    yield start + erasedLine(line, erased)
    start = '\n'
  }
}

function erasedLine(line: string, erased: ReadonlySet<string>): string {
  // Most lines are of others, and each begins with its id: only those of an erased sale are read.
  const id = /^\{"id":"([^"\\]*)"/.exec(line)?.[1]
  if (id !== undefined && !erased.has(id)) return line
  const intent = lineSchema.safeParse(jsonOrNull(line))
  if (!intent.success || !erased.has(intent.data.id)) return line
  const { values, body, bodySha256, sentSha256, tender, ...rest } = intent.data
  const without = erasedBody(body)
  return JSON.stringify({
    ...rest,
    reference: erasedMark,
    phone: null,
    values: erasedValues(values),
    body: without,
    // The line's own hash still has to confirm it; the one of what was sent stands beside it.
    bodySha256: createHash('sha256').update(without).digest('hex'),
    sentSha256: sentSha256 ?? bodySha256,
    ...(tender ? { tender: erasedTender(tender) } : {}),
  })
}

/** Without who owes it, or what a transfer is known by; what was received stays, and where it came in. */
function erasedTender(tender: Tender): Tender {
  const row = rowOfTender(tender)
  const firstText = row.firstText && erasedMark
  return tenderOf({ ...row, text: row.text && erasedMark, firstText })
}
