import type { SchemaStep } from './step.ts'

/**
 * What stands on a page in a register's name was said by that register: a close is called by the name of the register whose code it
 * has. Who buys on credit is called by the code of the register that made them (`C1-12`), and is said by any that knows them, as one
 * that came to another branch or hub does: what stands there already is that register's alone to say otherwise.
 */
export const ownLabels: SchemaStep = {
  id: '20261128T0330-own-labels',
  sql: `
    -- As before (T2340). A close has the name of the register whose code it has.
    create or replace function hub.name_is_own() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      declare
        named text := case new.kind
          when 'debt' then new.body ->> 'by'
          when 'debtor' then new.body ->> 'home'
          else split_part(new.key, ' ', 2) end;
        called text := case new.kind when 'close' then lower(btrim(new.body ->> 'name')) end;
      begin
        if named ~ '^C[1-9][0-9]*$' is not true or exists (
          select from hub.register r
          where case when r.code = named
            then lower(btrim(r.name)) <> called
              or (r.retired_at is null or tg_op = 'UPDATE') and not hub.writes_of(new.register_id, r.id)
            else lower(btrim(r.name)) = called end) then
          return null;
        end if;
        return new;
      end $$;

    -- Whoever made them is never said otherwise, but by a register that has both journals; nor is anybody taken away.
    create function hub.debtor_stays() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      begin
        if new.body is null or exists (
          select from hub.register r
          where r.code = old.body ->> 'home' and not hub.writes_of(new.register_id, r.id)) then
          return null;
        end if;
        return new;
      end $$;
    create trigger debtor_stays before update on hub.shared
      for each row when (old.kind = 'debtor' and (old.body -> 'home', old.body -> 'number')
        is distinct from (new.body -> 'home', new.body -> 'number')) execute function hub.debtor_stays();
    create trigger debtor_stays_own before update on hub.shared
      for each row when (old.kind = 'debtor' and old.body -> 'home' is distinct from new.body -> 'home')
      execute function hub.name_is_own();

    revoke all on function hub.debtor_stays() from public;
  `,
}
