import type { Migration } from '../sqlite/migrate.ts'

/** A row of each of these tables changes a sale, or a shift: where it says which one. */
const changes = [
  { kind: 'sale', ref: 'new.id', tables: ['sale'] },
  {
    kind: 'sale',
    ref: 'new.sale_id',
    tables: ['tender', 'sale_left', 'payout', 'claim_event', 'receipt_print', 'erasure'],
  },
  {
    kind: 'sale',
    ref: '(select sale_id from receipt_print where seq = new.print_seq)',
    tables: ['receipt_print_end'],
  },
  { kind: 'shift', ref: 'new.id', tables: ['shift'] },
  {
    kind: 'shift',
    ref: 'new.shift_id',
    tables: ['shift_close', 'shift_movement', 'shift_count'],
  },
  {
    kind: 'shift',
    ref: `case new.kind when 'shift' then new.id
            else (select shift_id from shift_movement where id = new.id) end`,
    tables: ['note_erasure'],
  },
  { kind: 'balance', ref: 'new.seq', tables: ['balance_snapshot'] },
  { kind: 'trail', ref: 'new.seq', tables: ['trail'] },
]

/**
 * What a register that belongs to a hub still has to send there (docs/registers.md): which thing changed; how it then is,
 * is read when it is sent. Without a hub both tables are empty and the triggers write nothing.
 */
export const hubOutbox: Migration = {
  id: '20261123T0830-hub-outbox',
  up: (db) => {
    db.exec(`
      -- Which register of which hub this is, and the stream that it sends in.
      create table hub_stream (
        one integer primary key check (one = 1),
        id text not null,
        code text not null,
        name text not null,
        login text not null,
        url text not null,
        ca text,
        begun_at integer not null,
        acked_seq integer not null default 0,
        acked_at integer
      ) strict;

      -- tip: two journals that were one until now draw different ones, and are told apart by it.
      create table hub_out (
        seq integer primary key autoincrement,
        kind text not null,
        ref text not null,
        at integer not null default (cast(unixepoch('subsec') * 1000 as integer)),
        tip blob not null default (randomblob(8))
      ) strict;
    `)
    for (const { kind, ref, tables } of changes) {
      for (const table of tables) sending(`${table}_sent after insert`, { table, kind, ref })
    }
    // Whatever happens to a sale counts its revision; that it is packed behind does not.
    sending('sale_sent_again after update of revision', {
      table: 'sale',
      kind: 'sale',
      ref: 'new.id',
    })

    function sending(when: string, of: { table: string; kind: string; ref: string }): void {
      db.exec(`
        create trigger ${when} on ${of.table} when exists (select 1 from hub_stream) begin
          insert into hub_out (kind, ref)
            select '${of.kind}', cast(ref as text) from (select ${of.ref} as ref) where ref is not null;
        end`)
    }
  },
}
