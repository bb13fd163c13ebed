import { serviceDayBounds } from '../../shared/domain/time/dates.ts'
import type { BenchShop } from './shop.ts'

/** How many registers, and how many sales each has of the day. */
export interface Crowd {
  registers: number
  sales: number
  day: string
}

/** So many registers' sales are put in by one statement. */
const atOnce = 20

/**
 * Registers beside the first one, each with its shift open, a day of sales which are the first one's by other numbers and at other
 * times, a balance, and a month of days and closes before it. Rows are put in as the hub's functions do, triggers and all.
 */
export async function fillWithRegisters(
  { owner }: BenchShop,
  { registers, sales, day }: Crowd,
  told: (registers: number) => void,
): Promise<void> {
  const { start } = serviceDayBounds(day)
  await owner.run(`insert into hub.register (code, name, login, joined_at, seen_at, branch, version, waiting, told_at, clock_ahead)
    select 'C' || n, 'Caja ' || n, 'none_' || n, now(), now(), 'Sucursal ' || n % 20, '0.1.0', 0, now(), 12
    from generate_series(2, ${registers + 1}) n`)
  await owner.run(`insert into hub.stream (id, register_id, known_until)
    select md5(r.id::text), r.id, ${start} + 54000000 from hub.register r where r.login like 'none_%'`)
  await owner.run(`select hub.make_month(${start})`)
  await owner.run(`create unlogged table public.pattern as
    select row_number() over (order by created_at, id) as n, s.* from hub.sale s where s.register_id = 1 limit ${sales}`)
  await owner.run(
    'create unlogged table public.shift_pattern as select * from hub.shift where closed_at is not null limit 30',
  )
  const ofMany = `hub.register r where r.login like 'none_%' and r.id between`
  for (let from = 1; from <= registers + 1; from += atOnce) {
    const some = `${ofMany} ${from} and ${from + atOnce - 1}`
    // Of each day before: what its drawer closed with, and what it had sold.
    await owner.run(`insert into hub.shift (id, register_id, seq, profile_id, opened_at, number, closed_at, doc)
      select 'closed-' || r.id || '-' || d.n, r.id, d.n, 'bench', ${start} - d.n * 86400000 + 25200000, d.n,
        ${start} - d.n * 86400000 + 75600000, d.doc
      from (select *, row_number() over () as n from public.shift_pattern) d, ${some}`)
    await owner.run(`insert into hub.shift (id, register_id, seq, profile_id, opened_at, doc)
      select 'open-' || r.id, r.id, 100, 'bench', ${start} + 25200000, (d.doc - 'shift_close') || jsonb_build_object('shift',
        d.doc -> 'shift' || jsonb_build_object('id', 'open-' || r.id, 'cashier', 'Ana ' || r.id % 40))
      from (select * from public.shift_pattern limit 1) d, ${some}`)
    await owner.run(`insert into hub.sale
      select i.id, i.at, r.id, p.n, p.profile_id, p.revision, p.state, p.is_open, p.product_id, p.currency, p.amount,
        p.total, p.reference, p.service_id, d.doc || jsonb_build_object('sale', d.doc -> 'sale' || jsonb_build_object(
          'created_at', i.at, 'shift', 'open-' || r.id))
      from hub.register r, public.pattern p,
        lateral (select md5(r.id || ' ' || p.n)::uuid::text as id,
          ${start} + 25200000 + (p.n * 50400000 / ${sales})::bigint + r.id as at) i,
        -- What belongs to it names it, too.
        lateral (select replace(p.doc::text, p.id, i.id)::jsonb as doc) d
      where r.login like 'none_%' and r.id between ${from} and ${from + atOnce - 1}`)
    await owner.run(`insert into hub.other (register_id, kind, key, seq, doc)
      select r.id, 'balance', n::text, n, jsonb_build_object('balance_snapshot', jsonb_build_object('profile_id', 'bench',
        'at', ${start} - n * 3600000, 'currency', 'COP', 'balance', 900000000 - n))
      from generate_series(1, 60) n, ${some}`)
    told(Math.min(registers, from + atOnce - 1))
  }
  // Sales of the days before are known by their sums alone.
  const today = `hub.day_of(${start})`
  await owner.run(`insert into hub.day_total
    select t.register_id, ${today} - n, t.profile_id, t.state, t.direction, t.currency, t.count, t.total
    from hub.day_total t, generate_series(1, 30) n where t.day = ${today} on conflict do nothing`)
  await owner.run(`insert into hub.month_total as known
    select register_id, hub.month_of(day), state, direction, currency, sum(count), sum(total) from hub.day_total
    where day < ${today} and register_id > 1 group by 1, 2, 3, 4, 5
    on conflict (register_id, month, state, direction, currency)
      do update set count = known.count + excluded.count, total = known.total + excluded.total`)
  await owner.run('vacuum analyze')
}
