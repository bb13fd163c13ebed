import type { Migration } from '../sqlite/migrate.ts'

/** The most cash that a person may move by one sale, as JSON; null: the owner set no limit. */
export const cashLimits: Migration = {
  id: '20261123T1712-cash-limits',
  up: (db) => {
    db.exec('alter table person add column limits text')
  },
}
