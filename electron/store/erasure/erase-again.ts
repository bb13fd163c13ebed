import { z } from 'zod'
import { Failure } from '../../../shared/errors.ts'
import type { Database } from '../sqlite/db.ts'
import { eraseDue, setLogMark, writeDue } from './erasures-due.ts'
import {
  erasureWhySchema,
  logEnd,
  logMarkSchema,
  noteIdSchema,
  readErasures,
  rewriteLog,
  type Erasure,
} from './erasure-log.ts'
import { createTrail } from '../tables/trail.ts'

/** So many sales are erased in one commit: nobody waits for a sale yet. */
const atOnce = 200

/**
 * Brings a journal that was just opened up to what erasures.log says: one that came from a copy, or lost its newest
 * commits, loses again who was erased since. Sales that are open in it are erased once they end. A log that the journal
 * does not know, that is cut or gone, is written anew from the journal then. DISK_FULL, STORE_FAILED.
 */
export function eraseAgain(db: Database, path: string, now = Date.now()): void {
  const known = db.get(logMarkSchema, 'select file, bytes from erasure_log') ?? noMark
  const end = logEnd(path)
  const isKnown = end !== null && end.file === known.file && end.bytes >= known.bytes
  if (isKnown && end.bytes === known.bytes) return
  const again = applied(db, readErasures(path, isKnown ? known.bytes : 0), now)
  if (again > 0) {
    const detail = String(again)
    createTrail(db).add({ at: now, person: null, action: 'privacy.again', detail })
  }
  if (isKnown) setLogMark(db, end)
  else writeAnew(db, path)
}

const saleRow = erasureWhySchema.extend({ sale: z.string() })
const noteRow = erasureWhySchema.extend(noteIdSchema.shape)
const noMark = { file: '', bytes: 0 }

/** Answers how many sales were erased. */
function applied(db: Database, erasures: Iterable<Erasure>, now: number): number {
  let isAny = false
  db.transaction(() => {
    for (const erasure of erasures) {
      isAny = true
      writeDue(db, erasure)
    }
  })
  if (!isAny) return 0
  let count = 0
  // Those stay due: they are told once the register is open.
  const unreadable = new Set<string>()
  for (;;) {
    const erased = eraseDue(db, { now, limit: atOnce, unreadable })
    count += erased
    if (erased < atOnce) return count
  }
}

/** Of a journal without erasures there is nothing to write; a disk too full leaves it to another start. */
function writeAnew(db: Database, path: string): void {
  const erasures = ofJournal(db)
  if (erasures.length === 0) return
  try {
    setLogMark(db, rewriteLog(path, erasures))
  } catch (caught) {
    if (!(caught instanceof Failure) || caught.error.code !== 'DISK_FULL') throw caught
  }
}

function ofJournal(db: Database): Erasure[] {
  const sales = db.all(
    saleRow,
    `select sale_id as sale, at, why, by from erasure
     union all select sale_id, at, why, by from erasure_due`,
  )
  const notes = db.all(
    noteRow,
    `select kind, id, at, why, by from note_erasure
     union all select 'debtor', id, erased_at, erased_why, erased_by from debtor
     where erased_at is not null`,
  )
  return [
    ...sales.map(({ sale, ...why }) => ({ ...why, sales: [sale], notes: [] })),
    ...notes.map(({ kind, id, ...why }) => ({ ...why, sales: [], notes: [{ kind, id }] })),
  ]
}
