import type { SchemaStep } from './step.ts'

/**
 * Of SQL, of a sale `s`: something of it is to be given back, or to be handed out (`hub.owed` says how much). It stands in an
 * index, word by word.
 */
export const isOwed = `s.doc -> 'sale' -> 'may_owe' = '1' and s.doc -> 'sale' -> 'is_paid' = '0'
  and (s.doc -> 'sale' -> 'is_late' = '1' or s.doc -> 'sale' -> 'has_left' = '1')
  and hub.owed(s.doc, s.total) is not null`

/** The last moment (epoch ms) that whoever reads a row can write as a day. */
export const lastMoment = 253_402_300_799_000

/**
 * The same: what a register writes. Anything else may have been sent too, by whoever has its login: such a sale is counted and
 * shown nowhere, so that no row of one keeps the figures of all from being read.
 */
export const isUsual = `s.created_at between 0 and ${lastMoment} and s.currency <> ''
  and s.total between -9007199254740991 and 9007199254740991`

const wayOf = (doc: string) =>
  `case when ${doc} -> 'sale' ->> 'direction' = 'out' then 'out' else 'in' end`
/** Whether a sale collects or hands out: what is neither collects, as everywhere. */
export const direction = wayOf('s.doc')

/** The same, of one of which something is owed by somebody: all of it, or what was not paid at once. */
export const isOnCredit = `(s.doc -> 'sale' -> 'tender' = '"credit"' or s.doc -> 'sale' -> 'first_tender' = '"credit"')`

/**
 * Who may look at what all registers sent, or those of one branch: a login that runs functions which only read, and no table.
 * What each register sold in a day is added up as it comes, so that nobody goes through its sales to see it.
 */
export const readers: SchemaStep = {
  id: '20261123T1730-readers',
  sql: `
    alter table hub.register add column branch text;
    create table hub.reader (
      id integer generated always as identity primary key,
      name text not null unique,
      login name not null unique,
      -- Whose registers they see; null: all.
      branch text,
      invited_until timestamptz,
      joined_at timestamptz,
      seen_at timestamptz,
      retired_at timestamptz
    );

    create function hub.own_reader() returns hub.reader
      language plpgsql stable set search_path = pg_catalog, pg_temp as $$
      declare own hub.reader;
      begin
        select * into own from hub.reader where login = session_user;
        if not found or own.joined_at is null then
          raise exception 'no reader' using errcode = 'HB004';
        end if;
        if own.retired_at is not null then raise exception 'retired' using errcode = 'HB002'; end if;
        return own;
      end $$;

    -- The registers that whoever asks may see.
    create function hub.readable() returns setof hub.register
      language plpgsql stable set search_path = pg_catalog, pg_temp as $$
      declare own hub.reader := hub.own_reader();
      begin
        return query select * from hub.register r where own.branch is null or r.branch = own.branch;
      end $$;

    create function hub.read_join_v1() returns table (name text, branch text)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        return query update hub.reader r set invited_until = null, joined_at = now(), seen_at = now()
          where r.login = session_user and r.retired_at is null and r.invited_until > now()
          returning r.name, r.branch;
        if not found then raise exception 'code used' using errcode = 'HB003'; end if;
      end $$;

    -- Whole numbers of an image, which may hold anything: what is none, or too large, is null.
    create function hub.whole(value jsonb) returns bigint
      language sql immutable set search_path = pg_catalog, pg_temp as $$
        select case when jsonb_typeof(value) = 'number' and abs((value #>> '{}')::numeric) < 1e15
          then trunc((value #>> '{}')::numeric)::bigint end
      $$;

    -- What of a sale's total somebody owes: a sale is paid in one way, or in two of which the first names its amount.
    create function hub.lent(doc jsonb, total numeric) returns numeric
      language sql immutable set search_path = pg_catalog, pg_temp as $$
        select case
          when doc -> 'sale' ->> 'tender' = 'credit' then total - coalesce(hub.whole(doc -> 'sale' -> 'first_amount'), 0)
          when doc -> 'sale' ->> 'first_tender' = 'credit' then coalesce(hub.whole(doc -> 'sale' -> 'first_amount'), 0)
          else 0 end
      $$;

    -- What of a sale is to be given back or handed out, once it is late: as the register says it (owedOf in
    -- shared/domain/drawer/drawer.ts, owedLines in electron/store/tables/shifts-cash.ts). null: nothing.
    create function hub.owed(doc jsonb, total numeric) returns numeric
      language sql immutable set search_path = pg_catalog, pg_temp as $$
        select case
          when sale ->> 'direction' = 'out' then
            case when outcome = 'done' then paid when outcome = 'partial' then coalesce(part, paid) end
          when coalesce(outcome, '') not in ('undone', 'partial') or coalesce(sale ->> 'first_tender', sale ->> 'tender') = 'credit'
            and sale ->> 'tender' = 'credit' then null
          when paid < total and paid + case when outcome = 'partial' then least(0, coalesce(change, 0)) else 0 end <= 0
            then null
          else coalesce(part, paid) end
        from (
          select *, case when outcome = 'partial' and moved between 1 and total then moved end as part
          from (
            select *, case when sale ->> 'direction' = 'out' then change else paid + change end as moved
            from (
              select doc -> 'sale' as sale, doc -> 'sale' ->> 'cash_outcome' as outcome,
                total - hub.lent(doc, total) as paid, hub.whole(doc -> 'sale' -> 'balance_change') as change
            ) facts
          ) felt
        ) parted
      $$;

    -- JSON within a text of an image; null: it is none.
    create function hub.json_of(value text) returns jsonb
      language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
      begin
        return value::jsonb;
      exception when others then return null;
      end $$;

    -- What identifies a customer, as lists show it: never more than four signs, nor two fifths.
    create function hub.masked(value text) returns text
      language sql immutable set search_path = pg_catalog, pg_temp as $$
        select case when value = '[borrado]' then value when bare = '' then ''
          else rtrim('••• ' || right(bare, least(4, length(bare) * 2 / 5))) end
        from (select regexp_replace(coalesce(value, ''), '[\\s\u00a0.-]', '', 'g') as bare) parted
      $$;

    -- The shop's day of a moment, as days since 1970: five hours behind UTC, all year.
    create function hub.day_of(at bigint) returns integer
      language sql immutable set search_path = pg_catalog, pg_temp as $$
        select floor((at - 18000000) / 86400000.0)::integer
      $$;

    -- Of every register what it sold in a day, kept with each sale that comes; the test service's sales are none.
    create table hub.day_total (
      register_id integer not null references hub.register (id),
      day integer not null,
      profile_id text not null,
      state text not null,
      direction text not null,
      currency text not null,
      count bigint not null,
      total numeric not null,
      primary key (register_id, day, profile_id, state, direction, currency)
    );

    create function hub.count_sale(sale hub.sale, times integer) returns void
      language sql set search_path = pg_catalog, pg_temp as $$
        insert into hub.day_total as known
          select sale.register_id, hub.day_of(sale.created_at), sale.profile_id, sale.state,
            ${wayOf('sale.doc')}, sale.currency, times, times * sale.total::numeric
          where sale.profile_id not like 'sandbox-%' and ${isUsual.replaceAll('s.', 'sale.')}
          on conflict (register_id, day, profile_id, state, direction, currency)
            do update set count = known.count + excluded.count, total = known.total + excluded.total
      $$;
    create function hub.sale_counted() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      begin
        if tg_op = 'UPDATE' then
          if (old.state, old.total, old.currency) is not distinct from (new.state, new.total, new.currency) then
            return null;
          end if;
          perform hub.count_sale(old, -1);
        end if;
        perform hub.count_sale(new, 1);
        return null;
      end $$;
    lock table hub.sale in share row exclusive mode;
    insert into hub.day_total
      select s.register_id, hub.day_of(s.created_at), s.profile_id, s.state,
        ${direction}, s.currency, count(*), sum(s.total)
      from hub.sale s
      where s.profile_id not like 'sandbox-%' and ${isUsual}
      group by 1, 2, 3, 4, 5, 6;
    create trigger sale_counted after insert or update on hub.sale
      for each row execute function hub.sale_counted();

    -- What the owner looks for first, each a short index: what is owed, what somebody owes, what was given back.
    create index sale_owed on hub.sale (register_id, created_at)
      where ${isOwed.replaceAll('s.doc', 'doc').replaceAll('s.total', 'total')};
    create index sale_on_credit on hub.sale (register_id, created_at)
      where ${isOnCredit.replaceAll('s.doc', 'doc')};
    create index sale_paid_out on hub.sale ((doc -> 'payout' -> 0 ->> 'shift_id')) where doc ? 'payout';
    create index shift_open on hub.shift (register_id) where closed_at is null;
    create index shift_by_close on hub.shift (register_id, closed_at) where closed_at is not null;
    create index other_by_seq on hub.other (register_id, kind, seq);
    create index other_debt on hub.other using hash (key) where kind = 'debt';

    revoke all on all functions in schema hub from public;
    grant usage on schema hub to mostrador_reader;
    grant execute on function hub.read_join_v1() to mostrador_reader;
  `,
}
