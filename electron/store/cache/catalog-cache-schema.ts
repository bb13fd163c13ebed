import { z } from 'zod'
import type { Database } from '../sqlite/db.ts'

/** Changed with every change of the tables below. */
const shape = 2

const tables = [
  'catalog_state',
  'catalog_categories',
  'catalog_products',
  'catalog_details',
  'catalog_images',
]

const ddl = `
  create table catalog_state (
    profile_id text primary key,
    fetched_at integer not null
  ) strict;
  create table catalog_categories (
    profile_id text not null,
    category_id text not null,
    name text not null,
    place integer not null,
    primary key (profile_id, category_id)
  ) strict, without rowid;
  create table catalog_products (
    profile_id text not null,
    product_id text not null,
    category_id text not null,
    name text not null,
    description text not null,
    image text,
    price_minor integer,
    price_currency text,
    tip text,
    place integer not null,
    changed_at integer not null,
    primary key (profile_id, product_id)
  ) strict, without rowid;
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
  create table catalog_images (
    profile_id text not null,
    path text not null,
    content_type text not null,
    body blob not null,
    primary key (profile_id, path)
  ) strict;
`

const shapeRow = z.object({ shape: z.number() })

/**
 * Creates the catalog's tables, or makes them anew when their shape is another. They have no list of
 * migrations: everything in them comes from the service again.
 */
export function ensureCatalogTables(db: Database): void {
  const known = db.get(
    z.object({ name: z.string() }),
    "select name from sqlite_schema where type = 'table' and name = 'catalog_shape'",
  )
  if (known && db.get(shapeRow, 'select shape from catalog_shape')?.shape === shape) return
  db.transaction(() => {
    for (const table of tables) db.exec(`drop table if exists ${table}`)
    db.exec('drop table if exists catalog_shape')
    db.exec(ddl)
    db.exec('create table catalog_shape (shape integer not null) strict')
    db.run('insert into catalog_shape values (?)', shape)
  })
}
