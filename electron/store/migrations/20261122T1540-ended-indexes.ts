import type { Migration } from '../sqlite/migrate.ts'

/**
 * What only sales that ended are read by holds them alone: each index that an open sale stands in costs every one of its
 * commits a page, those before its request too. Open sales are few, and found by sale_by_open.
 */
export const endedIndexes: Migration = {
  id: '20261122T1540-ended-indexes',
  up: (db) => {
    db.exec(`
      drop index sale_by_slim;
      create index sale_by_slim on sale (slim, created_at) where slim < 2 and is_open = 0;
      drop index sale_by_shift;
      -- is_open stands in it for SQLite to see that no row has to be read.
      create index sale_by_shift on sale (
        shift, created_at, direction, currency, cash_outcome, tender, is_late, has_left, is_paid, total,
        amount, cost, incentive, balance_change, is_open
      ) where shift is not null and is_open = 0;
    `)
  },
}
