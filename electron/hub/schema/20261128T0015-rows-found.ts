import { direction, isOnCredit, isOwed, isUsual } from './20261123T1730-readers.ts'
import type { SchemaStep } from './step.ts'

/**
 * Rows behind a figure of all registers: the newest are found first, and only they are read whole. Where tens of thousands wait, all
 * of them were laid down on the disk with their images and gone through again for each register, which took half a minute.
 */
export const rowsFound: SchemaStep = {
  id: '20261128T0015-rows-found',
  sql: `
    create or replace function hub.read_sales_v1(what text, of_register text, first integer, last integer, named text, most integer)
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
          select (select r.code from hub.register r where r.id = s.register_id), s.id, s.created_at,
            coalesce(left(s.doc -> 'sale' ->> 'product_name', 200), ''), s.state,
            ${direction}, s.currency, s.total, hub.masked(left(s.reference, 1000)),
            left(s.service_id, 200), left(s.doc -> 'sale' ->> 'cashier', 200),
            coalesce(left(s.doc -> 'sale' ->> 'tender', 200), 'cash')
          from (
            select * from hub.sale s
            where s.register_id = any ($1) and s.profile_id not like 'sandbox-%%' and ${isUsual} and %s
            order by s.created_at desc, s.id desc limit least($5, 500)) s
          order by s.created_at desc, s.id desc$q$, condition)
          using ids, low, high, named, most;
      end $$;
  `,
}
