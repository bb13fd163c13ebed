import type { Migration } from '../sqlite/migrate.ts'

const mark = '[borrado]'

/**
 * A sale paid in two ways: `first_kind` pays `first_amount` of its total, and `kind` the rest. Each way has its own
 * columns, as no two are of one kind: `received` is the cash's, `via` and `seen` the transfer's, `debtor_id` the
 * credit's. `text` is who owes where some of it is owed, and then `first_text` what the transfer is known by.
 */
export const splitTenders: Migration = {
  id: '20261123T1700-split-tenders',
  up: (db) => {
    db.exec(`
      alter table tender add column first_kind text
        check (first_kind is null
          or first_kind in ('transfer', 'credit') and first_kind <> kind and kind <> 'transfer');
      alter table tender add column first_amount integer
        check ((first_amount is null) = (first_kind is null) and first_amount > 0);
      alter table tender add column first_text text not null default '';
      create index tender_by_first on tender (shift, sale_id) where first_kind is not null;
      create trigger tender_fits before insert on tender when new.first_amount is not null
        and not exists (select 1 from sale where id = new.sale_id and total > new.first_amount)
        begin select raise(abort, 'what is paid first is less than the whole'); end;
      drop trigger tender_fixed;
      create trigger tender_fixed before update on tender
        when not (${same([
          ...['seq', 'sale_id', 'at', 'shift', 'kind', 'received', 'cashier', 'via', 'seen'],
          ...['first_kind', 'first_amount'],
        ])} and (
          new.debtor_id is old.debtor_id and (new.text is old.text or new.text = '${mark}')
            and (new.first_text is old.first_text or new.first_text = '${mark}')
            and exists (select 1 from erasure where sale_id = old.sale_id and stage = 0)
          or old.debtor_id is null and old.kind = 'credit' and new.text is old.text
            and new.first_text is old.first_text))
        begin select raise(abort, 'what happened at the drawer is never changed'); end;
      -- Whatever erases who owes erases this with it, also a version that does not know of it.
      create trigger tender_erased after update of text on tender
        when new.text = '${mark}' and new.first_text not in ('', '${mark}')
        begin update tender set first_text = '${mark}' where seq = new.seq; end;

      alter table sale add column first_tender text;
      alter table sale add column first_amount integer;
      create index sale_by_first on sale (shift) where first_tender is not null;
      drop trigger tender_said;
      create trigger tender_said after insert on tender
        begin update sale set tender = new.kind, first_tender = new.first_kind, first_amount = new.first_amount,
            unseen = (new.kind = 'transfer' or new.first_kind is 'transfer') and new.seen is 0
          where id = new.sale_id; end;
    `)
  },
}

function same(columns: readonly string[]): string {
  return columns.map((column) => `new.${column} is old.${column}`).join(' and ')
}
