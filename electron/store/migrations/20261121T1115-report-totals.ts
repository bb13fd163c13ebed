import type { Migration } from '../sqlite/migrate.ts'

/**
 * Sums of each day's rows by status, product and currency, kept with the rows: a month opens from a few
 * thousand sums instead of every row. `product` 0 and `currency` '' stand for none.
 */
export const reportTotals: Migration = {
  id: '20261121T1115-report-totals',
  up: (db) => {
    db.exec(`
      create table report_total (
        ledger integer not null references report_ledger (id),
        day text not null,
        status integer not null references report_status (id),
        product integer not null,
        currency text not null,
        rows integer not null,
        amount integer not null,
        unreadable integer not null,
        primary key (ledger, day, status, product, currency)
      ) strict, without rowid;

      insert into report_total
        select ledger, day, status, coalesce(product, 0), coalesce(currency, ''), count(*),
          coalesce(sum(amount), 0), sum(local is null or amount is null or id = '')
        from report_row where gone = 0 group by 1, 2, 3, 4, 5;
    `)
  },
}
