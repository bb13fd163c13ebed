import type { SchemaStep } from './step.ts'

/**
 * A register that joins anew sends all that it has: what could not be stored before is named again, or comes. Of another copy of
 * its journal, which sent until then, nobody could ever send what was named, and the register was never complete again.
 */
export const saidAgain: SchemaStep = {
  id: '20261127T1630-said-again',
  sql: `
    create or replace function hub.orders_again() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      begin
        delete from hub.other o where o.register_id = new.register_id and o.kind in ('order', 'unreadable');
        return null;
      end $$;
  `,
}
