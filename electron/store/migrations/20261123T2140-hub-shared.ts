import type { Migration } from '../sqlite/migrate.ts'

/** The last copy of what all registers of a shop share (docs/registers.md). Without a hub both tables are empty. */
export const hubShared: Migration = {
  id: '20261123T2140-hub-shared',
  up: (db) => {
    db.exec(`
      create table hub_shared (
        kind text not null,
        scope text not null,
        key text not null,
        version integer not null,
        -- null: it was taken away.
        body text,
        -- Whose values here it became: a connection, or '' the register's; null: nobody's yet.
        holder text,
        primary key (kind, scope, key)
      ) strict, without rowid;

      -- Up to which change the hub was heard.
      create table hub_shared_at (
        one integer primary key check (one = 1),
        seq integer not null,
        tip text not null
      ) strict;
    `)
  },
}
