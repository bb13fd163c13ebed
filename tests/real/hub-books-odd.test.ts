import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readCode } from '../../electron/hub/address.ts'
import { connectHub } from '../../electron/hub/connect.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { sellSample } from '../../electron/store/testing/sell-sample.ts'
import { addDays, serviceDay } from '../../shared/domain/time/dates.ts'
import { makeFolder } from '../folders.ts'
import {
  cli,
  connectTo,
  copyOf,
  hub,
  join,
  password,
  refused,
  startHubShop,
  type HubShop,
} from './hub-shop.ts'
import { writeOddRows } from './odd-rows.ts'
import { noPostgres } from './postgres.ts'

// Reports over registers of which one is not what it should be. Without PostgreSQL hub.test.ts says that nothing was run.

const saidSchema = z.object({
  registers: z.object({
    registers: z.array(z.object({ code: z.string(), sales: z.int(), seq: z.int() })),
  }),
  completeness: z.object({ behind: z.array(z.object({ code: z.string(), why: z.string() })) }),
})
const invited = z.object({ code: z.string() })

describe.skipIf(noPostgres !== null)('a report over registers of which one', () => {
  let shop: HubShop
  let accountant: string
  let made = 0
  beforeAll(async () => {
    shop = startHubShop()
    await hub(['init', ...shop.owner])
    accountant = makeFolder('hub-odd-books')
    connectTo('https://service.example', accountant, 'mine')
    const added = await hub(['add-reader', ...shop.owner, '--name', 'Conta', '--books'])
    expect(await join(invited.parse(added.said).code, accountant)).toMatchObject({ code: 0 })
  })
  afterAll(() => shop.server.close())

  function sell(folder: string): void {
    const journal = openJournal(folder)
    made += 1
    sellSample(journal, `odd-sale-${made}`, { createdAt: Date.now(), profileId: 'own' })
    journal.close()
  }
  const push = (folder: string) => hub(['push'], folder)
  /** One that sold, joined and sent. */
  async function register(name: string): Promise<{ folder: string; code: string }> {
    const folder = makeFolder('hub-odd')
    connectTo('https://service.example', folder, 'own')
    sell(folder)
    const code = await shop.invite(name)
    expect(await join(code, folder)).toMatchObject({ code: 0 })
    expect(await push(folder)).toMatchObject({ code: 0, said: { left: 0 } })
    return { folder, code }
  }
  async function report() {
    const today = serviceDay(Date.now())
    const days = ['--from', addDays(today, -1), '--to', today]
    const ran = await cli(accountant, [
      ...['report', 'sales', ...days, '--registers', 'all', '--json'],
    ])
    expect(ran.code, ran.out + ran.err).toBe(0)
    return saidSchema.parse(JSON.parse(ran.out))
  }
  const behind = async () => (await report()).completeness.behind
  const forked = (code: string) => ({ code, why: 'forked' })

  test('sent what no register sends is made of all others', async () => {
    await register('Caja 1')
    writeOddRows((text) => shop.server.sql(text))
    shop.server.sql('update hub.stream set seq = 9223372036854775807 where register_id = 1')
    shop.server.sql(
      "update hub.account_alias set profile_id = 'p' where register_id = 1; update hub.sale set is_open = true",
    )
    await register('Caja 2')
    const { registers } = await report()
    expect(registers.registers.map(({ code, sales }) => [code, sales])).toContainEqual(['C2', 1])
    shop.server.sql('delete from hub.sale where register_id = 1; delete from hub.shift')
    await hub(['retire', ...shop.owner, '--name', 'Caja 1'])
  })

  test('has a clock that is ahead is not complete while something of it is on its way', async () => {
    const { code } = await register('Caja 3')
    const own = await connectHub(shop.socketOf(), { user: readCode(code).login, password })
    const stream = shop.server.sql(
      'select id from hub.stream where register_id = 3 and ended_at is null',
    )
    const [seq, tip] = shop.server
      .sql(`select seq, tip from hub.stream where id = '${stream}'`)
      .split('|')
    let at = Number(seq)
    const sends = async (knownUntil: number | null, more = 0) => {
      await own.run('select hub.push_v1($1, $2, $3, $4, $3, $5, $6, $7)', [
        ...[stream, at, tip, at + more, knownUntil, '1', '[]'],
      ])
      at += more
    }
    await sends(Date.now() + 7_200_000)
    const complete = () => Number(shop.server.sql('select hub.complete_until(3)'))
    const before = complete()
    expect(before).toBeLessThanOrEqual(Date.now())
    // Of what it sold since a part came: the rest is cut off.
    await sends(null)
    expect(complete()).toBe(before)
    const endless = own.run('select hub.push_v1($1, $2, $3, $4, $3, null, $5, $6)', [
      ...[stream, seq, tip, '9223372036854775807', '1', '[]'],
    ])
    await expect(endless).rejects.toMatchObject({ error: { code: 'HUB_REFUSED' } })
    // A copy of its folder that sold nothing said that all is here; what comes then is of the one that sold.
    const known = before - 600_000
    await sends(known, 1)
    expect(complete()).toBe(known)
    await sends(before)
    expect(complete()).toBe(before)
    await sends(null, 1)
    expect(complete()).toBe(known)
    await sends(before - 300_000, 1)
    expect(complete()).toBe(before - 300_000)
    await own.close()
  })

  test('sent nothing of the last hour is behind, also where the clock of the server is', async () => {
    await register('Caja 3 bis')
    const last = `(select code from hub.register where name = 'Caja 3 bis')`
    const ms = (of: string) =>
      shop.server.sql(`create or replace function hub.ms(at timestamptz) returns bigint
      language sql immutable set search_path = pg_catalog, pg_temp as 'select floor(extract(epoch from ${of}) * 1000)::bigint'`)
    shop.server.sql(
      `update hub.stream set known_until = known_until - 3000000 where register_id = (select id from hub.register where code = ${last})`,
    )
    ms("at - interval ''1 hour''")
    expect(await behind()).toContainEqual({
      code: shop.server.sql(`select ${last}`),
      why: 'behind',
    })
    ms('at')
    await hub(['retire', ...shop.owner, '--name', 'Caja 3 bis'])
  })

  test('was copied says so until somebody says what the copy is, also where it is retired', async () => {
    const { folder } = await register('Caja 4')
    const [copy, third] = [copyOf(folder), copyOf(folder)]
    sell(folder)
    expect(await push(folder)).toMatchObject({ code: 0 })
    sell(copy)
    expect(await push(copy)).toMatchObject(refused('HUB_FORKED'))
    expect(await behind()).toContainEqual(forked('C5'))
    expect(await join(await shop.invite('Caja 5'), copy)).toMatchObject({ code: 0 })
    for (const one of [copy, folder]) expect(await push(one)).toMatchObject({ code: 0 })
    expect(await behind()).not.toContainEqual(forked('C5'))
    // What that one sold nobody has.
    sell(third)
    expect(await push(third)).toMatchObject(refused('HUB_FORKED'))
    await hub(['retire', ...shop.owner, '--name', 'Caja 4'])
    expect(await behind()).toContainEqual(forked('C5'))
  })
})
