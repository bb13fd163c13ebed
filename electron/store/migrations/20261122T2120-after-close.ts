import type { Migration } from '../sqlite/migrate.ts'

const mark = '[borrado]'

/**
 * What is taken out of a drawer after its Z is a movement of that shift, apart from those that the Z holds; and a shift
 * says which one it goes on from, and what that one had left.
 */
export const afterClose: Migration = {
  id: '20261122T2120-after-close',
  up: (db) => {
    db.exec(`
      alter table shift add column follows text;
      create unique index shift_by_followed on shift (follows ->> '$.shiftId') where follows is not null;

      -- Closed before it was written down what was taken out of them: nothing is counted against these.
      create table left_before (shift_id text primary key) strict, without rowid;
      insert into left_before select shift_id from shift_close;

      alter table shift_movement add column after_close integer not null default 0
        check (after_close in (0, 1));
      create trigger shift_movement_after before insert on shift_movement
        when new.after_close <> (select count(*) from shift_close where shift_id = new.shift_id)
        begin select raise(abort, 'a movement of a closed shift is one after its close'); end;
      drop trigger shift_movement_fixed;
      create trigger shift_movement_fixed before update on shift_movement
        when not (
          exists (select 1 from note_erasure where kind = 'movement' and id = old.id and stage = 0)
          and (new.note is old.note or new.note = '${mark}')
          and ${columns.map((column) => `new.${column} is old.${column}`).join(' and ')})
        begin select raise(abort, 'what happened at the drawer is never changed'); end;
    `)
  },
}

const columns = [
  ...['id', 'shift_id', 'at', 'direction', 'reason', 'currency', 'amount', 'cashier'],
  'after_close',
]
