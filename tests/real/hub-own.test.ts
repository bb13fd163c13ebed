import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { share, tellAccounts } from '../../electron/hub/calls.ts'
import { connectHub } from '../../electron/hub/connect.ts'
import { windowsThere } from '../../electron/hub/windows.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import {
  anyOfHub,
  copyOf,
  hub,
  join,
  password,
  sell,
  startHubShop,
  type HubShop,
} from './hub-shop.ts'
import { noPostgres } from './postgres.ts'

// What a register's login does to what is not its own, by a real PostgreSQL. Without one hub.test.ts says that nothing was run.

const account = 'account Tienda https://service'

describe.skipIf(noPostgres !== null)("what is not a register's own", () => {
  let shop: HubShop
  beforeAll(async () => {
    shop = startHubShop()
    await hub(['init', ...shop.owner])
  })
  afterAll(() => shop.server.close())

  const connected = async (folder: string) => {
    const journal = openJournal(folder)
    const stream = journal.outbox.stream()
    journal.close()
    if (!stream) throw new Error('not joined')
    const own = await connectHub(shop.socketOf(), { user: stream.login, password })
    return { stream: stream.id, code: stream.code, own }
  }
  const place = z.object({ seq: z.coerce.number(), tip: z.string() })

  test('are accounts that it names, until the owner confirms them', async () => {
    const { folder } = await shop.joined('Caja 1')
    const { own, stream, code } = await connected(folder)
    const ask = () =>
      windowsThere(own, { account, kind: 'sales', first: '2026-01-01', last: '2026-12-31' })
    await tellAccounts(own, { stream, accounts: { [account]: 'p' } })
    await expect(ask()).rejects.toMatchObject({ error: { code: anyOfHub } })
    for (const sql of [
      `insert into hub.confirmed_account values (1, '${account}')`,
      'select * from hub.confirmed_account',
    ])
      await expect(own.rows(z.unknown(), sql), sql).rejects.toMatchObject({
        error: { code: anyOfHub },
      })
    expect((await hub(['status', ...shop.owner])).said).toMatchObject([{ unconfirmed: [account] }])
    const confirm = ['confirm', ...shop.owner, '--name', code]
    expect(await hub(confirm)).toEqual({ code: 0, said: { name: code, accounts: [account] } })
    expect(await hub(confirm)).toMatchObject({ code: 0, said: { accounts: [] } })
    expect((await hub(['status', ...shop.owner])).said).toMatchObject([{ unconfirmed: [] }])
    expect(await ask()).toEqual([])
    // Of the next one that it names nothing was said.
    const next = 'account Otra https://service'
    await tellAccounts(own, { stream, accounts: { [next]: 'p' } })
    const other = { account: next, kind: 'sales', first: '2026-01-01', last: '2026-01-02' } as const
    await expect(windowsThere(own, other)).rejects.toMatchObject({ error: { code: anyOfHub } })
    expect(await hub(['confirm', ...shop.owner, '--name', 'Nadie'])).toMatchObject({ code: 1 })
    await own.close()
  })

  test('are lines of credit of another one, but of whose journal it has a copy', async () => {
    const [{ folder }, { folder: away }] = [
      await shop.joined('Caja 2'),
      await shop.joined('Caja 3'),
    ]
    const copy = copyOf(folder)
    expect(await join(await shop.invite('Caja 4'), copy)).toMatchObject({ code: 0 })
    const line = (by: string, amount: number) => ({
      ...{ by, revision: 9, currency: 'COP', text: '', how: null },
      lines: [{ debtorId: 'd', at: 1, what: 'payment', account: '', amount, cashier: null }],
    })
    const say = async (from: string, version: number, body: unknown, key = 'debt x') => {
      const { own, stream } = await connected(from)
      const [at] = await own.rows(place, 'select * from hub.position_v1($1)', [stream])
      if (!at) throw new Error('no position')
      const change = { kind: 'debt', scope: 'branch', key, version, body }
      await share(own, { stream, at, heard: { seq: 0, tip: '' }, changes: [change] })
      await own.close()
    }
    const amounts = () =>
      shop.server.sql(
        "select key, version, body #>> '{lines,0,amount}', body ->> 'by' from hub.shared where kind = 'debt' order by key",
      )
    await say(folder, 0, line('C2', -100))
    expect(amounts()).toBe('debt x|1|-100|C2')
    for (const body of [line('C3', -1), line('C2', -1), null, {}, line('C9', 0)])
      await say(away, 1, body)
    expect(amounts()).toBe('debt x|1|-100|C2')
    // Nor is what it says itself said by another one.
    await say(folder, 1, line('C3', -1))
    expect(amounts()).toBe('debt x|1|-100|C2')
    await say(folder, 1, line('C2', -200))
    await say(copy, 2, line('C4', -300))
    await say(folder, 3, line('C2', -400))
    expect(amounts()).toBe('debt x|4|-400|C2')
    // Nor one that is not there yet, or not any more: of a database that went back its own register tells it again …
    await say(away, 0, line('C2', -50), 'debt y')
    expect(amounts()).toBe('debt x|4|-400|C2')
    await say(folder, 0, line('C2', -60), 'debt y')
    expect(amounts()).toBe('debt x|4|-400|C2\ndebt y|1|-60|C2')
    // … or whoever heard of it, where that one is no more.
    expect(await hub(['retire', ...shop.owner, '--name', 'C2'])).toMatchObject({ code: 0 })
    await say(away, 0, line('C2', -70), 'debt z')
    expect(amounts()).toContain('debt z|1|-70|C2')
  })

  test('are closes that it says of another one, and its drawer', async () => {
    const [{ folder }, { folder: away }] = [
      await shop.joined('Caja 8'),
      await shop.joined('Caja 9'),
    ]
    const [first, other] = [await connected(folder), await connected(away)]
    const say = async (
      { own, stream }: typeof first,
      version: number,
      by: string,
      number: number,
    ) => {
      const [at] = await own.rows(place, 'select * from hub.position_v1($1)', [stream])
      if (!at) throw new Error('no position')
      const key = `2026-10 ${by}`
      const change = { kind: 'close', scope: account, key, version, body: { number } }
      await share(own, { stream, at, heard: { seq: 0, tip: '' }, changes: [change] })
    }
    const closes = () =>
      shop.server.sql(
        "select key, version, body ->> 'number' from hub.shared where kind = 'close' order by key",
      )
    await say(other, 0, first.code, 1)
    expect(closes()).toBe('')
    await say(first, 0, first.code, 2)
    await say(other, 0, other.code, 3)
    await say(other, 1, first.code, 4)
    await say(first, 1, first.code, 5)
    expect(closes()).toBe(`2026-10 ${first.code}|2|5\n2026-10 ${other.code}|1|3`)
    // A copy of its folder that is another register has its open drawer, too.
    for (const [shift, register] of [
      ['drawer', first.code],
      ['other', other.code],
    ])
      shop.server
        .sql(`insert into hub.open_shift select '${shift}', id, 1 from hub.register where code = '${register}';
        insert into hub.drawer_cash select 'drawer', id, 'payout', 'COP', -7, 0 from hub.register where code = '${register}'`)
    shop.server.sql(`create role looks login in role mostrador_reader;
      insert into hub.reader (name, login, joined_at) values ('Dueño', 'looks', now())`)
    const drawers = shop.server.sql(`set session authorization looks;
      select code, expected from hub.read_drawers_v1()`)
    expect(drawers).toBe(`${first.code}|-7\n${other.code}|`)
    for (const one of [first, other]) await one.own.close()
  })

  test('are names that stand on a page: of who owes the register that made them, of a close its own', async () => {
    const [{ folder }, { folder: away }] = [
      await shop.joined('Caja 10'),
      await shop.joined('Caja 11'),
    ]
    const copy = copyOf(folder)
    expect(await join(await shop.invite('Caja 12'), copy)).toMatchObject({ code: 0 })
    const [first, other, both] = [
      await connected(folder),
      await connected(away),
      await connected(copy),
    ]
    const say = async (
      { own, stream }: typeof first,
      change: { kind: string; scope: string; key: string; version: number; body: unknown },
    ) => {
      const [at] = await own.rows(place, 'select * from hub.position_v1($1)', [stream])
      if (!at) throw new Error('no position')
      await share(own, { stream, at, heard: { seq: 0, tip: '' }, changes: [change] })
    }
    const debtor = (key: string, version: number, home: string, more: object = {}) => ({
      ...{ kind: 'debtor', scope: 'branch', key, version },
      body: { home, number: 1, name: 'Rosa', phone: '', limit: null, createdAt: 1, ...more },
    })
    const gone = (key: string, version: number) => ({ ...debtor(key, version, ''), body: null })
    const debtors = () =>
      shop.server.sql(`select key, version, body ->> 'home', body ->> 'number', body ->> 'name'
        from hub.shared where kind = 'debtor' order by key`)
    await say(first, debtor('a', 0, first.code))
    await say(other, debtor('b', 0, other.code))
    // A new name or phone is anybody's to write; where they were made, their number and that they are is not.
    await say(other, debtor('a', 1, first.code, { name: 'Rosa María' }))
    for (const change of [
      debtor('a', 2, other.code),
      debtor('a', 2, first.code, { number: 2 }),
      gone('a', 2),
      debtor('b', 1, first.code),
    ])
      await say(other, change)
    await say(first, debtor('b', 1, first.code))
    expect(debtors()).toBe(`a|2|${first.code}|1|Rosa María\nb|1|${other.code}|1|Rosa`)
    // Who came from another branch or hub says whom it knows, wherever they were made.
    await say(other, debtor('c', 0, first.code))
    expect(debtors()).toContain(`c|1|${first.code}|1|Rosa`)
    // Nor are they anybody's own to take away; a copy that goes on as another register has both.
    await say(first, gone('a', 2))
    await say(both, debtor('a', 2, both.code))
    expect(debtors()).toContain(`a|3|${both.code}|1|Rosa`)

    const close = (from: typeof first, version: number, name: string) => ({
      ...{ kind: 'close', scope: account, key: `2026-09 ${from.code}`, version },
      body: { number: 1, name },
    })
    const closes = () =>
      shop.server.sql(`select key, version, body ->> 'name' from hub.shared
        where kind = 'close' and key like '2026-09%' order by key`)
    for (const name of ['Caja 10', ' caja 10 ']) {
      await say(other, close(other, 0, name))
      await say(other, close({ ...other, code: 'C99' }, 0, name))
    }
    expect(closes()).toBe('')
    await say(other, close(other, 0, 'Caja 11'))
    await say(other, close(other, 1, 'Caja 10'))
    expect(closes()).toBe(`2026-09 ${other.code}|1|Caja 11`)
    for (const one of [first, other, both]) await one.own.close()
  })

  test('are lines of credit that it sends as another one did before, and no sale is two by its time', async () => {
    const [{ folder }, { folder: away }] = [
      await shop.joined('Caja 5'),
      await shop.joined('Caja 6'),
    ]
    for (const one of [folder, away]) expect(await hub(['push'], one)).toMatchObject({ code: 0 })
    const push = async (from: string, kind: string, ref: string, image: object) => {
      const { own, stream } = await connected(from)
      const [at] = await own.rows(place, 'select * from hub.position_v1($1)', [stream])
      if (!at) throw new Error('no position')
      const items = JSON.stringify([{ seq: at.seq, kind, ref, image }])
      try {
        await own.run('select hub.push_v1($1, $2, $3, $2, $3, null, $4, $5)', [
          ...[stream, at.seq, at.tip, '1', items],
        ])
      } finally {
        await own.close()
      }
    }
    const entry = (amount: number) => ({
      debt_entry: { profile_id: 'p', currency: 'COP', amount, at: 1 },
    })
    await push(away, 'debt', 'x', entry(100))
    // The older register counted before whoever sent it first.
    await push(folder, 'debt', 'x', entry(0))
    expect(shop.server.sql('select key, amount from hub.debt_line')).toBe('x|100')

    const sums = () => shop.server.sql('select sum(count), sum(total) from hub.day_total')
    const sent = shop.server.sql(
      "select s.id, s.doc from hub.sale s join hub.register r on r.id = s.register_id where r.name = 'Caja 5' limit 1",
    )
    const [id, text] = [sent.slice(0, sent.indexOf('|')), sent.slice(sent.indexOf('|') + 1)]
    const { sale } = z
      .object({ sale: z.looseObject({ created_at: z.int() }) })
      .parse(JSON.parse(text))
    const ids = [id, '01890000-0000-7000-8000-000000000001']
    for (const one of ids) {
      await push(folder, 'sale', one, { sale: { ...sale, id: one } })
      const before = sums()
      for (const days of [1, 40]) {
        const dated = { ...sale, id: one, created_at: sale.created_at + days * 86_400_000 }
        await expect(push(folder, 'sale', one, { sale: dated })).rejects.toMatchObject({
          error: { code: 'HUB_REFUSED' },
        })
      }
      expect(sums()).toBe(before)
    }
  })

  test('a register that was retired is let in again where its owner asks it in, also of a database that knows nothing of it', async () => {
    const { folder } = await shop.joined('Caja 7')
    expect(await hub(['retire', ...shop.owner, '--name', 'Caja 7'])).toMatchObject({ code: 0 })
    shop.server.sql("update hub.register set retired_at = null where name = 'Caja 7'")
    const code = await shop.invite('Caja 7', '--again')
    expect(await join(code, folder)).toMatchObject({ code: 0 })
    expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
    sell(folder)
    expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
  })
})
