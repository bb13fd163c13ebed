import type { Migration } from '../sqlite/migrate.ts'

/** What was paid, adjusted or given up of a debt is told to the hub: how much, of whose id, and no name. */
export const hubDebts: Migration = {
  id: '20261123T1735-hub-debts',
  up: (db) => {
    db.exec(`
      create trigger debt_entry_sent after insert on debt_entry
        when exists (select 1 from hub_stream) begin
          insert into hub_out (kind, ref) values ('debt', new.id);
        end;
      insert into hub_out (kind, ref)
        select 'debt', id from debt_entry where exists (select 1 from hub_stream) order by at, id;
    `)
  },
}
