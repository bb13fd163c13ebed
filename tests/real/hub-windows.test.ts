import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../../electron/async/clock.ts'
import { createThread } from '../../electron/async/thread.ts'
import { numbersOf } from '../../electron/features/hub/testing/hub-model.ts'
import { createWindowModel } from '../../electron/features/hub/testing/window-model.ts'
import { rowText } from '../contract/window-shop.ts'
import { packWindow, unpackWindow } from '../../electron/features/hub/windows/window-blob.ts'
import { createWindowDesk } from '../../electron/features/hub/windows/window-desk.ts'
import { createWindows } from '../../electron/features/hub/windows/windows.ts'
import { createReports } from '../../electron/features/reports/reports.ts'
import { tellAccounts } from '../../electron/hub/calls.ts'
import { connectHub } from '../../electron/hub/connect.ts'
import {
  keepWindow,
  leaveWindow,
  windowsThere,
  windowThere,
  type PackedWindow,
  type WindowQuestion,
} from '../../electron/hub/windows.ts'
import { createMerchantService } from '../../electron/service/client.ts'
import { openCache } from '../../electron/store/cache/cache.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { startSandbox } from '../../sandbox/http/server.ts'
import { profileSample } from '../../shared/contract/testing/profile-sample.ts'
import { addDays } from '../../shared/domain/time/dates.ts'
import { Failure } from '../../shared/errors.ts'
import { startCuttingProxy } from './cutting-proxy.ts'
import { anyOfHub, erase, hub, password, sell, startHubShop, type HubShop } from './hub-shop.ts'
import { noPostgres } from './postgres.ts'

// Windows of the service's list, by a real PostgreSQL. Without one hub.test.ts says that nothing was run.

const account = 'account Tienda https://service'
const sales = { account, kind: 'sales' }
/** Of all of these days long since. */
const later = Date.parse('2026-10-20T12:00:00Z')

describe.skipIf(noPostgres !== null)('windows that one register gathers for all', () => {
  let shop: HubShop
  let server: HubShop['server']
  beforeAll(async () => {
    shop = startHubShop()
    ;({ server } = shop)
    await hub(['init', ...shop.owner])
  })
  afterAll(() => server.close())

  /** A register by its own login, which said that a connection of it is this account. */
  async function register(name: string, of: string | null = account) {
    const { folder } = await shop.joined(name)
    const journal = openJournal(folder)
    const stream = journal.outbox.stream()
    journal.close()
    if (!stream) throw new Error('not joined')
    const connect = () => connectHub(shop.socketOf(), { user: stream.login, password })
    const own = await connect()
    if (of !== null) {
      await tellAccounts(own, { stream: stream.id, accounts: { [of]: 'p' } })
      await hub(['confirm', ...shop.owner, '--name', name])
    }
    return { folder, stream, connect, own }
  }

  const packed = async (
    question: WindowQuestion,
    began: number,
    rows = [rowText('1', '2026-10-01 09:00:00')],
    ids: readonly string[] = ['1'],
  ): Promise<PackedWindow> => ({
    ...{ ...question, began, settled: true, ids },
    ...(await packWindow(question, began, rows)),
  })
  const wanted = { newer: 0, recent: later, mayLease: true }

  test('the model knows what PostgreSQL does, lease by lease and window by window', async () => {
    const all = [await register('Caja 1'), await register('Caja 2')] as const
    const clock = { now: Date.now() }
    const model = createWindowModel(() => clock.now)
    const random = numbersOf(5)
    const pick = (most: number) => Math.floor(random() * most)
    for (let step = 0; step < 200; step += 1) {
      const at = pick(2)
      const pair = [all[at]?.own ?? all[0].own, model.registerOf(`C${at}`)]
      const dateStart = addDays('2026-10-01', pick(2))
      const question = { ...sales, dateStart, dateEnd: addDays(dateStart, pick(2)) }
      const kind = pick(10)
      const began = later + pick(5)
      const window = { ...(await packed(question, began)), settled: pick(2) === 0 }
      const [newer, recent] = [pick(2) === 0 ? 0 : later + pick(5), later + pick(5)]
      const mayLease = pick(4) > 0
      if (kind === 0) {
        // A minute passes.
        server.sql("update hub.list_lease set until = until - interval '60 seconds'")
        clock.now += 60_000
      }
      const answers = []
      for (const one of pair) {
        if (kind < 5) {
          const there = await windowThere(one, { ...question, newer, recent, mayLease })
          answers.push(there?.state === 'waiting' ? there.state : there)
        } else if (kind < 7) answers.push(await keepWindow(one, window))
        else if (kind < 9) answers.push(await leaveWindow(one, question))
        else {
          const said = await windowsThere(one, { ...sales, first: dateStart, last: dateStart })
          answers.push(said.map((told) => JSON.stringify(told)).toSorted())
        }
      }
      expect(answers[1], `step ${step}`).toEqual(answers[0])
    }
    for (const { own } of all) await own.close()
  })

  test('of many that want one question at once one has it to gather; whoever is gone loses it', async () => {
    const all = [await register('Caja 3'), await register('Caja 4')] as const
    const question = { ...sales, dateStart: '2026-09-01', dateEnd: '2026-09-02' }
    const more = await Promise.all(all.map(({ connect }) => connect()))
    const racing = [...all.map(({ own }) => own), ...more]
    for (let round = 0; round < 20; round += 1) {
      const said = await Promise.all(
        racing.map((one) => windowThere(one, { ...question, ...wanted })),
      )
      // The same register may be told so twice: by its window, and by its command line.
      const ours = new Set(said.flatMap((one, at) => (one?.state === 'ours' ? [at % 2] : [])))
      expect(ours.size).toBe(1)
      const [holder = 0] = ours
      const waiting = said[1 - holder]
      expect(waiting).toMatchObject({ state: 'waiting' })
      if (waiting?.state === 'waiting') expect(waiting.ms).toBeLessThanOrEqual(60_000)
      // Of another's it takes nothing away.
      await leaveWindow(racing[1 - holder] ?? all[0].own, question)
      if (round % 2 === 0) await leaveWindow(racing[holder] ?? all[0].own, question)
      else server.sql("update hub.list_lease set until = now() - interval '1 second'")
      const next = await windowThere(racing[1 - holder] ?? all[0].own, { ...question, ...wanted })
      expect(next).toEqual({ state: 'ours' })
      server.sql('delete from hub.list_lease')
    }
    for (const one of racing) await one.close()
  })

  test('a login reads and keeps windows of its own accounts, by the functions alone', async () => {
    const [one, away, untold] = [
      await register('Caja 5'),
      await register('Caja 6', 'account Otra https://service'),
      await register('Caja 7', null),
    ]
    const question = { ...sales, dateStart: '2026-08-01', dateEnd: '2026-08-02' }
    const window = await packed(question, later)
    expect(await keepWindow(one.own, window)).toBe(true)
    for (const { own } of [away, untold]) {
      const refusals = [
        () => windowThere(own, { ...question, ...wanted }),
        () => windowsThere(own, { ...sales, first: '2026-01-01', last: '2026-12-31' }),
        () => keepWindow(own, { ...window, began: later + 1 }),
        () => leaveWindow(own, question),
      ]
      for (const ask of refusals)
        await expect(ask()).rejects.toMatchObject({ error: { code: anyOfHub } })
    }
    for (const sql of [
      'select * from hub.list_window',
      'select * from hub.list_lease',
      'select * from hub.erased_day',
      'delete from hub.list_window',
      "update hub.list_window set rows = ''",
      "insert into hub.erased_day values ('2026-10-01')",
      "select hub.own_account('account Tienda https://service', 'sales', '2026-10-01', '2026-10-01')",
      'select hub.days_around(1)',
    ])
      await expect(one.own.rows(z.unknown(), sql), sql).rejects.toMatchObject({
        error: { code: anyOfHub },
      })
    const day = { dateStart: '2026-08-01', dateEnd: '2026-08-02' }
    for (const wrong of [
      { kind: 'all' },
      { dateStart: 'x' },
      { dateStart: "2026-08-01'; drop table hub.list_window" },
      { dateStart: '2026-08-03' },
      { began: -1 },
      // The service's clock is not so far ahead of the server's.
      { began: Date.now() + 3_600_000 },
      { rows: window.rows.subarray(1) },
      { sha256: 'x' },
      { rows: new Uint8Array(4 * 1024 * 1024 + 1) },
      { ids: Array.from({ length: 5_001 }, String) },
    ])
      await expect(
        keepWindow(one.own, { ...window, ...day, ...wrong }),
        JSON.stringify(Object.keys(wrong)),
      ).rejects.toMatchObject({ error: { code: 'HUB_REFUSED' } })
    const said = await windowThere(one.own, { ...question, ...wanted })
    expect(said).toMatchObject({ state: 'came', began: later, sha256: window.sha256 })
    const rights = server.sql(`select bool_or(has_function_privilege(role, f.oid, 'execute'))
      from pg_proc f, (values ('mostrador_reader'), ('public')) roles (role)
      where f.proname ~ 'window|own_account|days_around' and f.pronamespace = 'hub'::regnamespace`)
    expect(rights).toBe('f')
    await hub(['retire', ...shop.owner, '--name', 'Caja 5'])
    await expect(windowThere(one.own, { ...question, ...wanted })).rejects.toMatchObject({
      error: { code: anyOfHub },
    })
    for (const { own } of [one, away, untold]) await own.close()
  })

  test('who is erased is in no window any more, and comes back with none', async () => {
    const { folder, own } = await register('Caja 8')
    const at = Date.parse('2026-07-15T20:00:00Z')
    const sold = sell(folder, 1, at, 'Rosa 3001112233')
    await hub(['push'], folder)
    const near = { ...sales, dateStart: '2026-07-10', dateEnd: '2026-07-14' }
    const far = { ...sales, dateStart: '2026-06-01', dateEnd: '2026-06-05' }
    const apart = { ...sales, dateStart: '2026-06-11', dateEnd: '2026-06-15' }
    const rosa = [rowText('77', '2026-07-14 09:00:00').replace('300-77', 'Rosa 3001112233')]
    // The clock of the register was a month off: the service's number tells of its sale.
    const number = [`service ${sold}`]
    const [ofNear, ofFar] = [
      await packed(near, later, rosa),
      await packed(far, later, rosa, number),
    ]
    for (const window of [ofNear, ofFar, await packed(apart, later)])
      expect(await keepWindow(own, window)).toBe(true)
    erase(folder, sold)
    await hub(['push'], folder)
    const limits = { ...wanted, mayLease: false }
    expect(await windowThere(own, { ...near, ...limits })).toBeNull()
    expect(await windowThere(own, { ...far, ...limits })).toBeNull()
    expect(await windowThere(own, { ...apart, ...limits })).toMatchObject({ state: 'came' })
    // The service goes on telling of them; whoever asked it before the erasure says so late.
    expect(await keepWindow(own, { ...ofNear, began: later + 1 })).toBe(false)
    expect(await keepWindow(own, { ...ofFar, began: later + 1 })).toBe(false)
    const held = server.sql("select encode(rows, 'hex') from hub.list_window")
    for (const { rows } of [ofNear, ofFar])
      expect(held).not.toContain(Buffer.from(rows).toString('hex'))
    // One that is kept while an erasure is on its way waits for it, or gives up.
    const erasing = await connectHub(shop.socketOf(), { user: 'postgres', password: '' })
    await erasing.run('begin')
    await erasing.run(
      'update hub.sale set doc = doc || \'{"erasure": [{}]}\' where id <> $1 and register_id = (select register_id from hub.sale where id = $1)',
      [sold],
    )
    const meanwhile = keepWindow(own, await packed({ ...far, dateEnd: '2026-06-06' }, later))
    await expect(meanwhile).rejects.toMatchObject({ error: { code: 'HUB_UNREACHABLE' } })
    await erasing.run('rollback')
    await erasing.close()
    await own.close()
  })

  test('what is cut at any byte while it is kept is there whole, or not at all', async () => {
    const { stream, own } = await register('Caja 9')
    const proxy = await startCuttingProxy(server.port)
    const ca = readFileSync(server.ca, 'utf8')
    const there = { host: 'localhost', port: proxy.port, database: 'shop', user: null, ca }
    const desk = createWindowDesk((_, who) => connectHub(there, who))
    const login = { url: server.url, ca: null, login: stream.login, password }
    const rows = Array.from({ length: 400 }, (_, at) => rowText(`${at}`, '2026-05-01 09:00:00'))
    const ids = rows.map((_, at) => `${at}`)
    const keep = (at: number) => {
      const of = {
        ...sales,
        kind: 'sales',
        dateStart: '2026-05-01',
        dateEnd: '2026-05-02',
      } as const
      const window = { of: 'keep', ...of, began: later + at, settled: true, rows, ids } as const
      return desk({ ...login, ask: window }).then(
        () => true,
        () => false,
      )
    }
    await keep(0)
    proxy.disarm()
    await keep(1)
    const whole = proxy.passed()
    let began = later + 1
    for (let cut = 0; cut < 24; cut += 1) {
      proxy.arm(1 + Math.floor((whole * cut) / 24))
      const isKept = await keep(2 + cut)
      proxy.disarm()
      const of = { ...sales, dateStart: '2026-05-01', dateEnd: '2026-05-02' }
      const said = await windowThere(own, { ...of, ...wanted, mayLease: false })
      if (said?.state !== 'came') throw new Error('it was there')
      expect(await unpackWindow(of, said, 'COP')).toHaveLength(400)
      if (isKept) expect(said.began).toBe(later + 2 + cut)
      expect(said.began).toBeGreaterThanOrEqual(began)
      ;({ began } = said)
    }
    expect(began).toBeGreaterThan(later + 2)
    proxy.close()
    await own.close()
  })

  test('what cannot be kept is waited for by nobody', async () => {
    const [one, other] = [await register('Caja 13'), await register('Caja 14')]
    const days = { dateStart: '2026-04-01', dateEnd: '2026-04-02' }
    const question = { ...sales, kind: 'sales', ...days } as const
    expect(await windowThere(one.own, { ...question, ...wanted })).toEqual({ state: 'ours' })
    const erasing = await connectHub(shop.socketOf(), { user: 'postgres', password: '' })
    await erasing.run('begin')
    await erasing.run("select from hub.step where id = '20261127T1500-windows' for share")
    const desk = createWindowDesk(one.connect)
    const login = { url: server.url, ca: null, login: one.stream.login, password }
    const kept = { began: later, settled: true, rows: [], ids: [] }
    const ask = { of: 'keep' as const, ...question, ...kept }
    await expect(desk({ ...login, ask })).rejects.toMatchObject({ error: { code: anyOfHub } })
    await erasing.run('rollback')
    await erasing.close()
    expect(await windowThere(other.own, { ...question, ...wanted })).toEqual({ state: 'ours' })
    for (const { own } of [one, other]) await own.close()
  })

  test('of two registers over a service the second asks it nothing of days that settled', async () => {
    const sandbox = await startSandbox({
      ...{ seed: '3', historyFrom: '2026-09-01', historyTo: '2026-11-20', salesPerDay: 120 },
    })
    const scope = `account Real ${sandbox.url}`
    const september = { from: '2026-09-01', to: '2026-09-30' }
    const counters = []
    for (const name of ['Caja 10', 'Caja 11', 'Caja 12']) {
      const { stream, own } = await register(name, scope)
      await own.close()
      const thread = createThread({
        url: new URL('../../electron/features/hub/windows/window-worker.ts', import.meta.url),
        died: (cause) => new Failure('HUB_FAILED', { reason: String(cause) }),
      })
      const windows = createWindows({
        ...{ clock: systemClock, thread, stream: () => stream, password: async () => password },
        accountOf: () => ({ account: scope, currency: 'COP' }),
      })
      const profile = profileSample({ id: name, name: 'Real', baseUrl: sandbox.url })
      const service = createMerchantService({ profile, token: () => sandbox.token })
      const cache = openCache(':memory:')
      const reports = createReports({
        ...{ cache, elsewhere: windows, profile: () => profile, service: () => service },
        ...{ emit: () => undefined, mustBeApproved: () => undefined },
        ...{ decimalSign: () => 'comma', maySeeCommissions: () => true },
      })
      const gather = async () => {
        const before = sandbox.control.listedDays().length
        const range = { jobId: name, kind: 'sales', ...september } as const
        const started = performance.now()
        const { complete, provisionalDays } = await reports.handlers['reports.gather'](range)
        expect({ complete, provisionalDays }).toEqual({ complete: true, provisionalDays: [] })
        const took = performance.now() - started
        return { asked: sandbox.control.listedDays().length - before, took }
      }
      const close = async () => {
        await reports.close()
        await windows.stop()
        await service.close()
        cache.close()
      }
      counters.push({ gather, close, cache })
    }
    const [one, other, third] = counters
    const first = await one?.gather()
    const kept = () => server.sql(`select count(*) from hub.list_window where account = '${scope}'`)
    await expect.poll(kept).toBe(String(first?.asked))
    const second = await other?.gather()
    expect(second?.asked).toBe(0)
    const rowsOf = ({ cache }: { cache: ReturnType<typeof openCache> }) =>
      cache.all(
        z.object({ key: z.string(), raw: z.string() }),
        'select key, raw from report_row order by key',
      )
    if (one && other) expect(rowsOf(other)).toEqual(rowsOf(one))
    // With the hub gone it is gathered as ever; nothing of the token was told to it.
    expect(server.log()).not.toContain(sandbox.token)
    expect(server.dump()).not.toContain(sandbox.token)
    server.stop()
    const alone = await third?.gather()
    expect(alone?.asked).toBeGreaterThan(0)
    server.start()
    console.info(`list: ${JSON.stringify({ first, second, alone })}`)
    for (const { close } of counters) await close()
    await sandbox.close()
  })
})
