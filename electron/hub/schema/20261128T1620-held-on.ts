import { ownNames } from './20261127T2340-own-names.ts'
import { anew, type SchemaStep } from './step.ts'

/**
 * A drawer that a retired register left open is in the hands of the one that goes on with its journal, and told as that one's:
 * until somebody of it closes it, or the same cashier opens another, which a copy from before that drawer does.
 */
export const heldOn: SchemaStep = {
  id: '20261128T1620-held-on',
  sql: `
    create function hub.holder_of(open hub.open_shift) returns integer
      language sql stable set search_path = pg_catalog, pg_temp as $$
        select case when own.retired_at is null then own.id else (
          select h.id from hub.register h
          where h.retired_at is null and h.journal = own.journal and hub.continues(own.id, h) and not exists (
            select from hub.shift s
            where s.register_id = h.id and s.opened_at > open.opened_at
              and left(s.doc -> 'shift' ->> 'cashier', 200) is not distinct from open.cashier)
          order by h.id desc limit 1) end
        from hub.register own where own.id = open.register_id
      $$;
    revoke all on function hub.holder_of(hub.open_shift) from public;

    ${anew(ownNames, 'read_drawers_v1', [
      [
        'from r join hub.open_shift o on o.register_id = r.id',
        'from r join hub.open_shift o on hub.holder_of(o) = r.id',
      ],
      ['where w.id = o.register_id', 'where w.id = r.id'],
      ['          where r.retired_at is null\n', ''],
    ])}
  `,
}
