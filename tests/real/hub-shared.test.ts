import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { profileSample } from '../../shared/contract/testing/profile-sample.ts'
import { chartSchema } from '../../shared/domain/books/chart.ts'
import { noCashLimits } from '../../shared/domain/people/cash-limits.ts'
import { hashPin, isPin } from '../../electron/features/people/pin.ts'
import { numbersOf } from '../../electron/features/hub/testing/hub-model.ts'
import { createSharedModel } from '../../electron/features/hub/testing/shared-model.ts'
import {
  bookOf,
  end,
  lend,
  playDebts,
  sampled,
  write,
} from '../../electron/features/hub/testing/debts-play.ts'
import { playPutOut, playShared } from '../../electron/features/hub/testing/shared-play.ts'
import { openSettingsFile } from '../../electron/host/system/settings-file.ts'
import { share } from '../../electron/hub/calls.ts'
import { readCode } from '../../electron/hub/address.ts'
import { connectHub, type HubConnection } from '../../electron/hub/connect.ts'
import { beginning } from '../../electron/store/hub/outbox.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { makeFolder } from '../folders.ts'
import {
  anyOfHub,
  copyOf,
  hub,
  inJournal,
  join,
  password,
  refused,
  sell,
  startHubShop,
} from './hub-shop.ts'
import type { HubShop } from './hub-shop.ts'
import { noPostgres } from './postgres.ts'

// What registers share, behind a real PostgreSQL, by the command line; and by the model alone, many more times.

test('three registers that say things at random have the same in the end', async () => {
  for (let seed = 1; seed <= 20; seed += 1) await playShared(seed)
})

test('three registers that lend and are paid at random come to the balances of a model', async () => {
  for (let seed = 100; seed < 130; seed += 1) await playDebts(seed)
})

test('who is put out stays out, whatever is lost, late, or of a database that went back', async () => {
  for (let seed = 1; seed <= 40; seed += 1) await playPutOut(seed)
})

test('a hub that says without end what is new fills no memory', async () => {
  let asked = 0
  const rows: HubConnection['rows'] = async (row) => {
    asked += 1
    const docs = Array.from({ length: 200 }, (_, at) => ({
      ...{ kind: 'future', scope: 'shop', key: `${asked} ${at}`, version: 1, body: 1 },
      ...{ by: 'C2', own: false },
    }))
    return [row.parse({ anew: false, seq: asked, tip: 't', docs, more: true })]
  }
  const hub: HubConnection = { ...createSharedModel().registerOf('C1'), rows }
  const of = { stream: 's', at: beginning, heard: beginning, changes: [] }
  await expect(share(hub, of)).rejects.toMatchObject({ error: { code: 'HUB_FAILED' } })
})

describe.skipIf(noPostgres !== null)('what registers share behind PostgreSQL', () => {
  let shop: HubShop
  beforeAll(async () => {
    shop = startHubShop()
    expect(await hub(['init', ...shop.owner])).toMatchObject({ code: 0 })
  })
  afterAll(() => shop.server.close())

  /** A register with the shop's connection, under an id of its own. */
  async function registerOf(name: string, ...more: readonly string[]) {
    const code = await shop.invite(name, ...more)
    const { folder, profile } = registerFolder(name)
    expect(await join(code, folder)).toMatchObject({ code: 0 })
    return { folder, profile }
  }
  function registerFolder(name: string) {
    const folder = makeFolder('hub-register')
    sell(folder)
    const profile = { ...profileSample({ id: `p-${name}` }), name: 'Tienda' }
    openSettingsFile(folder).set('connection', { profiles: [profile], activeId: profile.id })
    return { folder, profile: profile.id }
  }
  const push = async (folder: string) =>
    expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
  const put = (folder: string, id: string, name: string, pinHash: string, active = true) =>
    inJournal(folder, ({ people }) =>
      people.put(
        {
          ...{ id, name, role: 'administrator', rights: [], limits: noCashLimits },
          ...{ active, pinHash, createdAt: 1 },
        },
        { at: 1, person: null, action: 'people.created', subject: name },
      ),
    )
  const direct = ({ folder, profile }: { folder: string; profile: string }, to: 'in' | 'out') =>
    inJournal(folder, ({ productSettings }) =>
      productSettings.set(profile, ['7'], { direction: to }, 1),
    )
  const directions = ({ folder, profile }: { folder: string; profile: string }) =>
    inJournal(folder, ({ productSettings }) =>
      Object.fromEntries(productSettings.directions(profile)),
    )

  test('what is said at one is at the other, also once the hub is gone; a conflict is told', async () => {
    const one = await registerOf('Caja 1', '--branch', 'Norte')
    const other = await registerOf('Caja 2', '--branch', 'Norte')
    direct(one, 'out')
    put(one.folder, 'a', 'Ana', await hashPin('1234', 16))
    openSettingsFile(one.folder).set('business', { name: 'La Esquina', registerCode: '07' })
    await push(one.folder)
    await push(other.folder)
    expect(directions(other)).toEqual({ 7: 'out' })
    const business: unknown = openSettingsFile(other.folder).get('business')
    expect(business).toMatchObject({ name: 'La Esquina' })
    expect(business).not.toHaveProperty('registerCode')
    direct(one, 'in')
    inJournal(other.folder, ({ productSettings }) =>
      productSettings.set(other.profile, ['7'], { direction: null }, 1),
    )
    await push(other.folder)
    await push(one.folder)
    expect(directions(one)).toEqual({})
    const last = inJournal(one.folder, ({ trail }) =>
      trail.page({ start: 0, end: Infinity, personId: null }, 1, 0),
    )
    expect(last.entries).toMatchObject([{ action: 'hub.replaced', detail: 'direction 7 C2' }])
    // What one closed is known at the other, and keeps it from nothing.
    const exceptions = { days: [], unlisted: 0, unreadable: 0, differences: [], behind: [] }
    const close = { month: '2026-10', closedAt: 1, closedBy: 'Ana', reason: '', exceptions }
    const entries = { chart: chartSchema.parse({}), vouchers: [] }
    inJournal(one.folder, ({ books }) => books.close(one.profile, close, entries))
    await push(one.folder)
    await push(other.folder)
    const told = inJournal(other.folder, ({ books }) => {
      books.close(other.profile, { ...close, closedAt: 2 }, entries)
      return books.told(other.profile, '2026-10')
    })
    expect(told).toMatchObject([{ code: 'C1', name: 'Caja 1', number: 1, closedBy: 'Ana' }])
    // Somebody leaves: a register that does not hear of it still lets them in, until it does.
    put(one.folder, 'b', 'Beto', await hashPin('5678', 16))
    put(one.folder, 'a', 'Ana', await hashPin('1234', 16), false)
    await push(one.folder)
    shop.server.stop()
    expect(await hub(['push'], other.folder)).toEqual(refused('HUB_UNREACHABLE'))
    const ana = inJournal(other.folder, ({ people }) => people.person('a'))
    expect(ana?.active && (await isPin('1234', ana.pinHash))).toBe(true)
    shop.server.start()
    await push(other.folder)
    expect(inJournal(other.folder, ({ people }) => people.all())).toMatchObject([
      { id: 'a', active: false },
      { id: 'b', active: true },
    ])
  })

  test('who owes at one is found and paid at the other, also after the hub was gone; another branch hears nothing', async () => {
    const branch = ['--branch', 'Este']
    const [one, other] = [
      await registerOf('Caja 7', ...branch),
      await registerOf('Caja 8', ...branch),
    ]
    const far = await registerOf('Caja 9', '--branch', 'Oeste')
    const at = <T>(
      { folder, profile }: typeof one,
      work: (till: Parameters<typeof lend>[0]) => T,
    ) => inJournal(folder, (journal) => work({ journal, profile }))
    const rosa = at(one, ({ journal }) =>
      journal.debts.addDebtor({ name: 'Rosa', phone: '3001234567' }, 1),
    )
    at(one, (till) => {
      lend(till, 'lent', rosa.id)
      end(till, 'lent', 'APPROVED')
      lend(till, 'waits', rosa.id)
    })
    for (const { folder } of [one, other, far]) await push(folder)
    const [found] = at(other, ({ journal }) => journal.debts.find('300123', 5))
    expect(found).toMatchObject({
      debtor: { id: rosa.id, name: 'Rosa' },
      standings: [{ owed: { minor: sampled.total }, open: { minor: sampled.total } }],
    })
    expect(found?.debtor.home).toMatch(/^C\d+-1$/)
    expect(at(far, bookOf)).toEqual([])
    shop.server.stop()
    at(other, (till) =>
      write(till, { id: 'paid-there', debtorId: rosa.id, minor: -100, how: 'cash' }),
    )
    at(one, (till) => end(till, 'waits', 'REJECTED'))
    shop.server.start()
    for (const { folder } of [other, one, other]) await push(folder)
    const books = [at(one, bookOf), at(other, bookOf)]
    expect(books[0]).toEqual(books[1])
    expect(books[0]).toMatchObject([
      { standings: [{ owed: { minor: sampled.total - 100 }, open: { minor: 0 } }] },
    ])
    expect(at(one, ({ journal }) => journal.debts.written('paid-there'))).toBeNull()
    const notes = [{ kind: 'debtor' as const, id: rosa.id }]
    const why = { at: 9, why: 'request', by: null } as const
    at(other, ({ journal }) => journal.personal.ask({ sales: [], notes }, why))
    for (const { folder } of [other, one]) await push(folder)
    expect(at(one, bookOf)).toMatchObject([{ id: rosa.id, name: null }])
    expect(shop.server.sql("select count(*) from hub.shared where body::text like '%Rosa%'")).toBe(
      '0',
    )
  })

  test('a copied folder says and hears nothing; a database of before is told again what it lost', async () => {
    const one = await registerOf('Caja 3')
    await push(one.folder)
    const copy = { ...one, folder: copyOf(one.folder) }
    sell(one.folder)
    await push(one.folder)
    sell(copy.folder)
    direct(copy, 'out')
    const all = () =>
      shop.server.sql('select kind, key, version, body from hub.shared order by seq')
    const before = all()
    expect(await hub(['push'], copy.folder)).toEqual(refused('HUB_FORKED'))
    expect(all()).toBe(before)
    direct(one, 'in')
    await push(one.folder)
    shop.server.sql(
      "delete from hub.shared where kind = 'direction'; delete from hub.shared_step where seq = (select max(seq) from hub.shared_step)",
    )
    await push(one.folder)
    await push(one.folder)
    expect(shop.server.sql("select key, body from hub.shared where kind = 'direction'")).toBe(
      '7|"in"',
    )
  })

  test("a register's login shares by its function alone, in its own stream and branch", async () => {
    const { folder } = await registerOf('Caja 4', '--branch', 'Sur')
    await push(folder)
    const own = await connected(folder)
    const others = shop.server.sql(
      "select s.id from hub.stream s join hub.register r on r.id = s.register_id where r.code = 'C1'",
    )
    const [id = '', seq = '', tip = ''] = shop.server
      .sql(
        "select s.id, s.seq, s.tip from hub.stream s join hub.register r on r.id = s.register_id where name = 'Caja 4'",
      )
      .split('|')
    const ask = (stream: string, changes: unknown, at = Number(seq)) =>
      own.rows(z.unknown(), 'select * from hub.share_v1($1, $2, $3, 0, $4, $5)', [
        ...[stream, at, tip, '', JSON.stringify(changes)],
      ])
    const said = { kind: 'business', scope: 'branch', key: 'business', version: 0, body: {} }
    for (const sql of [
      'select * from hub.shared',
      'select * from hub.shared_step',
      "update hub.shared set body = '{}'",
      'delete from hub.shared',
      "insert into hub.shared_step values (99999, 'x')",
    ])
      await expect(own.rows(z.unknown(), sql), sql).rejects.toMatchObject({
        error: { code: anyOfHub },
      })
    await expect(ask(others, [])).rejects.toMatchObject({ error: { code: 'HUB_FORKED' } })
    await expect(ask(id, [], Number(seq) + 1)).rejects.toMatchObject({
      error: { code: 'HUB_FORKED' },
    })
    const wrong = [
      { ...said, scope: 'branch Norte' },
      { ...said, kind: 'Business' },
      { ...said, version: -1 },
      { ...said, version: null },
      { ...said, key: 'x'.repeat(500) },
      { ...said, body: 'x'.repeat(1_100_000) },
      { ...said, scope: undefined },
    ]
    for (const one of wrong)
      await expect(ask(id, [one]), JSON.stringify(one).slice(0, 80)).rejects.toMatchObject({
        error: { code: 'HUB_REFUSED' },
      })
    await expect(ask(id, { a: 1 })).rejects.toMatchObject({ error: { code: anyOfHub } })
    // The data of another branch are not even seen.
    const [row] = await ask(id, [])
    expect(JSON.stringify(row)).not.toContain('La Esquina')
    await own.close()
    const reader = shop.server.sql(
      "select has_function_privilege('mostrador_reader', 'hub.share_v1(text,bigint,text,bigint,text,jsonb)', 'execute'), has_table_privilege('mostrador_reader', 'hub.shared', 'select')",
    )
    expect(reader).toBe('f|f')
  })

  test('the model knows what PostgreSQL does', async () => {
    shop.server.sql('truncate hub.shared, hub.shared_step')
    const model = createSharedModel()
    const pairs = []
    for (const [name, branch] of [
      ['Caja 5', 'Norte'],
      ['Caja 6', 'Sur'],
    ] as const) {
      const { folder } = await registerOf(name, '--branch', branch)
      const code = shop.server.sql(`select code from hub.register where name = '${name}'`)
      const stream = shop.server.sql(
        `select s.id from hub.stream s join hub.register r on r.id = s.register_id where name = '${name}'`,
      )
      const heard = [beginning, beginning]
      const hubs = [await connected(folder), model.registerOf(code, branch)]
      pairs.push({ stream, heard, hubs })
    }
    const random = numbersOf(7)
    const pick = (most: number) => Math.floor(random() * most)
    for (let step = 0; step < 150; step += 1) {
      const { stream, heard, hubs } = pairs[pick(2)] ?? pairs[0] ?? { heard: [], hubs: [] }
      const changes = Array.from({ length: pick(4) }, (_, at) => ({
        ...{ kind: 'k', key: `${pick(3)} ${at}`, version: pick(4) },
        scope: ['shop', 'branch', 'account A'][pick(3)] ?? '',
        body: [null, true, { a: pick(2) }][pick(3)],
      }))
      const forgets = pick(10) === 0
      const answers = []
      for (const [at, one] of hubs.entries()) {
        const from = forgets ? { seq: 9_999, tip: 'x' } : (heard[at] ?? beginning)
        const of = { stream: stream ?? '', at: beginning, heard: from, changes }
        const answer = await share(one, of)
        if (answer === null) throw new Error('it knows no sharing')
        const { seq, tip, after: _after, ...told } = answer
        heard[at] = { seq, tip }
        answers.push(told)
      }
      expect(answers[1]).toEqual(answers[0])
    }
    for (const { hubs } of pairs) for (const one of hubs) await one.close()
  })

  async function connected(folder: string): Promise<HubConnection> {
    const login = inJournal(folder, ({ outbox }) => outbox.stream()?.login ?? '')
    return connectHub(shop.socketOf(), { user: login, password })
  }

  test('is kept from nobody by a lock that whoever looks may take', async () => {
    const added = await hub(['add-reader', ...shop.owner, '--name', 'Rosa'])
    const reader = z.object({ code: z.string() }).parse(added.said)
    expect(await join(reader.code, makeFolder('hub-locks'))).toMatchObject({ code: 0 })
    const { login } = readCode(reader.code)
    const looks = await connectHub(shop.socketOf(), { user: login, password })
    const names = ['hub.share', 'hub.claim', 'hub.windows', 'hub.make_month', 'mostrador.hub']
    for (const name of names) await looks.run('select pg_advisory_lock(hashtext($1))', [name])
    const { folder, profile } = await registerOf('Caja 60')
    const journal = openJournal(folder)
    journal.productSettings.set(profile, ['60'], { direction: 'in' }, 1)
    journal.close()
    await push(folder)
    expect(
      shop.server.sql("select count(*) from hub.shared where kind = 'direction' and key = '60'"),
    ).toBe('1')
    expect(await hub(['upgrade', ...shop.owner])).toMatchObject({ code: 0 })
    for (const table of ['step', 'shared', 'register']) {
      const locks = looks.transaction(() => looks.run(`lock table hub.${table}`))
      await expect(locks).rejects.toMatchObject({ cause: { code: '42501' } })
    }
    await looks.close()
    // But for those of one sale each, which nobody knows who has not the key.
    const locking = `select string_agg(proname, ' ') from pg_proc
      where pronamespace = 'hub'::regnamespace and prosrc ~ 'pg_(try_)?advisory'`
    expect(shop.server.sql(locking)).toBe('claim_v1')
  })
})
