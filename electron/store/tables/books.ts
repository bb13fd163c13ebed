import { z } from 'zod'
import {
  chartSchema,
  closedChartSchema,
  entryVoucherSchema,
  type Chart,
  type ClosedChart,
  type EntryVoucher,
} from '../../../shared/domain/books/chart.ts'
import {
  bookCloseSchema,
  toldCloseSchema,
  type BookClose,
  type ToldClose,
} from '../../../shared/domain/books/close.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Database } from '../sqlite/db.ts'
import { insertRow, jsonOf, rowOf } from '../sqlite/rows.ts'
import { createTypedEntries, createTypedEntriesReader } from './typed-entries.ts'

const chartRow = z.object({ chart: jsonOf(chartSchema) })
const closeRow = rowOf({
  ...bookCloseSchema.shape,
  exceptions: jsonOf(bookCloseSchema.shape.exceptions),
})
const vouchersRow = rowOf({
  chart: jsonOf(closedChartSchema),
  vouchers: jsonOf(z.array(entryVoucherSchema)),
})
const toldRow = rowOf({
  month: z.string(),
  register: z.string(),
  told: jsonOf(toldCloseSchema),
}).transform(({ month, register: code, told }) => ({ month, code, ...told }))
/** \`code\`: the register, as the hub numbers it. */
export type CloseTold = z.output<typeof toldRow>
const ownToldRow = rowOf({
  ...toldCloseSchema.omit({ name: true }).shape,
  month: z.string(),
  exceptions: jsonOf(bookCloseSchema.shape.exceptions),
})
const numberRow = z.object({ number: z.int() })

/** What can be read of the accountant's books. */
export function createBooksReader(db: Database) {
  return {
    /** What the accountant typed from papers. */
    typed: createTypedEntriesReader(db),
    chart: (profileId: string): Chart =>
      db.get(chartRow, 'select chart from book_chart where profile_id = ?', profileId)?.chart ??
      chartSchema.parse({}),
    /** The closes that stand, by month. One that was opened again stands no more. */
    closes: (profileId: string): BookClose[] =>
      db.all(
        closeRow,
        `select number, month, closed_at, closed_by, reason, exceptions,
           (select min(at) from book_export sent
            where sent.profile_id = closed.profile_id and sent.number = closed.number) as exported_at
         from book_close closed where profile_id = ? and not exists (
           select 1 from book_reopen opened
           where opened.profile_id = closed.profile_id and opened.number = closed.number)
         order by month`,
        profileId,
      ),
    /** The entries of a close, and the map that named them: as they were, for ever. */
    closed: (
      profileId: string,
      number: number,
    ): { chart: ClosedChart; vouchers: EntryVoucher[] } | null =>
      db.get(
        vouchersRow,
        'select chart, vouchers from book_close where profile_id = ? and number = ?',
        ...[profileId, number],
      ),
    /** What was told of closes, of whichever register. */
    allTold: (profileId: string): CloseTold[] =>
      db.all(toldRow, 'select * from book_close_told where profile_id = ?', profileId),
    /**
     * What other registers closed of a month; what they tell of a close that stands in this journal is not another one. This
     * register's own is among them once its journal lost it.
     */
    told: (profileId: string, month: string): CloseTold[] =>
      db.all(
        toldRow,
        `select * from book_close_told where profile_id = ? and month = ? and not exists (
           select 1 from book_close own where own.profile_id = book_close_told.profile_id
             and own.month = book_close_told.month
             and (own.number = told ->> 'number' and own.closed_at = told ->> 'closedAt'
               or register = (select code from hub_stream)))
         order by register`,
        ...[profileId, month],
      ),
    /** What this register tells of its own: the last close of each month, also where it was opened again. */
    toTell: (profileId: string): z.output<typeof ownToldRow>[] =>
      db.all(
        ownToldRow,
        `select number, month, closed_at, closed_by, exceptions,
           (select min(at) from book_export sent
            where sent.profile_id = closed.profile_id and sent.number = closed.number) as exported_at,
           (select at from book_reopen opened
            where opened.profile_id = closed.profile_id and opened.number = closed.number) as reopened_at
         from book_close closed where profile_id = ? and number = (
           select max(number) from book_close later
           where later.profile_id = closed.profile_id and later.month = closed.month)`,
        profileId,
      ),
  }
}

/** Over the journal in the hands of its one writer. */
export function createBooksTable(db: Database) {
  const reader = createBooksReader(db)
  const closeOf = (profileId: string, month: string) =>
    reader.closes(profileId).find((close) => close.month === month) ?? null

  return {
    ...reader,
    typed: createTypedEntries(db),
    setChart: (profileId: string, chart: Chart, at: number): void => {
      const row = { profileId, chart: JSON.stringify(chart), updatedAt: at }
      insertRow(
        db,
        'book_chart',
        row,
        'on conflict (profile_id) do update set chart = excluded.chart, updated_at = excluded.updated_at',
      )
    },
    /** What another register told of a close; null: it takes that back. */
    setTold(
      profileId: string,
      { month, register }: { month: string; register: string },
      told: ToldClose | null,
    ): void {
      const of = [profileId, month, register]
      db.run(
        'delete from book_close_told where profile_id = ? and month = ? and register = ?',
        ...of,
      )
      const row = { profileId, month, register, told: JSON.stringify(told) }
      if (told) insertRow(db, 'book_close_told', row)
    },
    /** Closes a month under the next number of the connection. MONTH_CLOSED. */
    close: (
      profileId: string,
      close: Omit<BookClose, 'number' | 'exportedAt'>,
      { chart, vouchers }: { chart: ClosedChart; vouchers: readonly EntryVoucher[] },
    ): void =>
      db.transaction(() => {
        if (closeOf(profileId, close.month))
          throw new Failure('MONTH_CLOSED', { month: close.month })
        const sql = 'select ifnull(max(number), 0) as number from book_close where profile_id = ?'
        const number = (db.get(numberRow, sql, profileId)?.number ?? 0) + 1
        insertRow(db, 'book_close', {
          ...{ profileId, number, ...close, exceptions: JSON.stringify(close.exceptions) },
          ...{ chart: JSON.stringify(chart), vouchers: JSON.stringify(vouchers) },
        })
      }),
    /** MONTH_NOT_CLOSED, and MONTH_EXPORTED: what left the house is corrected by an adjustment. */
    reopen: (
      profileId: string,
      month: string,
      { at, who, reason }: { at: number; who: string | null; reason: string },
    ): void =>
      db.transaction(() => {
        const close = closeOf(profileId, month)
        if (!close) throw new Failure('MONTH_NOT_CLOSED', { month })
        if (close.exportedAt !== null) throw new Failure('MONTH_EXPORTED', { month })
        insertRow(db, 'book_reopen', { profileId, number: close.number, at, who, reason })
      }),
    /** Writes down that the entries of a close left the house. */
    exported: (profileId: string, number: number, format: string, at: number): void => {
      insertRow(db, 'book_export', { profileId, number, at, format })
    },
  }
}
