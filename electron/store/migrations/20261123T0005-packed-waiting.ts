import { z } from 'zod'
import type { Migration } from '../sqlite/migrate.ts'

const triggerRow = z.object({ sql: z.string() })

/** Evidence came to its end: the sale ended, or look-ups did and a person is waited for. */
const isOver = (row: string) =>
  `(${row}is_open = 0 or ${row}next_look_at is null and ${row}state in ('REVIEW', 'PARTIAL'))`

/**
 * What waits for a person once look-ups are over is packed like what ended: nobody is made to close it, and it gathered
 * more answers than any other. It stands in the index of what can be packed only then.
 */
export const packedWaiting: Migration = {
  id: '20261123T0005-packed-waiting',
  up: (db) => {
    const packs = db.get(triggerRow, "select sql from sqlite_schema where name = 'sale_packed'")
    const ended = 'old.is_open = 0 and new.slim = 1'
    if (!packs?.sql.includes(ended)) throw new RangeError('sale_packed is another one')
    db.exec('drop trigger sale_packed')
    db.exec(packs.sql.replace(ended, `${isOver('old.')} and new.slim = 1`))
    db.exec(`
      drop index sale_by_slim;
      create index sale_by_slim on sale (slim, created_at) where slim < 2 and ${isOver('')};
    `)
  },
}
