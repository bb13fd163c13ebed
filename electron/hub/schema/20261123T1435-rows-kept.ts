import type { SchemaStep } from './step.ts'

/**
 * No copy of a journal takes a row away that another one sent, such as money that was given back after the copy was made. Whose
 * sales a register goes on with is the owner's word alone, and who owed and was erased is told to copies, too.
 */
export const rowsKept: SchemaStep = {
  id: '20261123T1435-rows-kept',
  sql: `
    -- The one before it that the owner named. Registers of before this: the one of the same journal.
    alter table hub.register add column continues integer references hub.register (id);
    update hub.register r set continues = (
      select max(b.id) from hub.register b where b.journal = r.journal and b.id < r.id);

    -- Whose things a register goes on with: its own, and those of retired ones before it.
    create or replace function hub.continues(register integer, own hub.register) returns boolean
      language sql stable set search_path = pg_catalog, pg_temp as $$
        select register = own.id or register in (
          with recursive line (id, before) as (
            select own.id, own.continues
            union
            select r.id, r.continues from hub.register r join line l on r.id = l.before
              where r.retired_at is not null)
          select l.id from line l)
      $$;

    -- What tells a row of a thing from its others of that table: not its number, which a journal that was restored gives anew.
    create function hub.row_key(line jsonb) returns jsonb
      language sql immutable set search_path = pg_catalog, pg_temp as $$
        select case when line ? 'id' then line -> 'id'
          else jsonb_build_array(line -> 'at', line -> 'kind', line -> 'step', line -> 'number') end
      $$;

    -- A row without what somebody wrote in it, as an erasure leaves it.
    create function hub.nameless(line jsonb) returns jsonb
      language sql immutable set search_path = pg_catalog, pg_temp as $$
        select line || case when line ->> 'text' <> '' then '{"text": "[borrado]"}'::jsonb else '{}' end
          || case when line ->> 'note' <> '' then '{"note": "[borrado]"}'::jsonb else '{}' end
      $$;

    -- An image with the rows that another one of the same thing has beside its own. What a sale went through is of one
    -- journal, and stays as the image has it.
    create function hub.with_rows(image jsonb, other jsonb) returns jsonb
      language sql immutable set search_path = pg_catalog, pg_temp as $$
        select image || coalesce(jsonb_object_agg(part, lines), '{}') from (
          select o.part, coalesce(image -> o.part, '[]') || jsonb_agg(
            case when image ? 'erasure' then hub.nameless(l.line) else l.line end order by l.at) as lines
          from jsonb_each(other) o (part, lines),
            jsonb_array_elements(case when jsonb_typeof(o.lines) = 'array' then o.lines else '[]' end)
              with ordinality l (line, at)
          where o.part not in ('sale_event', 'erasure') and not exists (
            select from jsonb_array_elements(image -> o.part) known (line)
            where hub.row_key(known.line) = hub.row_key(l.line))
          group by o.part) kept
      $$;

    -- What is newer of a sale, with the rows of both. is_own: whoever sold it sends it; what was erased is always newer.
    create function hub.merged_sale(known jsonb, sent jsonb, is_own boolean) returns jsonb
      language sql immutable set search_path = pg_catalog, pg_temp as $$
        select case
          when is_own or (sent ? 'erasure' and not known ? 'erasure')
            or (known -> 'sale' ->> 'revision')::bigint <= (sent -> 'sale' ->> 'revision')::bigint
          then hub.with_rows(sent, known) else hub.with_rows(known, sent) end
      $$;

    -- As before, but for what becomes of a sale or a shift that is here already.
    create or replace function hub.push_v1(stream text, after_seq bigint, after_tip text, upto_seq bigint,
        upto_tip text, known_until bigint, version text, items jsonb) returns void
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare own hub.register := hub.own_register();
      begin
        -- No number that whoever reads it could not count on from.
        if upto_seq not between after_seq and 9007199254740991 or length(upto_tip) > 64 or length(version) > 64
            or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 5000 then
          raise exception 'not understood' using errcode = '22023';
        end if;
        -- By a clock that is ahead all of what has not happened yet would be here, also once some of it is left to be sent.
        update hub.stream s set seq = upto_seq, tip = upto_tip,
            known_until = greatest(s.known_until, case when push_v1.known_until is not null then
              least(push_v1.known_until, floor(extract(epoch from now()) * 1000)::bigint) end)
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
        -- holds its sales, too. Of one that is gone on with no copy takes back what is newer, and none takes away a row.
        insert into hub.sale as known (id, created_at, register_id, seq, profile_id, revision, state, is_open,
            product_id, currency, amount, total, reference, service_id, doc)
          select s ->> 'id', (s ->> 'created_at')::bigint, own.id, (i ->> 'seq')::bigint,
            s ->> 'profile_id', (s ->> 'revision')::bigint, s ->> 'shown_state', s ->> 'is_open' = '1',
            s ->> 'product_id', s ->> 'currency', (s ->> 'amount')::bigint, (s ->> 'total')::bigint,
            s ->> 'reference', s ->> 'service_id', i -> 'image'
          from (select i, i -> 'image' -> 'sale' as s from jsonb_array_elements(items) i
                where i ->> 'kind' = 'sale') sent
          on conflict (id, created_at) do update
            set (seq, revision, state, is_open, reference, service_id, doc) = (
              select excluded.seq, (doc -> 'sale' ->> 'revision')::bigint, doc -> 'sale' ->> 'shown_state',
                doc -> 'sale' ->> 'is_open' = '1', doc -> 'sale' ->> 'reference', doc -> 'sale' ->> 'service_id', doc
              from hub.merged_sale(known.doc, excluded.doc, known.register_id = own.id) as merged (doc))
          where hub.continues(known.register_id, own) and not hub.brings_back(known.doc, excluded.doc);

        insert into hub.shift as known (id, register_id, seq, profile_id, opened_at, number, closed_at, doc)
          select s ->> 'id', own.id, (i ->> 'seq')::bigint, s ->> 'profile_id',
            (s ->> 'opened_at')::bigint, (c ->> 'number')::bigint, (c ->> 'closed_at')::bigint, i -> 'image'
          from (select i, i -> 'image' -> 'shift' as s, i -> 'image' -> 'shift_close' -> 0 as c
                from jsonb_array_elements(items) i where i ->> 'kind' = 'shift') sent
          on conflict (id) do update set seq = excluded.seq, number = coalesce(excluded.number, known.number),
            closed_at = coalesce(excluded.closed_at, known.closed_at), doc = hub.with_rows(excluded.doc, known.doc)
          where hub.continues(known.register_id, own) and not hub.brings_back(known.doc, excluded.doc);

        insert into hub.other (register_id, kind, key, seq, doc)
          select own.id, i ->> 'kind', i ->> 'ref', (i ->> 'seq')::bigint, i -> 'image'
          from jsonb_array_elements(items) i where i ->> 'kind' not in ('sale', 'shift')
          on conflict (register_id, kind, key) do update set seq = excluded.seq, doc = excluded.doc;

        -- What could not be read once, and now was.
        delete from hub.other o using jsonb_array_elements(items) i
          where o.register_id = own.id and o.kind = 'unreadable' and o.key = (i ->> 'kind') || ' ' || (i ->> 'ref');
      end $$;

    -- What was erased in any journal that was once the one of the register that asks, and of who owed in it.
    create function hub.erased_v2() returns table (kind text, id text)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare
        own hub.register := hub.own_register();
        copies integer[] := array(
          select r.id from hub.register r where r.journal = own.journal or hub.continues(r.id, own));
      begin
        return query
          select 'sale', s.id from hub.sale s where s.doc ? 'erasure' and s.register_id = any (copies)
          union all
          select e ->> 'kind', e ->> 'id' from hub.shift h, jsonb_array_elements(h.doc -> 'note_erasure') e
          where h.register_id = any (copies)
          union all
          select o.kind, o.key from hub.other o where o.kind = 'debtor' and o.register_id = any (copies);
      end $$;

    revoke all on function hub.row_key(jsonb), hub.nameless(jsonb), hub.with_rows(jsonb, jsonb),
      hub.merged_sale(jsonb, jsonb, boolean), hub.erased_v2() from public;
    grant execute on function hub.erased_v2() to mostrador_register;
  `,
}
