import type { Migration } from '../sqlite/migrate.ts'

/**
 * The sums of each day of a report, whatever was sold: a page of years is found by how many rows the days before it hold,
 * and a day of a large shop has hundreds of sums by product.
 */
export const reportDays: Migration = {
  id: '20261122T1500-report-days',
  up: (db) => {
    db.exec(`
      create table report_day (
        ledger integer not null references report_ledger (id),
        day text not null,
        status integer not null references report_status (id),
        rows integer not null,
        unreadable integer not null,
        primary key (ledger, day, status)
      ) strict, without rowid;

      insert into report_day
        select ledger, day, status, sum(rows), sum(unreadable) from report_total group by 1, 2, 3;
    `)
  },
}
