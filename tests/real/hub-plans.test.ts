import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { prepareHub } from '../../electron/hub/administer.ts'
import { connectHub, patient, type HubConnection } from '../../electron/hub/connect.ts'
import { dayMs } from '../../shared/domain/time/dates.ts'
import { startHubShop, type HubShop } from './hub-shop.ts'
import { noPostgres } from './postgres.ts'

// What a reader asks of months of sales is found by indexes: PostgreSQL itself says how it looked (auto_explain).

const registers = 40
const months = 3
/** A month's sales of each register; one in so many is to be given back, or has no end. */
const sales = 250
const waitingOf = 5
const account = 'account Tienda https://service'
const first = Date.now() - months * 30 * dayMs

describe.skipIf(noPostgres !== null)('what a reader asks', () => {
  let shop: HubShop
  let hub: HubConnection
  beforeAll(async () => {
    shop = startHubShop()
    hub = await connectHub(shop.socketOf(), { user: 'postgres', password: '' }, patient)
    await hub.run('set jit = off')
    await prepareHub(hub)
    await fill(hub)
    await hub.run("load 'auto_explain'")
    for (const setting of ['log_min_duration = 0', 'log_nested_statements = on'])
      await hub.run(`set auto_explain.${setting}`)
  })
  afterAll(async () => {
    await hub.close()
    shop.server.close()
  })

  /** How sales were looked for by a statement, and by all within it. */
  async function planOf(sql: string): Promise<string> {
    return plansOf(async () => {
      await hub.run('set session authorization reads')
      try {
        expect((await hub.rows(z.unknown(), sql)).length).toBe(page)
      } finally {
        await hub.run('reset session authorization')
      }
    })
  }
  async function plansOf(work: () => Promise<void>): Promise<string> {
    const before = shop.server.log().length
    await work()
    const said = shop.server
      .log()
      .slice(before)
      .split(/\n(?=\d{4}-\d\d-\d\d )/)
    return said.filter((one) => / on (sale_|shift|other)/.test(one)).join('\n')
  }

  test.each(['open', 'owed', 'credit'])(
    'behind a figure are the newest rows (%s), and only those are read whole, with their registers',
    async (what) => {
      const plan = await planOf(
        `select * from hub.read_sales_v1('${what}', null, null, null, '', ${page})`,
      )
      expect(plan).toMatch(/Limit /)
      expect(plan).not.toMatch(filledMonth)
      expect(plan).not.toMatch(/ Join |Nested Loop|Materialize/)
    },
  )

  test.each([
    ['sales', `${first}, ${first + 25 * dayMs}, `],
    ['waiting', ''],
    ['shifts', `${first}, ${first + 25 * dayMs}, `],
    ['balances', `${first}, ${first + 25 * dayMs}, `],
  ])('a page of books goes through no month, nor all pairs (%s)', async (name, span) => {
    for (const [at, id] of [[0, ''] as const, [first + 5 * dayMs, 'a'] as const]) {
      const plan = await planOf(
        `select * from hub.book_${name}_v1('${account}', ${span}${at}, '${id}', ${page})`,
      )
      expect(plan).not.toMatch(filledMonth)
      const pairs = plan.split('\n').map((line) => line.match(/"\d+ p\d+"/g)?.length ?? 0)
      expect(Math.max(...pairs)).toBe(registers)
    }
  })

  test('a drawer that is opened goes through no month', async () => {
    const plan = await plansOf(() =>
      hub.run(`insert into hub.shift (id, register_id, seq, profile_id, opened_at, doc)
        values ('opened', 3, 1, 'p3', ${Date.now()}, '{}')`),
    )
    expect(plan).toMatch(/Index Scan using sale_2/)
    expect(plan).not.toMatch(filledMonth)
  })
})

const page = 500
/** The first month and this one may hold a day or two: whoever needs that goes through it whole. */
const [begun, now] = [first, Date.now()].map((at) =>
  new Date(at).toISOString().slice(0, 7).replace('-', ''),
)
const filledMonth = new RegExp(`Seq Scan on (sale_(?!${begun}|${now})2|shift|other)`)

/** Registers that sold for months, put in as they stand and not as they come. */
async function fill(hub: HubConnection): Promise<void> {
  await hub.run('create role reads login in role mostrador_reader')
  await hub.run(
    "insert into hub.reader (name, login, joined_at, books) values ('Conta', 'reads', now(), true)",
  )
  await hub.run(`insert into hub.register (code, name, login, joined_at)
    select 'C' || n, 'Caja ' || n, 'none_' || n, now() from generate_series(1, ${registers}) n`)
  await hub.run(
    'insert into hub.stream (id, register_id) select md5(id::text), id from hub.register',
  )
  await hub.run("insert into hub.account_alias select id, 'p' || id, $1 from hub.register", [
    account,
  ])
  for (let month = 0; month <= months; month += 1)
    await hub.run('select hub.make_month($1)', [first + month * 30 * dayMs])
  await hub.run('set session_replication_role = replica')
  await hub.run(`insert into hub.sale (id, created_at, register_id, seq, profile_id, revision, state, is_open, product_id,
      currency, amount, total, reference, service_id, doc)
    select md5(r || ' ' || n), ${first} + n::bigint * ${Math.floor((30 * dayMs) / sales)} + r, r, n, 'p' || r, 1, 'APPROVED',
      n % ${waitingOf} = 1, 'x', 'COP', 1000, 1000, 'r' || n, 's' || n,
      jsonb_build_object('pad', (select string_agg(md5(n || ' ' || p), '') from generate_series(1, 40) p),
        'sale', jsonb_build_object('id', md5(r || ' ' || n), 'direction', 'in', 'cash_outcome', 'undone',
          'may_owe', (n % ${waitingOf} = 0)::int, 'is_paid', 0, 'is_late', 1, 'has_left', 0, 'tender', case n % ${waitingOf} when 2 then 'credit' else 'cash' end))
    from generate_series(1, ${registers}) r, generate_series(1, ${months * sales}) n`)
  // Of a year, a shift and some balances a day.
  await hub.run(`insert into hub.shift (id, register_id, seq, profile_id, opened_at, closed_at, doc)
    select r || ' ' || n, r, n, 'p' || r, at, at + 30000000, '{}'
    from generate_series(1, ${registers}) r, generate_series(1, 365) n, lateral (select ${Date.now()} - n::bigint * 86400000 as at) d`)
  await hub.run(`insert into hub.other (register_id, kind, key, seq, doc)
    select r, 'balance', n::text, n, jsonb_build_object('balance_snapshot',
      jsonb_build_object('profile_id', 'p' || r, 'at', ${Date.now()} - n::bigint * 20000000, 'currency', 'COP', 'balance', n))
    from generate_series(1, ${registers}) r, generate_series(1, 1500) n`)
  await hub.run('set session_replication_role = origin')
  await hub.run('vacuum analyze')
}
