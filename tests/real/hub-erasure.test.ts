import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOtherRegisters } from '../../electron/store/hub/others-note.ts'
import { keysOfCustomer } from '../../electron/store/sales/sale-customer.ts'
import { openDatabase } from '../../electron/store/sqlite/db.ts'
import { sellSample } from '../../electron/store/testing/sell-sample.ts'
import { readCode } from '../../electron/hub/address.ts'
import { connectHub } from '../../electron/hub/connect.ts'
import {
  copyOf,
  erase,
  hub,
  type HubShop,
  inJournal,
  join,
  password,
  startHubShop,
} from './hub-shop.ts'
import { makeFolder } from '../folders.ts'
import { noPostgres } from './postgres.ts'

// A customer who is erased at one register is erased at all of the shop, and at the hub. Without PostgreSQL hub.test.ts says that
// nothing was run.

const phone = '3009876501'
const day = 86_400_000

/** A sale of so many days ago to that customer. */
const sellTo = (folder: string, id: string, of: object = {}) =>
  inJournal(folder, (journal) =>
    sellSample(journal, id, {
      ...{ reference: phone, phone, values: { customerCellphone: phone } },
      ...{ createdAt: Date.now() - 10 * day, ...of },
    }),
  )

/** As the privacy page orders it where nothing of them is. */
const order = (folder: string, text: string) =>
  inJournal(folder, ({ personal }) =>
    personal.ask(
      { sales: [], notes: [] },
      { at: Date.now(), why: 'request', by: null },
      undefined,
      { keys: keysOfCustomer(text), at: Date.now() },
    ),
  )

const isErased = (folder: string, id: string) =>
  inJournal(folder, ({ personal }) => personal.isErased(id))

describe.skipIf(noPostgres !== null)('an erasure at one of several registers', () => {
  let shop: HubShop
  let server: HubShop['server']
  beforeAll(async () => {
    shop = startHubShop()
    ;({ server } = shop)
    await hub(['init', ...shop.owner])
  })
  afterAll(() => server.close())

  const push = async (folder: string) =>
    expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
  /** Every text that the hub holds. */
  const allText = () => server.dump()

  test('reaches all others when they send, before anything of them does, and nobody can read there who it was', async () => {
    const [one, other, away] = [
      await shop.joined('Caja 1'),
      await shop.joined('Caja 2'),
      await shop.joined('Caja 3'),
    ]
    const tender = { kind: 'credit', name: 'Rosa Núñez' } as const
    sellTo(other.folder, 'sale-of-2')
    sellTo(other.folder, 'sale-of-name', { reference: 'x', phone: null, values: {}, tender })
    for (const { folder } of [one, other, away]) await push(folder)
    expect(allText()).toMatch(phone)
    const copy = copyOf(other.folder)
    // What the one that is away sells is not there yet.
    sellTo(away.folder, 'sale-of-3')
    inJournal(away.folder, ({ debts }) =>
      debts.addDebtor({ name: 'Rosa Núñez', phone }, Date.now() - day),
    )
    order(one.folder, '+57 300 987 6501')
    order(one.folder, 'rosa nuñez')
    await push(one.folder)
    expect(readOtherRegisters(one.folder)?.unheard).toEqual(['Caja 2', 'Caja 3'])
    const before = server.log().length
    await push(other.folder)
    await push(one.folder)
    expect(readOtherRegisters(one.folder)?.unheard).toEqual(['Caja 3'])
    await push(away.folder)
    await push(one.folder)
    expect(readOtherRegisters(one.folder)?.unheard).toEqual([])
    for (const id of ['sale-of-2', 'sale-of-name']) expect(isErased(other.folder, id)).toBe(true)
    expect(isErased(away.folder, 'sale-of-3')).toBe(true)
    // Of signs enough that no number drawn at random has them.
    const gone = /3009876501|rosa ?n|n[uú][nñ]ez/i
    expect(allText()).not.toMatch(gone)
    // Not even on the way there.
    expect(server.log().slice(before)).not.toMatch(gone)
    for (const { folder } of [one, other, away])
      expect(await hub(['verify'], folder)).toMatchObject({ code: 0 })
    // A copy from before that goes on as another register hears it, too.
    sellTo(copy, 'sale-of-copy')
    await join(await shop.invite('Caja 4'), copy)
    await push(copy)
    for (const id of ['sale-of-2', 'sale-of-copy']) expect(isErased(copy, id)).toBe(true)
    expect(allText()).not.toMatch(gone)
  })

  test('is carried out by the owner in what retired registers sent, and by nobody else', async () => {
    const [one, gone] = [await shop.joined('Caja 20'), await shop.joined('Caja 21')]
    const person = '1098765432'
    const tender = { kind: 'credit', name: 'Zoraida Téllez' } as const
    sellTo(gone.folder, 'gone-phone', { reference: '3019998877', phone: '3019998877', values: {} })
    sellTo(gone.folder, 'gone-name', { reference: 'x', phone: null, values: {}, tender })
    sellTo(gone.folder, 'gone-open', { reference: '3019998877', phone: '3019998877', values: {} })
    sellTo(gone.folder, 'gone-other', { reference: person, phone: null, values: {} })
    const aged400 = { createdAt: Date.now() - 400 * day, reference: '3028887766' }
    sellTo(gone.folder, 'aged', { ...aged400, phone: '3028887766', values: {} })
    // Another visit, after it was asked for.
    const later = { createdAt: Date.now() + 5 * day, reference: '3019998877', phone: '3019998877' }
    sellTo(gone.folder, 'gone-later', { ...later, values: {} })
    await push(gone.folder)
    const open = (is: boolean) =>
      server.sql(`update hub.sale set doc = jsonb_set(doc, '{sale,state}', '"${is ? 'SENDING' : 'APPROVED'}"')
        where id = 'gone-open'`)
    open(true)
    // What a version after this one sends stays as it is.
    server.sql(`update hub.sale set doc = doc || '{"future": [{"a": 1}]}' where id = 'gone-phone'`)
    const kept = () =>
      server.sql(`select id, amount, total, state, profile_id, doc -> 'sale' ->> 'draft_id', doc -> 'future'
        from hub.sale where id like 'gone-%' order by id`)
    const before = kept()
    const sums = () =>
      server.sql(`select sum(count), sum(total) from hub.day_total
        where register_id = (select id from hub.register where name = 'Caja 21')`)
    const counted = sums()
    await hub(['retire', ...shop.owner, '--name', 'Caja 21'])
    order(one.folder, '301 999 8877')
    order(one.folder, 'zoraida tellez')
    await push(one.folder)
    await push(one.folder)
    expect(readOtherRegisters(one.folder)?.unheard).toContain('Caja 21')
    const erasing = ['erase', ...shop.owner]
    const of = { name: 'Caja 21', erased: 2, waiting: ['gone-open'], unreadable: [], newer: [] }
    const first = await hub(erasing, makeFolder('hub-owner'))
    expect(first).toMatchObject({
      code: 1,
      said: [of],
    })
    const named = () =>
      server.sql(`select id from hub.sale where id like 'gone-%' and doc::text || reference
        ~ '3019998877|Zoraida' order by id`)
    expect(named()).toBe('gone-later\ngone-open')
    open(false)
    const over = { ...of, erased: 1, waiting: [] }
    expect(await hub(erasing, makeFolder('hub-owner'))).toMatchObject({
      code: 0,
      said: [over],
    })
    expect(named()).toBe('gone-later')
    expect([kept(), sums()]).toEqual([before, counted])
    expect(server.sql("select reference from hub.sale where id = 'gone-other'")).toBe(person)
    await push(one.folder)
    expect(readOtherRegisters(one.folder)?.unheard).not.toContain('Caja 21')
    expect(await hub(erasing, makeFolder('hub-owner'))).toEqual({ code: 0, said: [] })
    // An order of a later version is not passed over.
    server.sql(`insert into hub.shared (kind, scope, key, version, body, seq, register_id, stream_id)
      select 'erasure', 'shop', 'of-later', 1, '{"how": "new"}', 0, s.register_id, s.id from hub.stream s limit 1`)
    const newer = { ...of, erased: 0, waiting: [], newer: ['of-later'] }
    expect(await hub(erasing, makeFolder('hub-owner'))).toMatchObject({ code: 1, said: [newer] })
    server.sql("delete from hub.shared where key = 'of-later'")
    // Who was kept for too long, where the owner says for how long.
    const aged = () => server.sql("select reference from hub.sale where id = 'aged'")
    expect(await hub(erasing, makeFolder('hub-owner'))).toEqual({ code: 0, said: [] })
    expect(aged()).toBe('3028887766')
    expect(await hub([...erasing, '--keep', '0'])).toMatchObject({ code: 2 })
    const keeping = [...erasing, '--keep', '12']
    const byAge = { name: 'Caja 21', waiting: [], newer: [] }
    expect(await hub(keeping, makeFolder('hub-owner'))).toMatchObject({ code: 0, said: [byAge] })
    expect(aged()).toBe('[borrado]')
    expect([named(), kept(), sums()]).toEqual(['gone-later', before, counted])
    expect(await hub(keeping, makeFolder('hub-owner'))).toEqual({ code: 0, said: [] })
    // Its journal, which goes on as another one's, brings nobody back.
    const code = await shop.invite('Caja 22', '--continues', 'Caja 21')
    expect(await join(code, gone.folder)).toMatchObject({ code: 0 })
    await push(gone.folder)
    expect(named()).toBe('gone-later')
  })

  test('is ordered again at a hub that lost it, and a restored folder hears it', async () => {
    const [one, other] = [await shop.joined('Caja 5'), await shop.joined('Caja 6')]
    await push(other.folder)
    const restored = copyOf(other.folder)
    order(one.folder, phone)
    await push(one.folder)
    await push(other.folder)
    const orders = () =>
      server.sql("select count(*) from hub.shared where kind = 'erasure' and body is not null")
    const all = orders()
    server.sql(`delete from hub.shared where seq = (select max(seq) from hub.shared);
      delete from hub.shared_step where seq = (select max(seq) from hub.shared_step)`)
    expect(orders()).not.toBe(all)
    for (const { folder } of [other, other, one]) await push(folder)
    expect(orders()).toBe(all)
    // Whoever has a register's login takes no order away, nor makes another of it.
    const key = server.sql("select min(key) from hub.shared where kind = 'erasure'")
    const { login } = readCode(other.code)
    const own = await connectHub(shop.socketOf(), { user: login, password })
    const [stream, seq, tip] = server
      .sql(
        `select s.id, s.seq, s.tip from hub.stream s join hub.register r on r.id = s.register_id
         where r.login = '${login}' and s.ended_at is null`,
      )
      .split('|')
    for (const body of [null, { at: 1 }]) {
      const changes = [{ kind: 'erasure', scope: 'shop', key, version: 1, body }]
      const values = [stream, seq, tip, JSON.stringify(changes)]
      await own.run(`select hub.share_v1($1, $2, $3, 0, '', $4)`, values)
    }
    await own.close()
    const versions = "select max(version) from hub.shared where kind = 'erasure'"
    expect([orders(), server.sql(versions)]).toEqual([all, '1'])
    sellTo(restored, 'sale-of-restored')
    await join(await shop.invite('Caja 6', '--again'), restored)
    await push(restored)
    expect(isErased(restored, 'sale-of-restored')).toBe(true)
  })

  test('a Z that the hub alone has loses who was erased, and stays the only one of its shift', async () => {
    const { folder } = await shop.joined('Caja 7')
    const change = (of: string, ...statements: readonly string[]) => {
      const db = openDatabase(`${of}/journal.db`, { synchronous: 'FULL' })
      for (const one of statements) db.exec(one)
      db.close()
    }
    change(
      folder,
      `insert into shift (id, profile_id, opened_at, base) values ('z7', 'p1', 1, '[]')`,
      `insert into shift_movement (id, shift_id, at, direction, reason, currency, amount, note)
        values ('m7', 'z7', 5, 'in', 'credit', 'COP', 1, 'Abono de Marta')`,
    )
    const nobody = { reference: 'y', phone: null, values: {} }
    const owed = (id: string, name: string) =>
      sellTo(folder, id, { ...nobody, shift: 'z7', tender: { kind: 'credit', name } })
    owed('owed-7', 'Marta')
    owed('owed-8', 'Luis')
    owed('owed-9', 'Luis')
    const copy = copyOf(folder)
    const report = JSON.stringify({
      credits: [{ name: 'Marta' }, { name: 'Luis' }],
      movements: [{ id: 'm7', note: 'Abono de Marta' }],
      // Of a name that was cut off, and of something pasted: no JSON to PostgreSQL.
      ...{ payouts: [], note: 'Ana \ud83d \0' },
    })
    const close = (of: string, number: number, said: string) =>
      change(
        of,
        `insert into shift_close (shift_id, profile_id, number, closed_at, report)
          values ('z7', 'p1', ${number}, 9, '${said}')`,
      )
    close(folder, 41, report)
    await push(folder)
    const shift = () => server.sql("select number, doc from hub.shift where id = 'z7'")
    expect(shift()).toMatch(/^41[|].*Marta/)
    // The folder is gone, and what is left of it is from before the close.
    await join(await shop.invite('Caja 7', '--again'), copy)
    erase(copy, 'owed-7')
    erase(copy, 'owed-8')
    inJournal(copy, ({ personal }) =>
      personal.ask(
        { sales: [], notes: [{ kind: 'movement', id: 'm7' }] },
        { at: 1, why: 'request', by: null },
      ),
    )
    await push(copy)
    expect(shift()).toMatch(/^41[|]/)
    expect(shift()).not.toContain('Marta')
    // Another sale is still owed by that name.
    expect(shift()).toContain('Luis')
    close(copy, 42, '{"credits":[],"movements":[],"payouts":[],"note":""}')
    await push(copy)
    expect(shift()).toMatch(/^42[|]/)
    expect(
      server.sql("select jsonb_array_length(doc -> 'shift_close') from hub.shift where id = 'z7'"),
    ).toBe('1')
  })
})
