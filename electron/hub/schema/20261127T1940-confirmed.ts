import type { SchemaStep } from './step.ts'

/**
 * A register says which accounts are its own, and no one else can tell: it could read of any what the service listed to others.
 * Windows are of those alone that the owner confirmed of it.
 */
export const confirmed: SchemaStep = {
  id: '20261127T1940-confirmed',
  sql: `
    create table hub.confirmed_account (
      register_id integer not null references hub.register (id),
      account text not null,
      primary key (register_id, account)
    );

    -- As before, of what the owner confirmed.
    create or replace function hub.own_account(account text, kind text, date_start text, date_end text) returns hub.register
      language plpgsql stable set search_path = pg_catalog, pg_temp as $$
      declare
        own hub.register := hub.own_register();
        is_day constant text := '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';
      begin
        if kind is null or kind not in ('sales', 'buys') or account is null
            or (date_start ~ is_day and date_end ~ is_day and date_start <= date_end) is not true then
          raise exception 'not understood' using errcode = '22023';
        end if;
        if not exists (
          select from hub.confirmed_account c where c.register_id = own.id and c.account = own_account.account) then
          raise exception 'another account' using errcode = '42501';
        end if;
        return own;
      end $$;
  `,
}
