import { addCash, kept, movedCash, operations } from './20261127T1600-kept.ts'
import { keptBeside } from './20261127T1610-kept-beside.ts'
import { ownNames } from './20261127T2340-own-names.ts'
import { anew, type SchemaStep } from './step.ts'

/** What of a sale's cash was kept: that of the drawer's own register alone. Whose counts is known by who reads it. */
const ofItsOwn = 'and o.register_id = s.register_id'
const anySale = [[ofItsOwn, '']] as const
const [cashOfSales = ''] = movedCash(
  '(select 1 as sign, n.* from hub.sale n)',
  'o.register_id <> s.register_id and s.created_at >= (select min(f.opened_at) - 86400000 from hub.open_shift f)',
)
  .replace(ofItsOwn, '')
  .split('union all')

/**
 * A drawer that a retired register left open is in the hands of the one that goes on with its journal, and told as that one's, with
 * what both sold into it: until somebody of it closes it, or the same cashier opens another, which a copy from before that drawer does.
 */
export const heldOn: SchemaStep = {
  id: '20261128T1620-held-on',
  sql: `
    lock table hub.sale, hub.shift in share row exclusive mode;
    ${operations.map((op) => anew(kept, `sales_${op}`, anySale)).join('\n')}
    ${anew(keptBeside, 'keep_shift', anySale)}
    ${addCash(cashOfSales)}

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
