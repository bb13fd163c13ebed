import type { Migration } from '../sqlite/migrate.ts'

/** What a customer handed over is looked for like everything else that a text may be: without reading every sale. */
export const saleByTotal: Migration = {
  id: '20261121T1815-sale-by-total',
  up: (db) => {
    db.exec('create index sale_by_total on sale (total)')
  },
}
