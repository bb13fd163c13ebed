import type { SchemaStep } from './step.ts'

/**
 * What a register sent goes on when the register does: another one of the same journal takes over what a retired one sold, and
 * hears what was erased since its copy was made. No text is too long to be found again, no sale too early for its month.
 */
export const lineage: SchemaStep = {
  id: '20261123T1200-lineage',
  sql: `
    -- A tree's page holds no long text: one long reference would keep all that follows it from coming.
    drop index hub.sale_by_reference;
    drop index hub.sale_by_service_id;
    create index sale_by_reference on hub.sale using hash (reference);
    create index sale_by_service_id on hub.sale using hash (service_id) where service_id is not null;
    create index sale_erased on hub.sale (register_id) where doc ? 'erasure';

    -- Whose things a register goes on with: its own, and those of retired ones that were of its journal.
    create function hub.continues(register integer, own hub.register) returns boolean
      language sql stable set search_path = pg_catalog, pg_temp as $$
        select register = own.id or exists (
          select from hub.register r
          where r.id = register and r.retired_at is not null and r.journal = own.journal)
      $$;

    -- A month that some of came before it began takes them out of those without one.
    create or replace function hub.make_month(at bigint) returns void
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      declare
        first timestamp := date_trunc('month', to_timestamp(at / 1000.0) at time zone 'UTC');
        name text := 'sale_' || to_char(first, 'YYYYMM');
        low bigint := (extract(epoch from first at time zone 'UTC') * 1000)::bigint;
        high bigint := (extract(epoch from (first + interval '1 month') at time zone 'UTC') * 1000)::bigint;
      begin
        if at not between 1577836800000 and extract(epoch from now() + interval '1 day') * 1000
            or to_regclass('hub.' || name) is not null then
          return;
        end if;
        perform pg_advisory_xact_lock(hashtext('hub.make_month'));
        if to_regclass('hub.' || name) is not null then return; end if;
        lock table hub.sale_undated in access exclusive mode;
        execute format('create table hub.%I (like hub.sale including defaults)', name);
        execute format('with moved as (delete from hub.sale_undated where created_at >= %s and created_at < %s
          returning *) insert into hub.%I select * from moved', low, high, name);
        execute format('alter table hub.sale attach partition hub.%I for values from (%s) to (%s)',
          name, low, high);
      end $$;

    -- What is erased in a thing, and in another image of it is not: such an image is older, and is not taken.
    create function hub.brings_back(known jsonb, sent jsonb) returns boolean
      language sql immutable set search_path = pg_catalog, pg_temp as $$
        select (known ? 'erasure' and not sent ? 'erasure') or exists (
          select from jsonb_array_elements(known -> 'note_erasure') erased
          where not coalesce(sent -> 'note_erasure', '[]')
              @> jsonb_build_array(jsonb_build_object('kind', erased -> 'kind', 'id', erased -> 'id'))
            and case erased ->> 'kind'
              when 'movement' then coalesce(sent -> 'shift_movement', '[]')
                @> jsonb_build_array(jsonb_build_object('id', erased -> 'id'))
              else sent ? 'shift_close' end)
      $$;

    create or replace function hub.push_v1(stream text, after_seq bigint, after_tip text, upto_seq bigint,
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

        perform hub.make_month(at) from (
          select distinct on (date_trunc('month', to_timestamp(at / 1000.0) at time zone 'UTC')) at
          from (select (i -> 'image' -> 'sale' ->> 'created_at')::bigint as at
                from jsonb_array_elements(items) i where i ->> 'kind' = 'sale') sales
        ) months;
        -- After the month: who makes one waits for those who write here, and they for nobody.
        update hub.register r set seen_at = now(), version = push_v1.version where r.id = own.id;

        -- Who sold it stays. What another register sent that still sends stays as it sent it: a journal that was copied
        -- holds its sales, too. Of a retired one no copy takes back what is newer.
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
          where hub.continues(known.register_id, own) and not hub.brings_back(known.doc, excluded.doc)
            and (known.register_id = own.id or known.revision <= excluded.revision);

        insert into hub.shift as known (id, register_id, seq, profile_id, opened_at, number, closed_at, doc)
          select s ->> 'id', own.id, (i ->> 'seq')::bigint, s ->> 'profile_id',
            (s ->> 'opened_at')::bigint, (c ->> 'number')::bigint, (c ->> 'closed_at')::bigint, i -> 'image'
          from (select i, i -> 'image' -> 'shift' as s, i -> 'image' -> 'shift_close' -> 0 as c
                from jsonb_array_elements(items) i where i ->> 'kind' = 'shift') sent
          on conflict (id) do update set seq = excluded.seq, number = excluded.number,
            closed_at = excluded.closed_at, doc = excluded.doc
          where hub.continues(known.register_id, own) and not hub.brings_back(known.doc, excluded.doc)
            and (known.register_id = own.id or known.closed_at is null or excluded.closed_at is not null);

        insert into hub.other (register_id, kind, key, seq, doc)
          select own.id, i ->> 'kind', i ->> 'ref', (i ->> 'seq')::bigint, i -> 'image'
          from jsonb_array_elements(items) i where i ->> 'kind' not in ('sale', 'shift')
          on conflict (register_id, kind, key) do update set seq = excluded.seq, doc = excluded.doc;

        -- What could not be read once, and now was.
        delete from hub.other o using jsonb_array_elements(items) i
          where o.register_id = own.id and o.kind = 'unreadable' and o.key = (i ->> 'kind') || ' ' || (i ->> 'ref');
      end $$;

    -- As before; what it goes on with of retired registers counts, too.
    create or replace function hub.months_v1() returns table (month text, sales bigint, print bigint)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare own hub.register := hub.own_register();
      begin
        return query
          select to_char(to_timestamp(s.created_at / 1000.0) at time zone 'UTC', 'YYYY-MM'), count(*),
            sum(('x' || left(md5(concat_ws('|', s.id, s.revision, s.state, s.currency, s.total)), 8))
              ::bit(32)::bigint)::bigint
          from hub.sale s
          where s.register_id in (select r.id from hub.register r where hub.continues(r.id, own))
          group by 1 order by 1;
      end $$;

    -- What was erased in any journal that was once the one of the register that asks: it erases the same in its own.
    create function hub.erased_v1() returns table (kind text, id text)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare own hub.register := hub.own_register();
      begin
        return query
          select 'sale', s.id from hub.sale s
          where s.doc ? 'erasure' and s.register_id in (
            select r.id from hub.register r where r.id = own.id or r.journal = own.journal)
          union all
          select e ->> 'kind', e ->> 'id' from hub.shift h, jsonb_array_elements(h.doc -> 'note_erasure') e
          where h.register_id in (
            select r.id from hub.register r where r.id = own.id or r.journal = own.journal);
      end $$;

    revoke all on function hub.continues(integer, hub.register), hub.brings_back(jsonb, jsonb),
      hub.erased_v1() from public;
    grant execute on function hub.erased_v1() to mostrador_register;
  `,
}
