import { isOnCredit } from './20261123T1730-readers.ts'
import type { SchemaStep } from './step.ts'

/**
 * Whom one register orders to be erased, all are to erase: an order is a document that registers share, and each says that it
 * carried it out. A Z that stands here alone, as the journal went back to a copy from before it, loses who was erased, too.
 */
export const orders: SchemaStep = {
  id: '20261124T0345-orders',
  sql: `
    -- The other registers that have not carried out yet all that was ordered; of retired ones nobody waits for any.
    create function hub.orders_v1() returns table (name text)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare own hub.register := hub.own_register();
      begin
        return query
          select r.name from hub.register r
          where r.id <> own.id and r.retired_at is null
            and exists (select from hub.stream s where s.register_id = r.id)
            and exists (
              select from hub.shared o
              where o.kind = 'erasure' and o.scope = 'shop' and o.body is not null and not exists (
                select from hub.other a
                where a.register_id = r.id and a.kind = 'order' and a.key = o.key))
          order by r.id;
      end $$;

    -- Whoever has a register's login takes none away, nor makes another of it: who was offline still has to hear it.
    create function hub.order_stays() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      begin
        return null;
      end $$;
    create trigger order_stays before update on hub.shared
      for each row when (old.kind = 'erasure' and old.body is not null)
      execute function hub.order_stays();

    -- A journal that joins anew may be a copy from before: it says again what it carried out.
    create function hub.orders_again() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      begin
        delete from hub.other o where o.register_id = new.register_id and o.kind = 'order';
        return null;
      end $$;
    create trigger orders_again after insert on hub.stream
      for each row execute function hub.orders_again();

    -- As before; a shift has one close: the one that is sent, else the one that is here.
    create or replace function hub.with_rows(image jsonb, other jsonb) returns jsonb
      language sql immutable set search_path = pg_catalog, pg_temp as $$
        select image || coalesce(jsonb_object_agg(part, lines), '{}') from (
          select o.part, coalesce(image -> o.part, '[]') || jsonb_agg(
            case when image ? 'erasure' then hub.nameless(l.line) else l.line end order by l.at) as lines
          from jsonb_each(other) o (part, lines),
            jsonb_array_elements(case when jsonb_typeof(o.lines) = 'array' then o.lines else '[]' end)
              with ordinality l (line, at)
          where o.part not in ('sale_event', 'erasure')
            and not (o.part = 'shift_close' and image ? 'shift_close')
            and not exists (
              select from jsonb_array_elements(image -> o.part) known (line)
              where hub.row_key(known.line) = hub.row_key(l.line))
          group by o.part) kept
      $$;

    -- Lines of a Z of which what somebody wrote in a field is gone, where another field says that it is one of these.
    create function hub.blanked(report jsonb, part text, told text, gone text[], field text) returns jsonb
      language sql immutable set search_path = pg_catalog, pg_temp as $$
        select case when jsonb_typeof(report -> part) = 'array' then report || jsonb_build_object(part, (
          select coalesce(jsonb_agg(case
            when l.line ->> told = any (gone) and l.line ->> field <> ''
            then l.line || jsonb_build_object(field, '[borrado]') else l.line end order by l.at), '[]')
          from jsonb_array_elements(report -> part) with ordinality l (line, at)))
        else report end
      $$;

    -- The image of a shift whose Z names these no more; as it is where it named none of them.
    create function hub.z_without(doc jsonb, owers text[], sales text[], movements text[], is_note boolean)
      returns jsonb
      language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
      declare
        report jsonb := hub.json_of(doc -> 'shift_close' -> 0 ->> 'report');
        left_over jsonb;
      begin
        if jsonb_typeof(report) is distinct from 'object' then return doc; end if;
        left_over := hub.blanked(report, 'credits', 'name', owers, 'name');
        left_over := hub.blanked(left_over, 'payouts', 'saleId', sales, 'note');
        left_over := hub.blanked(left_over, 'movements', 'id', movements, 'note');
        if is_note and left_over ->> 'note' <> '' then
          left_over := left_over || '{"note": "[borrado]"}';
        end if;
        if left_over = report then return doc; end if;
        return jsonb_set(doc, '{shift_close,0,report}', to_jsonb(left_over::text));
      end $$;

    -- A note that was erased is in no Z of its shift, whoever sent that one.
    create function hub.shift_without() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      begin
        if jsonb_typeof(new.doc -> 'note_erasure') = 'array' then
          new.doc := hub.z_without(new.doc, '{}', '{}', array(
              select e ->> 'id' from jsonb_array_elements(new.doc -> 'note_erasure') e where e ->> 'kind' = 'movement'),
            new.doc -> 'note_erasure' @> '[{"kind": "shift"}]');
        end if;
        return new;
      end $$;
    create trigger shift_without before insert or update on hub.shift
      for each row execute function hub.shift_without();

    -- Who owed a sale that is erased now is in no Z either, but for another one that they still owe; nor who was paid back.
    create function hub.sale_erased() returns trigger
      language plpgsql set search_path = pg_catalog, pg_temp as $$
      declare
        owed record;
      begin
        for owed in
          select t ->> 'shift' as shift, t ->> 'text' as name
          from jsonb_array_elements(
            case when jsonb_typeof(old.doc -> 'tender') = 'array' then old.doc -> 'tender' else '[]' end) t
          where 'credit' in (t ->> 'kind', t ->> 'first_kind') and t ->> 'shift' is not null
        loop
          update hub.shift h
            set doc = hub.z_without(h.doc, array[owed.name], '{}', '{}', false)
            where h.id = owed.shift and h.register_id = new.register_id and h.doc ? 'shift_close'
              and not exists (
                select from hub.sale s
                where s.register_id = new.register_id and s.id <> new.id and ${isOnCredit} and s.doc -> 'tender'
                  @> jsonb_build_array(jsonb_build_object('shift', owed.shift, 'text', owed.name)));
        end loop;
        update hub.shift h set doc = hub.z_without(h.doc, '{}', array[new.id], '{}', false)
          where h.id in (
            select p ->> 'shift_id' from jsonb_array_elements(
              case when jsonb_typeof(old.doc -> 'payout') = 'array' then old.doc -> 'payout' else '[]' end) p)
            and h.register_id = new.register_id and h.doc ? 'shift_close';
        return null;
      end $$;
    create trigger sale_erased after update on hub.sale
      for each row when (new.doc ? 'erasure' and not old.doc ? 'erasure')
      execute function hub.sale_erased();

    revoke all on function hub.orders_v1(), hub.order_stays(), hub.orders_again(), hub.blanked(jsonb, text, text, text[], text),
      hub.z_without(jsonb, text[], text[], text[], boolean), hub.shift_without(), hub.sale_erased() from public;
    grant execute on function hub.orders_v1() to mostrador_register;
  `,
}
