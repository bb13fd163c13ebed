import type { Migration } from '../sqlite/migrate.ts'

/**
 * Of a collection that was made in part the rest is owed back, too. Those of before stay as they are: what was given
 * back for them was never written down.
 */
export const owedParts: Migration = {
  id: '20261123T0325-owed-parts',
  up: (db) => {
    db.exec(`
      insert or ignore into owed_before
        select id from sale where direction = 'in' and cash_outcome = 'partial' and is_paid = 0;
      drop index sale_by_owed;
      alter table sale drop column may_owe;
      alter table sale add column may_owe integer generated always as (
        cash_outcome = 'partial'
          or direction = 'in' and cash_outcome = 'undone'
          or direction = 'out' and cash_outcome = 'done'
      ) virtual;
      create index sale_by_owed on sale (profile_id, created_at)
        where may_owe = 1 and (is_late or has_left) and is_paid = 0;
    `)
  },
}
