import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { memoryKeyring } from '../../electron/features/connection/testing/connections.ts'
import { joinHub, openOwnHub, type RegisterDeps } from '../../electron/features/hub/register.ts'
import { createHubSecrets } from '../../electron/features/hub/secrets.ts'
import { connectHub } from '../../electron/hub/connect.ts'
import { readOtherRegisters } from '../../electron/store/hub/others-note.ts'
import { sampled } from '../../electron/features/hub/testing/debts-play.ts'
import { sellSample } from '../../electron/store/testing/sell-sample.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { makeFolder } from '../folders.ts'
import {
  copyOf,
  erase,
  hub,
  inJournal,
  join,
  password,
  refused,
  sell,
  startHubShop,
  type HubShop,
} from './hub-shop.ts'
import { noPostgres } from './postgres.ts'

// What goes on whatever becomes of a hub, a register or a sale. Without PostgreSQL hub.test.ts says that nothing was run.

const anyMoment: unknown = expect.any(Number)
const anyCode: unknown = expect.stringMatching(/^C\d+$/)

describe.skipIf(noPostgres !== null)('registers that go on', () => {
  let shop: HubShop
  let server: HubShop['server']
  let owner: readonly string[]
  beforeAll(async () => {
    shop = startHubShop()
    ;({ server, owner } = shop)
    await hub(['init', ...owner])
  })
  afterAll(() => server.close())

  const docOf = (sale: string) => shop.docOf(sale)

  test('of two that begin a month at once one makes it, and the other goes on', async () => {
    const who = { user: 'postgres', password: '' }
    const [first, other] = [
      await connectHub(shop.socketOf(), who),
      await connectHub(shop.socketOf(), who),
    ]
    const make = `select hub.make_month(${Date.UTC(2021, 4, 5)})`
    await first.run('begin')
    await first.run(make)
    let isOver = false
    const waits = other.run(make).finally(() => (isOver = true))
    while (server.sql('select count(*) from pg_locks where not granted') === '0' && !isOver)
      await pause(5)
    expect(isOver).toBe(false)
    await first.run('commit')
    await waits
    expect(server.sql("select to_regclass('hub.sale_202105')")).toBe('hub.sale_202105')
    for (const one of [first, other]) await one.close()
  })

  test('nobody waits for a hub that hangs: the journal is written while it is asked', async () => {
    const { folder } = await shop.joined('Caja 1')
    const other = await connectHub(shop.socketOf(), { user: 'postgres', password: '' })
    // The limits are another test's: here a command waits as long as this computer needs.
    const login = server.sql("select login from hub.register where name = 'Caja 1'")
    server.sql(`alter role ${login} reset all`)
    for (const command of ['push', 'status', 'verify']) {
      await other.run('begin')
      await other.run('lock table hub.register, hub.stream, hub.sale in access exclusive mode')
      let isOver = false
      const asked = hub([command], folder).finally(() => (isOver = true))
      while (server.sql('select count(*) from pg_locks where not granted') === '0') {
        if (isOver) expect((await asked).said).toBe('waiting')
        await pause(5)
      }
      sell(folder)
      await other.run('commit')
      expect((await asked).said).not.toHaveProperty('error.code')
    }
    await other.close()
    expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
    expect(await hub(['status'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
    const journal = openJournal(folder)
    const last = journal.outbox.after(0, 1000).at(-1)
    expect(journal.outbox.stream()?.ackedSeq).toBe(last?.seq)
    journal.close()
  })

  test('a code that does not let in leaves the password that does; one that was not used stays good', async () => {
    const secrets = new Map<string, string>()
    const folder = makeFolder('hub-keyring')
    sell(folder)
    const deps: RegisterDeps = {
      secrets: createHubSecrets(memoryKeyring(secrets), folder),
      ...{ version: '1', now: Date.now, givenPassword: null, by: null },
      inJournal(work) {
        const journal = openJournal(folder)
        try {
          return work(journal)
        } finally {
          journal.close()
        }
      },
    }
    const code = await shop.invite('Caja 2')
    const enter = () => joinHub(deps, code)
    const window = openJournal(folder)
    await expect(enter()).rejects.toMatchObject({ error: { code: 'REGISTER_ALREADY_OPEN' } })
    window.close()
    const broken = { read: () => Promise.resolve(null), write: () => Promise.resolve() }
    const without = createHubSecrets({ ...broken, remove: () => Promise.resolve() }, folder)
    await expect(joinHub({ ...deps, secrets: without }, code)).rejects.toMatchObject({
      error: { code: 'HUB_NO_KEYRING' },
    })
    const stream = await enter()
    const kept = [...secrets.values()]
    expect(kept).toHaveLength(1)
    await expect(enter()).rejects.toMatchObject({ error: { code: 'HUB_CODE_USED' } })
    expect([...secrets.values()]).toEqual(kept)
    await (await openOwnHub(deps, stream)).close()
    // In an argument others of this computer would read it.
    expect(await hub(['join', code], folder)).toMatchObject({ code: 2 })
  })

  test('what a retired register sold is changed by the one that goes on with its journal', async () => {
    const { folder } = await shop.joined('Caja 3')
    const copy = copyOf(folder)
    const sale = sell(folder)
    await hub(['push'], folder)
    expect(docOf(sale)).not.toContain('"erasure"')
    await hub(['retire', ...owner, '--name', 'Caja 3'])
    await join(await shop.invite('Caja 3 bis', '--continues', 'Caja 3'), folder)
    erase(folder, sale)
    expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
    expect(docOf(sale)).toContain('"erasure"')
    expect(docOf(sale)).not.toContain('3001234567')
    expect(await hub(['verify'], folder)).toMatchObject({ code: 0, said: { sales: 2 } })
    // Who sold it stays, and a copy from before takes nothing back.
    const soldBy = `select name, revision from hub.register r join hub.sale s on s.register_id = r.id where s.id = '${sale}'`
    const before = server.sql(soldBy)
    expect(before).toMatch(/^Caja 3\|/)
    await join(await shop.invite('Caja 3 ter', '--continues', 'Caja 3 bis'), copy)
    expect(await hub(['push'], copy)).toMatchObject({ code: 0 })
    expect(server.sql(soldBy)).toBe(before)
  })

  test('a drawer that a retired register left open is told as the one that goes on with it, until it is closed', async () => {
    const { folder } = await shop.joined('Caja 20')
    const before = copyOf(folder)
    const other = await shop.joined('Caja 21')
    const base = [{ currency: 'COP', pieces: [], other: 50_000 }]
    const begin = (place: string, id: string, openedAt: number, profileId = 'p1') =>
      inJournal(place, (journal) =>
        journal.shifts.begin({
          ...{ id, openedAt, base, profileId },
          ...{ cashierId: null, cashier: null, follows: null },
        }),
      )
    begin(folder, 'left-open', 1)
    await hub(['push'], folder)
    server.sql(`create role looks login in role mostrador_reader;
      insert into hub.reader (name, login, joined_at) values ('Dueño', 'looks', now())`)
    const drawers = () =>
      server.sql(`set session authorization looks;
        select r.name, d.shift, d.expected from hub.read_drawers_v1() d join hub.read_registers_v1() r using (code)`)
    const held = (name: string) => `${name}|left-open|50000`
    expect(drawers()).toBe(held('Caja 20'))
    await hub(['retire', ...owner, '--name', 'Caja 20'])
    expect(drawers()).toBe('')
    // Of another journal: the drawer is not in its hands.
    await join(await shop.invite('Caja 21 bis', '--continues', 'Caja 20'), other.folder)
    expect(drawers()).toBe('')
    await join(await shop.invite('Caja 20 bis', '--continues', 'Caja 20'), folder)
    expect(drawers()).toBe(held('Caja 20 bis'))
    // What it sells goes into it, as into its own.
    inJournal(folder, (journal) => sellSample(journal, 'into-it', { shift: 'left-open' }))
    await hub(['push'], folder)
    expect(drawers()).toBe(`Caja 20 bis|left-open|${50_000 + sampled.total}`)
    // A trial of the same cashier's has a drawer of its own.
    begin(folder, 'trial', 2, 'sandbox-p1')
    await hub(['push'], folder)
    expect(drawers()).toBe(`Caja 20 bis|left-open|${50_000 + sampled.total}`)
    // Who looks at one branch sees what is in a drawer there, also what was sold into it in another one.
    await hub(['retire', ...owner, '--name', 'Caja 20 bis'])
    const there = ['--continues', 'Caja 20 bis', '--branch', 'Sur']
    await join(await shop.invite('Caja 20 sur', ...there), folder)
    server.sql("update hub.reader set branch = 'Sur' where name = 'Dueño'")
    expect(drawers()).toBe(`Caja 20 sur|left-open|${50_000 + sampled.total}`)
    server.sql("update hub.reader set branch = null where name = 'Dueño'")
    await hub(['retire', ...owner, '--name', 'Caja 20 sur'])
    // A copy from before it does not have it: it opens another.
    await join(await shop.invite('Caja 20 ter', '--continues', 'Caja 20 sur'), before)
    begin(before, 'anew', 2)
    await hub(['push'], before)
    expect(drawers()).toBe('Caja 20 ter|anew|50000')
  })

  test('a copy from before an erasure brings nobody back, there or here', async () => {
    const { folder } = await shop.joined('Caja 4')
    const sale = sell(folder)
    await hub(['push'], folder)
    const copy = copyOf(folder)
    erase(folder, sale)
    await hub(['push'], folder)
    const erased = docOf(sale)
    expect(erased).not.toContain('3001234567')
    await join(await shop.invite('Caja 4', '--again'), copy)
    const journal = openJournal(copy)
    expect(journal.personal.isErased(sale)).toBe(true)
    journal.close()
    expect(await hub(['push'], copy)).toMatchObject({ code: 0, said: { left: 0 } })
    expect(docOf(sale)).not.toContain('3001234567')
    expect(await hub(['verify'], copy)).toMatchObject({ code: 0 })
    // Whatever an older program sends.
    const back = (known: string, sent: string) =>
      server.sql(`select hub.brings_back('${known}', '${sent}')`)
    const note = '{"note_erasure":[{"kind":"movement","id":"m"}],"shift_movement":[{"id":"m"}]}'
    expect(back('{"erasure":[]}', '{}')).toBe('t')
    expect(back('{"erasure":[]}', '{"erasure":[]}')).toBe('f')
    expect(back('{}', '{"erasure":[]}')).toBe('f')
    expect(back(note, '{"shift_movement":[{"id":"m"}]}')).toBe('t')
    expect(back(note, '{"shift_movement":[{"id":"n"}]}')).toBe('f')
    expect(back(note, note)).toBe('f')
  })

  test('a reference of any length stops nothing, and what was unreadable once is forgotten when it comes', async () => {
    const { folder } = await shop.joined('Caja 5')
    const long = randomBytes(20_000).toString('hex')
    const sale = sell(folder, 1, null, long)
    const of = "register_id = (select id from hub.register where name = 'Caja 5')"
    server.sql(`insert into hub.other (register_id, kind, key, seq, doc)
      select id, 'unreadable', 'sale ${sale}', 0, '{}' from hub.register where name = 'Caja 5'`)
    expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
    expect(server.sql(`select id from hub.sale where reference = '${long}'`)).toBe(sale)
    expect(server.sql(`select kind, doc ->> 'kind' from hub.other where ${of}`)).toBe('trail|')
  })

  test('what the database cannot store is set aside by name, and comes once it can', async () => {
    const { folder } = await shop.joined('Caja 5 bis')
    await hub(['push'], folder)
    // Before all of PostgreSQL's time, and what a rule of its owner's own does not let in.
    const ancient = sell(folder, 1, -300_000_000_000_000)
    const barred = sell(folder, 1, null, 'barred')
    const behind = sell(folder, 3)
    server.sql(`create function public.bar() returns trigger language plpgsql as $$ begin
        if new.reference = 'barred' then raise check_violation; end if; return new; end $$;
      create trigger bar before insert on hub.sale for each row execute function public.bar()`)
    const missing = (...of: [thing: string, refused: string][]) =>
      of.map(([thing, refused]) => ({ thing: `sale ${thing}`, refused }))
    const both = { missing: missing([ancient, '22008'], [barred, '23514']) }
    expect(await hub(['push'], folder)).toMatchObject({ code: 1, said: { left: 0, ...both } })
    expect(docOf(behind)).toContain('APPROVED')
    expect(await hub(['status'], folder)).toMatchObject({ code: 1, said: { error: null, ...both } })
    expect(await hub(['verify'], folder)).toMatchObject({ code: 1 })
    const listed = async () => {
      const { said } = await hub(['status', ...owner])
      const found = z.array(z.looseObject({ name: z.string() })).parse(said)
      return found.find(({ name }) => name === 'Caja 5 bis')
    }
    expect(await listed()).toMatchObject({ sales: 4, completeUntil: null, ...both })
    server.sql('drop trigger bar on hub.sale')
    const one = { missing: missing([ancient, '22008']) }
    expect(await hub(['push'], folder)).toMatchObject({ code: 1, said: { sent: 0, ...one } })
    expect(docOf(barred)).toContain('APPROVED')
    expect(await listed()).toMatchObject({ sales: 5, completeUntil: null, ...one })
    server.sql(`delete from hub.other where key = 'sale ${ancient}'`)
    expect(await listed()).toMatchObject({ completeUntil: anyMoment, missing: [] })
  })

  test('each push hears how far the other registers are known', async () => {
    const one = await shop.joined('Caja 5 ter')
    const other = await shop.joined('Caja 5 quater')
    const heard = () =>
      readOtherRegisters(other.folder)?.registers.filter(({ name }) => name.startsWith('Caja 5 '))
    const known = { joined: anyMoment, retired: null }
    await hub(['push'], other.folder)
    expect(heard()).toContainEqual({ ...known, code: anyCode, name: 'Caja 5 ter', complete: null })
    expect(heard()?.map(({ name }) => name)).not.toContain('Caja 5 quater')
    await hub(['push'], one.folder)
    await hub(['push'], other.folder)
    expect(heard()).toContainEqual(
      expect.objectContaining({ ...known, name: 'Caja 5 ter', complete: anyMoment }),
    )
    // A clock that is ahead has not seen what it says: the server's is believed.
    server.sql(`update hub.stream set known_until = 9000000000000
      where register_id = (select id from hub.register where name = 'Caja 5 ter')`)
    await hub(['push'], other.folder)
    const complete = heard()?.map((of) => of.complete ?? 0) ?? []
    expect(complete.some((at) => at > 0) && complete.every((at) => at <= Date.now())).toBe(true)
    await hub(['retire', ...owner, '--name', 'Caja 5 ter'])
    await hub(['push'], other.folder)
    expect(heard()).toContainEqual(
      expect.objectContaining({ name: 'Caja 5 ter', retired: anyMoment }),
    )
  })

  test('no register is named as another is numbered, and an address that is none makes none', async () => {
    expect(await hub(['add-register', ...owner, '--name', 'c7'])).toMatchObject({ code: 2 })
    const wrong = ['--name', 'Caja 6', '--address', 'nowhere']
    expect(await hub(['add-register', ...owner, ...wrong])).toEqual(refused('HUB_ADDRESS'))
    expect(server.sql("select count(*) from hub.register where name = 'Caja 6'")).toBe('0')
    // One from before that was: the name counts.
    await shop.invite('Caja 6')
    server.sql("update hub.register set name = 'C1' where name = 'Caja 6'")
    expect(await hub(['retire', ...owner, '--name', 'C1'])).toMatchObject({ code: 0 })
    expect(
      server.sql("select name from hub.register where retired_at is null and code = 'C1'"),
    ).toBe('Caja 1')
    const logins = 'join hub.register on login = rolname where'
    expect(server.sql(`select rolcanlogin from pg_roles ${logins} name = 'C1'`)).toBe('f')
  })

  test('no statement of a register goes on for ever, also of one that joined before there were limits', async () => {
    server.sql(`do $$ declare one text; begin for one in select login from hub.register loop
      execute format('alter role %I reset all', one); end loop; end $$`)
    await hub(['upgrade', ...owner])
    const [config] = server
      .sql(
        'select distinct rolconfig from pg_roles join hub.register on login = rolname where retired_at is null',
      )
      .split('\n')
    for (const one of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      expect(config).toContain(`${one}=`)
    // Compiling what a push asks took longer than the push.
    expect(config).toContain('jit=off')
  })

  test('a server that lacks logins, as after a dump of the database alone, is upgraded, and they come with new codes', async () => {
    const { folder } = await shop.joined('Caja 7')
    await shop.joined('Caja 8')
    const loginOf = (name: string) =>
      server.sql(`select login from hub.register where name = '${name}'`)
    for (const name of ['Caja 7', 'Caja 8']) server.sql(`drop role ${loginOf(name)}`)
    expect(await hub(['upgrade', ...owner])).toMatchObject({ code: 0 })
    expect(await hub(['retire', ...owner, '--name', 'Caja 8'])).toMatchObject({ code: 0 })
    expect(await hub(['push'], folder)).toEqual(refused('HUB_LOGIN_REFUSED'))
    await join(await shop.invite('Caja 7', '--again'), folder)
    expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
    const made = server.sql(`select rolconfig from pg_roles where rolname = '${loginOf('Caja 7')}'`)
    expect(made).toContain('lock_timeout=')
  })

  test('an owner whose login the server does not take is told nothing of a register', async () => {
    server.sql(`create role ana nologin password '${password}'`)
    const url = server.url.replace('user=postgres', 'user=ana')
    expect(await hub(['upgrade', '--url', url])).toEqual(refused('HUB_LOGIN_REFUSED'))
  })

  test('in a database that others use, too, nothing of theirs is taken away', async () => {
    server.sql('create database shared')
    const url = server.url.replace('/shop?', '/shared?')
    const others = await connectHub(
      { ...shop.socketOf(), database: 'shared' },
      { user: 'postgres', password: '' },
    )
    await others.run('create table theirs (a int)')
    await others.close()
    for (const command of ['init', 'upgrade'])
      expect(await hub([command, '--url', url])).toMatchObject({ code: 0 })
    const isOpen = (database: string) =>
      server.sql(`select datacl::text ~ '[{,]=Tc/' from pg_database where datname = '${database}'`)
    expect(isOpen('shared')).toBe('t')
    expect(isOpen('shop')).toBe('f')
  })
})
