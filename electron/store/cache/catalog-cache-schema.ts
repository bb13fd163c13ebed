import { z } from 'zod'
import type { Database } from '../sqlite/db.ts'

/** Changed with every change of the tables below. */
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
 * Creates the catalog's tables, or makes them anew when their shape is another. They have no list of
 * migrations: everything in them comes from the service again.
 */
export function ensureCatalogTables(db: Database): void {
  if (!isOfShape(db)) makeAnew(db)
  db.exec(changesDdl)
}

function isOfShape(db: Database): boolean {
  const known = db.get(
    z.object({ name: z.string() }),
    "select name from sqlite_schema where type = 'table' and name = 'catalog_shape'",
  )
  return known !== null && db.get(shapeRow, 'select shape from catalog_shape')?.shape === shape
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
