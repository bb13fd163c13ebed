import type { Migration } from '../sqlite/migrate.ts'

/**
 * What was handed over, so that the next file of the same days can say what changed since. A trigger keeps
 * how a row was before it changed; rows that are new stand behind `last_row`, as rows are never deleted.
 */
export const reportExports: Migration = {
  id: '20261121T1350-report-exports',
  up: (db) => {
    db.exec(`
      create table report_export (
        id integer primary key,
        ledger integer not null references report_ledger (id),
        date_from text not null,
        date_to text not null,
        made_at integer not null,
        file text not null,
        rows integer not null,
        sha256 text not null,
        last_row integer not null,
        -- The last change that had been noted by then.
        last_change integer not null
      ) strict;
      create index report_export_by_days on report_export (ledger, date_from, date_to, id);

      create table report_change (
        id integer primary key,
        ledger integer not null,
        key text not null,
        -- The day and the values before the change.
        day text not null,
        local text,
        status integer not null,
        product integer,
        amount integer,
        currency text,
        gone integer not null
      ) strict;
      create index report_change_by_key on report_change (ledger, key);

      create trigger report_row_changed after update on report_row
      when old.gone is not new.gone or old.status is not new.status
        or old.amount is not new.amount or old.currency is not new.currency
        or old.local is not new.local or old.product is not new.product
      begin
        insert into report_change (ledger, key, day, local, status, product, amount, currency, gone)
        values (old.ledger, old.key, old.day, old.local, old.status, old.product, old.amount,
          old.currency, old.gone);
      end;
    `)
  },
}
