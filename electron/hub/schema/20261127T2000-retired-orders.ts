import type { SchemaStep } from './step.ts'

/**
 * What was ordered to be erased stands in what retired registers sent until the owner carries it out there: they are named as those
 * that have not heard.
 */
export const retiredOrders: SchemaStep = {
  id: '20261127T2000-retired-orders',
  sql: `
    -- Whether something that was ordered is not carried out in what a register sent, or will.
    create function hub.has_orders(register integer) returns boolean
      language sql stable set search_path = pg_catalog, pg_temp as $$
        select exists (
          select from hub.shared o
          where o.kind = 'erasure' and o.scope = 'shop' and o.body is not null and not exists (
            select from hub.other a
            where a.register_id = has_orders.register and a.kind = 'order' and a.key = o.key))
          and exists (select from hub.stream s where s.register_id = has_orders.register)
      $$;
    create or replace function hub.orders_v1() returns table (name text)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare own hub.register := hub.own_register();
      begin
        return query
          select r.name from hub.register r where r.id <> own.id and hub.has_orders(r.id) order by r.id;
      end $$;

    revoke all on function hub.has_orders(integer) from public;
  `,
}
