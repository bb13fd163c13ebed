import type { Migration } from '../sqlite/migrate.ts'

/**
 * Papers printed of sales: each is written down before its first byte leaves, so that a second original can
 * never come out, and once more when it is known how it ended. Nothing is changed.
 */
export const receipts: Migration = {
  id: '20261121T1350-receipts',
  up: (db) => {
    db.exec(`
      create table receipt_print (
        seq integer primary key,
        sale_id text not null references sale (id),
        kind text not null check (kind in ('receipt', 'waiting')),
        number integer not null check (number > 0),
        at integer not null,
        printer text not null,
        cashier text
      ) strict;
      create index receipt_print_by_sale on receipt_print (sale_id);

      create table receipt_print_end (
        print_seq integer primary key references receipt_print (seq),
        outcome text not null check (outcome in ('done', 'failed')),
        at integer not null
      ) strict;

      create trigger receipt_print_kept before delete on receipt_print
        begin select raise(abort, 'printings are never deleted'); end;
      create trigger receipt_print_fixed before update on receipt_print
        begin select raise(abort, 'printings are never changed'); end;
      create trigger receipt_print_end_kept before delete on receipt_print_end
        begin select raise(abort, 'printings are never deleted'); end;
      create trigger receipt_print_end_fixed before update on receipt_print_end
        begin select raise(abort, 'printings are never changed'); end;
    `)
  },
}
