import type { Migration } from '../sqlite/migrate.ts'

/**
 * Papers that were asked for and did not come out yet: whatever ends the program, the next run knows of them. What is
 * known of a sale's papers stands in receipt_print, and stays; these go once they came out or somebody read of them.
 */
export const unprinted: Migration = {
  id: '20261123T0010-unprinted',
  up: (db) => {
    db.exec(`
      create table unprinted (
        id text primary key,
        at integer not null,
        sale_id text references sale (id),
        title text not null,
        state text not null default 'waiting' check (state in ('waiting', 'printing', 'failed')),
        error text check ((error is not null) = (state = 'failed'))
      ) strict, without rowid;
    `)
  },
}
