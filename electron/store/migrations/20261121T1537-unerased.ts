import type { Migration } from '../sqlite/migrate.ts'

/**
 * The sales that still say who their customer is, by age: those to be erased next are found without reading all the
 * others, as that is asked again and again while the register sells.
 */
export const unerased: Migration = {
  id: '20261121T1537-unerased',
  up: (db) => {
    db.exec("create index sale_by_age on sale (created_at) where reference <> '[borrado]'")
  },
}
