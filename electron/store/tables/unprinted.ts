import { z } from 'zod'
import { appErrorSchema, type AppError } from '../../../shared/errors.ts'
import type { Database } from '../sqlite/db.ts'
import { insertRow, jsonOf, rowOf } from '../sqlite/rows.ts'

const unprintedRow = rowOf({
  id: z.string(),
  at: z.int(),
  saleId: z.string().nullable(),
  title: z.string(),
  state: z.enum(['waiting', 'printing', 'failed']),
  // A code of a newer version says nothing here: nobody knows then how it went.
  error: jsonOf(appErrorSchema).nullable().catch(null),
})

/** A paper that did not come out yet, as far as it got. `at`: when it was asked for, epoch milliseconds. */
export type UnprintedPaper = z.output<typeof unprintedRow>

/** The papers that were asked for and did not come out yet, of this run and those before. */
export function createUnprinted(db: Database) {
  return {
    /** Oldest first. */
    all: (): UnprintedPaper[] => db.all(unprintedRow, 'select * from unprinted order by at, id'),
    add: (paper: Pick<UnprintedPaper, 'id' | 'at' | 'saleId' | 'title'>) =>
      void insertRow(db, 'unprinted', paper),
    /** Durable before its first byte leaves: from here on it may have come out. */
    begun: (id: string) =>
      void db.run("update unprinted set state = 'printing', error = null where id = ?", id),
    failed: (id: string, error: AppError) =>
      void db.run(
        "update unprinted set state = 'failed', error = ? where id = ?",
        JSON.stringify(error),
        id,
      ),
    /** It came out, or somebody read that it did not. */
    remove: (id: string) => void db.run('delete from unprinted where id = ?', id),
  }
}
