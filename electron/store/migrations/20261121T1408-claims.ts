import type { Migration } from '../sqlite/migrate.ts'

/** What was said to whom about a sale that went wrong, and what came of it. It only grows. */
export const claims: Migration = {
  id: '20261121T1408-claims',
  up: (db) => {
    db.exec(`
      create table claim_event (
        seq integer primary key,
        sale_id text not null references sale (id),
        at integer not null,
        step text not null check (step in ('opened', 'note', 'answer', 'recovered', 'closed', 'reopened')),
        happened_on text not null,
        told text,
        case_number text,
        text text not null,
        currency text,
        amount integer check (amount > 0),
        by text
      ) strict;
      create index claim_event_by_sale on claim_event (sale_id, seq);

      create trigger claim_event_kept before delete on claim_event
        begin select raise(abort, 'claims are never deleted'); end;
      create trigger claim_event_fixed before update on claim_event
        begin select raise(abort, 'claims are never changed'); end;
    `)
  },
}
