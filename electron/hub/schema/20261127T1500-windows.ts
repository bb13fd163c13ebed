import type { SchemaStep } from './step.ts'

/** As texts of days are compared: `YYYY-MM-DD`. */
const isDay = (text: string) => `${text} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`

/**
 * What the service's list answered to one register of an account, for the others; and who asks it now, for a minute at most. Days
 * of which somebody was erased are kept no more: the service may go on telling of them, and this must not.
 */
export const windows: SchemaStep = {
  id: '20261127T1500-windows',
  sql: `
    -- One of a question: the newest. Moments are the service's, in epoch ms.
    create table hub.list_window (
      account text not null,
      kind text not null,
      date_start text not null,
      date_end text not null,
      began bigint not null,
      -- Nothing of it changes any more.
      settled boolean not null,
      -- The service's numbers of its rows.
      ids text[] not null,
      rows bytea not null,
      sha256 text not null,
      register_id integer not null references hub.register (id),
      at timestamptz not null default now(),
      primary key (account, kind, date_start, date_end)
    );
    create index list_window_ids on hub.list_window using gin (ids);
    create index list_window_at on hub.list_window (at);

    create unlogged table hub.list_lease (
      account text not null,
      kind text not null,
      date_start text not null,
      date_end text not null,
      register_id integer not null references hub.register (id),
      until timestamptz not null,
      primary key (account, kind, date_start, date_end)
    );

    -- Days on which somebody sold what was erased since, and those beside them, as clocks differ.
    create table hub.erased_day (day text primary key);

    create function hub.days_around(at bigint) returns setof text
      language sql immutable set search_path = pg_catalog, pg_temp as $$
        -- The service's days are those of UTC-5; what a clock of another age says is none.
        select to_char(date '1970-01-01' + ((at - 18000000) / 86400000)::integer + near, 'YYYY-MM-DD')
        from generate_series(-1, 1) near
        where at between 0 and 4102444800000
      $$;

    -- Whoever keeps a window waits for this, so that none comes in beside it; at a row, as a lock by a number alone is anybody's to
    -- take: a reader that held it would keep what is erased from being sent.
    create function hub.forget_windows() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      begin
        perform from hub.step where id = '20261127T1500-windows' for share;
        insert into hub.erased_day (day) select hub.days_around(new.created_at) on conflict do nothing;
        if found then
          delete from hub.list_window w where exists (
            select from hub.days_around(new.created_at) d (day) where d.day between w.date_start and w.date_end);
        end if;
        if new.service_id is not null then
          delete from hub.list_window w where w.ids @> array[new.service_id];
        end if;
        return null;
      end $$;
    create trigger windows_forgotten after insert or update on hub.sale
      for each row when (new.doc ? 'erasure') execute function hub.forget_windows();

    insert into hub.erased_day (day)
      select distinct d.day from hub.sale s, hub.days_around(s.created_at) d (day) where s.doc ? 'erasure';

    -- The register that asks, where it said that one of its connections is this account.
    create function hub.own_account(account text, kind text, date_start text, date_end text) returns hub.register
      language plpgsql stable set search_path = pg_catalog, pg_temp as $$
      declare own hub.register := hub.own_register();
      begin
        if kind is null or kind not in ('sales', 'buys') or account is null
            or (${isDay('date_start')} and ${isDay('date_end')} and date_start <= date_end) is not true then
          raise exception 'not understood' using errcode = '22023';
        end if;
        if not exists (
          select from hub.account_alias a where a.register_id = own.id and a.account = own_account.account) then
          raise exception 'another account' using errcode = '42501';
        end if;
        return own;
      end $$;

    -- A window of this question that began after \`newer\`, and after \`recent\` or such that nothing of it changes (came); else who
    -- asks has it to gather (ours), or another one has until so many ms from now (waiting). Without \`lease\` nobody has it to.
    create function hub.window_v1(account text, kind text, date_start text, date_end text, newer bigint, recent bigint,
        lease boolean)
      returns table (state text, began bigint, rows bytea, sha256 text, ms bigint)
      language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
      declare own hub.register := hub.own_account(account, kind, date_start, date_end);
      begin
        return query
          select 'came', w.began, w.rows, w.sha256, 0::bigint from hub.list_window w
          where w.account = window_v1.account and w.kind = window_v1.kind and w.date_start = window_v1.date_start
            and w.date_end = window_v1.date_end and w.began > newer and (w.settled or w.began >= recent);
        if found or lease is not true then return; end if;
        delete from hub.list_lease where ctid in (
          select l.ctid from hub.list_lease l where l.until < now() - interval '10 minutes' limit 100
          for update skip locked);
        insert into hub.list_lease as l
          values (account, kind, date_start, date_end, own.id, now() + interval '60 seconds')
          on conflict on constraint list_lease_pkey
            do update set register_id = excluded.register_id, until = excluded.until
            where l.until <= now() or l.register_id = excluded.register_id;
        if found then
          return query select 'ours', 0::bigint, null::bytea, null::text, 0::bigint;
        else
          return query
            select 'waiting', 0::bigint, null::bytea, null::text,
              least(60000, greatest(0, ceil(extract(epoch from l.until - now()) * 1000)))::bigint
            from hub.list_lease l
            where l.account = window_v1.account and l.kind = window_v1.kind
              and l.date_start = window_v1.date_start and l.date_end = window_v1.date_end;
        end if;
      end $$;

    -- The questions of this account whose windows touch these days and change no more.
    create function hub.windows_v1(account text, kind text, first text, last text)
      returns table (date_start text, date_end text, began bigint)
      language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
      declare own hub.register := hub.own_account(account, kind, first, last);
      begin
        return query
          select w.date_start, w.date_end, w.began from hub.list_window w
          where w.account = windows_v1.account and w.kind = windows_v1.kind and w.settled
            and w.date_end >= first and w.date_start <= last
          order by w.date_start, w.date_end limit 2000;
      end $$;

    -- It is not gathered here after all: whoever waits may.
    create function hub.leave_window_v1(account text, kind text, date_start text, date_end text) returns void
      language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
      declare own hub.register := hub.own_account(account, kind, date_start, date_end);
      begin
        delete from hub.list_lease l
          where l.register_id = own.id and l.account = leave_window_v1.account and l.kind = leave_window_v1.kind
            and l.date_start = leave_window_v1.date_start and l.date_end = leave_window_v1.date_end;
      end $$;

    -- Keeps what was answered, if it is newer than what is here, and nobody of these days was erased: whether it was.
    create function hub.keep_window_v1(account text, kind text, date_start text, date_end text, began bigint,
        settled boolean, ids text[], rows bytea, sha256 text)
      returns boolean
      language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
      declare
        own hub.register := hub.own_account(account, kind, date_start, date_end);
        is_kept boolean := false;
      begin
        if rows is null or octet_length(rows) > 4194304
            or encode(pg_catalog.sha256(rows), 'hex') is distinct from keep_window_v1.sha256
            or settled is null or ids is null or cardinality(ids) > 5000
            or coalesce(began, -1) not between 0 and extract(epoch from now() + interval '5 minutes') * 1000 then
          raise exception 'not understood' using errcode = '22023';
        end if;
        perform from hub.step where id = '20261127T1500-windows' for update;
        delete from hub.list_window w
          where w.at < now() - interval '400 days' or not w.settled and w.at < now() - interval '10 minutes';
        if not exists (
            select from hub.erased_day e where e.day between keep_window_v1.date_start and keep_window_v1.date_end)
          and not exists (
            select from hub.sale s where s.service_id = any (ids) and s.doc ? 'erasure') then
          insert into hub.list_window as w
            values (account, kind, date_start, date_end, began, settled, ids, rows, sha256, own.id)
            on conflict on constraint list_window_pkey
              do update set began = excluded.began, settled = excluded.settled, ids = excluded.ids,
                rows = excluded.rows, sha256 = excluded.sha256, register_id = excluded.register_id, at = now()
              where w.began < excluded.began;
          is_kept := found;
        end if;
        delete from hub.list_lease l
          where l.register_id = own.id and l.account = keep_window_v1.account and l.kind = keep_window_v1.kind
            and l.date_start = keep_window_v1.date_start and l.date_end = keep_window_v1.date_end;
        return is_kept;
      end $$;

    revoke all on function hub.days_around(bigint), hub.forget_windows(), hub.own_account(text, text, text, text),
      hub.window_v1(text, text, text, text, bigint, bigint, boolean), hub.windows_v1(text, text, text, text),
      hub.leave_window_v1(text, text, text, text),
      hub.keep_window_v1(text, text, text, text, bigint, boolean, text[], bytea, text) from public;
    grant execute on function hub.window_v1(text, text, text, text, bigint, bigint, boolean),
      hub.windows_v1(text, text, text, text), hub.leave_window_v1(text, text, text, text),
      hub.keep_window_v1(text, text, text, text, bigint, boolean, text[], bytea, text) to mostrador_register;
  `,
}
