import {
  addCash,
  changes,
  movedCash,
  operations,
  tablesOf,
  type Operation,
} from './20261127T1600-kept.ts'
import type { SchemaStep } from './step.ts'

const otherTrigger = (op: Operation) => `
    create function hub.others_${op}() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      declare
        touched integer[] := array(select distinct s.register_id from (${changes[op]}) s where s.kind = 'balance');
        keys text[] := array(select distinct s.key from (${changes[op]}) s where s.kind = 'debt');
      begin
        if cardinality(touched) > 0 then perform hub.know_balances(touched); end if;
        if cardinality(keys) > 0 then perform hub.know_debts(keys); end if;
        return null;
      end $$;
    create trigger others_${op} after ${op} on hub.other referencing ${tablesOf[op]}
      for each statement execute function hub.others_${op}();`

/** The same of shifts, their drawers and their closes, of balances that were noted, and of lines of what somebody owes. */
export const keptBeside: SchemaStep = {
  id: '20261127T1610-kept-beside',
  sql: `
    create function hub.know_debts(keys text[]) returns void
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      begin
        -- Of registers that send the same line at once the second sees what the first sent.
        perform from hub.step where id = '20261127T1610-kept-beside' for update;
        with first as (
          select distinct on (o.key) o.key, o.register_id, o.doc -> 'debt_entry' as entry
          from hub.other o where o.kind = 'debt' and o.key = any (keys) order by o.key, o.register_id
        ), counted as (
          select f.key, f.register_id, f.entry ->> 'currency' as currency, hub.whole(f.entry -> 'amount') as amount
          from first f where f.entry ->> 'profile_id' not like 'sandbox-%' and f.entry ->> 'currency' <> ''
            and hub.whole(f.entry -> 'amount') is not null
        ), before as (
          select * from hub.debt_line d where d.key = any (keys)
        ), gone as (
          delete from hub.debt_line d where d.key = any (keys) and not exists (select from counted c where c.key = d.key)
        ), put as (
          insert into hub.debt_line as known select * from counted
            on conflict (key) do update
              set register_id = excluded.register_id, currency = excluded.currency, amount = excluded.amount
              where (known.register_id, known.currency, known.amount)
                is distinct from (excluded.register_id, excluded.currency, excluded.amount)
        )
        insert into hub.pending_total as known (register_id, what, currency, lines, count, total)
          select l.register_id, 'credit', l.currency, sum(l.sign), 0, sum(l.sign * l.amount::numeric)
          from (select 1 as sign, c.* from counted c union all select -1, b.* from before b) l
          group by 1, 2, 3 having sum(l.sign) <> 0 or sum(l.sign * l.amount::numeric) <> 0 order by 1, 3
          on conflict (register_id, what, currency)
            do update set lines = known.lines + excluded.lines, total = known.total + excluded.total;
      end $$;

    create function hub.keep_shift(shift hub.shift, is_new boolean) returns void
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      declare
        of_cashier text := left(shift.doc -> 'shift' ->> 'cashier', 200);
        is_known boolean := shift.profile_id not like 'sandbox-%' and hub.moment(shift.opened_at) is not null;
      begin
        delete from hub.close_line l where l.shift_id = shift.id;
        if is_known and is_new then
          insert into hub.last_shift as known values (shift.register_id, shift.opened_at)
            on conflict (register_id) do update set opened_at = excluded.opened_at
            where known.opened_at < excluded.opened_at;
        end if;
        if is_known and shift.closed_at is null then
          insert into hub.open_shift as known values (shift.id, shift.register_id, shift.opened_at, of_cashier)
            on conflict (id) do update set cashier = excluded.cashier where known.cashier is distinct from excluded.cashier;
          if is_new then
            -- Sales may have come before their shift.
            delete from hub.drawer_cash c where c.shift_id = shift.id;
            ${addCash(movedCash('(select 1 as sign, n.* from hub.sale n)', 'o.id = shift.id'))}
          end if;
          delete from hub.drawer_cash c where c.shift_id = shift.id and c.what = 'shift';
          ${addCash(`
            select 1, shift.id, shift.register_id, 'shift', b ->> 'currency', coalesce(hub.whole(b -> 'other'), 0) + coalesce((
                select sum(hub.whole(p -> 'value') * hub.whole(p -> 'count')::numeric)
                from jsonb_path_query(b, '$.pieces[*]') p), 0), 0::numeric
            from jsonb_path_query(hub.json_of(shift.doc -> 'shift' ->> 'base'), '$[*]') b where b ->> 'currency' <> ''
            union all
            select case when m ->> 'direction' = 'in' then 1 else -1 end, shift.id, shift.register_id, 'shift',
              m ->> 'currency', coalesce(hub.whole(m -> 'amount'), 0), 0
            from jsonb_path_query(shift.doc, '$.shift_movement[*]') m where m ->> 'currency' <> ''`)}
          return;
        end if;
        delete from hub.open_shift o where o.id = shift.id;
        if found then delete from hub.drawer_cash c where c.shift_id = shift.id; end if;
        if shift.profile_id like 'sandbox-%' or hub.moment(shift.closed_at) is null then return; end if;
        insert into hub.close_line
          select shift.id, d.place, shift.register_id, shift.closed_at, hub.safe(shift.number), of_cashier,
            d.line ->> 'currency', hub.whole(d.line -> 'expected') + coalesce(hub.whole(d.line -> 'held'), 0),
            hub.whole(d.line -> 'counted' -> 'minor'), hub.whole(d.line -> 'difference' -> 'minor')
          from jsonb_path_query(hub.json_of(shift.doc -> 'shift_close' -> 0 ->> 'report'), '$.drawers[*]')
            with ordinality d (line, place)
          where d.line ->> 'currency' <> '' and hub.whole(d.line -> 'difference' -> 'minor') is distinct from 0;
      end $$;
    create function hub.shift_kept() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      begin
        perform hub.keep_shift(new, tg_op = 'INSERT');
        return null;
      end $$;
    create trigger shift_kept after insert or update on hub.shift
      for each row execute function hub.shift_kept();

    ${operations.map(otherTrigger).join('\n')}

    -- What is here already.
    select hub.know_debts(array(select distinct o.key from hub.other o where o.kind = 'debt'));
    select hub.keep_shift(h, true) from hub.shift h;

    revoke all on all functions in schema hub from public;
  `,
}
