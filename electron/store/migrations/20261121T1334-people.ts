import type { Migration } from '../sqlite/migrate.ts'

/**
 * Who works at the register and who did what. A person is never deleted, as sales name them; wrong PINs are
 * counted on disk, so that ending the program does not forget them. The trail only grows.
 */
export const people: Migration = {
  id: '20261121T1334-people',
  up: (db) => {
    db.exec(`
      create table person (
        id text primary key,
        name text not null,
        role text not null check (role in ('cashier', 'administrator', 'accountant')),
        rights text not null,
        active integer not null check (active in (0, 1)),
        pin_hash text not null,
        created_at integer not null,
        failures integer not null default 0,
        wait_until integer not null default 0
      ) strict, without rowid;

      create table trail (
        seq integer primary key,
        at integer not null,
        person_id text references person (id),
        person_name text,
        action text not null,
        subject text,
        detail text
      ) strict;
      create index trail_by_time on trail (at);

      create trigger person_kept before delete on person
        begin select raise(abort, 'people are never deleted'); end;
      create trigger person_fixed before update of id, created_at on person
        begin select raise(abort, 'a person stays the same person'); end;
      create trigger trail_kept before delete on trail
        begin select raise(abort, 'the trail is never deleted'); end;
      create trigger trail_fixed before update on trail
        begin select raise(abort, 'the trail is never changed'); end;
    `)
  },
}
