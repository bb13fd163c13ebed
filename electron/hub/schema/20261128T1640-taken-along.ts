import type { SchemaStep } from './step.ts'

/**
 * What a register goes on with of a retired one comes along (T0810) also where it is of another branch from its first moment. Only
 * what its journal has, which tells it there: what it goes on with of another journal stays where it was, or nobody would be asked for it.
 */
export const takenAlong: SchemaStep = {
  id: '20261128T1640-taken-along',
  sql: `
    create function hub.take_lines(own hub.register, away text, stream text) returns void
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      declare
        last bigint;
        codes text[] := array(select r.code from hub.register r
          where r.id = own.id or (r.journal = own.journal and hub.continues(r.id, own)));
      begin
        -- Numbers are seen in the order in which they are given, as registers wait for one another.
        perform from hub.step where id = '20261123T2140-shared' for update;
        select coalesce(max(s.seq), 0) into last from hub.shared_step s;
        with moved as (
          select k.key, last + row_number() over (order by k.seq) as seq from hub.shared k
          where k.kind = 'debt' and k.scope = 'branch ' || coalesce(away, '') and k.body ->> 'by' = any (codes)
            and k.body -> 'lines' <> '[]'
        ), changed as (
          -- By its own code: back again it tells what it told itself.
          update hub.shared k set version = k.version + 1, seq = m.seq,
              body = k.body || jsonb_build_object('by', own.code, 'lines', '[]'::jsonb),
              register_id = own.id, reader_id = null, at = now(), stream_id = stream
            from moved m
            where k.kind = 'debt' and k.scope = 'branch ' || coalesce(away, '') and k.key = m.key
            returning k.seq
        )
        insert into hub.shared_step select c.seq, gen_random_uuid()::text from changed c;
      end $$;

    create or replace function hub.lines_move() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      declare
        stream text := (select s.id from hub.stream s where s.register_id = new.id order by s.begun_at desc limit 1);
      begin
        if stream is not null then perform hub.take_lines(new, old.branch, stream); end if;
        return null;
      end $$;

    create function hub.lines_come() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      declare own hub.register := (select r from hub.register r where r.id = new.register_id);
      begin
        perform hub.take_lines(own, b.branch, new.id) from (
          select distinct r.branch from hub.register r
          where r.branch is distinct from own.branch and hub.continues(r.id, own)) b;
        return null;
      end $$;
    create trigger lines_come after insert on hub.stream
      for each row execute function hub.lines_come();

    revoke all on function hub.take_lines(hub.register, text, text), hub.lines_come() from public;
  `,
}
