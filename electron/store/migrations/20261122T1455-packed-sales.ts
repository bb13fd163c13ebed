import type { Migration } from '../sqlite/migrate.ts'

const mark = '[borrado]'

/** An erasure of this sale is under way, in this very commit. */
const erasing = (sale: string) =>
  `exists (select 1 from erasure where sale_id = ${sale} and stage = 0)`

/** Two JSON texts differ in nothing but leaves that became the mark. */
const onlyMarked = (column: string) => `(new.${column} is old.${column} or (
  json_valid(old.${column}) and json_valid(new.${column})
  and (select count(*) from json_tree(old.${column})) = (select count(*) from json_tree(new.${column}))
  and not exists (
    select 1 from json_tree(new.${column}) n left join json_tree(old.${column}) o on o.fullkey = n.fullkey
    where not (n.type is o.type and n.atom is o.atom)
      and not (n.atom is '${mark}' and o.type in ('text', 'integer', 'real'))
  )
))`

/** What goes before the packed texts: packKey of electron/store/slim/packed-sale.ts in SQL. */
const key = (row: string) =>
  `concat_ws('|', ${keyed.map((column) => `${row}.${column}`).join(', ')})`
const keyed = [
  ...['created_at', 'product_id', 'product_name', 'service_id', 'transaction_id', 'reference'],
  ...['phone', 'id', 'form_values', 'found'],
]

/** A line of history, column by column. */
const event = (row: string) =>
  `json_object(${[
    ...['seq', 'at', 'kind', 'state', 'started_at', 'http_status', 'server_date', 'error', 'raw'],
    'closing',
  ]
    .map((column) => `'${column}', ${row}.${column}`)
    .join(', ')})`

/** The history that stands in its table. */
const events = `(select json_group_array(${event('line')})
  from (select * from sale_event where sale_id = old.id order by seq) line)`

/** What SQL adds up of find's record is the same. */
const sameSums = [
  '(new.found is null) = (old.found is null)',
  "coalesce(new.found ->> '$.costs.minor', old.cost) is coalesce(old.found ->> '$.costs.minor', old.cost)",
  ...['prevBalance', 'newBalance'].flatMap((field) =>
    ['minor', 'currency'].map(
      (part) => `new.found ->> '$.${field}.${part}' is old.found ->> '$.${field}.${part}'`,
    ),
  ),
].join(' and ')

/**
 * What was said of a sale that ended may be kept compressed in its row: the body, find's record, and its history line
 * by line. The one way that it may leave its place is that the packed bytes, read back, say the same letter by letter
 * (`packs` of electron/store/slim/pack-functions.ts); and the one way back is the same. A line of history is deleted
 * only of a sale that is packed.
 */
export const packedSales: Migration = {
  id: '20261122T1455-packed-sales',
  up: (db) => {
    db.exec(`
      alter table sale add column packed blob;
      -- 0: as it was written; 1: packed; 2: packed, without answers and body.
      alter table sale add column slim integer not null default 0;
      create index sale_by_slim on sale (slim, is_open, created_at) where slim < 2;

      drop trigger sale_customer_kept;
      create trigger sale_customer_kept before update of reference, form_values, body on sale
        when not (${erasing('old.id')} and ${textMarked('reference')}
          and ${onlyMarked('form_values')} and ${onlyMarked('body')}
          and new.body ->> '$._id' is old.body ->> '$._id'
          and new.body ->> '$.data.amount' is old.body ->> '$.data.amount'
          and new.body ->> '$.data.productId' is old.body ->> '$.data.productId')
        -- What is packed or unpacked is looked at by sale_packed.
        and not (new.reference is old.reference and new.form_values is old.form_values
          and (new.packed is null) <> (old.packed is null))
        begin select raise(abort, 'an intent is never changed'); end;

      create trigger sale_packed before update of ${[...keyed, 'body', 'packed', 'slim'].join(', ')} on sale
        when (old.packed is not null or new.packed is not null or new.slim <> old.slim) and not (
          case
            when old.packed is null then
              old.is_open = 0 and new.slim = 1 and new.body = '' and ${sameSums}
              and packs(new.packed, ${key('new')}, old.body, old.found, ${events})
            when new.packed is null then
              new.slim = 0 and packs(old.packed, ${key('old')}, new.body, new.found, ${events})
            else
              new.body is old.body and ${key('new')} is ${key('old')}
              and (new.slim = old.slim and new.packed is old.packed
                or old.slim = 1 and new.slim = 2 and thins(new.packed, old.packed, ${key('old')}))
          end)
        begin select raise(abort, 'what was said of a sale is never changed'); end;

      drop trigger sale_event_kept;
      create trigger sale_event_kept before delete on sale_event
        when not exists (select 1 from sale where id = old.sale_id and packed is not null)
        begin select raise(abort, 'history is never deleted'); end;
      create trigger sale_event_unpacked before insert on sale_event
        when exists (select 1 from sale where id = new.sale_id and packed is not null
          and not holds_event(packed, ${key('sale')}, ${event('new')}))
        begin select raise(abort, 'a packed sale has no other history'); end;
    `)
  },
}

function textMarked(column: string): string {
  return `(new.${column} is old.${column} or new.${column} = '${mark}')`
}
