import { told } from './20261123T1710-told.ts'
import { anew, type SchemaStep } from './step.ts'

/**
 * What comes along to another branch (T1640) does so once a register joins there, and its journal is known: emptied when its owner said
 * so, the lines of a journal that was lost were told by nobody. Where it was before, also as a register that it goes on with, it tells
 * them again. One that is retired after the one that goes on with it joined leaves what that one told by then.
 */
export const toldThere: SchemaStep = {
  id: '20261128T2040-told-there',
  sql: `
    drop trigger lines_move on hub.register;
    drop function hub.lines_move();

    -- What the journal that sends in it calls itself; null: nobody wrote it down.
    alter table hub.stream add column journal text;
    update hub.stream s set journal = r.journal from hub.register r
      where r.id = s.register_id and not exists (
        select from hub.stream later where later.register_id = s.register_id and later.begun_at > s.begun_at);
    ${anew(told, 'join_v1', [
      [
        'insert into hub.stream (id, register_id) values (stream, own.id)',
        'insert into hub.stream (id, register_id, journal) values (stream, own.id, join_v1.journal)',
      ],
    ])}

    drop function hub.take_lines(hub.register, text, text);
    -- is_told: only what it told where it is, while it goes on telling.
    create function hub.take_lines(own hub.register, is_told boolean) returns void
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      declare
        last bigint;
        home text := 'branch ' || coalesce(own.branch, '');
        stream text := (select s.id from hub.stream s where s.register_id = own.id order by s.begun_at desc limit 1);
        continued integer[] := array(select r.id from hub.register r where hub.continues(r.id, own));
      begin
        if stream is null then return; end if;
        -- Numbers are seen in the order in which they are given, as registers wait for one another.
        perform from hub.step where id = '20261123T2140-shared' for update;
        select coalesce(max(s.seq), 0) into last from hub.shared_step s;
        with moved as (
          select k.scope, k.key, last + row_number() over (order by k.seq) as seq
          from hub.shared k join hub.register r on r.code = k.body ->> 'by' and r.id = any (continued)
            left join hub.stream s on s.id = k.stream_id and s.register_id = r.id
          where k.kind = 'debt' and k.scope like 'branch %'
            and coalesce(s.journal, case when r.id <> own.id then r.journal end, own.journal) = own.journal
            and case when k.scope = home
              -- Nothing is left of it here under another code, by which its own register would not tell it again.
              then not is_told and k.body -> 'lines' = '[]' and r.id <> own.id
              else k.body -> 'lines' <> '[]' and (not is_told or exists (
                select from hub.shared h
                where h.kind = 'debt' and h.scope = home and h.key = k.key and h.body ->> 'by' = own.code)) end
        ), changed as (
          update hub.shared k set version = k.version + 1, seq = m.seq,
              body = k.body || jsonb_build_object('by', own.code, 'lines', '[]'::jsonb),
              register_id = own.id, reader_id = null, at = now(), stream_id = stream
            from moved m
            where k.kind = 'debt' and k.scope = m.scope and k.key = m.key
            returning k.seq
        )
        insert into hub.shared_step select c.seq, gen_random_uuid()::text from changed c;
      end $$;

    create or replace function hub.lines_come() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      begin
        perform hub.take_lines(r, false) from hub.register r where r.id = new.register_id;
        return null;
      end $$;

    create function hub.lines_stay() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      begin
        -- One that told nothing yet will, as one that joins now.
        perform hub.take_lines(r, exists (
            select from hub.shared k
            where k.kind = 'debt' and k.scope = 'branch ' || coalesce(r.branch, '') and k.body ->> 'by' = r.code))
          from hub.register r where r.retired_at is null and hub.continues(new.id, r) order by r.id;
        return null;
      end $$;
    create trigger lines_stay after update of retired_at on hub.register
      for each row when (old.retired_at is null and new.retired_at is not null)
      execute function hub.lines_stay();

    revoke all on function hub.take_lines(hub.register, boolean), hub.lines_stay() from public;
  `,
}
