import { z } from 'zod'
import type { ReportKind } from '../../../../shared/domain/sale/transaction.ts'
import type { Database } from '../../../store/sqlite/db.ts'

/** What is stored of one report of an account: found once for a question, and passed along. */
export interface Ledger {
  readonly db: Database
  readonly profileId: string
  readonly kind: ReportKind
  /** 0, which no ledger has, where nothing was ever stored: it reads as an empty one. */
  readonly id: number
}

const idRow = z.object({ id: z.int() })

/** A profile's ledger of one kind, as it is now. */
export function findLedger(db: Database, profileId: string, kind: ReportKind): Ledger {
  const sql = 'select id from report_ledger where profile_id = ? and kind = ?'
  return { db, profileId, kind, id: db.get(idRow, sql, profileId, kind)?.id ?? 0 }
}

/** A profile's ledger of one kind, created when it is new. */
export function openLedger(db: Database, profileId: string, kind: ReportKind): Ledger {
  db.run('insert or ignore into report_ledger (profile_id, kind) values (?, ?)', profileId, kind)
  return findLedger(db, profileId, kind)
}
