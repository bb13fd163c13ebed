import { z } from 'zod'
import { countSchema } from '../../../shared/domain/drawer/drawer-count.ts'
import {
  shiftCountSchema,
  shiftReportSchema,
  shiftSchema,
  type Shift,
  type ShiftCount,
  type ShiftReport,
} from '../../../shared/domain/drawer/shift.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Database } from '../sqlite/db.ts'
import { insertRow, jsonOf, rowOf } from '../sqlite/rows.ts'
import { createMovements, createMovementsReader } from './movements.ts'
import { createShiftCash } from './shifts-cash.ts'
import { createTenders, createTendersReader } from './tenders.ts'
import { createTransfersReader } from './transfers.ts'

/** What can be read of the drawer. */
export type ShiftsReader = ReturnType<typeof createShiftsReader>

export type ShiftDraft = Pick<
  Shift,
  'id' | 'profileId' | 'cashierId' | 'cashier' | 'openedAt' | 'base' | 'follows'
>

const counts = jsonOf(z.array(countSchema))

const follows = jsonOf(shiftSchema.shape.follows.unwrap()).nullable()
const shiftRow = rowOf({ ...shiftSchema.shape, base: counts, follows })

const countRow = z
  .object({ at: z.int(), counts: jsonOf(shiftCountSchema.omit({ at: true })) })
  .transform(({ at, counts }): ShiftCount => ({ at, ...counts }))
const reportRow = z.object({ report: jsonOf(shiftReportSchema) })
const idRow = z.object({ id: z.string() })
const numberRow = z.object({ number: z.int() })

const shifts = `select shift.*, closed_at, number
  from shift left join shift_close on shift_close.shift_id = shift.id`

/** Which shift goes on with the drawer of which. */
function followedReader(db: Database) {
  return {
    /** The newest closed shifts that no other went on from, of the last dozen; the newest first. */
    unfollowed: (profileId: string): Shift[] =>
      db.all(
        shiftRow,
        `${shifts} where id in (
           select shift_id from shift_close where profile_id = ? order by number desc limit 12)
         and id not in (select shift_id from left_before)
         and not exists (select 1 from shift later where later.follows ->> '$.shiftId' = shift.id)
         order by number desc`,
        profileId,
      ),
    /** Whether it is written down what was taken out of a shift's drawer once it was closed: of those of before nobody knows. */
    isLeftKnown: (shiftId: string): boolean =>
      db.get(idRow, 'select shift_id as id from left_before where shift_id = ?', shiftId) === null,
    /** The shift that went on with the drawer of a closed one; null: none yet. */
    followedBy: (shiftId: string): string | null =>
      db.get(idRow, "select id from shift where follows ->> '$.shiftId' = ?", shiftId)?.id ?? null,
  }
}

export function createShiftsReader(db: Database) {
  return {
    shift: (id: string): Shift | null => db.get(shiftRow, `${shifts} where id = ?`, id),
    /** The open shifts of a profile, oldest first: at most one a cashier. */
    open: (profileId: string): Shift[] =>
      db.all(
        shiftRow,
        `${shifts} where id in (select shift_id from shift_open where profile_id = ?)
         order by opened_at, id`,
        profileId,
      ),
    /** The newest closed ones. */
    closed: (
      profileId: string,
      limit: number,
      offset: number,
    ): { shifts: Shift[]; count: number } => ({
      shifts: db.all(
        shiftRow,
        `${shifts} where shift_close.profile_id = :profileId order by number desc
         limit :limit offset :offset`,
        { profileId, limit, offset },
      ),
      count: db.get(numberRow, lastNumber, profileId)?.number ?? 0,
    }),
    /** Other shifts of the profile that ran at some time of this one until `at` (epoch ms). */
    overlapping: ({ id, profileId, openedAt }: Shift, at: number): string[] =>
      db
        .all(
          idRow,
          `select id from shift where id != :id and opened_at <= :at and id in (
             select shift_id from shift_close where profile_id = :profileId and closed_at > :openedAt
             union all select shift_id from shift_open where profile_id = :profileId and :at > :openedAt
           ) order by opened_at, id`,
          { profileId, id, at, openedAt },
        )
        .map((row) => row.id),
    ...followedReader(db),
    counts: (shiftId: string): ShiftCount[] =>
      db.all(
        countRow,
        'select at, counts from shift_count where shift_id = ? order by seq',
        shiftId,
      ),
    /** The Z report as it was closed; null while it is open. */
    report: (shiftId: string): ShiftReport | null =>
      db.get(reportRow, 'select report from shift_close where shift_id = ?', shiftId)?.report ??
      null,
    /** The Z reports of shifts closed in a span (epoch ms, end excluded), in the order of their numbers. */
    closedBetween: (profileId: string, start: number, end: number): ShiftReport[] =>
      db
        .all(
          reportRow,
          `select report from shift_close where profile_id = :profileId
           and closed_at >= :start and closed_at < :end order by number`,
          { profileId, start, end },
        )
        .map(({ report }) => report),
    /** How many lines of the trail the Z reports saw so far. */
    trailSeen: (): number => db.get(numberRow, lastSeen)?.number ?? 0,
    cash: createShiftCash(db),
    movements: createMovementsReader(db),
    tenders: createTendersReader(db),
    transfers: createTransfersReader(db),
  }
}

/** Numbers begin with 1 and leave none out. */
const lastNumber = 'select ifnull(max(number), 0) as number from shift_close where profile_id = ?'

const lastSeen =
  'select ifnull(max(trail_lines), 0) as number from shift_close where trail_lines > 0'

/** Over the journal in the hands of its one writer. */
export function createShifts(db: Database) {
  const reader = createShiftsReader(db)
  const tenders = createTenders(db)

  return {
    ...reader,
    movements: createMovements(db),
    tenders,
    /** SHIFT_ALREADY_OPEN where this cashier has one. What `also` writes is written with it, or not at all. */
    begin: (draft: ShiftDraft, also?: () => void): Shift =>
      db.transaction(() => {
        const open = reader.open(draft.profileId)
        const isTheirs = (one: Shift) => one.cashierId === draft.cashierId
        if (open.some(isTheirs)) throw new Failure('SHIFT_ALREADY_OPEN')
        insertRow(db, 'shift', {
          ...draft,
          base: JSON.stringify(draft.base),
          follows: draft.follows && JSON.stringify(draft.follows),
        })
        also?.()
        return { ...draft, closedAt: null, number: null }
      }),
    addCount: (shiftId: string, { at, counts, due }: ShiftCount) => {
      insertRow(db, 'shift_count', { shiftId, at, counts: JSON.stringify({ counts, due }) })
    },
    /**
     * Closes a shift with its Z report, which gets the next number of the profile, and writes down that the customers
     * of its unconfirmed sales have left. `report` hears of the number. SHIFT_NOT_OPEN.
     */
    close: (shift: Shift, at: number, report: (number: number) => ShiftReport): ShiftReport =>
      db.transaction(() => {
        if (reader.shift(shift.id)?.number !== null) throw new Failure('SHIFT_NOT_OPEN')
        const number = (db.get(numberRow, lastNumber, shift.profileId)?.number ?? 0) + 1
        const closed = report(number)
        insertRow(db, 'shift_close', {
          shiftId: shift.id,
          profileId: shift.profileId,
          number,
          closedAt: at,
          report: JSON.stringify(closed),
        })
        for (const { saleId } of closed.unconfirmed) tenders.markLeft(saleId, at)
        return closed
      }),
  }
}
