import type { SchemaStep } from './step.ts'

/** A register whose clock is ahead says that it sent what has not happened yet: no more is believed than the server's clock. */
export const serverClock: SchemaStep = {
  id: '20261123T1430-server-clock',
  sql: `
    -- Until when (epoch ms) all that happened at a register is here: by its own clock, and no later than when it last sent by
    -- the server's; null: something of it is missing.
    create or replace function hub.complete_until(register integer) returns bigint
      language sql stable set search_path = pg_catalog, pg_temp as $$
        select case when s.known_until is not null then
          least(s.known_until, floor(extract(epoch from r.seen_at) * 1000)::bigint) end
        from hub.stream s join hub.register r on r.id = s.register_id
        where s.register_id = register and not exists (
          select from hub.other o where o.register_id = register and o.kind = 'unreadable')
        order by s.begun_at desc limit 1
      $$;
  `,
}
