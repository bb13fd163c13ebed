import type { Migration } from '../sqlite/migrate.ts'

const mark = '[borrado]'

/**
 * Where a transfer comes in and whether it was seen there. Those that were not stand with their sale, kept by the trigger
 * that keeps its tender, so that they are found without the others. Of transfers of before nobody was asked.
 */
export const transfers: Migration = {
  id: '20261122T2100-transfers',
  up: (db) => {
    db.exec(`
      alter table tender add column via text not null default '';
      alter table tender add column seen integer check (seen in (0, 1));
      create index tender_by_transfer on tender (shift, sale_id) where kind = 'transfer';
      drop trigger tender_fixed;
      create trigger tender_fixed before update on tender
        when not (exists (select 1 from erasure where sale_id = old.sale_id and stage = 0)
          and (new.text is old.text or new.text = '${mark}')
          and ${same([
            ...['seq', 'sale_id', 'at', 'shift', 'kind', 'received', 'cashier', 'via', 'seen'],
          ])})
        begin select raise(abort, 'what happened at the drawer is never changed'); end;

      alter table sale add column unseen integer not null default 0;
      drop trigger tender_said;
      create trigger tender_said after insert on tender
        begin update sale set tender = new.kind, unseen = new.kind = 'transfer' and new.seen is 0
          where id = new.sale_id; end;
      create index sale_by_unseen on sale (profile_id, created_at) where unseen = 1;
    `)
  },
}

function same(columns: readonly string[]): string {
  return columns.map((column) => `new.${column} is old.${column}`).join(' and ')
}
