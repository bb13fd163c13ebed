import type { Migration } from '../sqlite/migrate.ts'

/**
 * What the owner said about products: which way the cash goes (null: guessed from the names) and what a
 * product is to the books (null: not classified). It stands beside the sales because nobody else knows it.
 */
export const productSettings: Migration = {
  id: '20261121T1328-product-settings',
  up: (db) => {
    db.exec(`
      create table product_setting (
        profile_id text not null,
        product_id text not null,
        direction text check (direction in ('in', 'out')),
        nature text check (nature in ('collection', 'resale', 'cash-out')),
        updated_at integer not null,
        primary key (profile_id, product_id)
      ) strict, without rowid;
    `)
  },
}
