import type { Migration } from '../sqlite/migrate.ts'

/**
 * The drawer: shifts, what moved its cash beside the sales, how customers paid, what was given (back) to them, and
 * the counts. All of it is written once and kept. `cash_outcome`, `is_late` and `balance_change` are what
 * shared/domain/drawer/drawer.ts says of a sale, and what the service's figures say of the balance, for SQL to add up.
 */
export const shifts: Migration = {
  id: '20261121T1345-shifts',
  up: (db) => {
    db.exec(`
      create table shift (
        id text primary key,
        profile_id text not null,
        cashier_id text,
        cashier text,
        opened_at integer not null,
        base text not null
      ) strict;
      create index shift_by_time on shift (profile_id, opened_at);

      create table shift_close (
        shift_id text primary key references shift (id),
        profile_id text not null,
        number integer not null,
        closed_at integer not null,
        report text not null,
        unique (profile_id, number)
      ) strict;
      create index shift_close_by_time on shift_close (profile_id, closed_at);

      create table shift_movement (
        id text primary key,
        shift_id text not null references shift (id),
        at integer not null,
        direction text not null check (direction in ('in', 'out')),
        reason text not null,
        currency text not null,
        amount integer not null check (amount > 0),
        note text not null,
        cashier text
      ) strict;
      create index shift_movement_by_shift on shift_movement (shift_id, at);

      create table shift_count (
        seq integer primary key,
        shift_id text not null references shift (id),
        at integer not null,
        counts text not null
      ) strict;
      create index shift_count_by_shift on shift_count (shift_id, seq);

      -- The newest row of a sale stands; none means cash, exact.
      create table tender (
        seq integer primary key,
        sale_id text not null references sale (id),
        at integer not null,
        shift text,
        kind text not null check (kind in ('cash', 'transfer', 'credit')),
        received integer,
        text text not null,
        cashier text
      ) strict;
      create index tender_by_sale on tender (sale_id, seq, kind);
      create index tender_by_credit on tender (shift, sale_id) where kind = 'credit';

      -- The customer left while the end of the sale was not known.
      create table sale_left (
        sale_id text primary key references sale (id),
        at integer not null
      ) strict, without rowid;

      create table payout (
        sale_id text primary key references sale (id),
        at integer not null,
        shift_id text references shift (id),
        how text not null check (how in ('cash', 'transfer')),
        currency text not null,
        amount integer not null check (amount > 0),
        note text not null,
        cashier text
      ) strict;
      create index payout_by_shift on payout (shift_id) where shift_id is not null;

      alter table sale add column cash_outcome text generated always as (
        case
          when is_open then 'open'
          when shown_state = 'APPROVED' then 'done'
          when shown_state = 'PARTIAL' then 'partial'
          else 'undone'
        end
      ) virtual;
      alter table sale add column is_late integer generated always as (
        closing is not null or ifnull(settled_at - created_at, 0) >= 20000
      ) virtual;
      alter table sale add column balance_change integer generated always as (
        case
          when found ->> '$.prevBalance.currency' = currency
            and found ->> '$.newBalance.currency' = currency
          then (found ->> '$.newBalance.minor') - (found ->> '$.prevBalance.minor')
        end
      ) virtual;
      alter table sale add column may_owe integer generated always as (
        direction = 'in' and cash_outcome = 'undone'
          or direction = 'out' and cash_outcome in ('done', 'partial')
      ) virtual;
      -- All that the close of a shift adds up, without reading a sale's row.
      create index sale_by_shift on sale (
        shift, created_at, direction, currency, cash_outcome, is_late, total, amount, cost, incentive,
        balance_change, id
      ) where shift is not null;
      create index sale_by_owed on sale (profile_id, is_late, created_at, id) where may_owe = 1;

      -- Sales that ended before drawers were kept: what was given back for them was never written down.
      create table owed_before (sale_id text primary key) strict, without rowid;
      insert into owed_before select id from sale where may_owe = 1;
    `)
    for (const table of [
      'shift',
      'shift_close',
      'shift_movement',
      'shift_count',
      'tender',
      'sale_left',
      'payout',
    ]) {
      db.exec(`
        create trigger ${table}_kept before delete on ${table}
          begin select raise(abort, 'what happened at the drawer is never deleted'); end;
        create trigger ${table}_fixed before update on ${table}
          begin select raise(abort, 'what happened at the drawer is never changed'); end;
      `)
    }
  },
}
