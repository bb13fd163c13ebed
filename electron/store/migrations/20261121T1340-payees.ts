import type { Migration } from '../sqlite/migrate.ts'

/** Which products pay the bills of a payee (the number of its barcode): learnt at the counter, several may share one. */
export const payees: Migration = {
  id: '20261121T1340-payees',
  up: (db) => {
    db.exec(`
      create table payee_product (
        profile_id text not null,
        payee text not null,
        product_id text not null,
        learned_at integer not null,
        primary key (profile_id, payee, product_id)
      ) strict, without rowid;
    `)
  },
}
