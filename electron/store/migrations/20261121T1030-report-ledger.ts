import type { Migration } from '../sqlite/migrate.ts'

/**
 * The ledger of report rows and the windows they came from, one ledger per profile and kind. Names of
 * products and statuses stand once, so that one small index serves totals, filters and order by time.
 */
export const reportLedger: Migration = {
  id: '20261121T1030-report-ledger',
  up: (db) => {
    db.exec(`
      create table report_ledger (
        id integer primary key,
        profile_id text not null,
        kind text not null check (kind in ('sales', 'buys')),
        unique (profile_id, kind)
      ) strict;

      create table report_status (
        id integer primary key,
        status_id text not null,
        status text,
        name text not null,
        final integer not null,
        unique (status_id, name)
      ) strict;

      create table report_product (
        id integer primary key,
        product_id text not null,
        name text not null,
        unique (product_id, name)
      ) strict;

      -- key: the service's id, or a digest of the text of a row that has none.
      -- day: the service's wall-clock day; of a row without a readable time, the first day asked for.
      -- gone: a later proven window of its day no longer held it.
      create table report_row (
        ledger integer not null references report_ledger (id),
        key text not null,
        id text not null,
        day text not null,
        local text,
        raw_time text,
        status integer not null references report_status (id),
        product integer references report_product (id),
        amount integer,
        currency text,
        raw text not null,
        gone integer not null default 0,
        primary key (ledger, key)
      ) strict;
      create index report_row_by_day
        on report_row (ledger, gone, day, local, status, product, currency, amount);

      -- proven_from..proven_to: days that this window showed whole, whichever way the end date is read.
      -- saturated: the one day that held the cap or more by itself.
      create table report_window (
        id integer primary key,
        ledger integer not null references report_ledger (id),
        date_start text not null,
        date_end text not null,
        rows integer not null,
        full integer not null,
        started_at integer not null,
        fetched_at integer not null,
        proven_from text,
        proven_to text,
        saturated text,
        ends text check (ends in ('inclusive', 'exclusive'))
      ) strict;
      create index report_window_by_end on report_window (ledger, date_end);
    `)
  },
}
