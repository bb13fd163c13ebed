import { shared } from './20261123T2140-shared.ts'
import { anew, type SchemaStep } from './step.ts'

/** What registers share, as before; of what an accountant said the name is told where a register's code was. */
const share = anew(shared, 'share_v1', [
  [
    'register_id = own.id, stream_id = share_v1.stream,',
    'register_id = own.id, stream_id = share_v1.stream, reader_id = null,',
  ],
  [
    "'by', r.code, 'own', k.stream_id = share_v1.stream",
    "'by', coalesce(r.code, w.name), 'own', k.stream_id is not distinct from share_v1.stream",
  ],
  [
    'from hub.shared k join hub.register r on r.id = k.register_id',
    'from hub.shared k left join hub.register r on r.id = k.register_id left join hub.reader w on w.id = k.reader_id',
  ],
])

/**
 * What an accountant writes of an account: what its products are to the books, and the map. It is shared as if a register had said
 * it, by whoever the owner of the database gave that to, and nothing else can be written by a reader.
 */
export const bookWriting: SchemaStep = {
  id: '20261127T1555-book-writing',
  sql: `
    alter table hub.reader add column writes boolean not null default false;
    alter table hub.shared
      alter column register_id drop not null,
      alter column stream_id drop not null,
      add column reader_id integer references hub.reader (id),
      add constraint shared_said check (
        num_nonnulls(register_id, reader_id) = 1 and num_nonnulls(stream_id, reader_id) = 1);

    ${share}

    -- Who asks, where they may write of an account that is here. What is said of it goes to the registers of all branches.
    create function hub.own_writer(account text) returns hub.reader
      language plpgsql stable set search_path = pg_catalog, pg_temp as $$
      declare own hub.reader := hub.own_books();
      begin
        if not own.writes or own.branch is not null then
          raise exception 'may not write' using errcode = 'HB006';
        end if;
        if not exists (select from hub.account_alias a where a.account = own_writer.account) then
          raise exception 'no account' using errcode = '22023';
        end if;
        return own;
      end $$;

    -- What is said of an account's products and map now, with the version that whoever changes it has to name.
    create function hub.book_said_v1(account text) returns table (kind text, key text, version bigint, body jsonb)
      language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
      declare own hub.reader := hub.own_writer(account);
      begin
        return query select s.kind, s.key, s.version, s.body from hub.shared s
          where s.scope = book_said_v1.account and s.kind in ('nature', 'chart') order by 1, 2;
      end $$;

    -- changes: [{ kind, key, version, body }]; answers those that were taken: of the others somebody said another version meanwhile.
    create function hub.book_say_v1(account text, changes jsonb) returns table (kind text, key text)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare
        own hub.reader := hub.own_writer(account);
        last bigint;
      begin
        if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) > 500
            or exists (
              select from jsonb_array_elements(changes) c
              where jsonb_typeof(c -> 'version') is distinct from 'number'
                or (c ->> 'version')::numeric not between 0 and 1e15
                or not coalesce(case c ->> 'kind'
                  when 'nature' then length(c ->> 'key') between 1 and 400
                    and (c -> 'body' = 'null' or c -> 'body' in ('"collection"', '"resale"', '"cash-out"'))
                  when 'chart' then c ->> 'key' = 'chart' and jsonb_typeof(c -> 'body') = 'object'
                    and octet_length(c ->> 'body') <= 500000
                end, false))
            or (select count(*) <> count(distinct (c ->> 'kind', c ->> 'key')) from jsonb_array_elements(changes) c) then
          raise exception 'not understood' using errcode = '22023';
        end if;
        update hub.reader r set seen_at = now() where r.id = own.id;
        -- Numbers are seen in the order in which they are given, as registers wait for one another.
        perform from hub.step where id = '20261123T2140-shared' for update;
        select coalesce(max(s.seq), 0) into last from hub.shared_step s;
        return query
          with sent as (
            select c ->> 'kind' as kind, c ->> 'key' as key, (c ->> 'version')::bigint as version,
              nullif(c -> 'body', 'null') as body, last + n as seq
            from jsonb_array_elements(changes) with ordinality as t (c, n)
          ), made as (
            insert into hub.shared as k (kind, scope, key, version, body, seq, reader_id)
              select s.kind, account, s.key, 1, s.body, s.seq, own.id from sent s
              where s.version = 0 and s.body is not null
              on conflict do nothing returning k.kind, k.key, k.seq
          ), changed as (
            update hub.shared k set version = k.version + 1, body = s.body, seq = s.seq,
                register_id = null, stream_id = null, reader_id = own.id, at = now()
              from sent s
              where k.kind = s.kind and k.scope = account and k.key = s.key and s.version > 0
                and k.version = s.version and k.body is distinct from s.body
              returning k.kind, k.key, k.seq
          ), taken as (
            select * from made union all select * from changed
          ), noted as (
            insert into hub.shared_step select t.seq, gen_random_uuid()::text from taken t
          )
          select t.kind, t.key from taken t order by t.seq;
      end $$;

    revoke all on function hub.own_writer(text), hub.book_said_v1(text), hub.book_say_v1(text, jsonb) from public;
    grant execute on function hub.book_said_v1(text), hub.book_say_v1(text, jsonb) to mostrador_reader;
  `,
}
