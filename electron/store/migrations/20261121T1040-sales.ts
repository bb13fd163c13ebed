import type { Migration } from '../sqlite/migrate.ts'

/**
 * The journal's first shape: sales, everything that happened to them, and the balance as it was.
 * Triggers keep the history and each intent as they were written, whatever a later program does.
 */
export const sales: Migration = {
  id: '20261121T1040-sales',
  up: (db) => {
    db.exec(`
      -- Money is in minor units of the row's one currency; times are epoch milliseconds.
      create table sale (
        id text primary key,
        draft_id text not null unique,
        profile_id text not null,
        revision integer not null,
        state text not null,
        product_id text not null,
        product_name text not null,
        category_name text not null,
        tip text,
        direction text not null check (direction in ('in', 'out')),
        currency text not null,
        amount integer not null,
        cost integer,
        incentive integer,
        total integer not null,
        reference text not null,
        reference_key text not null,
        phone text,
        form_values text not null,
        body text not null,
        body_sha256 text not null,
        cashier text,
        shift text,
        again_of text,
        created_at integer not null,
        sent_at integer,
        settled_at integer,
        outcome text,
        transaction_id text,
        service_id text,
        found text,
        error text,
        attempts integer not null,
        misses integer not null,
        first_miss_at integer,
        look_from integer,
        next_look_at integer,
        horizon_at integer,
        skew_ms integer
      ) strict;
      create index sale_by_time on sale (profile_id, created_at);
      create index sale_by_state on sale (profile_id, state, created_at);
      create index sale_by_look on sale (profile_id, next_look_at) where next_look_at is not null;
      create index sale_by_reference on sale (reference_key);
      create index sale_by_phone on sale (phone) where phone is not null;
      create index sale_by_amount on sale (amount);
      create index sale_by_transaction on sale (transaction_id) where transaction_id is not null;
      create index sale_by_service_id on sale (service_id) where service_id is not null;
      create index sale_by_product on sale (profile_id, product_id);

      create table sale_event (
        seq integer primary key,
        sale_id text not null references sale (id),
        at integer not null,
        kind text not null,
        state text not null,
        started_at integer,
        http_status integer,
        server_date integer,
        error text,
        raw text
      ) strict;
      create index sale_event_by_sale on sale_event (sale_id, seq);

      create table balance_snapshot (
        seq integer primary key,
        profile_id text not null,
        at integer not null,
        reason text not null,
        currency text not null,
        balance integer not null,
        profits integer not null
      ) strict;

      create trigger sale_kept before delete on sale
        begin select raise(abort, 'sales are never deleted'); end;
      create trigger sale_intent_kept before update of
          id, draft_id, profile_id, product_id, direction, currency, amount, total, reference,
          form_values, body, body_sha256, again_of, created_at on sale
        begin select raise(abort, 'an intent is never changed'); end;
      create trigger sale_event_kept before delete on sale_event
        begin select raise(abort, 'history is never deleted'); end;
      create trigger sale_event_fixed before update on sale_event
        begin select raise(abort, 'history is never changed'); end;
      create trigger balance_snapshot_kept before delete on balance_snapshot
        begin select raise(abort, 'snapshots are never deleted'); end;
      create trigger balance_snapshot_fixed before update on balance_snapshot
        begin select raise(abort, 'snapshots are never changed'); end;
    `)
  },
}
