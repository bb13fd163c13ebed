import type { Migration } from '../sqlite/migrate.ts'

/**
 * Erasures that were ordered at one register of a shop, for all of them (docs/registers.md). They hold no text of anyone: what was
 * looked for stands in them as keyed hashes. That one was carried out here is told to the hub.
 */
export const erasureOrders: Migration = {
  id: '20261124T0340-erasure-orders',
  up: (db) => {
    db.exec(`
      create table erasure_order (
        id text primary key,
        at integer not null,
        -- What the hashes are keyed with, and the hashes: of each way to write what was looked for.
        salt text not null,
        prints text not null,
        -- The register that ordered it, as the hub numbers it; '': this one.
        said_by text not null,
        done_at integer
      ) strict, without rowid;

      create trigger erasure_order_made after insert on erasure_order
        when new.done_at is not null and exists (select 1 from hub_stream) begin
          insert into hub_out (kind, ref) values ('order', new.id);
        end;
      create trigger erasure_order_done after update of done_at on erasure_order
        when new.done_at is not null and exists (select 1 from hub_stream) begin
          insert into hub_out (kind, ref) values ('order', new.id);
        end;
    `)
  },
}
