import type { SchemaStep } from './step.ts'

/**
 * What a register says of itself whenever it sent, or could not: its clock, what it still has to send, and that its journal is
 * none that stood where its stream does. Only the register knows that, as what is refused leaves nothing here. Whatever keeps it
 * from sending is told by its code, also what is none of the hub's: a disk that is full, a journal that is damaged.
 */
export const told: SchemaStep = {
  id: '20261123T1710-told',
  sql: `
    alter table hub.register
      add column told_at timestamptz,
      -- How far its clock is ahead of the server's, in milliseconds.
      add column clock_ahead bigint,
      add column waiting bigint,
      -- Why it last could not send; null: it could.
      add column trouble text,
      -- When a journal last came with this login that is a copy of the one that sends, or older than it.
      add column forked_at timestamptz;

    create function hub.told_v1(stream text, clock bigint, waiting bigint, trouble text) returns void
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

    -- A register that joined anew is no copy any more, and nothing keeps it from sending.
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

    -- Since when a copy of a register's journal goes on by itself, and nobody said as what; null: there is none. One that
    -- joined as another register is none any more, and a third one tells of itself again.
    create function hub.fork_of(register hub.register) returns timestamptz
      language sql stable set search_path = pg_catalog, pg_temp as $$
        select register.forked_at where not exists (
          select from hub.register r
          where r.id <> register.id and r.journal = register.journal and r.joined_at > register.forked_at)
      $$;

    revoke all on function hub.told_v1(text, bigint, bigint, text), hub.fork_of(hub.register) from public;
    grant execute on function hub.told_v1(text, bigint, bigint, text) to mostrador_register;
  `,
}
