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

const same = (columns: readonly string[]) =>
  columns.map((column) => `new.${column} is old.${column}`).join(' and ')
const textMarked = (column: string) =>
  `(new.${column} is old.${column} or new.${column} = '${mark}')`

/**
 * What the law lets a customer ask for: that who they are is taken out of sales that ended. Everything else of an
 * intent and its history stays as it was written, and the triggers see to it: only in the commit of an erasure that is
 * itself written down, and only to the mark.
 */
export const erasures: Migration = {
  id: '20261121T1425-erasures',
  up: (db) => {
    db.exec(`
      -- stage 0: being erased, within one commit; 1: erased here; 2: out of intents.log, too.
      create table erasure (
        sale_id text primary key references sale (id),
        at integer not null,
        why text not null check (why in ('request', 'age')),
        by text,
        stage integer not null check (stage in (0, 1, 2))
      ) strict, without rowid;
      create index erasure_by_stage on erasure (stage) where stage < 2;
      create trigger erasure_kept before delete on erasure
        begin select raise(abort, 'erasures are never forgotten'); end;
      create trigger erasure_fixed before update on erasure
        when new.stage < old.stage or not (${same(['sale_id', 'at', 'why', 'by'])})
        begin select raise(abort, 'erasures are never changed'); end;
      create trigger erasure_of_ended before insert on erasure
        when (select is_open from sale where id = new.sale_id) <> 0
        begin select raise(abort, 'an open sale is never erased'); end;

      drop trigger sale_intent_kept;
      create trigger sale_intent_kept before update of
          id, draft_id, profile_id, product_id, direction, currency, amount, total, body_sha256,
          again_of, created_at on sale
        begin select raise(abort, 'an intent is never changed'); end;
      create trigger sale_customer_kept before update of reference, form_values, body on sale
        when not (${erasing('old.id')} and ${textMarked('reference')}
          and ${onlyMarked('form_values')} and ${onlyMarked('body')}
          and new.body ->> '$._id' is old.body ->> '$._id'
          and new.body ->> '$.data.amount' is old.body ->> '$.data.amount'
          and new.body ->> '$.data.productId' is old.body ->> '$.data.productId')
        begin select raise(abort, 'an intent is never changed'); end;

      drop trigger sale_event_fixed;
      create trigger sale_event_fixed before update on sale_event
        when not (${erasing('old.sale_id')}
          and ${same(['seq', 'sale_id', 'at', 'kind', 'state', 'started_at', 'http_status', 'server_date'])}
          and ${textMarked('raw')} and ${onlyMarked('error')} and ${onlyMarked('closing')})
        begin select raise(abort, 'history is never changed'); end;

      drop trigger claim_event_fixed;
      create trigger claim_event_fixed before update on claim_event
        when not (${erasing('old.sale_id')} and ${textMarked('text')}
          and ${same([
            'seq',
            'sale_id',
            'at',
            'step',
            'happened_on',
            'told',
            'case_number',
            'currency',
            'amount',
            'by',
          ])})
        begin select raise(abort, 'claims are never changed'); end;

      drop trigger tender_fixed;
      create trigger tender_fixed before update on tender
        when not (${erasing('old.sale_id')} and ${textMarked('text')}
          and ${same(['seq', 'sale_id', 'at', 'shift', 'kind', 'received', 'cashier'])})
        begin select raise(abort, 'what happened at the drawer is never changed'); end;

      drop trigger payout_fixed;
      create trigger payout_fixed before update on payout
        when not (${erasing('old.sale_id')} and ${textMarked('note')}
          and ${same(['sale_id', 'at', 'shift_id', 'how', 'currency', 'amount', 'cashier'])})
        begin select raise(abort, 'what happened at the drawer is never changed'); end;
    `)
  },
}
