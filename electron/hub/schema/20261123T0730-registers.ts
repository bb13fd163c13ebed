import type { SchemaStep } from './step.ts'

/**
 * Registers, their streams, and what they sent. A register's login reads and writes no table: it may run the functions
 * here, which know by session_user who asks. HB001: the stream stands elsewhere; HB002: retired; HB003: the code was
 * used or is too old; HB004: no register's login.
 */
export const registers: SchemaStep = {
  id: '20261123T0730-registers',
  sql: `
    create table hub.register (
      id integer generated always as identity primary key,
      code text not null unique,
      name text not null unique,
      login name not null unique,
      -- What the journal of this register calls itself.
      journal text,
      invited_until timestamptz,
      joined_at timestamptz,
      retired_at timestamptz,
      seen_at timestamptz,
      version text
    );

    create table hub.stream (
      id text primary key,
      register_id integer not null references hub.register (id),
      seq bigint not null default 0,
      tip text not null default '',
      -- Everything that happened at the register before this moment (epoch ms, its own clock) is here.
      known_until bigint,
      begun_at timestamptz not null default now(),
      ended_at timestamptz
    );
    create unique index stream_open on hub.stream (register_id) where ended_at is null;

    create table hub.sale (
      id text not null,
      created_at bigint not null,
      register_id integer not null references hub.register (id),
      seq bigint not null,
      profile_id text not null,
      revision bigint not null,
      state text not null,
      is_open boolean not null,
      product_id text not null,
      currency text not null,
      amount bigint not null,
      total bigint not null,
      reference text not null,
      service_id text,
      doc jsonb not null,
      primary key (id, created_at)
    ) partition by range (created_at);
    -- What a wrong clock dates into another age: nobody is kept from sending by it.
    create table hub.sale_undated partition of hub.sale default;
    create index sale_by_time on hub.sale (register_id, created_at);
    create index sale_by_reference on hub.sale (reference);
    create index sale_by_service_id on hub.sale (service_id) where service_id is not null;
    create index sale_open on hub.sale (created_at) where is_open;

    create table hub.shift (
      id text primary key,
      register_id integer not null references hub.register (id),
      seq bigint not null,
      profile_id text not null,
      opened_at bigint not null,
      number bigint,
      closed_at bigint,
      doc jsonb not null
    );
    create index shift_by_time on hub.shift (register_id, opened_at);

    -- What has no table of its own: balances, the trail, and what a newer register sends.
    create table hub.other (
      register_id integer not null references hub.register (id),
      kind text not null,
      key text not null,
      seq bigint not null,
      doc jsonb not null,
      primary key (register_id, kind, key)
    );

    create function hub.own_register() returns hub.register
      language plpgsql stable set search_path = pg_catalog, pg_temp as $$
      declare own hub.register;
      begin
        select * into own from hub.register where login = session_user;
        if not found then raise exception 'no register' using errcode = 'HB004'; end if;
        if own.retired_at is not null then
          raise exception 'retired' using errcode = 'HB002';
        end if;
        return own;
      end $$;

    create function hub.join_v1(stream text, journal text, version text)
      returns table (code text, name text)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare own hub.register := hub.own_register();
      begin
        if stream !~ '^[0-9a-f]{32}$' or length(journal) > 64 or length(version) > 64 then
          raise exception 'not understood' using errcode = '22023';
        end if;
        update hub.register r
          set invited_until = null, joined_at = now(), seen_at = now(),
              journal = join_v1.journal, version = join_v1.version
          where r.id = own.id and r.invited_until > now();
        if not found then raise exception 'code used' using errcode = 'HB003'; end if;
        update hub.stream s set ended_at = now() where s.register_id = own.id and s.ended_at is null;
        insert into hub.stream (id, register_id) values (stream, own.id);
        return query select own.code, own.name;
      end $$;

    create function hub.position_v1(stream text) returns table (seq bigint, tip text)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare own hub.register := hub.own_register();
      begin
        return query select s.seq, s.tip from hub.stream s
          where s.id = stream and s.register_id = own.id and s.ended_at is null;
        if not found then raise exception 'ended' using errcode = 'HB001'; end if;
      end $$;

    -- A sale's month has its own partition, made when its first sale comes; only months since 2020 that have begun.
    create function hub.make_month(at bigint) returns void
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      declare
        first timestamp := date_trunc('month', to_timestamp(at / 1000.0) at time zone 'UTC');
        name text := 'sale_' || to_char(first, 'YYYYMM');
      begin
        if at not between 1577836800000 and extract(epoch from now() + interval '1 day') * 1000
            or to_regclass('hub.' || name) is not null then
          return;
        end if;
        perform pg_advisory_xact_lock(hashtext('hub.make_month'));
        if to_regclass('hub.' || name) is not null then return; end if;
        execute format('create table hub.%I partition of hub.sale for values from (%s) to (%s)', name,
          (extract(epoch from first at time zone 'UTC') * 1000)::bigint,
          (extract(epoch from (first + interval '1 month') at time zone 'UTC') * 1000)::bigint);
      exception
        -- Some of that month came while it was still to come: the others go where they are.
        when check_violation then null;
      end $$;

    -- items: [{ seq, kind, ref, image }]. All of it or nothing; the position says which.
    create function hub.push_v1(stream text, after_seq bigint, after_tip text, upto_seq bigint,
        upto_tip text, known_until bigint, version text, items jsonb) returns void
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare own hub.register := hub.own_register();
      begin
        if upto_seq < after_seq or length(upto_tip) > 64 or length(version) > 64
            or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 5000 then
          raise exception 'not understood' using errcode = '22023';
        end if;
        update hub.stream s set seq = upto_seq, tip = upto_tip,
            known_until = greatest(s.known_until, push_v1.known_until)
          where s.id = stream and s.register_id = own.id and s.ended_at is null
            and s.seq = after_seq and s.tip = after_tip;
        if not found then raise exception 'elsewhere' using errcode = 'HB001'; end if;
        update hub.register r set seen_at = now(), version = push_v1.version where r.id = own.id;

        perform hub.make_month(at) from (
          select distinct on (date_trunc('month', to_timestamp(at / 1000.0) at time zone 'UTC')) at
          from (select (i -> 'image' -> 'sale' ->> 'created_at')::bigint as at
                from jsonb_array_elements(items) i where i ->> 'kind' = 'sale') sales
        ) months;

        -- What another register sent first stays its own: a journal that was copied holds its sales, too.
        insert into hub.sale as known (id, created_at, register_id, seq, profile_id, revision, state, is_open,
            product_id, currency, amount, total, reference, service_id, doc)
          select s ->> 'id', (s ->> 'created_at')::bigint, own.id, (i ->> 'seq')::bigint,
            s ->> 'profile_id', (s ->> 'revision')::bigint, s ->> 'shown_state', s ->> 'is_open' = '1',
            s ->> 'product_id', s ->> 'currency', (s ->> 'amount')::bigint, (s ->> 'total')::bigint,
            s ->> 'reference', s ->> 'service_id', i -> 'image'
          from (select i, i -> 'image' -> 'sale' as s from jsonb_array_elements(items) i
                where i ->> 'kind' = 'sale') sent
          on conflict (id, created_at) do update set seq = excluded.seq, revision = excluded.revision,
            state = excluded.state, is_open = excluded.is_open, reference = excluded.reference,
            service_id = excluded.service_id, doc = excluded.doc
          where known.register_id = excluded.register_id;

        insert into hub.shift as known (id, register_id, seq, profile_id, opened_at, number, closed_at, doc)
          select s ->> 'id', own.id, (i ->> 'seq')::bigint, s ->> 'profile_id',
            (s ->> 'opened_at')::bigint, (c ->> 'number')::bigint, (c ->> 'closed_at')::bigint, i -> 'image'
          from (select i, i -> 'image' -> 'shift' as s, i -> 'image' -> 'shift_close' -> 0 as c
                from jsonb_array_elements(items) i where i ->> 'kind' = 'shift') sent
          on conflict (id) do update set seq = excluded.seq, number = excluded.number,
            closed_at = excluded.closed_at, doc = excluded.doc
          where known.register_id = excluded.register_id;

        insert into hub.other (register_id, kind, key, seq, doc)
          select own.id, i ->> 'kind', i ->> 'ref', (i ->> 'seq')::bigint, i -> 'image'
          from jsonb_array_elements(items) i where i ->> 'kind' not in ('sale', 'shift')
          on conflict (register_id, kind, key) do update set seq = excluded.seq, doc = excluded.doc;
      end $$;

    -- What the hub holds of the register that asks, a line a month: how many sales, and what their states add up to.
    create function hub.months_v1() returns table (month text, sales bigint, print bigint)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare own hub.register := hub.own_register();
      begin
        return query
          select to_char(to_timestamp(s.created_at / 1000.0) at time zone 'UTC', 'YYYY-MM'), count(*),
            sum(('x' || left(md5(concat_ws('|', s.id, s.revision, s.state, s.currency, s.total)), 8))
              ::bit(32)::bigint)::bigint
          from hub.sale s where s.register_id = own.id group by 1 order by 1;
      end $$;

    revoke all on all functions in schema hub from public;
    grant usage on schema hub to mostrador_register;
    grant execute on function hub.join_v1(text, text, text), hub.position_v1(text), hub.months_v1(),
      hub.push_v1(text, bigint, text, bigint, text, bigint, text, jsonb) to mostrador_register;
  `,
}
