import type { SchemaStep } from './step.ts'

/**
 * A register that is moved to another branch takes what is in its own journal along: it tells it there. Where it was, the same stood
 * on as it had been, so that who owed it and paid was still asked for it: now nothing is left of it there. Names stay, as others
 * have lines of theirs; so does what was said of a register that was moved before this.
 */
export const movedLines: SchemaStep = {
  id: '20261128T0810-moved-lines',
  sql: `
    create function hub.lines_move() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      declare
        last bigint;
        stream text := (select s.id from hub.stream s where s.register_id = new.id order by s.begun_at desc limit 1);
      begin
        if stream is null then return null; end if;
        -- Numbers are seen in the order in which they are given, as registers wait for one another.
        perform from hub.step where id = '20261123T2140-shared' for update;
        select coalesce(max(s.seq), 0) into last from hub.shared_step s;
        with moved as (
          select k.key, last + row_number() over (order by k.seq) as seq from hub.shared k
          where k.kind = 'debt' and k.scope = 'branch ' || coalesce(old.branch, '') and k.body ->> 'by' = new.code
            and k.body -> 'lines' <> '[]'
        ), changed as (
          update hub.shared k set version = k.version + 1, seq = m.seq, body = k.body || '{"lines": []}',
              register_id = new.id, reader_id = null, at = now(),
              stream_id = stream
            from moved m
            where k.kind = 'debt' and k.scope = 'branch ' || coalesce(old.branch, '') and k.key = m.key
            returning k.seq
        )
        insert into hub.shared_step select c.seq, gen_random_uuid()::text from changed c;
        return null;
      end $$;
    create trigger lines_move after update of branch on hub.register
      for each row when (old.branch is distinct from new.branch) execute function hub.lines_move();

    revoke all on function hub.lines_move() from public;
  `,
}
