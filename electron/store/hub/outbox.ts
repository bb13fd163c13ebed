import { z } from 'zod'
import { noErasureLog, type ErasureLog } from '../erasure/erasure-log.ts'
import type { Database } from '../sqlite/db.ts'
import { insertRow, rowOf } from '../sqlite/rows.ts'
import { createTrail, type TrailDraft } from '../tables/trail.ts'
import { imageKindSchema, readImage, type Image, type ImageKind } from './images.ts'
import { createOrders, createOrdersReader } from './orders-here.ts'
import { salePrints } from './sale-prints.ts'
import { createShared, createSharedReader } from './shared.ts'

/** Which register of which hub a journal is, and how far what it sends got. */
const streamSchema = z.object({
  /** Drawn when the register joined. */
  id: z.string(),
  /** As the hub numbers it: `C2`. */
  code: z.string(),
  name: z.string(),
  login: z.string(),
  /** The hub's address, without a password. */
  url: z.string(),
  /** The certificate that the hub's is signed by, as PEM; null: one that the system knows, or none over a socket. */
  ca: z.string().nullable(),
  begunAt: z.int(),
  /** The last change that the hub was known to have, and when it said so (epoch ms). */
  ackedSeq: z.int(),
  ackedAt: z.int().nullable(),
})
export type HubStream = z.output<typeof streamSchema>

/** How far a stream came: the number of its last change, and what that one drew (hexadecimal). Before the first: 0 and ''. */
export const positionSchema = z.object({ seq: z.int().nonnegative(), tip: z.string() })
export type Position = z.output<typeof positionSchema>

/** So long is kept what the hub has acknowledged, should the hub itself go back to a copy of its own; in milliseconds. */
export const keptNotesMs = 30 * 86_400_000

export const beginning: Position = { seq: 0, tip: '' }

/** A thing that changed. */
export interface Change extends Position {
  kind: ImageKind
  ref: string
}

const streamRow = rowOf(streamSchema.shape)
const changeRow = z.object({
  seq: z.int(),
  tip: z.string(),
  kind: imageKindSchema,
  ref: z.string(),
})
const tipRow = z.object({ tip: z.string() })
const newestRow = z.object({ newest: z.int() })
const countRow = z.object({ count: z.int() })

/** What can be read of it, also while another process writes the journal. */
export function createOutboxReader(db: Database) {
  return {
    /** null: this register belongs to no hub. */
    stream: (): HubStream | null => db.get(streamRow, 'select * from hub_stream'),
    /** Whether this journal once stood at that position: a copy that went on by itself did not. */
    knows: ({ seq, tip }: Position): boolean =>
      seq === 0
        ? tip === ''
        : db.get(tipRow, 'select lower(hex(tip)) as tip from hub_out where seq = ?', seq)?.tip ===
          tip,
    /** What changed after a position, in its order; `most` at once. */
    after: (seq: number, most: number): Change[] =>
      db.all(
        changeRow,
        `select seq, lower(hex(tip)) as tip, kind, ref from hub_out where seq > ?
         order by seq limit ? + 0`,
        seq,
        most,
      ),
    /** The number of the last change; 0: none is noted. Costs nothing: it is asked every few seconds. */
    newest: (): number =>
      db.get(newestRow, 'select ifnull(max(seq), 0) as newest from hub_out')?.newest ?? 0,
    leftAfter: (seq: number): number =>
      db.get(countRow, 'select count(*) as count from hub_out where seq > ?', seq)?.count ?? 0,
    /** A thing as it is sent; null: the journal has none of that name. */
    image: (kind: ImageKind, ref: string): Image | null => readImage(db, kind, ref),
    /** All sales in short, a month, to be held against the hub's. */
    prints: () => salePrints(db),
    /** What all registers of the shop share. */
    shared: createSharedReader(db),
    /** Whom others ordered to be erased. */
    orders: createOrdersReader(db),
  }
}

export type OutboxReader = ReturnType<typeof createOutboxReader>

/** The same in the hands of the journal's one writer. */
export function createOutbox(db: Database, erasures: ErasureLog = noErasureLog) {
  const trail = createTrail(db)
  const shared = createShared(db, erasures)
  return {
    ...createOutboxReader(db),
    shared,
    orders: createOrders(db),
    /** From now on every change is noted; all that was before comes first. One commit, with a line of the trail. */
    begin: (stream: Omit<HubStream, 'ackedSeq' | 'ackedAt'>, line?: TrailDraft): void =>
      db.transaction(() => {
        // A login is drawn for one register of one hub.
        const isAgain = createOutboxReader(db).stream()?.login === stream.login
        begin(db, stream)
        if (isAgain) shared.again()
        else shared.forget()
        if (line) trail.add(line)
      }),
    /** The hub said that it has everything up to this change. */
    acknowledge(seq: number, at: number): void {
      db.run('update hub_stream set acked_seq = ?, acked_at = ?', seq, at)
    },
    /** Forgets what the hub has and was noted before a moment (epoch ms), so many at most; answers how many. */
    prune: (before: number, most: number): number =>
      db.run(
        `delete from hub_out where seq in (
           select seq from hub_out
           where seq < (select acked_seq from hub_stream) and at < ? order by seq limit ? + 0)`,
        before,
        most,
      ),
    /** The register belongs to no hub any more: nothing is noted, and what was is forgotten. */
    leave: (): void =>
      db.transaction(() => {
        db.run('delete from hub_stream')
        db.run('delete from hub_out')
        db.run('delete from debt_due')
        shared.forget()
      }),
  }
}

/** Everything of before, in the order in which it reads best where it arrives: shifts before their sales. */
const history = [
  "select 'shift', id from shift order by opened_at, id",
  "select 'sale', id from sale order by created_at, id",
  "select 'balance', cast(seq as text) from balance_snapshot order by seq",
  "select 'trail', cast(seq as text) from trail order by seq",
  "select 'debtor', id from debtor where erased_at is not null order by erased_at, id",
  "select 'debt', id from debt_entry order by at, id",
  "select 'order', id from erasure_order where done_at is not null order by at, id",
]

function begin(db: Database, stream: Omit<HubStream, 'ackedSeq' | 'ackedAt'>): void {
  db.run('delete from hub_stream')
  db.run('delete from hub_out')
  db.run('delete from debt_due')
  insertRow(db, 'hub_stream', { one: 1, ...stream })
  for (const rows of history) db.run(`insert into hub_out (kind, ref) ${rows}`)
}
