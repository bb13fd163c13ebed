import type { Migration } from '../sqlite/migrate.ts'

/**
 * What tenders, payouts and departures say of a sale stands with the sale too, kept by triggers: the close of a shift
 * adds up thousands of sales from one index, and what is owed is found without reading the others.
 */
export const drawerSums: Migration = {
  id: '20261121T1441-drawer-sums',
  up: (db) => {
    db.exec(`
      alter table sale add column tender text not null default 'cash';
      alter table sale add column has_left integer not null default 0;
      alter table sale add column is_paid integer not null default 0;
      update sale set tender = (select kind from tender where sale_id = sale.id order by seq desc limit 1)
        where id in (select sale_id from tender);
      update sale set has_left = 1 where id in (select sale_id from sale_left);
      update sale set is_paid = 1 where id in (select sale_id from payout);
      create trigger tender_said after insert on tender
        begin update sale set tender = new.kind where id = new.sale_id; end;
      create trigger sale_left_said after insert on sale_left
        begin update sale set has_left = 1 where id = new.sale_id; end;
      create trigger payout_said after insert on payout
        begin update sale set is_paid = 1 where id = new.sale_id; end;

      drop index sale_by_shift;
      create index sale_by_shift on sale (
        shift, created_at, direction, currency, cash_outcome, tender, is_late, has_left, is_paid, total,
        amount, cost, incentive, balance_change
      ) where shift is not null;
      drop index sale_by_owed;
      create index sale_by_owed on sale (profile_id, created_at)
        where may_owe = 1 and (is_late or has_left) and is_paid = 0;
    `)
  },
}
