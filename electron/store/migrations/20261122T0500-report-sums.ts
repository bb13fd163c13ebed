import type { Migration } from '../sqlite/migrate.ts'

/**
 * The amounts of a day's sums may be more than 64 bits, or a number of JavaScript, hold: kept as SQL's total() gives
 * them, which is exact up to 2^53 and never fails.
 */
export const reportSums: Migration = {
  id: '20261122T0500-report-sums',
  up: (db) => {
    db.exec(`
      drop table report_total;
      create table report_total (
        ledger integer not null references report_ledger (id),
        day text not null,
        status integer not null references report_status (id),
        product integer not null,
        currency text not null,
        rows integer not null,
        amount real not null,
        unreadable integer not null,
        primary key (ledger, day, status, product, currency)
      ) strict, without rowid;

      insert into report_total
        select ledger, day, status, coalesce(product, 0), coalesce(currency, ''), count(*),
          total(amount), sum(local is null or amount is null or id = '')
        from report_row where gone = 0 group by 1, 2, 3, 4, 5;
    `)
  },
}
