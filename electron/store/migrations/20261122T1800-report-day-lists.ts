import type { Migration } from '../sqlite/migrate.ts'

/**
 * The sums of each day as lists: a year of a large shop has a hundred thousand sums by product, and takes a third of the
 * time to add up where those of a day, status and currency (empty: none) stand in one row. `products` (0: none), `counts`
 * and `amounts` (minor units) are JSON, one entry each for every sum of report_total, in its order.
 */
export const reportDayLists: Migration = {
  id: '20261122T1800-report-day-lists',
  up: (db) => {
    db.exec(`
      drop table report_day;
      create table report_day (
        ledger integer not null references report_ledger (id),
        day text not null,
        status integer not null references report_status (id),
        currency text not null,
        rows integer not null,
        unreadable integer not null,
        products text not null,
        counts text not null,
        amounts text not null,
        primary key (ledger, day, status, currency)
      ) strict, without rowid;

      insert into report_day
        select ledger, day, status, currency, sum(rows), sum(unreadable), json_group_array(product),
          json_group_array(rows),
          json_group_array(iif(abs(amount) < 9e15, cast(amount as integer), amount))
        from report_total group by 1, 2, 3, 4;
    `)
  },
}
