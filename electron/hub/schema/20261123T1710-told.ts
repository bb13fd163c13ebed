import type { SchemaStep } from './step.ts'

/**
 * What a register says of itself whenever it sent, or could not: its clock, what it still has to send, and that its journal is
 * none that stood where its stream does. Only the register knows that, as what is refused leaves nothing here.
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
        if trouble !~ '^HUB_[A-Z_]{1,40}$' then
          raise exception 'not understood' using errcode = '22023';
        end if;
        if trouble = 'HUB_FORKED' then
          -- Of which of both journals it is the register, nobody can tell here: what the other one said stays.
          update hub.register r set forked_at = now() where r.id = own.id;
          return;
        end if;
        update hub.register r
          set told_at = now(), waiting = coalesce(told_v1.waiting, r.waiting), trouble = told_v1.trouble,
            clock_ahead = told_v1.clock - floor(extract(epoch from now()) * 1000)::bigint
          where r.id = own.id and exists (
            select from hub.stream s
            where s.id = told_v1.stream and s.register_id = own.id and s.ended_at is null);
      end $$;

    revoke all on function hub.told_v1(text, bigint, bigint, text) from public;
    grant execute on function hub.told_v1(text, bigint, bigint, text) to mostrador_register;
  `,
}
