import { z } from 'zod'
import { nextSale, type SaleEvidence } from '../../../shared/domain/sale/sale-machine.ts'
import { saleStateSchema } from '../../../shared/domain/sale/sale.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Database } from '../sqlite/db.ts'
import { readIntents, type LoggedIntent } from '../journal/intents-reader.ts'
import { createJournal, type Journal } from '../journal/journal.ts'
import type { Intent } from '../sales/intent.ts'
import type { SaleRecord } from '../sales/sale-row.ts'

/** What intents.log brought back. */
export interface Replayed {
  /** Sales that the journal lacked. */
  replayed: number
  unreadable: number
}

const knownRow = z.object({ state: saleStateSchema })

/**
 * Puts every intent of intents.log that the journal lacks into it, in one commit, as a sale whose request
 * may have been sent (UNKNOWN): find and list settle it. So also one that the journal knows only in
 * PREPARED: its line is written just before SENDING, and a journal that lost its newest commits
 * looks the same. `tailBytes`: where nothing of so much of its end is lacking, no more is read. `beforeCommit` hears of what will be written. DISK_FULL, JOURNAL_DAMAGED, STORE_FAILED.
 */
export function replayIntents(
  db: Database,
  log: string,
  options: { tailBytes?: number; now?: number; beforeCommit?: (found: Replayed) => void } = {},
): Replayed {
  const now = options.now ?? Date.now()
  const journal = createJournal(db, { append: () => undefined, close: () => undefined })
  const newest = compared(db, readIntents(log, options.tailBytes))
  // One that lacks any of the newest lost its end, or an older one was put in its place: who knows how much older.
  const isWhole = newest.lacking.size === 0 || options.tailBytes === undefined
  const { lacking, doubtful, unreadable } = isWhole ? newest : compared(db, readIntents(log))
  const found = { replayed: lacking.size, unreadable }
  if (lacking.size + doubtful.length === 0) return found
  db.transaction(() => {
    for (const intent of lacking.values()) {
      const draftId = journal.saleOfDraft(intent.draftId)
        ? `${intent.draftId}:${intent.id}`
        : intent.draftId
      maybeSent(journal, journal.prepare({ ...intent, draftId }), now)
    }
    for (const id of doubtful) {
      const record = journal.sale(id)
      if (record) maybeSent(journal, record, now)
    }
    options.beforeCommit?.(found)
  })
  return found
}

/** What of these intents a journal does not know, and what it knows only as PREPARED. */
function compared(db: Database, intents: Iterable<LoggedIntent>) {
  const lacking = new Map<string, Intent>()
  const doubtful: string[] = []
  let unreadable = 0
  for (const intent of intents) {
    if (intent === null) unreadable += 1
    else {
      const known = db.get(knownRow, 'select state from sale where id = ?', intent.id)
      if (known === null) lacking.set(intent.id, intent)
      else if (known.state === 'PREPARED') doubtful.push(intent.id)
    }
  }
  return { lacking, doubtful, unreadable }
}

/** SENDING as of its own time, which its horizon counts from, and at once UNKNOWN. */
function maybeSent(journal: Journal, prepared: SaleRecord, now: number): void {
  const sent = step(journal, prepared, { kind: 'sending' }, prepared.createdAt)
  step(journal, sent, { kind: 'interrupted' }, now)
}

function step(
  journal: Journal,
  record: SaleRecord,
  evidence: SaleEvidence,
  at: number,
): SaleRecord {
  const facts = nextSale(record, evidence, at)
  const event = { kind: 'crash-recovery', at, error: facts?.error ?? null } as const
  const after = facts && journal.advance(record, { facts }, event)
  if (!after) throw new Failure('STORE_FAILED', { reason: `sale ${record.id} is ${record.state}` })
  return after
}
