import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { run } from '../../electron/cli/run.ts'
import { readCode } from '../../electron/hub/address.ts'
import { steps } from '../../electron/hub/administer.ts'
import { connectHub } from '../../electron/hub/connect.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { makeFolder } from '../folders.ts'
import {
  anyOfHub,
  copyOf,
  hub,
  join,
  password,
  refused,
  sell,
  startHubShop,
  type HubShop,
} from './hub-shop.ts'
import { noPostgres } from './postgres.ts'

// Several registers behind a real PostgreSQL, by the command line.

if (noPostgres !== null)
  process.stderr.write(`\nNOT RUN: registers behind PostgreSQL (${noPostgres})\n\n`)

const anyStep: unknown = expect.any(String)

describe.skipIf(noPostgres !== null)(
  `registers behind PostgreSQL${noPostgres ? `: ${noPostgres}` : ''}`,
  () => {
    let shop: HubShop
    let server: HubShop['server']
    let owner: readonly string[]
    beforeAll(() => {
      shop = startHubShop()
      ;({ server, owner } = shop)
    })
    afterAll(() => server.close())

    const invite: HubShop['invite'] = (...of) => shop.invite(...of)
    const joined: HubShop['joined'] = (name) => shop.joined(name)

    test('a database is prepared once, and a second time nothing is done', async () => {
      expect(await hub(['init', ...owner])).toMatchObject({
        code: 0,
        said: { steps: steps.map(() => anyStep) },
      })
      expect(await hub(['upgrade', ...owner])).toEqual({ code: 0, said: { steps: [] } })
    })

    test('what it says of the database is said in words, also where nobody joined yet', async () => {
      const inWords = async (action: string) => {
        let out = ''
        const streams = { out: (text: string) => void (out += text), err: () => undefined }
        await run(['hub', action, ...owner], { LANG: 'en_US' }, streams)
        return out
      }
      expect(await inWords('upgrade')).toBe('The database was already prepared.\n')
      expect(await inWords('status')).toBe('There are no registers in the database yet.\n')
      await invite('Caja 0')
      expect(await inWords('status')).toMatch(/^No\. +Register .*\nC1 +Caja 0 .*\n$/)
      server.sql('truncate hub.register restart identity cascade')
    })

    test('a register joins, sends what was before and what comes, and both are the same', async () => {
      const { folder, code } = await joined('Caja 1')
      expect(await hub(['push'], folder)).toEqual({
        code: 0,
        said: { sent: 2, left: 0, missing: [] },
      })
      expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { sent: 0 } })
      sell(folder, 3)
      expect(await hub(['verify'], folder)).toMatchObject({ code: 1 })
      expect(await hub(['status'], folder)).toMatchObject({
        said: { register: 'C1', left: 12, error: null },
      })
      expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { sent: 12, left: 0 } })
      expect(await hub(['verify'], folder)).toEqual({
        code: 0,
        said: { sales: 4, differences: [] },
      })
      // The code is spent, here and elsewhere.
      expect(await join(code, makeFolder('hub-late'))).toEqual(refused('HUB_CODE_USED'))
      expect(await hub(['status', ...owner])).toMatchObject({
        said: [{ code: 'C1', name: 'Caja 1', state: 'joined', sales: 4 }],
      })
      // What was changed there by hand is found.
      server.sql('update hub.sale set total = total + 1 where id = (select min(id) from hub.sale)')
      expect(await hub(['verify'], folder)).toMatchObject({
        code: 1,
        said: { differences: [{ here: 1, there: 1 }] },
      })
    })

    test('a copied folder is refused before anything mixes, and goes on as another register', async () => {
      const { folder } = await joined('Caja 2')
      const copy = copyOf(folder)
      sell(folder)
      sell(copy)
      expect(await hub(['push'], folder)).toMatchObject({ code: 0 })
      const before = server.sql('select count(*), sum(seq) from hub.sale')
      expect(await hub(['push'], copy)).toEqual(refused('HUB_FORKED'))
      expect(await hub(['status'], copy)).toMatchObject({
        code: 1,
        said: { error: { code: 'HUB_FORKED' } },
      })
      expect(server.sql('select count(*), sum(seq) from hub.sale')).toBe(before)
      // Another register: what it has from before the copy stays the first one's.
      await join(await invite('Caja 2 bis'), copy)
      expect(await hub(['push'], copy)).toMatchObject({ code: 0, said: { left: 0 } })
      expect(
        server.sql(
          "select r.name, count(*) from hub.sale s join hub.register r on r.id = s.register_id where r.name like 'Caja 2%' group by 1 order by 1",
        ),
      ).toBe('Caja 2|2\nCaja 2 bis|1')
      expect(await hub(['push'], folder)).toMatchObject({ code: 0 })
    })

    test('a restored backup is refused until it is said to be the register; then what sent before is', async () => {
      const { folder } = await joined('Caja 3')
      const backup = copyOf(folder)
      sell(folder, 2)
      expect(await hub(['push'], folder)).toMatchObject({ code: 0 })
      expect(await hub(['push'], backup)).toEqual(refused('HUB_FORKED'))
      const again = await invite('Caja 3', '--again')
      expect(await hub(['push'], folder)).toEqual(refused('HUB_LOGIN_REFUSED'))
      expect(await join(again, backup)).toMatchObject({ code: 0 })
      expect(await hub(['push'], backup)).toMatchObject({ code: 0, said: { left: 0 } })
      expect(await hub(['push'], folder)).toEqual(refused('HUB_FORKED'))
    })

    test('a database that went back to an older copy is sent again what it lost', async () => {
      const { folder } = await joined('Caja 3 bis')
      expect(await hub(['push'], folder)).toMatchObject({ code: 0 })
      const of = "register_id = (select id from hub.register where name = 'Caja 3 bis')"
      const position = server.sql(`select seq, tip from hub.stream where ${of}`)
      const [seq = '', tip = ''] = position.split('|')
      sell(folder)
      expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { sent: 4 } })
      server.sql(`update hub.stream set seq = ${seq}, tip = '${tip}' where ${of}`)
      server.sql(`delete from hub.sale where ${of} and seq > ${seq}`)
      expect(await hub(['verify'], folder)).toMatchObject({ code: 1 })
      expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { sent: 4, left: 0 } })
      expect(await hub(['verify'], folder)).toMatchObject({ code: 0, said: { sales: 2 } })
    })

    test('a clock of another age keeps nobody from sending, and makes no months', async () => {
      const { folder } = await joined('Caja 3 ter')
      const months = () =>
        Number(
          server.sql("select count(*) from pg_inherits where inhparent = 'hub.sale'::regclass"),
        )
      expect(await hub(['push'], folder)).toMatchObject({ code: 0 })
      const before = months()
      const later = Date.now() + 100 * 86_400_000
      for (const at of [1000, 253_402_300_000_000, later, later]) sell(folder, 1, at)
      expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
      expect(months()).toBe(before)
      expect(server.sql('select count(*) from hub.sale_undated')).toBe('4')
      // A month that some of came before it began takes them with it.
      server.sql(`insert into hub.sale_undated
      select 'early', 1620000000000, register_id, seq, profile_id, revision, state, is_open, product_id,
        currency, amount, total, reference, service_id, doc from hub.sale limit 1`)
      sell(folder, 1, 1_620_100_000_000)
      expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
      expect(server.sql('select count(*) from hub.sale_undated')).toBe('4')
      expect(server.sql('select count(*) from hub.sale_202105')).toBe('2')
      expect(months()).toBe(before + 1)
      expect(await hub(['verify'], folder)).toMatchObject({ code: 0, said: { sales: 6 } })
    })

    test('a retired register is refused', async () => {
      const { folder } = await joined('Caja 4')
      expect(await hub(['retire', ...owner, '--name', 'Caja 4'])).toMatchObject({ code: 0 })
      expect(await hub(['push'], folder)).toEqual(refused('HUB_RETIRED'))
      expect(await hub(['retire', ...owner, '--name', 'Caja 4'])).toEqual(
        refused('HUB_NO_REGISTER'),
      )
      // It notes nothing more once it left; for that nobody has to answer.
      expect(await hub(['leave'], folder)).toMatchObject({ code: 0, said: { name: 'Caja 4' } })
      sell(folder)
      expect(await hub(['status'], folder)).toEqual({ code: 0, said: { joined: false } })
      expect(await hub(['leave'], folder)).toEqual(refused('HUB_NOT_JOINED'))
      const journal = openJournal(folder)
      expect(journal.outbox.leftAfter(0)).toBe(0)
      const all = { start: 0, end: Number.MAX_SAFE_INTEGER, personId: null }
      const [left, entered] = journal.trail.page(all, 2, 0).entries
      expect(left).toMatchObject({ action: 'hub.left', person: null })
      expect(entered).toMatchObject({ action: 'hub.joined', subject: left?.subject })
      journal.close()
      expect(
        server.sql(
          "select count(*) from hub.sale s join hub.register r on r.id = s.register_id where name = 'Caja 4'",
        ),
      ).toBe('0')
    })

    test('without an answer nothing is lost, and what is left is said', async () => {
      const { folder } = await joined('Caja 5')
      server.stop()
      sell(folder)
      expect(await hub(['push'], folder)).toEqual(refused('HUB_UNREACHABLE'))
      expect(await hub(['status'], folder)).toMatchObject({ code: 1, said: { left: 6 } })
      server.start()
      expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { sent: 6, left: 0 } })
    })

    test('the network carries it under TLS alone, to the server that the certificate names', async () => {
      const at = (host: string) => `postgres://${host}:${server.port}/shop`
      const tls = ['--ca', server.ca, '--address']
      const folder = makeFolder('hub-tls')
      sell(folder)
      const code = await invite('Caja 6', ...tls, at('localhost'))
      expect(await join(code, folder)).toMatchObject({ code: 0 })
      expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
      const elsewhere = makeFolder('hub-tls-other')
      const others = [
        await invite('Caja 7', ...tls, at('127.0.0.1')),
        await invite('Caja 8', '--address', at('localhost')),
      ]
      for (const other of others) {
        expect(await join(other, elsewhere)).toEqual(refused('HUB_UNTRUSTED'))
      }
    })

    test("a register's login runs its functions, and reads and writes nothing else", async () => {
      const { folder } = await joined('Caja 9')
      const journal = openJournal(folder)
      const stream = journal.outbox.stream()
      journal.close()
      const { login = '' } = stream ?? {}
      const own = await connectHub(shop.socketOf(), { user: login, password })
      const attempts = [
        ...['register', 'stream', 'sale', 'shift', 'other', 'step'].flatMap((table) => [
          `select * from hub.${table}`,
          `delete from hub.${table}`,
        ]),
        "insert into hub.stream (id, register_id) values ('x', 1)",
        'create table hub.mine (a int)',
        'create table public.mine (a int)',
        'create temporary table sale (a int)',
        'create schema mine',
        'create role mine',
        'set role mostrador_hub',
        'set role postgres',
        'set session authorization postgres',
        "select pg_read_file('/etc/passwd')",
        "copy (select 1) to program 'true'",
        'select * from pg_authid',
        `alter role "${login}" superuser`,
        "alter role postgres password 'x'",
        'select hub.make_month(0)',
        "select hub.brings_back('{}', '{}')",
        'select hub.continues(1, null)',
        "select hub.with_rows('{}', '{}')",
        'select hub.complete_until(1)',
        'select * from hub.own_register()',
      ]
      for (const sql of attempts) {
        await expect(own.rows(z.unknown(), sql), sql).rejects.toMatchObject({
          error: { code: anyOfHub },
        })
      }
      // The stream of another register, and one's own at another place.
      await joined('Caja 9 bis')
      const others = server.sql(
        "select s.id from hub.stream s join hub.register r on r.id = s.register_id where name = 'Caja 9 bis'",
      )
      const push = "select hub.push_v1($1, 0, '', 9, 'aa', null, '1', '[]')"
      await expect(
        own.rows(z.unknown(), 'select * from hub.position_v1($1)', [others]),
      ).rejects.toMatchObject({ error: { code: 'HUB_FORKED' } })
      await expect(own.rows(z.unknown(), push, [others])).rejects.toMatchObject({
        error: { code: 'HUB_FORKED' },
      })
      await expect(
        own.rows(z.unknown(), push.replace("0, ''", "3, ''"), [stream?.id]),
      ).rejects.toMatchObject({ error: { code: 'HUB_FORKED' } })
      // Functions of its own making in the search path of ours: none can be made, and ours look nowhere else.
      await own.rows(z.unknown(), 'set search_path = pg_temp, hub, public')
      expect(
        await own.rows(z.object({ month: z.string() }), 'select * from hub.months_v1()'),
      ).toEqual([])
      await own.close()
    })

    test('a code says nothing of the password that the register then has', async () => {
      const { code } = await joined('Caja 10')
      expect(readCode(code).password).not.toBe(password)
      expect(server.log()).not.toContain(password)
      expect(server.log()).not.toContain(readCode(code).password)
    })
  },
)
