import type { Migration } from '../sqlite/migrate.ts'

/** Who owed and was erased is told to the hub, by its id alone, so that copies of this journal erase the same. */
export const hubErasedDebtors: Migration = {
  id: '20261123T1436-hub-erased-debtors',
  up: (db) => {
    db.exec(`
      create trigger debtor_erased_sent after update of erased_at on debtor
        when new.erased_at is not null and exists (select 1 from hub_stream) begin
          insert into hub_out (kind, ref) values ('debtor', new.id);
        end;
      insert into hub_out (kind, ref)
        select 'debtor', id from debtor
        where erased_at is not null and exists (select 1 from hub_stream) order by erased_at, id;
    `)
  },
}
