import type { Migration } from '../sqlite/migrate.ts'

/** What the accountant typed from papers, and what of it was taken back: neither is ever changed or deleted. */
export const typedEntries: Migration = {
  id: '20261123T0720-typed-entries',
  up: (db) => {
    db.exec(`
      create table book_typed (
        id text primary key,
        profile_id text not null,
        day text not null,
        currency text not null,
        figures text not null,
        at integer not null,
        who text
      ) strict;
      create index book_typed_by_day on book_typed (profile_id, day);
      create table book_typed_back (
        id text primary key references book_typed (id),
        at integer not null,
        who text
      ) strict;
    `)
    for (const table of ['book_typed', 'book_typed_back']) {
      db.exec(`
        create trigger ${table}_kept before delete on ${table}
          begin select raise(abort, 'a typed entry is never deleted'); end;
        create trigger ${table}_fixed before update on ${table}
          begin select raise(abort, 'a typed entry is never changed'); end;
      `)
    }
  },
}
