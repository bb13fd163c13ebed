import { basename } from 'node:path'
import { z } from 'zod'
import type { DayRange } from '../../../../shared/domain/time/range.ts'
import type { ReportKind } from '../../../../shared/domain/sale/transaction.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import type { ExportRequest, Written } from './export-request.ts'
import { findLedger, type Ledger } from '../ledger/ledger.ts'

/** An earlier file of the same days. */
export interface ExportRecord {
  madeAt: number
  file: string
  rows: number
  sha256: string
  lastRow: number
  lastChange: number
}

const recordRow = z
  .object({
    made_at: z.int(),
    file: z.string(),
    rows: z.int(),
    sha256: z.string(),
    last_row: z.int(),
    last_change: z.int(),
  })
  .transform((row): ExportRecord => ({
    madeAt: row.made_at,
    file: row.file,
    rows: row.rows,
    sha256: row.sha256,
    lastRow: row.last_row,
    lastChange: row.last_change,
  }))

/** Notes what a file held, of each of its reports; a filtered file is no hand-over and is not noted. */
export function recordExport(db: Database, request: ExportRequest, exported: Written): void {
  db.transaction(() => {
    for (const { kind, rows, sha256, lastRow, lastChange } of exported.records) {
      const ledger = findLedger(db, request.profileId, kind)
      if (ledger.id === 0) continue
      db.run(
        `insert into report_export (ledger, date_from, date_to, made_at, file, rows, sha256, last_row,
           last_change) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ledger.id,
        request.range.from,
        request.range.to,
        Math.round(request.madeAt),
        basename(request.path),
        rows,
        sha256,
        lastRow,
        lastChange,
      )
    }
  })
}

/** The last file of exactly these days, or null. */
export function lastExport({ db, id }: Ledger, range: DayRange): ExportRecord | null {
  return db.get(
    recordRow,
    `select made_at, file, rows, sha256, last_row, last_change from report_export
     where ledger = ? and date_from = ? and date_to = ? order by id desc limit 1`,
    id,
    range.from,
    range.to,
  )
}

const marksRow = z.object({ last_row: z.int(), last_change: z.int() })

/** How far the ledgers' rows and their changes have come. */
export function ledgerMarks(db: Database): { lastRow: number; lastChange: number } {
  const found = db.get(
    marksRow,
    `select coalesce((select max(rowid) from report_row), 0) as last_row,
       coalesce((select max(id) from report_change), 0) as last_change`,
  )
  return { lastRow: found?.last_row ?? 0, lastChange: found?.last_change ?? 0 }
}

/** How a row stood: null where it did not. Amounts are minor units. */
export interface RowVersion {
  local: string | null
  status: string
  product: string
  amount: number | null
  currency: string | null
}

/** A row of which the last file said something else. */
export interface RowChange {
  kind: ReportKind
  id: string
  before: RowVersion | null
  after: RowVersion | null
}

const versionColumns = (row: string, side: string) =>
  ['local', 'amount', 'currency', 'gone'].map((name) => `${row}.${name} as ${side}_${name}`).join()

const versionRow = z.object({
  local: z.string().nullable(),
  status: z.string(),
  product: z.string().nullable(),
  amount: z.int().nullable(),
  currency: z.string().nullable(),
})
const changeRow = z.object({
  id: z.string(),
  before_local: z.string().nullable(),
  before_status: z.string(),
  before_product: z.string().nullable(),
  before_amount: z.int().nullable(),
  before_currency: z.string().nullable(),
  before_gone: z.int(),
  after_local: z.string().nullable(),
  after_status: z.string(),
  after_product: z.string().nullable(),
  after_amount: z.int().nullable(),
  after_currency: z.string().nullable(),
  after_gone: z.int(),
})
const newRow = versionRow.extend({ id: z.string() })

/**
 * What changed in a ledger's days since a file of them was made: rows that are other or gone, then those that are new;
 * `most` of each.
 */
export function rowChangesSince(
  { db, id: ledger, kind }: Ledger,
  range: DayRange,
  record: ExportRecord,
  most = -1,
): RowChange[] {
  const changed = db.all(
    changeRow,
    `select r.id, ${versionColumns('c', 'before')}, ${versionColumns('r', 'after')},
       s0.name as before_status, p0.name as before_product,
       s1.name as after_status, p1.name as after_product
     from (select key, min(id) as first from report_change where ledger = ? and id > ? group by key) f
       join report_change c on c.id = f.first
       join report_row r on r.ledger = c.ledger and r.key = c.key
       join report_status s0 on s0.id = c.status join report_status s1 on s1.id = r.status
       left join report_product p0 on p0.id = c.product
       left join report_product p1 on p1.id = r.product
     where r.rowid <= ? and (c.day between ? and ? or r.day between ? and ?)
     order by r.day, r.local, r.id limit ?`,
    ledger,
    record.lastChange,
    record.lastRow,
    range.from,
    range.to,
    range.from,
    range.to,
    most,
  )
  const fresh = db.all(
    newRow,
    `select r.id, r.local, s.name as status, p.name as product, r.amount, r.currency
     from report_row r join report_status s on s.id = r.status
       left join report_product p on p.id = r.product
     where r.ledger = ? and r.gone = 0 and r.rowid > ? and r.day between ? and ?
     order by r.day, r.local, r.id limit ?`,
    ledger,
    record.lastRow,
    range.from,
    range.to,
    most,
  )
  const differing = changed.flatMap((row): RowChange[] => {
    const before = row.before_gone === 1 ? null : version(row, 'before')
    const after = row.after_gone === 1 ? null : version(row, 'after')
    const same = JSON.stringify(before) === JSON.stringify(after)
    return same ? [] : [{ kind, id: row.id, before, after }]
  })
  const added = fresh.map(({ id, product, ...row }): RowChange => ({
    kind,
    id,
    before: null,
    after: { ...row, product: product ?? '' },
  }))
  return [...differing, ...added]
}

function version(row: z.output<typeof changeRow>, side: 'before' | 'after'): RowVersion {
  return {
    local: row[`${side}_local`],
    status: row[`${side}_status`],
    product: row[`${side}_product`] ?? '',
    amount: row[`${side}_amount`],
    currency: row[`${side}_currency`],
  }
}
