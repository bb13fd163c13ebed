import { z } from 'zod'
import { Failure } from '../../../shared/errors.ts'
import type { Database } from '../sqlite/db.ts'

/** Changed with every change of the tables below, which comes with the step from the one before. */
const shape = 3

/** Of this shape and of earlier ones. */
const tables = [
  'catalog_state',
  'catalog_lists',
  'catalog_categories',
  'catalog_products',
  'catalog_details',
  'catalog_images',
  'catalog_changes',
  'catalog_change_lists',
]

// Each list that the service gave has a number of its own, under which its rows stand, so that one that arrives and the
// one that is shown never mix. `catalog_shelves` names the one that is shown of each profile: the newest that is whole.
const ddl = `
  create table catalog_lists (
    list_id integer primary key autoincrement,
    profile_id text not null,
    fetched_at integer
  ) strict;
  create view catalog_shelves as
    select profile_id, max(list_id) as list_id, fetched_at from catalog_lists
    where fetched_at is not null group by profile_id;
  create table catalog_categories (
    list_id integer not null,
    category_id text not null,
    name text not null,
    place integer not null,
    primary key (list_id, category_id)
  ) strict, without rowid;
  create table catalog_products (
    list_id integer not null,
    place integer not null,
    product_id text not null,
    category_id text not null,
    name text not null,
    description text not null,
    image text,
    price_minor integer,
    price_currency text,
    tip text,
    changed_at integer not null,
    primary key (list_id, place)
  ) strict, without rowid;
  create unique index catalog_product_by_id on catalog_products (list_id, product_id);
  create table catalog_details (
    profile_id text not null,
    product_id text not null,
    name text not null,
    description text not null,
    price_minor integer,
    price_currency text,
    form text,
    fetched_at integer not null,
    primary key (profile_id, product_id)
  ) strict;
  create index catalog_detail_times on catalog_details (profile_id, product_id, fetched_at);
  create table catalog_images (
    profile_id text not null,
    path text not null,
    content_type text not null,
    body blob not null,
    primary key (profile_id, path)
  ) strict;
`

// What each list changed. Apart from the rest: nobody's forms are brought again because these are new.
const changesDdl = `
  create table if not exists catalog_change_lists (
    list_id integer primary key,
    profile_id text not null,
    at integer not null,
    found integer not null
  ) strict;
  create table if not exists catalog_changes (
    list_id integer not null,
    place integer not null,
    kind text not null,
    product_id text not null,
    name text not null,
    category text not null,
    before_minor integer,
    before_currency text,
    after_minor integer,
    after_currency text,
    primary key (list_id, place)
  ) strict, without rowid;
`

const shapeRow = z.object({ shape: z.number() })

/**
 * Creates the catalog's tables, or brings those of an earlier version to this shape: after an update there is a catalog
 * to sell from, also where nobody reaches the service. What no step reads is made anew: it comes from there again.
 */
export function ensureCatalogTables(db: Database): void {
  const known = shapeOf(db)
  if (known !== shape && !isBrought(db, known)) makeAnew(db)
  db.exec(changesDdl)
}

/** null: there are no tables yet, or not all of them. */
function shapeOf(db: Database): number | null {
  const table = db.get(
    z.object({ name: z.string() }),
    "select name from sqlite_schema where type = 'table' and name = 'catalog_shape'",
  )
  return table && (db.get(shapeRow, 'select shape from catalog_shape')?.shape ?? null)
}

/** From each earlier shape to the next. */
const steps: Readonly<Record<number, (db: Database) => void>> = {
  1: (db) =>
    db.exec('alter table catalog_products add column changed_at integer not null default 0'),
  2: (db) => {
    const listed = ['catalog_categories', 'catalog_products']
    for (const table of listed) db.exec(`alter table ${table} rename to old_${table}`)
    for (const table of kept) db.exec(`alter table ${table} rename to old_${table}`)
    db.exec(ddl)
    db.exec(`
      insert into catalog_lists (profile_id, fetched_at)
        select profile_id, fetched_at from catalog_state order by profile_id;
      insert into catalog_categories
        select list_id, category_id, name, place
        from old_catalog_categories join catalog_lists using (profile_id);
      insert into catalog_products
        select list_id, row_number() over (partition by list_id order by p.place, product_id) - 1,
          product_id, category_id, name, description, image, price_minor, price_currency, tip, changed_at
        from old_catalog_products p join catalog_lists using (profile_id);
      drop table catalog_state;
    `)
    for (const table of kept) db.exec(`insert into ${table} select * from old_${table}`)
    for (const table of [...listed, ...kept]) db.exec(`drop table old_${table}`)
  },
}

const kept = ['catalog_details', 'catalog_images']

/** Whether the tables of an earlier shape became those of this one; false: nothing changed. */
function isBrought(db: Database, from: number | null): boolean {
  if (from === null || from > shape) return false
  try {
    db.transaction(() => {
      for (let at = from; at < shape; at += 1) {
        const step = steps[at]
        if (!step) throw new Failure('STORE_FAILED', { reason: `no step from shape ${at}` })
        step(db)
      }
      db.run('update catalog_shape set shape = ?', shape)
    })
    return true
  } catch (caught) {
    // Tables that are others than they say; a full disk and damage are told where they are met next.
    if (!(caught instanceof Failure) || caught.error.code !== 'STORE_FAILED') throw caught
    return false
  }
}

function makeAnew(db: Database): void {
  db.transaction(() => {
    db.exec('drop view if exists catalog_shelves')
    for (const table of tables) db.exec(`drop table if exists ${table}`)
    db.exec('drop table if exists catalog_shape')
    db.exec(ddl)
    db.exec('create table catalog_shape (shape integer not null) strict')
    db.run('insert into catalog_shape values (?)', shape)
  })
}
