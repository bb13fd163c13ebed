import { isOwed, lastMoment } from './20261123T1730-readers.ts'
import type { SchemaStep } from './step.ts'

/** Of SQL: that a row `t` is of one of the connections that are the account. They are found once for a question. */
const ofAccount = (profile: string) => `t.register_id || ' ' || ${profile} = any (pairs)`
const begin = `
      declare
        own hub.reader := hub.own_books();
        pairs text[] := array(select p.pair from hub.pairs_of(account) p);`

/** The rows that follow one of a time and an id, in that order. */
const after = (at: string) => `(${at}, t.id) > (after_at, after_id)`

/**
 * What an accountant reads to make a report over all registers: whole images, customers not masked, of one account and of the days
 * asked for. A reader has it where the owner said so, and no table either. Which connection of a register is which account each
 * register says itself: the service tells nobody whose a token is.
 */
export const books: SchemaStep = {
  id: '20261124T0420-books',
  sql: `
    alter table hub.reader add column books boolean not null default false;

    create table hub.account_alias (
      register_id integer not null references hub.register (id),
      profile_id text not null,
      -- As what registers share of it is found: 'account NAME ADDRESS'.
      account text not null,
      primary key (register_id, profile_id)
    );

    -- accounts: { account: profile } of the register that asks. What is told of a stream that ended is of before.
    create function hub.accounts_v1(stream text, accounts jsonb) returns void
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare own hub.register := hub.own_register();
      begin
        if jsonb_typeof(accounts) is distinct from 'object' or (select count(*) from jsonb_object_keys(accounts)) > 100
            or exists (select from jsonb_each(accounts) a
              where a.key !~ '^account ' or length(a.key) > 400 or jsonb_typeof(a.value) <> 'string'
                or length(a.value #>> '{}') > 200) then
          raise exception 'not understood' using errcode = '22023';
        end if;
        if not exists (
          select from hub.stream s
          where s.id = accounts_v1.stream and s.register_id = own.id and s.ended_at is null) then
          return;
        end if;
        insert into hub.account_alias as known (register_id, profile_id, account)
          select distinct on (a.value) own.id, a.value, a.key from jsonb_each_text(accounts) a order by a.value, a.key
          on conflict (register_id, profile_id) do update set account = excluded.account
          where known.account <> excluded.account;
      end $$;

    create function hub.own_books() returns hub.reader
      language plpgsql stable set search_path = pg_catalog, pg_temp as $$
      declare own hub.reader := hub.own_reader();
      begin
        if not own.books then raise exception 'no books' using errcode = 'HB005'; end if;
        return own;
      end $$;

    -- Which account a connection of a register is: as that register said it, else as another one said of the same connection,
    -- which was in its folder before it was copied.
    create function hub.account_of(register integer, profile text) returns text
      language sql stable set search_path = pg_catalog, pg_temp as $$
        select a.account from hub.account_alias a where a.profile_id = profile
        order by a.register_id <> register, a.register_id desc limit 1
      $$;

    -- The connections that are an account, with each register that may be read: its number, a space, the connection.
    create function hub.pairs_of(account text) returns table (pair text)
      language sql stable set search_path = pg_catalog, pg_temp as $$
        select r.id || ' ' || a.profile_id
        from hub.readable() r, (select distinct l.profile_id from hub.account_alias l) a
        where hub.account_of(r.id, a.profile_id) = pairs_of.account
      $$;

    -- The accounts of the registers that the reader may see.
    create function hub.book_accounts_v1() returns table (account text)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare own hub.reader := hub.own_books();
      begin
        update hub.reader r set seen_at = now() where r.id = own.id;
        return query select distinct a.account from hub.account_alias a
          join hub.readable() r on r.id = a.register_id order by 1;
      end $$;

    -- Each register that ever sent, with the position that its images are of; unplaced: sales of these days (since 1970, both
    -- counted) of a connection that nobody said the account of.
    create function hub.book_registers_v1(first integer, last integer)
      returns table (code text, name text, branch text, now bigint, joined bigint, retired bigint, complete bigint,
        forked bigint, missing bigint, stream text, seq bigint, tip text, unplaced numeric)
      language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
      declare own hub.reader := hub.own_books();
      begin
        return query
          select r.code, r.name, r.branch, hub.ms(now()), hub.ms(begun.since), hub.ms(r.retired_at),
            hub.moment(hub.complete_until(r.id)),
            hub.ms(hub.fork_of(r)),
            (select count(*) from hub.other o where o.register_id = r.id and o.kind = 'unreadable'),
            s.id, least(s.seq, 9007199254740991), s.tip,
            (select coalesce(sum(t.count), 0) from hub.day_total t
              where t.register_id = r.id and t.day between first and last
                and hub.account_of(r.id, t.profile_id) is null)
          from hub.readable() r,
            lateral (select min(b.begun_at) as since from hub.stream b where b.register_id = r.id) begun,
            lateral (select * from hub.stream n where n.register_id = r.id order by n.begun_at desc limit 1) s
          order by r.id;
      end $$;

    -- Sales begun from one moment until before another (epoch ms), by time, after the one that is named; \`most\` at once.
    create function hub.book_sales_v1(account text, low bigint, high bigint, after_at bigint, after_id text, most integer)
      returns table (code text, id text, at bigint, doc jsonb)
      language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$${begin}
      begin
        return query
          select r.code, t.id, t.created_at, t.doc from hub.sale t join hub.register r on r.id = t.register_id
          where t.created_at >= greatest(low, after_at) and t.created_at < high and t.created_at <= ${lastMoment} and ${after('t.created_at')}
            and ${ofAccount('t.profile_id')}
          order by t.created_at, t.id limit least(most, 5000);
      end $$;

    -- The same of what still waits, whenever it was begun: without an end, or something of it is to be given back.
    create function hub.book_waiting_v1(account text, after_at bigint, after_id text, most integer)
      returns table (code text, id text, at bigint, doc jsonb)
      language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$${begin}
      begin
        return query
          select r.code, t.id, t.created_at, t.doc from (
              select * from hub.sale s where s.is_open
              union
              select * from hub.sale s where ${isOwed}
            ) t join hub.register r on r.id = t.register_id
          where t.created_at <= ${lastMoment} and ${after('t.created_at')} and ${ofAccount('t.profile_id')}
          order by t.created_at, t.id limit least(most, 5000);
      end $$;

    -- Shifts that ran at some time from one moment until before another.
    create function hub.book_shifts_v1(account text, low bigint, high bigint, after_at bigint, after_id text, most integer)
      returns table (code text, id text, at bigint, doc jsonb)
      language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$${begin}
      begin
        return query
          select r.code, t.id, t.opened_at, t.doc from hub.shift t join hub.register r on r.id = t.register_id
          where t.opened_at between 0 and ${lastMoment} and t.opened_at < high
            and (t.closed_at is null or t.closed_at >= low) and ${after('t.opened_at')}
            and ${ofAccount('t.profile_id')}
          order by t.opened_at, t.id limit least(most, 5000);
      end $$;

    -- Balances that were noted meanwhile.
    create function hub.book_balances_v1(account text, low bigint, high bigint, after_at bigint, after_id text, most integer)
      returns table (code text, id text, at bigint, doc jsonb)
      language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$${begin}
      begin
        return query
          select r.code, t.id, t.at, t.doc from (
              select o.register_id, o.register_id || ' ' || o.key as id, o.doc,
                hub.whole(o.doc -> 'balance_snapshot' -> 'at') as at
              from hub.other o where o.kind = 'balance'
            ) t join hub.register r on r.id = t.register_id
          where t.at >= low and t.at < high and ${after('t.at')}
            and ${ofAccount("(t.doc -> 'balance_snapshot' ->> 'profile_id')")}
          order by t.at, t.id limit least(most, 5000);
      end $$;

    -- What the owner said of the account's products.
    create function hub.book_products_v1(account text) returns table (kind text, key text, body jsonb)
      language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
      declare own hub.reader := hub.own_books();
      begin
        return query select s.kind, s.key, s.body from hub.shared s
          where s.scope = account and exists (select from hub.pairs_of(account)) and s.kind in ('direction', 'nature') and s.body is not null order by 1, 2;
      end $$;

    revoke all on function hub.accounts_v1(text, jsonb), hub.own_books(), hub.account_of(integer, text),
      hub.pairs_of(text), hub.book_accounts_v1(), hub.book_registers_v1(integer, integer),
      hub.book_sales_v1(text, bigint, bigint, bigint, text, integer), hub.book_waiting_v1(text, bigint, text, integer),
      hub.book_shifts_v1(text, bigint, bigint, bigint, text, integer),
      hub.book_balances_v1(text, bigint, bigint, bigint, text, integer), hub.book_products_v1(text) from public;
    grant execute on function hub.accounts_v1(text, jsonb) to mostrador_register;
    grant execute on function hub.book_accounts_v1(), hub.book_registers_v1(integer, integer),
      hub.book_sales_v1(text, bigint, bigint, bigint, text, integer), hub.book_waiting_v1(text, bigint, text, integer),
      hub.book_shifts_v1(text, bigint, bigint, bigint, text, integer),
      hub.book_balances_v1(text, bigint, bigint, bigint, text, integer), hub.book_products_v1(text) to mostrador_reader;
  `,
}
