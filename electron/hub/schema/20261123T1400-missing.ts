import type { SchemaStep } from './step.ts'

/**
 * What of a register is not here although its stream went past it, by name; and how far each other register is known, for who
 * closes a month of the account that all of them sell on.
 */
export const missing: SchemaStep = {
  id: '20261123T1400-missing',
  sql: `
    -- What the register that asks could not read, or what was refused here for what it holds: of it the name alone came.
    create function hub.missing_v1() returns table (thing text, refused text)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare own hub.register := hub.own_register();
      begin
        return query
          select o.key, o.doc ->> 'refused' from hub.other o
          where o.register_id = own.id and o.kind = 'unreadable' order by 1;
      end $$;

    -- Until when (epoch ms, its own clock) all that happened at a register is here; null: something of it is missing.
    create function hub.complete_until(register integer) returns bigint
      language sql stable set search_path = pg_catalog, pg_temp as $$
        select s.known_until from hub.stream s
        where s.register_id = register and not exists (
          select from hub.other o where o.register_id = register and o.kind = 'unreadable')
        order by s.begun_at desc limit 1
      $$;

    -- The other registers, since when each first belonged here; times are epoch ms, by the clock of this server.
    create function hub.others_v1()
      returns table (code text, name text, joined bigint, retired bigint, complete bigint)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare own hub.register := hub.own_register();
      begin
        return query
          select r.code, r.name, floor(extract(epoch from min(s.begun_at)) * 1000)::bigint,
            floor(extract(epoch from r.retired_at) * 1000)::bigint, hub.complete_until(r.id)
          from hub.register r join hub.stream s on s.register_id = r.id
          where r.id <> own.id group by r.id order by r.id;
      end $$;

    revoke all on function hub.missing_v1(), hub.complete_until(integer), hub.others_v1() from public;
    grant execute on function hub.missing_v1(), hub.others_v1() to mostrador_register;
  `,
}
