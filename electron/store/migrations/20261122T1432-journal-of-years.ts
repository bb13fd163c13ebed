import type { Migration } from '../sqlite/migrate.ts'

/**
 * Nothing that is asked while the register sells reads what is old. Sales that ended are counted as they end, the open
 * ones have their own short index; so have claims and shifts that nobody closed, and what was given back.
 */
export const journalOfYears: Migration = {
  id: '20261122T1432-journal-of-years',
  up: (db) => {
    db.exec(`
      -- Sales whose end is known, as they are shown: what is open is counted from sale_by_open. Not evidence: sums.
      create table sale_count (
        profile_id text not null,
        product_id text not null,
        shown_state text not null,
        count integer not null,
        primary key (profile_id, product_id, shown_state)
      ) strict, without rowid;
      insert into sale_count
        select profile_id, product_id, shown_state, count(*) from sale where is_open = 0 group by 1, 2, 3;
      create trigger sale_counted after update of state, closing, found, error on sale
        when new.is_open is not old.is_open or new.shown_state is not old.shown_state
        begin
          update sale_count set count = count - 1 where old.is_open = 0
            and profile_id = old.profile_id and product_id = old.product_id
            and shown_state = old.shown_state;
          insert into sale_count (profile_id, product_id, shown_state, count)
            select new.profile_id, new.product_id, new.shown_state, 1 where new.is_open = 0
            on conflict do update set count = count + 1;
        end;
      create trigger sale_counted_at_once after insert on sale when new.is_open = 0
        begin
          insert into sale_count (profile_id, product_id, shown_state, count)
            values (new.profile_id, new.product_id, new.shown_state, 1)
            on conflict do update set count = count + 1;
        end;

      -- Approved sales are most of them: those are read in the order of time, and cost no entry here.
      drop index sale_by_state;
      create index sale_by_failure on sale (profile_id, shown_state, created_at)
        where is_open = 0 and shown_state <> 'APPROVED';
      drop index sale_by_product;
      create index sale_by_product on sale (profile_id, product_id, created_at);

      create index payout_by_time on payout (at);
      create index balance_snapshot_by_time on balance_snapshot (profile_id, at);

      create table claim_open (sale_id text primary key references sale (id)) strict, without rowid;
      insert into claim_open select sale_id from claim_event where seq in (
        select max(seq) from claim_event where step in ('opened', 'closed', 'reopened') group by sale_id
      ) and step <> 'closed';
      create trigger claim_opened after insert on claim_event when new.step in ('opened', 'reopened')
        begin insert or ignore into claim_open (sale_id) values (new.sale_id); end;
      create trigger claim_closed after insert on claim_event when new.step = 'closed'
        begin delete from claim_open where sale_id = new.sale_id; end;

      create table shift_open (
        profile_id text not null,
        shift_id text not null references shift (id),
        primary key (profile_id, shift_id)
      ) strict, without rowid;
      insert into shift_open select profile_id, id from shift
        where id not in (select shift_id from shift_close);
      create trigger shift_opened after insert on shift
        begin insert into shift_open (profile_id, shift_id) values (new.profile_id, new.id); end;
      create trigger shift_closed after insert on shift_close
        begin delete from shift_open where shift_id = new.shift_id and profile_id = new.profile_id; end;
    `)
  },
}
