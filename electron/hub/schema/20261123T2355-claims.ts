import type { SchemaStep } from './step.ts'

/**
 * Which sale is about to be made at which counter, for some minutes, so that no two make the same one. What it is of is a keyed
 * hash: neither this table nor a log of the server says who the customer is. It outlives no fall of the server, and need not.
 */
export const claims: SchemaStep = {
  id: '20261123T2355-claims',
  sql: `
    create table hub.claim_key (one boolean primary key default true check (one), key text not null);
    insert into hub.claim_key (key)
      values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

    create unlogged table hub.claim (
      register_id integer not null references hub.register (id),
      sale_id text not null,
      print text not null,
      at timestamptz not null default now(),
      primary key (register_id, sale_id)
    );
    create index claim_by_print on hub.claim (print);
    create index claim_by_time on hub.claim (at);

    -- Whoever forgets at the same time is not waited for.
    create function hub.forget_claims() returns void
      language sql set search_path = pg_catalog, pg_temp as $$
        delete from hub.claim where (register_id, sale_id) in (
          select c.register_id, c.sale_id from hub.claim c where c.at < now() - interval '15 minutes'
          for update skip locked)
      $$;

    -- What the registers of this hub hash with. Asked every few minutes, so that nothing stays for long.
    create function hub.claim_key_v1() returns text
      language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '300ms' as $$
      declare own hub.register := hub.own_register();
      begin
        perform hub.forget_claims();
        return (select k.key from hub.claim_key k);
      end $$;

    -- The newest claim of the same thing at another register, within so many milliseconds and unless what came of it is one of
    -- these; state: what came of it, as far as it was sent. Where there is none, or it is made all the same, this one is kept.
    create function hub.claim_v1(print text, sale text, within bigint, but text[], anyway boolean)
      returns table (code text, name text, ago bigint, state text)
      language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '300ms' as $$
      declare own hub.register := hub.own_register();
      begin
        if claim_v1.print is null or claim_v1.print !~ '^[0-9a-f]{64}$'
            or sale is null or sale !~ '^[0-9A-Za-z-]{1,64}$'
            or coalesce(within, -1) not between 0 and 900000 or coalesce(cardinality(but), 99) > 20 then
          raise exception 'not understood' using errcode = '22023';
        end if;
        perform hub.forget_claims();
        -- Of two that ask at once the second hears of the first.
        perform pg_advisory_xact_lock(hashtext('hub.claim'), hashtext(claim_v1.print));
        return query
          select r.code, r.name, floor(extract(epoch from now() - c.at) * 1000)::bigint, s.state
          from hub.claim c join hub.register r on r.id = c.register_id
            left join hub.sale s on s.id = c.sale_id and s.register_id = c.register_id
          where c.print = claim_v1.print and c.register_id <> own.id
            and c.at > now() - within * interval '1 millisecond'
            and (s.state is null or s.state <> all (but))
          order by c.at desc limit 1;
        if not found or anyway then
          insert into hub.claim (register_id, sale_id, print) values (own.id, sale, claim_v1.print)
            on conflict on constraint claim_pkey do update set print = excluded.print, at = excluded.at;
        end if;
      end $$;

    -- What was claimed here is not made after all.
    create function hub.unclaim_v1(sale text) returns void
      language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '300ms' as $$
      declare own hub.register := hub.own_register();
      begin
        delete from hub.claim c where c.register_id = own.id and c.sale_id = sale;
      end $$;

    revoke all on function hub.forget_claims(), hub.claim_key_v1(), hub.unclaim_v1(text),
      hub.claim_v1(text, text, bigint, text[], boolean) from public;
    grant execute on function hub.claim_key_v1(), hub.unclaim_v1(text),
      hub.claim_v1(text, text, bigint, text[], boolean) to mostrador_register;
  `,
}
