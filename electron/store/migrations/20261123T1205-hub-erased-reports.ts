import type { Migration } from '../sqlite/migrate.ts'

/**
 * A name that is erased with its sale is taken out of the Z that repeats it, too: the shift is sent to the hub again. What was
 * erased in one before this is sent once.
 */
export const hubErasedReports: Migration = {
  id: '20261123T1205-hub-erased-reports',
  up: (db) => {
    db.exec(`
      create trigger shift_close_sent_again after update of report on shift_close
        when exists (select 1 from hub_stream) begin
          insert into hub_out (kind, ref) values ('shift', new.shift_id);
        end;
      insert into hub_out (kind, ref)
        select 'shift', shift_id from shift_close where exists (select 1 from hub_stream) order by closed_at;
    `)
  },
}
