import { direction, isOnCredit, isOwed, isUsual } from './20261123T1730-readers.ts'
import type { SchemaStep } from './step.ts'

/**
 * What the owner's screen reads, function by function, each of the registers that the reader may see and without a customer's
 * name or phone. Times are epoch ms; amounts are minor units of the currency beside them, sums of any size.
 */
export const reading: SchemaStep = {
  id: '20261123T1740-reading',
  sql: `
    create function hub.ms(at timestamptz) returns bigint
      language sql immutable set search_path = pg_catalog, pg_temp as $$
        select floor(extract(epoch from at) * 1000)::bigint
      $$;

    -- A number, and a moment, that fit where they are read: what does not is not known.
    create function hub.safe(value bigint) returns bigint
      language sql immutable set search_path = pg_catalog, pg_temp as $$
        select case when value between -9007199254740991 and 9007199254740991 then value end
      $$;
    create function hub.moment(value bigint) returns bigint
      language sql immutable set search_path = pg_catalog, pg_temp as $$
        select case when value between 0 and 8640000000000000 then value end
      $$;

    -- As before (T1200). Who makes a month waits at a row of the hub's own: a lock by a number alone is anybody's to take, and
    -- a reader that held it would keep all registers from sending.
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
        perform from hub.step where id = '20261123T0730-registers' for update;
        if to_regclass('hub.' || name) is not null then return; end if;
        lock table hub.sale_undated in access exclusive mode;
        execute format('create table hub.%I (like hub.sale including defaults)', name);
        execute format('with moved as (delete from hub.sale_undated where created_at >= %s and created_at < %s
          returning *) insert into hub.%I select * from moved', low, high, name);
        execute format('alter table hub.sale attach partition hub.%I for values from (%s) to (%s)',
          name, low, high);
      end $$;

    create function hub.read_registers_v1() returns table (code text, name text, branch text, state text,
        now bigint, seen bigint, complete bigint, version text, clock bigint, waiting bigint, trouble text,
        forked bigint, missing bigint, opened bigint, retired bigint)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        update hub.reader r set seen_at = now() where r.login = session_user;
        return query
          select r.code, r.name, r.branch,
            case when r.retired_at is not null then 'retired' when r.joined_at is null then 'invited' else 'joined' end,
            hub.ms(clock_timestamp()), hub.ms(r.seen_at), hub.moment(hub.complete_until(r.id)), r.version, hub.safe(r.clock_ahead), hub.safe(r.waiting),
            r.trouble, hub.ms(case when r.retired_at is null then hub.fork_of(r) end),
            (select count(*) from hub.other o where o.register_id = r.id and o.kind = 'unreadable'),
            (select max(h.opened_at) from hub.shift h
              where h.register_id = r.id and h.profile_id not like 'sandbox-%'
                and h.opened_at between 0 and 8640000000000000),
            hub.ms(r.retired_at)
          from hub.readable() r order by r.id;
      end $$;

    -- The cash that each open drawer should hold: as the register counts it (shared/domain/drawer/drawer.ts).
    create function hub.read_drawers_v1() returns table (code text, shift text, cashier text, opened bigint,
        currency text, expected numeric, held numeric)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        return query
          with o as materialized (
            select r.code, r.id as register_id, h.id, left(h.doc -> 'shift' ->> 'cashier', 200) as cashier, h.opened_at, h.doc
            from hub.readable() r join hub.shift h on h.register_id = r.id and h.closed_at is null
            where r.retired_at is null and h.profile_id not like 'sandbox-%'
              and h.opened_at between 0 and 8640000000000000
          ),
          moved (id, currency, certain, held) as (
            select o.id, b ->> 'currency', coalesce(hub.whole(b -> 'other'), 0) + coalesce((
                select sum(hub.whole(p -> 'value') * hub.whole(p -> 'count')::numeric)
                from jsonb_path_query(b, '$.pieces[*]') p), 0), 0::numeric
            from o, jsonb_path_query(hub.json_of(o.doc -> 'shift' ->> 'base'), '$[*]') b
            union all
            select o.id, m ->> 'currency',
              case when m ->> 'direction' = 'in' then 1 else -1 end * hub.whole(m -> 'amount'), 0
            from o, jsonb_path_query(o.doc, '$.shift_movement[*]') m
            union all
            select o.id, p ->> 'currency', -hub.whole(p -> 'amount'), 0
            from o join hub.sale s on s.doc ? 'payout' and s.doc -> 'payout' -> 0 ->> 'shift_id' = o.id
              and s.register_id in (select r.id from hub.readable() r), jsonb_path_query(s.doc, '$.payout[0]') p
            where p ->> 'how' = 'cash'
            union all
            select o.id, s.currency,
              case when f.outward then case when f.outcome = 'done' and not f.late and not f.paid then -s.total else 0 end
                when not f.cash or f.outcome = 'open' then 0
                when f.outcome = 'undone' and not f.late and not f.paid then 0 else s.total - f.first end,
              case when not f.outward and f.cash and f.outcome = 'open' then s.total - f.first else 0 end
            from o join hub.sale s on s.register_id = o.register_id and s.created_at >= o.opened_at - 86400000
                and s.doc -> 'sale' ->> 'shift' = o.id and ${isUsual},
              lateral (select ${direction} = 'out' as outward,
                coalesce(s.doc -> 'sale' ->> 'tender', 'cash') = 'cash' as cash,
                -- What is paid first is never cash.
                coalesce(hub.whole(s.doc -> 'sale' -> 'first_amount'), 0) as first,
                s.doc -> 'sale' ->> 'cash_outcome' as outcome,
                coalesce(s.doc -> 'sale' -> 'is_late' = '1', false)
                  or coalesce(s.doc -> 'sale' -> 'has_left' = '1', false) as late,
                coalesce(s.doc -> 'sale' -> 'is_paid' = '1', false) as paid) f
          )
          select o.code, o.id, o.cashier, o.opened_at, m.currency, sum(m.certain), sum(m.held)
          from o left join moved m on m.id = o.id and m.currency <> ''
          group by o.code, o.register_id, o.id, o.cashier, o.opened_at, m.currency
          order by o.register_id, o.opened_at, m.currency;
      end $$;

    -- What closed between two moments and was not right, newest first: each drawer with what it should have held and what was
    -- counted; what was not counted has no difference.
    create function hub.read_closes_v1(since bigint, until bigint, of_cashier text, most integer)
      returns table (code text, shift text, cashier text, closed bigint, number bigint, currency text,
        expected bigint, counted bigint, difference bigint)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        return query
          select r.code, h.id, left(h.doc -> 'shift' ->> 'cashier', 200), h.closed_at, hub.safe(h.number), d ->> 'currency',
            hub.whole(d -> 'expected') + coalesce(hub.whole(d -> 'held'), 0), hub.whole(d -> 'counted' -> 'minor'),
            hub.whole(d -> 'difference' -> 'minor')
          from hub.readable() r
            join hub.shift h on h.register_id = r.id and h.closed_at >= since and h.closed_at < until,
            jsonb_path_query(hub.json_of(h.doc -> 'shift_close' -> 0 ->> 'report'), '$.drawers[*]') d
          where h.profile_id not like 'sandbox-%'
            and (of_cashier is null or coalesce(left(h.doc -> 'shift' ->> 'cashier', 200), '') = of_cashier)
            and d ->> 'currency' <> '' and hub.moment(h.closed_at) is not null
            and hub.whole(d -> 'difference' -> 'minor') is distinct from 0
          order by h.closed_at desc, h.id limit least(most, 1000);
      end $$;

    -- What was missing and what was too much at the closes between two moments, by who had the drawer.
    create function hub.read_differences_v1(since bigint, until bigint) returns table (cashier text,
        currency text, shifts bigint, short numeric, over numeric)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        return query
          select coalesce(left(h.doc -> 'shift' ->> 'cashier', 200), ''), d ->> 'currency', count(*),
            coalesce(sum(f.difference) filter (where f.difference < 0), 0)::numeric,
            coalesce(sum(f.difference) filter (where f.difference > 0), 0)::numeric
          from hub.readable() r
            join hub.shift h on h.register_id = r.id and h.closed_at >= since and h.closed_at < until,
            jsonb_path_query(hub.json_of(h.doc -> 'shift_close' -> 0 ->> 'report'), '$.drawers[*]') d,
            lateral (select hub.whole(d -> 'difference' -> 'minor') as difference) f
          where h.profile_id not like 'sandbox-%' and f.difference <> 0 and d ->> 'currency' <> ''
          group by 1, 2 order by 4, 1 limit 1000;
      end $$;

    -- Sales without an end, money to give back or to hand out, and what somebody owes: how many, how much, and since when.
    create function hub.read_pending_v1() returns table (code text, what text, currency text, count bigint,
        total numeric, since bigint)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        return query
          with r as materialized (select * from hub.readable())
          select r.code, 'open', s.currency, count(*), sum(s.total), min(s.created_at)
          from r join hub.sale s on s.register_id = r.id and s.is_open and ${isUsual}
          where s.profile_id not like 'sandbox-%' group by 1, 2, 3
          union all
          select r.code, 'owed', s.currency, count(*), sum(hub.owed(s.doc, s.total)), min(s.created_at)
          from r join hub.sale s on s.register_id = r.id
            and ${isOwed} and ${isUsual}
          where s.profile_id not like 'sandbox-%' group by 1, 2, 3
          union all
          select debt.code, 'credit', debt.currency, count(*) filter (where debt.is_sale), sum(debt.amount),
            min(debt.at) filter (where debt.is_sale)
          from (
            select r.code, s.currency, s.created_at as at, true as is_sale,
              least(l.lent, greatest(0, l.lent - s.total + case s.doc -> 'sale' ->> 'cash_outcome' when 'done' then s.total
                when 'partial' then greatest(0, least(s.total, -hub.whole(s.doc -> 'sale' -> 'balance_change')))
              end)) as amount
            from r join hub.sale s on s.register_id = r.id and ${isOnCredit} and ${isUsual},
              lateral (select hub.lent(s.doc, s.total) as lent) l
            where s.profile_id not like 'sandbox-%'
              and s.doc -> 'sale' ->> 'cash_outcome' in ('done', 'partial')
              and (s.doc -> 'sale' ->> 'cash_outcome' = 'done' or s.doc -> 'sale' ? 'balance_change')
            union all
            select r.code, o.doc -> 'debt_entry' ->> 'currency', hub.whole(o.doc -> 'debt_entry' -> 'at'), false,
              hub.whole(o.doc -> 'debt_entry' -> 'amount')
            from r join hub.other o on o.register_id = r.id and o.kind = 'debt'
            where o.doc -> 'debt_entry' ->> 'profile_id' not like 'sandbox-%'
              -- A register that goes on with another one's journal, and a copy of it, send what that one sent again.
              and not exists (select from hub.other first
                where first.kind = 'debt' and first.key = o.key and first.register_id < o.register_id)
          ) debt
          where debt.amount is not null and debt.currency <> '' group by 1, 2, 3;
      end $$;

    -- What was sold from one day of the shop until another (days since 1970, both counted).
    create function hub.read_totals_v1(first integer, last integer) returns table (code text, state text,
        direction text, currency text, count numeric, total numeric)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        return query
          select r.code, t.state, t.direction, t.currency, sum(t.count), sum(t.total)
          from hub.readable() r join hub.day_total t on t.register_id = r.id and t.day between first and last
          group by r.id, r.code, t.state, t.direction, t.currency having sum(t.count) > 0
          order by r.id, 2, 3, 4;
      end $$;

    -- The balance of each account as its register last saw it, and what it sold of it a day, on average of the last seven.
    create function hub.read_balances_v1() returns table (code text, profile text, at bigint, currency text,
        balance bigint, spent numeric)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        return query
          with seen as (
            select r.id, r.code, b.profile, b.at, b.currency, b.balance
            from hub.readable() r, lateral (
              (select o.doc -> 'balance_snapshot' ->> 'profile_id', hub.whole(o.doc -> 'balance_snapshot' -> 'at'),
                o.doc -> 'balance_snapshot' ->> 'currency', hub.whole(o.doc -> 'balance_snapshot' -> 'balance')
              from hub.other o where o.register_id = r.id and o.kind = 'balance' order by o.seq desc limit 20)
              union all
              (select s.profile_id, s.created_at, f.balance ->> 'currency', hub.whole(f.balance -> 'minor')
              from hub.sale s, lateral (
                select hub.json_of(s.doc -> 'sale' ->> 'found') -> 'newBalance' as balance) f
              where s.register_id = r.id and s.created_at < hub.ms(now()) + 86400000 and ${isUsual}
              order by s.created_at desc limit 20)
            ) b (profile, at, currency, balance)
            where r.retired_at is null and b.profile not like 'sandbox-%' and b.balance is not null
              and b.currency <> '' and hub.moment(b.at) is not null
          ),
          newest as (select distinct on (s.id, s.profile) s.* from seen s order by s.id, s.profile, s.at desc)
          select n.code, n.profile, n.at, n.currency, n.balance, coalesce((
            select sum(case when t.direction = 'out' then -t.total else t.total end) / 7
            from hub.day_total t
            where t.register_id = n.id and t.profile_id = n.profile and t.currency = n.currency
              and t.state = 'APPROVED'
              and t.day between hub.day_of(hub.ms(now())) - 7 and hub.day_of(hub.ms(now())) - 1), 0)
          from newest n order by n.id, n.profile;
      end $$;

    -- Sales, newest first: 'open', 'owed' or 'credit' ones, those of days ('days', since 1970), or what a text names ('text':
    -- a reference, the service's id or the sale's own, whole). of_register: of one alone.
    create function hub.read_sales_v1(what text, of_register text, first integer, last integer, named text, most integer)
      returns table (code text, id text, at bigint, product text, state text, direction text, currency text,
        total bigint, reference text, service text, cashier text, tender text)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare
        low bigint := first::bigint * 86400000 + 18000000;
        high bigint := (last::bigint + 1) * 86400000 + 18000000;
        ids integer[] := array(select r.id from hub.readable() r where of_register is null or r.code = of_register);
        -- Each has its own plan: what is looked for stands in an index of its own.
        condition text := case what
          when 'open' then 's.is_open'
          when 'owed' then $c$${isOwed}$c$
          when 'credit' then $c$${isOnCredit}$c$
          -- What the figure of those days adds up.
          when 'days' then $c$s.created_at >= $2 and s.created_at < $3 and s.state = 'APPROVED' and ${direction} = 'in'$c$
          when 'text' then '(s.reference = $4 or s.service_id = $4 or s.id = $4)'
          else 'false' end;
      begin
        return query execute format($q$
          select r.code, s.id, s.created_at, coalesce(left(s.doc -> 'sale' ->> 'product_name', 200), ''), s.state,
            ${direction}, s.currency, s.total, hub.masked(left(s.reference, 1000)),
            left(s.service_id, 200), left(s.doc -> 'sale' ->> 'cashier', 200),
            coalesce(left(s.doc -> 'sale' ->> 'tender', 200), 'cash')
          from hub.sale s join hub.register r on r.id = s.register_id
          where s.register_id = any ($1) and s.profile_id not like 'sandbox-%%' and ${isUsual} and %s
          order by s.created_at desc, s.id desc limit least($5, 500)$q$, condition)
          using ids, low, high, named, most;
      end $$;

    revoke all on all functions in schema hub from public;
    grant execute on function hub.read_registers_v1(), hub.read_drawers_v1(), hub.read_pending_v1(),
      hub.read_closes_v1(bigint, bigint, text, integer), hub.read_differences_v1(bigint, bigint),
      hub.read_totals_v1(integer, integer), hub.read_balances_v1(),
      hub.read_sales_v1(text, text, integer, integer, text, integer) to mostrador_reader;
  `,
}
