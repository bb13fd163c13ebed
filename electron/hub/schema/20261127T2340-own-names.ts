import type { SchemaStep } from './step.ts'

/**
 * What a login names itself is its own, also where the hub has nothing of it yet: no line of credit and no close of another
 * register's, and no cash out of another one's drawer. Of a register that was retired others tell what a database lost that went
 * back, as nobody else is left to.
 */
export const ownNames: SchemaStep = {
  id: '20261127T2340-own-names',
  sql: `
    create function hub.name_is_own() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      declare
        named text := case new.kind when 'debt' then new.body ->> 'by' else split_part(new.key, ' ', 2) end;
      begin
        if exists (
          select from hub.register r
          where r.code = named and (r.retired_at is null or tg_op = 'UPDATE') and not hub.writes_of(new.register_id, r.id)) then
          return null;
        end if;
        return new;
      end $$;
    create trigger name_is_own before insert on hub.shared
      for each row when (new.kind in ('debt', 'close')) execute function hub.name_is_own();
    create trigger close_stays before update on hub.shared
      for each row when (old.kind = 'close') execute function hub.name_is_own();

    -- A copy of a journal that goes on as another register has the open drawer of the first: what it gives back of its own
    -- sales is out of its own.
    create or replace function hub.read_drawers_v1() returns table (code text, shift text, cashier text, opened bigint,
        currency text, expected numeric, held numeric)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        return query
          with r as materialized (select * from hub.readable())
          select r.code, o.id, o.cashier, o.opened_at, c.currency, sum(c.certain), sum(c.held)
          from r join hub.open_shift o on o.register_id = r.id
            left join hub.drawer_cash c on c.shift_id = o.id
              -- What was given back is of a sale that may be one of a register that it goes on with.
              and (c.register_id = o.register_id or (c.register_id in (select r.id from r)
                and hub.continues(c.register_id, (select w from hub.register w where w.id = o.register_id))))
          where r.retired_at is null
          group by r.code, r.id, o.id, o.cashier, o.opened_at, c.currency
          order by r.id, o.opened_at, c.currency;
      end $$;

    revoke all on function hub.name_is_own() from public;
  `,
}
