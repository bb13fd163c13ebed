import { isOwed, lastMoment } from './20261123T1730-readers.ts'
import { books } from './20261124T0420-books.ts'
import { anew, type SchemaStep } from './step.ts'

/** Of SQL: that a row `t` is of one of the connections that are the account (`hub.scope_of`). */
const ofAccount = (profile: string) => `(t.register_id || ' ' || ${profile} = any (scope.own)
                or (${profile} = any (scope.others) and t.register_id = any (scope.registers)
                  and t.register_id || ' ' || ${profile} <> all (scope.otherwise)))`

/** A question of T0420 by its name, anew: whose rows they are is found in short lists. */
function asked(name: string): string {
  const is = /t\.register_id \|\| ' ' \|\| (.+) = any \(pairs\)/
  return anew(books, `book_${name}_v1`, [
    ['pairs text[] := array(select p.pair from hub.pairs_of(account) p);', 'scope record;'],
    ['begin\n', 'begin\n        select * into scope from hub.scope_of(account);\n'],
  ]).replace(is, (_, profile: string) => ofAccount(profile))
}

/** A page of what waits, by its names first: only that page's images are read. */
const waitingPage = `(
              select s.* from (
                select t.created_at, t.id from (
                  select s.created_at, s.id, s.register_id, s.profile_id from hub.sale s where s.is_open
                  union
                  select s.created_at, s.id, s.register_id, s.profile_id from hub.sale s where ${isOwed}
                ) t
                where t.created_at <= ${lastMoment} and (t.created_at, t.id) > (after_at, after_id)
                  and ${ofAccount('t.profile_id')}
                order by t.created_at, t.id limit least(most, 5000)) k,
                lateral (select * from hub.sale s where s.id = k.id and s.created_at = k.created_at offset 0) s
            ) t join hub.register r on r.id = t.register_id
          order by t.created_at, t.id;
      end $$;`

/**
 * Books as before (T0420), of the same rows. Each page asked which of all registers have which of all connections, tens of thousands of
 * pairs that each plan then went through; and a page of what waits laid down the images of all that waits.
 */
export const booksFound: SchemaStep = {
  id: '20261128T0345-books-found',
  sql: `
    -- Which connections are an account: as the register said it (own), else, of those that it said nothing of, as another one
    -- did (others). What it says to be another account is not (otherwise).
    create function hub.scope_of(account text, out registers integer[], out own text[], out others text[], out otherwise text[])
      language plpgsql stable set search_path = pg_catalog, pg_temp as $$
      begin
        registers := array(select r.id from hub.readable() r);
        own := array(
          select a.register_id || ' ' || a.profile_id from hub.account_alias a
          where a.account = scope_of.account and a.register_id = any (registers));
        others := array(
          select s.profile_id from (
            select distinct on (a.profile_id) a.profile_id, a.account from hub.account_alias a
            order by a.profile_id, a.register_id desc) s
          where s.account = scope_of.account);
        otherwise := array(
          select a.register_id || ' ' || a.profile_id from hub.account_alias a
          where a.account <> scope_of.account and a.profile_id = any (others));
      end $$;

    ${asked('sales')}
    ${asked('shifts')}
    ${asked('balances')}
    ${asked('waiting').replace(/\(\s*select \* from hub\.sale s where s\.is_open[\s\S]*/, () => waitingPage)}
    alter function hub.book_sales_v1(text, bigint, bigint, bigint, text, integer)
      set plan_cache_mode = force_custom_plan set enable_sort = off;
    alter function hub.book_shifts_v1(text, bigint, bigint, bigint, text, integer) set plan_cache_mode = force_custom_plan;
    alter function hub.book_balances_v1(text, bigint, bigint, bigint, text, integer) set plan_cache_mode = force_custom_plan;
    alter function hub.book_waiting_v1(text, bigint, text, integer) set plan_cache_mode = force_custom_plan;

    -- Of years of shifts and balances those of some days are found.
    create index shift_by_end on hub.shift (closed_at);
    create index other_balance_at on hub.other (hub.whole(doc -> 'balance_snapshot' -> 'at')) where kind = 'balance';

    revoke all on function hub.scope_of(text) from public;
  `,
}
