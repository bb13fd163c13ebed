import type { SchemaStep } from './step.ts'

/**
 * That a journal is a copy is said in a stream that goes on alone, and is over once the register joined anew. Whatever keeps a
 * register from sending is told by its code, also what is none of the hub's: a disk that is full, a journal that is damaged.
 */
export const forkedAnew: SchemaStep = {
  id: '20261123T1835-forked-anew',
  sql: `
    create or replace function hub.join_v1(stream text, journal text, version text)
      returns table (code text, name text)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare own hub.register := hub.own_register();
      begin
        if stream !~ '^[0-9a-f]{32}$' or length(journal) > 64 or length(version) > 64 then
          raise exception 'not understood' using errcode = '22023';
        end if;
        update hub.register r
          set invited_until = null, joined_at = now(), seen_at = now(), trouble = null, forked_at = null,
              journal = join_v1.journal, version = join_v1.version
          where r.id = own.id and r.invited_until > now();
        if not found then raise exception 'code used' using errcode = 'HB003'; end if;
        update hub.stream s set ended_at = now() where s.register_id = own.id and s.ended_at is null;
        insert into hub.stream (id, register_id) values (stream, own.id);
        return query select own.code, own.name;
      end $$;

    create or replace function hub.told_v1(stream text, clock bigint, waiting bigint, trouble text) returns void
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare own hub.register := hub.own_register();
      begin
        if trouble !~ '^[A-Z_]{1,48}$' then
          raise exception 'not understood' using errcode = '22023';
        end if;
        -- What is told of a stream that ended is of before.
        if not exists (
          select from hub.stream s
          where s.id = told_v1.stream and s.register_id = own.id and s.ended_at is null) then
          return;
        end if;
        if trouble = 'HUB_FORKED' then
          -- Of which of both journals it is the register, nobody can tell here: what the other one said stays.
          update hub.register r set forked_at = now() where r.id = own.id;
          return;
        end if;
        update hub.register r
          set told_at = now(), waiting = coalesce(told_v1.waiting, r.waiting), trouble = told_v1.trouble,
            clock_ahead = told_v1.clock - floor(extract(epoch from now()) * 1000)::bigint
          where r.id = own.id;
      end $$;
  `,
}
