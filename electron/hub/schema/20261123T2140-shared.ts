import type { SchemaStep } from './step.ts'

/**
 * What all registers of the shop share: documents by kind, scope and key, each with a version. Whoever says one anew names the
 * version that it knew; another one is not replaced. Registers of one branch share a scope of their own, which the hub names.
 */
export const shared: SchemaStep = {
  id: '20261123T2140-shared',
  sql: `
    create table hub.shared (
      kind text not null,
      scope text not null,
      key text not null,
      version bigint not null,
      -- null: it was taken away.
      body jsonb,
      seq bigint not null unique,
      register_id integer not null references hub.register (id),
      stream_id text not null references hub.stream (id),
      at timestamptz not null default now(),
      primary key (kind, scope, key)
    );
    -- Each change, in the order in which they are seen: whoever heard of one that is not here heard another hub, or a later one.
    create table hub.shared_step (seq bigint primary key, tip text not null);

    -- changes: [{ kind, scope, key, version, body }]; what came after the change that is named. \`anew\`: the hub does not know
    -- that one, tells all, and takes no change: versions that it lost are not those that it gave anew. Only from where the
    -- stream stands: a copy of the journal says and hears nothing. Of each document \`own\`: it was said in this very stream.
    create function hub.share_v1(stream text, stream_seq bigint, stream_tip text, after_seq bigint,
        after_tip text, changes jsonb)
      returns table (anew boolean, seq bigint, tip text, docs jsonb, more boolean)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare
        own hub.register := hub.own_register();
        home text := 'branch ' || coalesce(own.branch, '');
        most constant integer := 200;
        came jsonb;
        last bigint;
        begins bigint := after_seq;
      begin
        if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) > 500
            or exists (
              select from jsonb_array_elements(changes) c
              where coalesce(c ->> 'kind', '') !~ '^[a-z-]{1,32}$'
                or coalesce(c ->> 'scope', '') !~ '^(shop$|branch$|account )'
                or length(c ->> 'scope') > 400 or c ->> 'key' is null or length(c ->> 'key') > 400
                or jsonb_typeof(c -> 'version') is distinct from 'number'
                or (c ->> 'version')::numeric not between 0 and 1e15
                or octet_length(c ->> 'body') > 1000000) then
          raise exception 'not understood' using errcode = '22023';
        end if;
        if not exists (
          select from hub.stream s where s.id = share_v1.stream and s.register_id = own.id
            and s.ended_at is null and s.seq = stream_seq and s.tip = stream_tip) then
          raise exception 'elsewhere' using errcode = 'HB001';
        end if;

        anew := begins > 0 and not exists (
          select from hub.shared_step s where s.seq = begins and s.tip = after_tip);
        if anew then begins := 0; end if;
        if not anew and jsonb_array_length(changes) > 0 then
          -- Numbers are seen in the order in which they are given. A lock by a number alone is anybody's to take: a reader that
          -- held it would keep all registers from sharing.
          perform from hub.step where id = '20261123T2140-shared' for update;
          select coalesce(max(s.seq), 0) into last from hub.shared_step s;
          with sent as (
            select c ->> 'kind' as kind, c ->> 'key' as key, (c ->> 'version')::bigint as version,
              case c ->> 'scope' when 'branch' then home else c ->> 'scope' end as scope,
              nullif(c -> 'body', 'null') as body, last + n as seq
            from jsonb_array_elements(changes) with ordinality as t (c, n)
          ), made as (
            insert into hub.shared as k (kind, scope, key, version, body, seq, register_id, stream_id)
              select s.kind, s.scope, s.key, 1, s.body, s.seq, own.id, share_v1.stream from sent s
              where s.version = 0 and s.body is not null
              on conflict do nothing returning k.seq
          ), changed as (
            update hub.shared k set version = k.version + 1, body = s.body, seq = s.seq,
                register_id = own.id, stream_id = share_v1.stream, at = now()
              from sent s
              where k.kind = s.kind and k.scope = s.scope and k.key = s.key and s.version > 0
                and k.version = s.version and k.body is distinct from s.body
              returning k.seq
          )
          insert into hub.shared_step
            select s.seq, gen_random_uuid()::text
            from (select * from made union all select * from changed) s;
        end if;

        select coalesce(jsonb_agg(d.doc order by d.seq), '[]'), max(d.seq) into came, last
        from (
          select k.seq, jsonb_build_object('kind', k.kind, 'key', k.key, 'version', k.version,
              'scope', case when k.scope = home then 'branch' else k.scope end,
              'body', k.body, 'by', r.code, 'own', k.stream_id = share_v1.stream) as doc
          from hub.shared k join hub.register r on r.id = k.register_id
          where k.seq > begins and (k.scope not like 'branch %' or k.scope = home)
          order by k.seq limit most) d;
        docs := came;
        more := jsonb_array_length(came) = most;
        seq := coalesce(last, begins);
        tip := coalesce((select s.tip from hub.shared_step s where s.seq = coalesce(last, begins)), '');
        return next;
      end $$;

    revoke all on function hub.share_v1(text, bigint, text, bigint, text, jsonb) from public;
    grant execute on function hub.share_v1(text, bigint, text, bigint, text, jsonb) to mostrador_register;
  `,
}
