import type { SchemaStep } from './step.ts'

/**
 * What one register wrote of who owes, no other one's login writes over: only whoever goes on with it, or has a copy of its journal.
 * A sale is one by its id: sent again with another time it would count twice.
 */
export const ownLines: SchemaStep = {
  id: '20261127T1945-own-lines',
  sql: `
    -- Its own, and of those whose journal it has.
    create function hub.writes_of(register integer, author integer) returns boolean
      language sql stable set search_path = pg_catalog, pg_temp as $$
        select author = register or hub.continues(author, own) or exists (
          select from hub.register a where a.id = author and a.journal = own.journal)
        from hub.register own where own.id = register
      $$;

    -- A line says in whose journal it is. What a database lost that went back anybody tells it again who heard of it.
    create function hub.line_stays() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      declare
        author integer := (select r.id from hub.register r where r.code = old.body ->> 'by');
        teller text := (select r.code from hub.register r where r.id = new.register_id);
      begin
        if new.body ->> 'by' in (teller, old.body ->> 'by')
            and hub.writes_of(new.register_id, coalesce(author, old.register_id)) then
          return new;
        end if;
        return null;
      end $$;
    create trigger line_stays before update on hub.shared
      for each row when (old.kind = 'debt' and old.body is not null) execute function hub.line_stays();

    -- Of a line that several send, as copies do, the first one's counts.
    create function hub.line_is_first() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      begin
        if exists (
          select from hub.other o where o.kind = 'debt' and o.key = new.key and o.register_id <> new.register_id) then
          return null;
        end if;
        return new;
      end $$;
    create trigger line_is_first before insert on hub.other
      for each row when (new.kind = 'debt') execute function hub.line_is_first();

    -- Registers draw ids that sort by time: so do these.
    create function hub.sale_key(id text) returns uuid
      language sql immutable set search_path = pg_catalog, pg_temp as $$
        select case when id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then id else md5(id) end::uuid
      $$;
    create table hub.sale_once (key uuid primary key, created_at bigint not null);
    insert into hub.sale_once
      select hub.sale_key(s.id), min(s.created_at) from hub.sale s group by 1 order by 1;
    create function hub.another_time() returns bigint
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      begin
        raise exception 'another time' using errcode = '23505';
      end $$;
    create function hub.sale_is_one() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      begin
        insert into hub.sale_once as known select hub.sale_key(c.id), c.created_at from came c order by 1
          on conflict (key) do update set created_at = hub.another_time() where known.created_at <> excluded.created_at;
        return null;
      end $$;
    create trigger sale_is_one after insert on hub.sale referencing new table as came
      for each statement execute function hub.sale_is_one();

    revoke all on function hub.writes_of(integer, integer), hub.line_stays(), hub.line_is_first(), hub.sale_key(text),
      hub.another_time(), hub.sale_is_one() from public;
  `,
}
