import type { Migration } from '../sqlite/migrate.ts'

/**
 * How far the service's clock was ahead of this computer's when the balance was seen, in milliseconds: a midnight is
 * the service's, whatever this computer's clock says. Null: not known, as in all from before.
 */
export const snapshotSkew: Migration = {
  id: '20261121T1804-snapshot-skew',
  up: (db) => db.exec('alter table balance_snapshot add column skew_ms integer'),
}
