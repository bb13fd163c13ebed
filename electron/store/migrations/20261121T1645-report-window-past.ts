import type { Migration } from '../sqlite/migrate.ts'

/**
 * What became of windows that a later answer to the same question replaced: every different answer once, with how
 * often it came and when, so that hundreds of questions about a running day stay few lines and none is forgotten.
 */
export const reportWindowPast: Migration = {
  id: '20261121T1645-report-window-past',
  up: (db) => {
    db.exec(`
      -- Texts are '' where the window had none, as a key cannot tell nulls from each other.
      create table report_window_past (
        ledger integer not null references report_ledger (id),
        date_end text not null,
        date_start text not null,
        rows integer not null,
        full integer not null,
        proven_from text not null,
        proven_to text not null,
        saturated text not null,
        ends text not null,
        times integer not null,
        -- When it was stored, the first and the last time.
        first_at integer not null,
        last_at integer not null,
        primary key (ledger, date_end, date_start, rows, full, proven_from, proven_to, saturated, ends)
      ) strict, without rowid;

      create trigger report_window_replaced after delete on report_window
      begin
        insert into report_window_past values (old.ledger, old.date_end, old.date_start, old.rows,
          old.full, ifnull(old.proven_from, ''), ifnull(old.proven_to, ''),
          ifnull(old.saturated, ''), ifnull(old.ends, ''), 1, old.fetched_at, old.fetched_at)
        on conflict do update set times = times + 1,
          first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at);
      end;
    `)
  },
}
