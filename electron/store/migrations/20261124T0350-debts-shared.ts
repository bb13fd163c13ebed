import type { Migration } from '../sqlite/migrate.ts'

/**
 * The book of credit of the registers of a branch (docs/registers.md): what was written at the others stands beside this
 * register's own, and never in it. Without a hub all of it is empty.
 */
export const debtsShared: Migration = {
  id: '20261124T0350-debts-shared',
  up: (db) => {
    db.exec(`
      -- Who was heard of: the register that made them, and their number there. null: made here.
      alter table debtor add column home text;
      alter table debtor add column home_number integer;

      -- What the hub has of a sale on credit or of a line that a person wrote, of this register's, too. version 0: it lost it.
      create table debt_told (
        key text primary key,
        version integer not null,
        body text not null
      ) strict, without rowid;
      -- The same by whom it is of. what: 'owed' and 'open' of a sale as it stands; else a line of the account.
      create table debt_heard (
        key text not null,
        debtor_id text not null,
        -- The connection that it is of here; '': none.
        profile_id text not null,
        at integer not null,
        what text not null,
        currency text not null,
        amount integer not null,
        how text,
        text text not null,
        cashier text,
        register text not null
      ) strict;
      create index debt_heard_by_key on debt_heard (key);
      create index debt_heard_by_debtor on debt_heard (debtor_id, at);

      -- Sales of this journal of which another says more, as of a restored one: what was told of them stands.
      create table debt_newer (
        sale_id text primary key,
        revision integer not null
      ) strict, without rowid;

      -- What of this register's is to be said, or said anew; of what a person wrote the first of its rows.
      create table debt_due (key text primary key) strict, without rowid;
      create trigger debt_due_noted after insert on hub_out
        when new.kind = 'debt' or new.kind = 'sale' and exists (
          select 1 from tender where sale_id = new.ref and debtor_id is not null)
        begin
          insert into debt_due select new.kind || ' ' || ifnull(iif(new.kind = 'debt',
            (select part_of from debt_entry where id = new.ref), null), new.ref) where true on conflict do nothing;
        end;
      insert into debt_due select 'debt ' || id from debt_entry
        where part_of is null and exists (select 1 from hub_stream);
      insert into debt_due
        select distinct 'sale ' || sale_id from tender
        where debtor_id is not null and exists (select 1 from hub_stream);
    `)
  },
}
