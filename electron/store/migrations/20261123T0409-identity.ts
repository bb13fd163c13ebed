import type { Migration } from '../sqlite/migrate.ts'

/**
 * Which register this is, drawn once and for good: it comes with every copy of the journal. Who sold is kept by their
 * identity beside the name, which may be another's later; of sales of before only the name is known.
 */
export const identity: Migration = {
  id: '20261123T0409-identity',
  up: (db) => {
    db.exec(`
      create table register (
        one integer primary key check (one = 1),
        id text not null
      ) strict;
      insert into register (one, id) values (1, lower(hex(randomblob(16))));
      create trigger register_kept before delete on register
        begin select raise(abort, 'a register keeps its identity'); end;
      create trigger register_fixed before update on register
        begin select raise(abort, 'a register keeps its identity'); end;

      alter table sale add column cashier_id text;
      create trigger sale_cashier_kept before update of cashier_id on sale
        begin select raise(abort, 'an intent is never changed'); end;
    `)
  },
}
