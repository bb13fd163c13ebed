import { direction, isOnCredit, isOwed, isUsual } from './20261123T1730-readers.ts'
import type { SchemaStep } from './step.ts'

/** Of SQL, of a sale `s`: it is no trial, and one that a register makes. */
const isCounted = `s.profile_id not like 'sandbox-%' and ${isUsual}`
const outcome = `s.doc -> 'sale' ->> 'cash_outcome'`

/** What of it stands under each of the three things that wait, in the currency's minor units; null: nothing. */
const amountOf = {
  open: 'case when s.is_open then s.total::numeric end',
  owed: `case when ${isOwed} then hub.owed(s.doc, s.total) end`,
  // What of a sale that was made somebody owes; of one made in part, of that part.
  credit: `case when ${isOnCredit} then case
    when ${outcome} = 'done' then hub.lent(s.doc, s.total)
    when ${outcome} = 'partial' and s.doc -> 'sale' ? 'balance_change' then
      least(hub.lent(s.doc, s.total), greatest(0, hub.lent(s.doc, s.total) - s.total + greatest(0, least(s.total, -hub.whole(s.doc -> 'sale' -> 'balance_change'))))) end end`,
}
type Waiting = keyof typeof amountOf
const allWaiting: readonly Waiting[] = ['open', 'owed', 'credit']
/** What finds them by an index. */
const isWaiting: Record<Waiting, string> = { open: 's.is_open', owed: isOwed, credit: isOnCredit }

/** The cash of it in the drawer of its shift: as the register counts it (shared/domain/drawer/drawer.ts). */
const cash = `lateral (select ${direction} = 'out' as outward,
        coalesce(s.doc -> 'sale' ->> 'tender', 'cash') = 'cash' as cash,
        -- What is paid first is never cash.
        coalesce(hub.whole(s.doc -> 'sale' -> 'first_amount'), 0) as first,
        ${outcome} as outcome,
        coalesce(s.doc -> 'sale' -> 'is_late' = '1', false)
          or coalesce(s.doc -> 'sale' -> 'has_left' = '1', false) as late,
        coalesce(s.doc -> 'sale' -> 'is_paid' = '1', false) as paid) f`
const certain = `case when f.outward then case when f.outcome = 'done' and not f.late and not f.paid then -s.total else 0 end
          when not f.cash or f.outcome = 'open' then 0
          when f.outcome = 'undone' and not f.late and not f.paid then 0 else s.total - f.first end::numeric`
const held = `case when not f.outward and f.cash and f.outcome = 'open' then s.total - f.first else 0 end::numeric`

/** Cash that sales and what was given back of them moved in drawers that are open. */
export const movedCash = (sales: string, shift: string) => `
      select s.sign, o.id, s.register_id, 'sale', s.currency, ${certain}, ${held}
      from ${sales} s join hub.open_shift o on ${shift} and o.id = s.doc -> 'sale' ->> 'shift'
          and o.register_id = s.register_id and s.created_at >= o.opened_at - 86400000, ${cash}
      where ${isUsual}
      union all
      select s.sign, o.id, s.register_id, 'payout', p.line ->> 'currency', -coalesce(hub.whole(p.line -> 'amount'), 0), 0
      from ${sales} s join hub.open_shift o on ${shift} and o.id = s.doc -> 'payout' -> 0 ->> 'shift_id',
        lateral (select s.doc -> 'payout' -> 0 as line) p
      where s.doc ? 'payout' and p.line ->> 'how' = 'cash' and p.line ->> 'currency' <> ''`

export const addCash = (rows: string) => `
    insert into hub.drawer_cash as known (shift_id, register_id, what, currency, certain, held)
      select m.shift_id, m.register_id, m.what, m.currency, sum(m.sign * m.certain), sum(m.sign * m.held)
      from (${rows}) m (sign, shift_id, register_id, what, currency, certain, held)
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (shift_id, register_id, what, currency)
        do update set certain = known.certain + excluded.certain, held = known.held + excluded.held;`

/** Rows of sales as one statement left them, and with a minus as they were before. */
export const changes = {
  insert: 'select 1 as sign, c.* from came c',
  update: 'select -1 as sign, g.* from gone g union all select 1 as sign, c.* from came c',
  delete: 'select -1 as sign, g.* from gone g',
}
export type Operation = keyof typeof changes
export const operations: readonly Operation[] = ['insert', 'update', 'delete']
export const tablesOf: Record<Operation, string> = {
  insert: 'new table as came',
  update: 'old table as gone new table as came',
  delete: 'old table as gone',
}

const countDays = (op: Operation) => `
    with sums as (
      select s.register_id, floor((s.created_at - 18000000) / 86400000.0)::integer as day, s.profile_id, s.state,
        ${direction} as direction, s.currency, sum(s.sign) as count, sum(s.sign * s.total::numeric) as total
      from (${changes[op]}) s where ${isCounted}
      group by 1, 2, 3, 4, 5, 6 having sum(s.sign) <> 0 or sum(s.sign * s.total::numeric) <> 0
    ), days as (
      insert into hub.day_total as known select * from sums order by 1, 2, 3, 4, 5, 6
        on conflict (register_id, day, profile_id, state, direction, currency)
          do update set count = known.count + excluded.count, total = known.total + excluded.total
    )
    insert into hub.month_total as known
      select register_id, hub.month_of(day), state, direction, currency, sum(count), sum(total) from sums
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (register_id, month, state, direction, currency)
        do update set count = known.count + excluded.count, total = known.total + excluded.total;`

const waitingOf = (sales: string, of = allWaiting) => `
      select s.sign, s.register_id, s.id, s.created_at, p.what, s.currency, p.amount
      from (${sales}) s, lateral (values
        ${of.map((what) => `('${what}', ${amountOf[what]})`).join(',\n        ')}) p (what, amount)
      where ${isCounted} and p.amount is not null`

const addWaiting = (sales: string, of = allWaiting) => `
    insert into hub.pending_total as known (register_id, what, currency, lines, count, total, since)
      select i.register_id, i.what, i.currency, sum(i.sign), sum(i.sign), sum(i.sign * i.amount),
        min(i.created_at) filter (where i.sign = 1)
      from (${waitingOf(sales, of)}) i group by 1, 2, 3 order by 1, 2, 3
      on conflict (register_id, what, currency) do update set lines = known.lines + excluded.lines,
        count = known.count + excluded.count, total = known.total + excluded.total,
        since = case when known.count + excluded.count > 0 then least(known.since, excluded.since) end;`

/** The oldest of what waits waits no more: the next one is looked for. */
const nextOldest = (op: Operation) => `
    update hub.pending_total t set since = hub.waiting_since(t.register_id, t.what, t.currency)
      from (
        select i.register_id, i.what, i.currency, min(i.created_at) as at from (
          select register_id, what, currency, created_at from (${waitingOf(changes[op])}) w
          group by 1, 2, 3, 4, id having sum(sign) < 0) i
        group by 1, 2, 3) gone
      where t.register_id = gone.register_id and t.what = gone.what and t.currency = gone.currency
        and t.count > 0 and t.since >= gone.at;`

const seenIn = (sales: string) => `
      select n.register_id, n.id, n.created_at, n.profile_id, f.balance ->> 'currency', hub.whole(f.balance -> 'minor')
      from ${sales} n, lateral (
        select hub.json_of(n.doc -> 'sale' ->> 'found') -> 'newBalance' as balance) f`

const newestCame = `(
        select * from (
          select s.*, row_number() over (partition by s.register_id order by s.created_at desc, s.id desc) as place
          from came s where s.created_at < hub.ms(now()) + 86400000 and ${isUsual}) c
        where c.place <= 20)`

const seeBalances: Record<Operation, string> = {
  insert: `
    insert into hub.balance_sale as known (register_id, id, at, profile_id, currency, balance) ${seenIn(newestCame)}
      on conflict (register_id, id, at) do update set currency = excluded.currency, balance = excluded.balance
      where (known.currency, known.balance) is distinct from (excluded.currency, excluded.balance);
    touched := array(select distinct c.register_id from came c);
    delete from hub.balance_sale b using (
        select k.register_id, k.id, k.at, row_number() over (partition by k.register_id order by k.at desc, k.id desc) as place
        from hub.balance_sale k where k.register_id = any (touched)) k
      where k.place > 20 and b.register_id = k.register_id and b.id = k.id and b.at = k.at;
    perform hub.know_balances(touched);`,
  update: '',
  delete: `
    touched := array(select distinct g.register_id from gone g);
    perform hub.look_for_balances(touched);`,
}
seeBalances.update = seeBalances.insert

const saleTrigger = (op: Operation) => `
    create function hub.sales_${op}() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      declare touched integer[];
      begin
        -- Of one statement that may do both, one of both triggers has nothing.
        if not exists (select from ${op === 'delete' ? 'gone' : 'came'}) then return null; end if;
        ${countDays(op)}
        ${addWaiting(changes[op])}
        ${op === 'insert' ? '' : nextOldest(op)}
        ${addCash(movedCash(`(${changes[op]})`, 'true'))}
        ${seeBalances[op]}
        return null;
      end $$;
    create trigger sales_${op} after ${op} on hub.sale referencing ${tablesOf[op]}
      for each statement execute function hub.sales_${op}();`

/**
 * What the owner's screen shows stands in small tables, which change in the commit of the rows that they are of: nobody goes
 * through what hundreds of registers sold to see it. Sums count what a statement changed at once and not row by row.
 */
export const kept: SchemaStep = {
  id: '20261127T1600-kept',
  sql: `
    lock table hub.sale, hub.shift, hub.other in share row exclusive mode;

    -- A month of the shop, of a day since 1970: months since the year 0.
    create function hub.month_of(day integer) returns integer
      language sql immutable as $$
        select (extract(year from date '1970-01-01' + day) * 12 + extract(month from date '1970-01-01' + day) - 1)::integer
      $$;
    create table hub.month_total (
      register_id integer not null references hub.register (id),
      month integer not null,
      state text not null,
      direction text not null,
      currency text not null,
      count bigint not null,
      total numeric not null,
      primary key (register_id, month, state, direction, currency)
    );
    create index month_total_by_month on hub.month_total (month);
    create index day_total_by_day on hub.day_total (day);
    create index day_total_spent on hub.day_total (day) where state = 'APPROVED';

    -- What waits of a register: sales without an end, money to give back or to hand out, and what somebody owes, which is also
    -- of lines that are no sale. Count and since are of sales alone.
    create table hub.pending_total (
      register_id integer not null references hub.register (id),
      what text not null,
      currency text not null,
      lines bigint not null,
      count bigint not null,
      total numeric not null,
      since bigint,
      primary key (register_id, what, currency)
    );
    -- Each line of what somebody owes that counts: one that several registers sent, as the first of them did.
    create table hub.debt_line (
      key text primary key,
      register_id integer not null references hub.register (id),
      currency text not null,
      amount bigint not null
    );

    -- Drawers that are open, and the cash that moved in each: of the shift itself, of its sales, and of what was given back.
    create table hub.open_shift (
      id text primary key,
      register_id integer not null references hub.register (id),
      opened_at bigint not null,
      cashier text
    );
    create table hub.drawer_cash (
      shift_id text not null,
      -- Whose sale it is of.
      register_id integer not null references hub.register (id),
      what text not null,
      currency text not null,
      certain numeric not null,
      held numeric not null,
      primary key (shift_id, register_id, what, currency)
    );
    -- Drawers that closed with more or less than they should, or uncounted.
    create table hub.close_line (
      shift_id text not null,
      place integer not null,
      register_id integer not null references hub.register (id),
      closed_at bigint not null,
      number bigint,
      cashier text,
      currency text not null,
      expected bigint,
      counted bigint,
      difference bigint,
      primary key (shift_id, place)
    );
    create index close_line_by_time on hub.close_line (closed_at);
    create table hub.last_shift (
      register_id integer primary key references hub.register (id),
      opened_at bigint not null
    );

    -- The balance of each account as its register last saw it; and its newest sales, in which it may stand.
    create table hub.balance (
      register_id integer not null references hub.register (id),
      profile_id text not null,
      at bigint not null,
      currency text not null,
      balance bigint not null,
      primary key (register_id, profile_id)
    );
    create table hub.balance_sale (
      register_id integer not null references hub.register (id),
      id text not null,
      at bigint not null,
      profile_id text not null,
      currency text,
      balance bigint,
      primary key (register_id, id, at)
    );
    create index other_unreadable on hub.other (register_id) where kind = 'unreadable';

    create function hub.waiting_since(register integer, what text, currency text) returns bigint
      language plpgsql stable set search_path = pg_catalog, pg_temp as $$
      begin
        return case waiting_since.what ${allWaiting
          .map(
            (one) => `
          when '${one}' then (select min(s.created_at) from hub.sale s
            where s.register_id = register and s.currency = waiting_since.currency and ${isCounted}
              and ${isWaiting[one]} and ${amountOf[one]} is not null)`,
          )
          .join('')} end;
      end $$;

    create function hub.know_balances(registers integer[]) returns void
      language sql set search_path = pg_catalog, pg_temp as $$
        with seen as (
          select r.id, b.profile, b.at, b.currency, b.balance
          from unnest(registers) r (id), lateral (
            (select o.doc -> 'balance_snapshot' ->> 'profile_id', hub.whole(o.doc -> 'balance_snapshot' -> 'at'),
              o.doc -> 'balance_snapshot' ->> 'currency', hub.whole(o.doc -> 'balance_snapshot' -> 'balance')
            from hub.other o where o.register_id = r.id and o.kind = 'balance' order by o.seq desc limit 20)
            union all
            select k.profile_id, k.at, k.currency, k.balance from hub.balance_sale k where k.register_id = r.id
          ) b (profile, at, currency, balance)
          where b.profile not like 'sandbox-%' and b.balance is not null and b.currency <> '' and hub.moment(b.at) is not null
        ), newest as (
          select distinct on (s.id, s.profile) s.* from seen s order by s.id, s.profile, s.at desc
        ), gone as (
          delete from hub.balance b where b.register_id = any (registers)
            and not exists (select from newest n where n.id = b.register_id and n.profile = b.profile_id)
        )
        insert into hub.balance as known (register_id, profile_id, at, currency, balance) select * from newest
          on conflict (register_id, profile_id)
            do update set at = excluded.at, currency = excluded.currency, balance = excluded.balance
            where (known.at, known.currency, known.balance) is distinct from (excluded.at, excluded.currency, excluded.balance)
      $$;
    create function hub.look_for_balances(registers integer[]) returns void
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      begin
        delete from hub.balance_sale b where b.register_id = any (registers);
        insert into hub.balance_sale ${seenIn(`(
          select n.* from unnest(registers) r (id), lateral (
            select * from hub.sale s
            where s.register_id = r.id and s.created_at < hub.ms(now()) + 86400000 and ${isUsual}
            order by s.created_at desc, s.id desc limit 20) n)`)};
        perform hub.know_balances(registers);
      end $$;

    drop trigger sale_counted on hub.sale;
    drop function hub.sale_counted();
    drop function hub.count_sale(hub.sale, integer);
    ${operations.map(saleTrigger).join('\n')}

    -- What is here already.
    insert into hub.month_total
      select register_id, hub.month_of(day), state, direction, currency, sum(count), sum(total) from hub.day_total
      group by 1, 2, 3, 4, 5;
    ${allWaiting
      .map((one) =>
        addWaiting(`select 1 as sign, s.* from hub.sale s where ${isWaiting[one]}`, [one]),
      )
      .join('')}
    select hub.look_for_balances(array(select r.id from hub.register r));

    revoke all on all functions in schema hub from public;
  `,
}
