import type { Migration } from '../sqlite/migrate.ts'

/**
 * The accountant's map of accounts, and the months that were closed: numbered, with their entries as they were named at
 * that moment. A close is never changed or deleted; that it was opened again, or exported, stands beside it.
 */
export const books: Migration = {
  id: '20261123T0345-books',
  up: (db) => {
    db.exec(`
      create table book_chart (
        profile_id text primary key,
        chart text not null,
        updated_at integer not null
      ) strict, without rowid;

      create table book_close (
        profile_id text not null,
        number integer not null,
        month text not null,
        closed_at integer not null,
        closed_by text,
        reason text not null,
        exceptions text not null,
        chart text not null,
        vouchers text not null,
        primary key (profile_id, number)
      ) strict;
      create table book_reopen (
        profile_id text not null,
        number integer not null,
        at integer not null,
        who text,
        reason text not null,
        primary key (profile_id, number)
      ) strict;
      create table book_export (
        profile_id text not null,
        number integer not null,
        at integer not null,
        format text not null
      ) strict;
      create index book_export_by_close on book_export (profile_id, number);
    `)
    for (const table of ['book_close', 'book_reopen', 'book_export']) {
      db.exec(`
        create trigger ${table}_kept before delete on ${table}
          begin select raise(abort, 'a closed month is never deleted'); end;
        create trigger ${table}_fixed before update on ${table}
          begin select raise(abort, 'a closed month is never changed'); end;
      `)
    }
  },
}
