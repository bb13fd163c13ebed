import type { Migration } from '../sqlite/migrate.ts'

/**
 * Which sales lost their customer, in that order and by their rows alone: whatever was made of the sales beside the
 * journal (search.db) forgets them too. And the notes of closed shifts, which name customers, are found without reading
 * every report.
 */
export const search: Migration = {
  id: '20261122T1515-search',
  up: (db) => {
    db.exec(`
      create table sale_forgotten (seq integer primary key, sale integer not null) strict;
      create trigger sale_is_forgotten after insert on erasure
        begin insert into sale_forgotten (sale) select rowid from sale where id = new.sale_id; end;

      create index shift_close_by_note on shift_close (closed_at)
        where report ->> '$.note' not in ('', '[borrado]');
    `)
  },
}
