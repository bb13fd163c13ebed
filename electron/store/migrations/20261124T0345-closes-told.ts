import type { Migration } from '../sqlite/migrate.ts'

/** What other registers of the shop closed, as they told it (docs/registers.md). Without a hub it is empty. */
export const closesTold: Migration = {
  id: '20261124T0345-closes-told',
  up: (db) => {
    db.exec(`
      create table book_close_told (
        profile_id text not null,
        month text not null,
        -- The register that closed it, as the hub numbers it.
        register text not null,
        told text not null,
        primary key (profile_id, month, register)
      ) strict, without rowid;
    `)
  },
}
