import { heldOn } from './20261128T1620-held-on.ts'
import { anew, type SchemaStep } from './step.ts'

/**
 * The drawer that goes on at another register (T1620) stays in its hands where the same cashier opens one of another connection, as a
 * trial does, and is told with all that was sold into it, wherever who sold it stands. What was sold into a drawer before it came is
 * looked for in journals that can have it: gone through were all sales of all registers since that day.
 */
export const sameDrawer: SchemaStep = {
  id: '20261128T2050-same-drawer',
  sql: `
    create or replace function hub.holder_of(open hub.open_shift) returns integer
      language sql stable set search_path = pg_catalog, pg_temp as $$
        select case when own.retired_at is null then own.id else (
          select h.id from hub.register h
          where h.retired_at is null and h.journal = own.journal and hub.continues(own.id, h) and not exists (
            select from hub.shift s
            where s.register_id = h.id and s.opened_at > open.opened_at
              and s.profile_id = (select d.profile_id from hub.shift d where d.id = open.id)
              and left(s.doc -> 'shift' ->> 'cashier', 200) is not distinct from open.cashier)
          order by h.id desc limit 1) end
        from hub.register own where own.id = open.register_id
      $$;

    ${anew(heldOn, 'read_drawers_v1', [
      [
        `(c.register_id in (select r.id from r)
                and hub.continues(c.register_id, (select w from hub.register w where w.id = r.id)))`,
        'hub.continues(c.register_id, (select w from hub.register w where w.id = r.id))',
      ],
    ])}

    ${anew(heldOn, 'keep_shift', [
      [
        'begin\n',
        `  sellers integer[] := array(
          select r.id from hub.register r
          where r.id = shift.register_id
            or r.journal = (select own.journal from hub.register own where own.id = shift.register_id));
      begin\n`,
      ],
      ['o.id = shift.id', 'o.id = shift.id and s.register_id = any (sellers)'],
    ])}
  `,
}
