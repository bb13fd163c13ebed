import type { SchemaStep } from './step.ts'

/** Epoch ms of a moment of the server's. */
const ms = (at: string) => `floor(extract(epoch from ${at}) * 1000)::bigint`
/** As hub.safe and hub.moment have it, in the statement itself: called, they took longer than all that is read. */
const safe = (value: string) =>
  `case when ${value} between -9007199254740991 and 9007199254740991 then ${value} end`

/** The questions of the owner's screen as before, answered out of what is kept (T1600). */
export const keptReading: SchemaStep = {
  id: '20261127T1620-kept-reading',
  sql: `
    create or replace function hub.read_registers_v1() returns table (code text, name text, branch text, state text,
        now bigint, seen bigint, complete bigint, version text, clock bigint, waiting bigint, trouble text,
        forked bigint, missing bigint, opened bigint, retired bigint)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        update hub.reader r set seen_at = now() where r.login = session_user;
        return query
          with last as (
            select distinct on (s.register_id) s.* from hub.stream s order by s.register_id, s.begun_at desc
          ), lacking as (
            select o.register_id, count(*) as things from hub.other o where o.kind = 'unreadable' group by 1
          ), known as (
            select r.id, least(l.known_until, ${ms('r.seen_at')}) as until
            from hub.register r join last l on l.register_id = r.id
            where l.known_until is not null and not exists (select from lacking m where m.register_id = r.id)
          )
          select r.code, r.name, r.branch,
            case when r.retired_at is not null then 'retired' when r.joined_at is null then 'invited' else 'joined' end,
            ${ms('clock_timestamp()')}, ${ms('r.seen_at')},
            case when k.until between 0 and 8640000000000000 then k.until end,
            r.version, ${safe('r.clock_ahead')}, ${safe('r.waiting')}, r.trouble,
            ${ms('case when r.retired_at is null and r.forked_at is not null then hub.fork_of(r) end')},
            coalesce(m.things, 0), h.opened_at, ${ms('r.retired_at')}
          from hub.readable() r
            left join known k on k.id = r.id
            left join lacking m on m.register_id = r.id
            left join hub.last_shift h on h.register_id = r.id
          order by r.id;
      end $$;

    create or replace function hub.read_drawers_v1() returns table (code text, shift text, cashier text, opened bigint,
        currency text, expected numeric, held numeric)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        return query
          with r as materialized (select * from hub.readable())
          select r.code, o.id, o.cashier, o.opened_at, c.currency, sum(c.certain), sum(c.held)
          from r join hub.open_shift o on o.register_id = r.id
            left join hub.drawer_cash c on c.shift_id = o.id
              -- What was given back is of a sale that may be another register's.
              and (c.register_id = o.register_id or c.register_id in (select r.id from r))
          where r.retired_at is null
          group by r.code, r.id, o.id, o.cashier, o.opened_at, c.currency
          order by r.id, o.opened_at, c.currency;
      end $$;

    create or replace function hub.read_closes_v1(since bigint, until bigint, of_cashier text, most integer)
      returns table (code text, shift text, cashier text, closed bigint, number bigint, currency text,
        expected bigint, counted bigint, difference bigint)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        return query
          select r.code, l.shift_id, l.cashier, l.closed_at, l.number, l.currency, l.expected, l.counted, l.difference
          from hub.readable() r
            join hub.close_line l on l.register_id = r.id and l.closed_at >= since and l.closed_at < until
          where of_cashier is null or coalesce(l.cashier, '') = of_cashier
          order by l.closed_at desc, l.shift_id, l.place limit least(most, 1000);
      end $$;

    create or replace function hub.read_differences_v1(since bigint, until bigint) returns table (cashier text,
        currency text, shifts bigint, short numeric, over numeric)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        return query
          select coalesce(l.cashier, ''), l.currency, count(*),
            coalesce(sum(l.difference) filter (where l.difference < 0), 0)::numeric,
            coalesce(sum(l.difference) filter (where l.difference > 0), 0)::numeric
          from hub.readable() r
            join hub.close_line l on l.register_id = r.id and l.closed_at >= since and l.closed_at < until
          where l.difference <> 0
          group by 1, 2 order by 4, 1 limit 1000;
      end $$;

    create or replace function hub.read_pending_v1() returns table (code text, what text, currency text, count bigint,
        total numeric, since bigint)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        return query
          select r.code, p.what, p.currency, p.count, p.total, p.since
          from hub.readable() r join hub.pending_total p on p.register_id = r.id and p.lines > 0
          order by r.id, p.what, p.currency;
      end $$;

    -- Whole months are added up already; what is beside them of the days is added day by day.
    create or replace function hub.read_totals_v1(first integer, last integer) returns table (code text, state text,
        direction text, currency text, count numeric, total numeric)
      -- Added up in their order: a place in memory for each of some thousand sums took twice as long.
      language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_hashagg = off as $$
      declare
        low integer := hub.month_of(first) + case when extract(day from date '1970-01-01' + first) = 1 then 0 else 1 end;
        high integer := hub.month_of(last + 1) - 1;
        low_day integer := (make_date(low / 12, low % 12 + 1, 1)) - date '1970-01-01';
        high_day integer := (make_date((high + 1) / 12, (high + 1) % 12 + 1, 1)) - date '1970-01-01';
      begin
        if low = high and low_day = first and high_day = last + 1 then
          return query
            select r.code, t.state, t.direction, t.currency, t.count::numeric, t.total
            from hub.readable() r join hub.month_total t on t.register_id = r.id and t.month = low and t.count > 0
            order by r.id, 2, 3, 4;
          return;
        end if;
        if low > high then
          low_day := last + 1;
          high_day := last + 1;
        end if;
        return query
          with sums as (
            select t.register_id, t.state, t.direction, t.currency, t.count, t.total
            from hub.month_total t where t.month between low and high
            union all
            select t.register_id, t.state, t.direction, t.currency, t.count, t.total
            from hub.day_total t where t.day >= first and t.day < low_day
            union all
            select t.register_id, t.state, t.direction, t.currency, t.count, t.total
            from hub.day_total t where t.day >= high_day and t.day <= last
          )
          select r.code, t.state, t.direction, t.currency, sum(t.count), sum(t.total)
          from hub.readable() r join sums t on t.register_id = r.id
          group by r.id, r.code, t.state, t.direction, t.currency having sum(t.count) > 0
          order by r.id, 2, 3, 4;
      end $$;

    create or replace function hub.read_balances_v1() returns table (code text, profile text, at bigint, currency text,
        balance bigint, spent numeric)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare
        today integer := floor((${ms('now()')} - 18000000) / 86400000.0)::integer;
      begin
        return query
          with spending as (
            select t.register_id, t.profile_id, t.currency,
              sum(case when t.direction = 'out' then -t.total else t.total end) / 7 as a_day
            from hub.day_total t
            where t.state = 'APPROVED' and t.day between today - 7 and today - 1 group by 1, 2, 3
          )
          select r.code, b.profile_id, b.at, b.currency, b.balance, coalesce(s.a_day, 0)
          from hub.readable() r join hub.balance b on b.register_id = r.id
            left join spending s on s.register_id = b.register_id and s.profile_id = b.profile_id and s.currency = b.currency
          where r.retired_at is null
          order by r.id, b.profile_id;
      end $$;

    -- As before (T0420), said once of all: asked of each register and each connection by itself, hundreds of registers made it
    -- hundreds of thousands of questions.
    create or replace function hub.pairs_of(account text) returns table (pair text)
      language sql stable set search_path = pg_catalog, pg_temp as $$
        with said as (
          select distinct on (a.profile_id) a.profile_id, a.account from hub.account_alias a
          order by a.profile_id, a.register_id desc
        )
        select r.id || ' ' || s.profile_id
        from hub.readable() r cross join said s
          left join hub.account_alias own on own.register_id = r.id and own.profile_id = s.profile_id
        where coalesce(own.account, s.account) = pairs_of.account
      $$;

    -- Whose connections are asked for is a list of thousands: it is looked up as such where the plan is made for it, and gone
    -- through for each row where it is not.
    alter function hub.book_sales_v1(text, bigint, bigint, bigint, text, integer) set plan_cache_mode = force_custom_plan;
    alter function hub.book_waiting_v1(text, bigint, text, integer) set plan_cache_mode = force_custom_plan;
    alter function hub.book_shifts_v1(text, bigint, bigint, bigint, text, integer) set plan_cache_mode = force_custom_plan;
    alter function hub.book_balances_v1(text, bigint, bigint, bigint, text, integer) set plan_cache_mode = force_custom_plan;
  `,
}
