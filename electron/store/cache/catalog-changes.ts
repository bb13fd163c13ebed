import { z } from 'zod'
import type { Money } from '../../../shared/domain/money/money.ts'
import { foldChanges, type CatalogChange } from '../../../shared/domain/product/catalog-change.ts'
import type { Database } from '../sqlite/db.ts'

/** What a list says other than the one before it: how many products that are, and the first of them. */
export interface ListChanges {
  found: number
  kept: readonly Omit<CatalogChange, 'at'>[]
}

/** Of one list, and of how many lists: where a whole catalog is another, nobody reads each line of it. */
const mostOfList = 250
const mostLists = 12
/** Further back than yesterday nobody is told of. */
const keptFor = 3 * 86_400_000

const moneyColumns = {
  before_minor: z.number().nullable(),
  before_currency: z.string().nullable(),
  after_minor: z.number().nullable(),
  after_currency: z.string().nullable(),
}
const changeRow = z.object({
  kind: z.enum(['new', 'gone', 'price']),
  product_id: z.string(),
  name: z.string(),
  category: z.string(),
  ...moneyColumns,
})
const keptRow = changeRow.extend({ at: z.number() })
const placeRow = z.object({ place: z.int().nullable() })
const countRow = z.object({ count: z.int() })

/** Of the products at some places of one list, those that the other list has not. */
const lacking = (kind: 'new' | 'gone', price: string) => `select '${kind}' as kind,
    p.product_id, p.name, c.name as category, ${price}
  from catalog_products p join catalog_categories c using (list_id, category_id)
  where p.list_id = :list and p.place >= :from and p.place < :end and not exists (
    select 1 from catalog_products o where o.list_id = :other and o.product_id = p.product_id)
  order by p.place`

const ofAfter = `null as before_minor, null as before_currency,
  p.price_minor as after_minor, p.price_currency as after_currency`
const ofBefore = `p.price_minor as before_minor, p.price_currency as before_currency,
  null as after_minor, null as after_currency`

const pricedSql = `select 'price' as kind, p.product_id, p.name, c.name as category,
    o.price_minor as before_minor, o.price_currency as before_currency,
    p.price_minor as after_minor, p.price_currency as after_currency
  from catalog_products p join catalog_categories c using (list_id, category_id)
  join catalog_products o on o.list_id = :other and o.product_id = p.product_id
  where p.list_id = :list and p.place >= :from and p.place < :end
    and (o.price_minor is not p.price_minor or o.price_currency is not p.price_currency)
  order by p.place`

/**
 * Holds a list against the one that was shown before it, some places at a time: other prices, then what is new, then
 * what is gone.
 */
export function* changesBetween(
  db: Database,
  shown: number,
  list: number,
  stepSize: number,
): Generator<void, ListChanges> {
  const changes: { found: number; kept: Omit<CatalogChange, 'at'>[] } = { found: 0, kept: [] }
  for (const [sql, of, other] of [
    [pricedSql, list, shown],
    [lacking('new', ofAfter), list, shown],
    [lacking('gone', ofBefore), shown, list],
  ] as const) {
    const last = 'select max(place) as place from catalog_products where list_id = ?'
    const end = (db.get(placeRow, last, of)?.place ?? -1) + 1
    for (let from = 0; from < end; from += stepSize) {
      const rows = db.all(changeRow, sql, { list: of, other, from, end: from + stepSize })
      changes.found += rows.length
      changes.kept.push(...rows.slice(0, mostOfList - changes.kept.length).map(changeOf))
      yield
    }
  }
  return changes
}

/** Writes down what a list changed, and forgets what nobody is told of any more. Within the commit that shows the list. */
export function keepChanges(
  db: Database,
  { profileId, list, at }: { profileId: string; list: number; at: number },
  { found, kept }: ListChanges,
): void {
  for (const [place, { kind, productId, name, categoryName, before, after }] of kept.entries()) {
    db.run(
      `insert into catalog_changes values (:list, :place, :kind, :productId, :name, :categoryName,
         :beforeMinor, :beforeCurrency, :afterMinor, :afterCurrency)`,
      {
        ...{ list, place, kind, productId, name, categoryName },
        ...{ beforeMinor: before?.minor ?? null, beforeCurrency: before?.currency ?? null },
        ...{ afterMinor: after?.minor ?? null, afterCurrency: after?.currency ?? null },
      },
    )
  }
  const counted = 'insert into catalog_change_lists values (:list, :profileId, :at, :found)'
  if (found > 0) db.run(counted, { list, profileId, at, found })
  db.run(
    `delete from catalog_change_lists where profile_id = :profileId and (at < :oldest or list_id not in (
       select list_id from catalog_change_lists where profile_id = :profileId
       order by list_id desc limit ${mostLists}))`,
    { profileId, oldest: at - keptFor },
  )
  db.run(
    'delete from catalog_changes where list_id not in (select list_id from catalog_change_lists)',
  )
}

/**
 * What changed of a profile's catalog since a moment (epoch ms), each product once, as far as it is kept; `more`: how
 * many changes are not.
 */
export function changesSince(
  db: Database,
  profileId: string,
  since: number,
): { changes: CatalogChange[]; more: number } {
  const rows = db.all(
    keptRow,
    `select c.*, l.at from catalog_change_lists l join catalog_changes c using (list_id)
     where l.profile_id = :profileId and l.at >= :since order by l.list_id, c.place`,
    { profileId, since },
  )
  const sql = `select total(found) as count from catalog_change_lists
    where profile_id = :profileId and at >= :since`
  const found = db.get(countRow, sql, { profileId, since })?.count ?? 0
  const told = rows.map((row) => ({ ...changeOf(row), at: row.at }))
  return { changes: foldChanges(told), more: Math.max(0, found - rows.length) }
}

function changeOf(row: z.output<typeof changeRow>): Omit<CatalogChange, 'at'> {
  return {
    kind: row.kind,
    productId: row.product_id,
    name: row.name,
    categoryName: row.category,
    before: moneyOf(row.before_minor, row.before_currency),
    after: moneyOf(row.after_minor, row.after_currency),
  }
}

const moneyOf = (minor: number | null, currency: string | null): Money | null =>
  minor === null || currency === null ? null : { minor, currency }
