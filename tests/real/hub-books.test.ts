import { existsSync, readdirSync } from 'node:fs'
import { join as pathOf } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readBack } from '../../electron/features/reports/workbook/testing/read-back.ts'
import { bookAccounts, readBooks } from '../../electron/hub/book-images.ts'
import { connectHub } from '../../electron/hub/connect.ts'
import { readCode } from '../../electron/hub/address.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { drawersOf } from '../../shared/domain/drawer/drawer.ts'
import { countedDrawers } from '../../shared/domain/drawer/shift.ts'
import { addDays, dayMs, serviceDay } from '../../shared/domain/time/dates.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { makeFolder } from '../folders.ts'
import {
  cli as runCli,
  connectTo,
  hub,
  join,
  password,
  startHubShop,
  type HubShop,
} from './hub-shop.ts'
import { noPostgres } from './postgres.ts'

// Reports of an accountant over registers that sold at one service, each by its own journal.

const phone = '3001234567'
const invited = z.object({ code: z.string() })
const readSchema = z.object({
  registers: z.object({
    registers: z.array(
      z.object({ code: z.string(), sales: z.int(), unreadable: z.array(z.string()) }),
    ),
  }),
  completeness: z.object({
    complete: z.boolean(),
    unlistedSales: z.int(),
    behind: z.array(z.object({ code: z.string(), why: z.string() })),
  }),
  totals: z.object({ rows: z.int() }),
})
const nothing = { registers: () => undefined, product: () => undefined, images: () => undefined }

describe.skipIf(noPostgres !== null)('reports over all registers', () => {
  let shop: HubShop
  let service: Sandbox
  const [first, second, accountant, away] = ['one', 'two', 'books', 'away'].map((name) =>
    makeFolder(`hub-books-${name}`),
  )
  if (!first || !second || !accountant || !away) throw new Error('there are no folders')

  /** With the service's token unless said. */
  const cli = (folder: string, args: readonly string[], token = service.token) =>
    runCli(folder, args, token)
  const connect = (folder: string, id: string) => connectTo(service.url, folder, id)
  async function sellOne(folder: string, amount: number): Promise<void> {
    const values = ['--set', `customerCellphone=${phone}`, '--set', `amount=${amount}`]
    const sold = await cli(folder, ['sell', '10000', ...values, '--yes', '--json'])
    expect(sold.code, sold.out + sold.err).toBe(0)
  }
  /** Closes a shift in which nothing happened, as nobody has the window open. */
  function closeShift(folder: string, id: string, profileId: string): void {
    const journal = openJournal(folder)
    const at = Date.now()
    const base = [{ currency: 'COP', pieces: [], other: 0 }]
    const who = { cashierId: null, cashier: 'Ana', follows: null }
    const shift = journal.shifts.begin({ id, profileId, openedAt: at - 1, base, ...who })
    const none = { sales: [], movements: [], payouts: [], credits: [], transfers: [] }
    const drawers = drawersOf({ base: [], sales: [], movements: [], payouts: [] })
    journal.shifts.close(shift, at, (number) => ({
      ...{ ...none, unconfirmed: [], owed: [], owedElse: [], counts: [], prepaid: null },
      ...{ shift: { ...shift, closedAt: at, number }, at, note: '', trail: null, closedBy: null },
      register: null,
      drawers: countedDrawers(drawers, base),
    }))
    journal.close()
  }
  async function reader(name: string, ...more: readonly string[]): Promise<string> {
    const { code, said } = await hub(['add-reader', ...shop.owner, '--name', name, ...more])
    expect(code).toBe(0)
    return invited.parse(said).code
  }
  const today = () => serviceDay(Date.now())
  /** Yesterday too: a day may end while this runs. */
  const days = () => ({ from: addDays(today(), -1), to: today() })
  const sales = () => ['report', 'sales', '--from', days().from, '--to', days().to]
  const asked = () => [...sales(), '--registers']
  async function report(folder: string, whose: string, ...more: readonly string[]) {
    const { code, out, err } = await cli(folder, [...asked(), whose, '--json', ...more])
    return { code, err, said: readSchema.parse(JSON.parse(out)) }
  }

  beforeAll(async () => {
    shop = startHubShop()
    service = await startSandbox({})
    await hub(['init', ...shop.owner])
    for (const [at, folder, name, branch] of [
      [1, first, 'Caja 1', 'Centro'],
      [2, second, 'Caja 2', 'Norte'],
    ] as const) {
      connect(folder, `profile-${at}`)
      await sellOne(folder, at * 1000 + 1000)
      closeShift(folder, `z-${at}`, `profile-${at}`)
      expect(await join(await shop.invite(name, '--branch', branch), folder)).toMatchObject({
        code: 0,
      })
    }
    await sellOne(second, 4000)
    for (const folder of [first, second]) {
      expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
    }
    connect(accountant, 'mine')
    expect(await join(await reader('Conta', '--books'), accountant)).toMatchObject({ code: 0 })
  })
  afterAll(async () => {
    shop.server.close()
    await service.close()
  })

  test('hold what all of them sold against the service, and say from which and until when', async () => {
    const path = pathOf(makeFolder('hub-book'), 'libro.xlsx')
    const { code, said } = await report(accountant, 'all', '--strict', '--xlsx', path)
    expect([code, said]).toEqual([
      0,
      {
        registers: {
          registers: [
            { code: 'C1', sales: 1, unreadable: [] },
            { code: 'C2', sales: 2, unreadable: [] },
          ],
        },
        completeness: { complete: true, unlistedSales: 0, behind: [] },
        totals: { rows: 3 },
      },
    ])
    const book = readBack(path)
    expect(
      book
        .rows('Ventas')
        .map((row) => String(row.Caja))
        .toSorted(),
    ).toEqual([...['C1 · Caja 1', 'C2 · Caja 2', 'C2 · Caja 2']])
    const outcomes = new Map(
      book.under('Conciliación', 'Resultado').map(([name, rows]) => [name, rows]),
    )
    expect(outcomes.get('Concuerda')).toBe(3)
    expect(outcomes.get('Solo en las cajas')).toBe(0)
    expect(outcomes.get('Solo en el servicio')).toBe(0)
    expect(book.under('Turnos', 'Cierre Z').map(([number]) => number)).toEqual([
      'C1-0001',
      'C2-0001',
    ])
    const registers = book
      .under('Auditoría', 'Caja')
      .map(([name, branch, , sales]) => [name, branch, sales])
    expect(registers).toEqual([
      ['C1 · Caja 1', 'Centro', 1],
      ['C2 · Caja 2', 'Norte', 2],
    ])
    // Of it nothing is left, and nothing of it came into a journal of this computer.
    expect(readdirSync(pathOf(accountant, 'mirror'))).toEqual([])
    expect(existsSync(pathOf(accountant, 'journal.db'))).toBe(false)

    const alone = await cli(first, [...sales(), '--xlsx', path])
    expect(alone.code).toBe(0)
    const there = readBack(path).under('Conciliación', 'Resultado')
    expect(there.find(([name]) => name === 'Solo en el servicio')?.[1]).toBe(2)
  })

  test('are of one register or one branch where that is said, and of none that nobody has', async () => {
    const codes = async (whose: string) =>
      (await report(accountant, whose)).said.registers.registers.map(({ code }) => code)
    expect([await codes('Norte'), await codes('Caja 1'), await codes('C2')]).toEqual([
      ['C2'],
      ['C1'],
      ['C2'],
    ])
    const { code, err } = await cli(accountant, [...asked(), 'Caja 9'])
    expect([code, err]).toEqual([1, expect.stringContaining('Caja 9')])
  })

  test('name who is behind, and are then not complete', async () => {
    const known = '(select known_until from hub.stream where register_id = 2 and ended_at is null)'
    const until = shop.server.sql(`select ${known}`)
    const setUntil = (to: string) =>
      shop.server.sql(`update hub.stream set known_until = ${to} where register_id = 2`)
    setUntil(`${until} - 86400000`)
    const path = pathOf(makeFolder('hub-book'), 'libro.xlsx')
    const late = await report(accountant, 'all', '--strict', '--xlsx', path)
    expect([late.code, late.said.completeness]).toEqual([
      16,
      { complete: false, unlistedSales: 0, behind: [{ code: 'C2', why: 'behind' }] },
    ])
    expect(late.err).toContain('C2 · Caja 2 solo está todo hasta')
    const told = readBack(path)
      .lines('Resumen')
      .flat()
      .filter((text) => String(text).includes('INCOMPLETO: de C2 · Caja 2'))
    expect(told.length).toBeGreaterThan(0)
    expect((await report(accountant, 'Centro', '--strict')).code).toBe(0)
    setUntil(until)
    // Of a connection that nobody said the account of: its sales are in no report, and that is said.
    shop.server.sql(
      "update hub.account_alias set account = 'account Otra https://otra.example' where register_id = 1",
    )
    expect(
      (await report(accountant, 'all')).said.registers.registers.map(({ sales }) => sales),
    ).toEqual([0, 2])
    shop.server.sql('delete from hub.account_alias where register_id = 1')
    expect((await report(accountant, 'all')).said.completeness.behind).toEqual([
      { code: 'C1', why: 'unplaced' },
    ])
    await hub(['push'], first)
    expect((await report(accountant, 'all')).said.completeness.behind).toEqual([])
    // What a register's login sent, and no journal of ours holds.
    shop.server.sql(
      `update hub.sale set doc = jsonb_set(doc, '{sale,state}', '"GONE"') where register_id = 1`,
    )
    const odd = (await report(accountant, 'all')).said
    expect(odd.completeness.behind).toEqual([{ code: 'C1', why: 'unreadable' }])
    expect(odd.registers.registers[0]?.unreadable).toHaveLength(1)
    shop.server.sql(
      `update hub.sale set doc = jsonb_set(doc, '{sale,state}', '"APPROVED"') where register_id = 1`,
    )
  })

  test('are made of what the registers sent alone where there is no token, and say so', async () => {
    expect(await join(await reader('Lejos', '--books'), away)).toMatchObject({ code: 0 })
    const path = pathOf(makeFolder('hub-book'), 'libro.xlsx')
    const { code, out, err } = await cli(away, [...asked(), 'all', '--json', '--xlsx', path], '')
    const said = readSchema.parse(JSON.parse(out))
    expect(code).toBe(0)
    expect(err).toContain('Sin token')
    expect(said.registers.registers.map(({ sales }) => sales)).toEqual([1, 2])
    expect(said.completeness.complete).toBe(false)
    const book = readBack(path)
    expect(book.lines('Resumen').flat().join(' ')).toContain('no hay token del servicio')
    const sold = book.lines('Ventas de las cajas').filter(([name]) => String(name).includes(' · '))
    expect(sold.map(([name, at, , , , , minor]) => [name, minor, typeof at])).toEqual([
      ...[['C1 · Caja 1', 2000, 'number']],
      ...[['C2 · Caja 2', 3000, 'number']],
      ...[['C2 · Caja 2', 4000, 'number']],
      // What was approved at each.
      ...[['C1 · Caja 1', 2000, 'number']],
      ...[['C2 · Caja 2', 7000, 'number']],
    ])
    expect(JSON.stringify(sold)).not.toContain(phone)
    // A token that stands in the environment goes to no address that a register said.
    const again = await cli(away, [...asked(), 'all', '--json'])
    expect([again.code, again.err]).toEqual([0, expect.stringContaining('Sin token')])
  })

  test('never bring back who was erased', async () => {
    const erased = z
      .object({ id: z.string() })
      .parse(
        JSON.parse(
          shop.server.sql("select json_build_object('id', id) from hub.sale where register_id = 1"),
        ),
      )
    const journal = openJournal(first)
    const asked = { at: 1, why: 'request', by: null } as const
    journal.personal.ask({ sales: [erased.id], notes: [] }, asked)
    // What is younger than two days waits so long.
    expect(journal.personal.eraseDue(Date.now() + 3 * dayMs, 10)).toBe(1)
    journal.close()
    await hub(['push'], first)
    const path = pathOf(makeFolder('hub-book'), 'libro.xlsx')
    await report(accountant, 'all', '--full', '--xlsx', path)
    const references = readBack(path)
      .rows('Ventas')
      .map((row) => `${String(row.Caja)} ${String(row.Referencia)}`)
    expect(references.toSorted()).toEqual([
      'C1 · Caja 1 [borrado]',
      ...[`C2 · Caja 2 ${phone}`, `C2 · Caja 2 ${phone}`],
    ])
  })

  test('are for readers of books alone, of their branch, and by functions', async () => {
    const masked = makeFolder('hub-masked')
    const code = await reader('Rosa')
    connect(masked, 'mine')
    expect(await join(code, masked)).toMatchObject({ code: 0 })
    const refusedOne = await cli(masked, [...asked(), 'all', '--json'])
    expect([refusedOne.code, refusedOne.out]).toEqual([1, expect.stringContaining('HUB_NO_BOOKS')])
    expect((await cli(first, [...asked(), 'all', '--json'])).out).toContain('HUB_NO_BOOKS')
    const signedIn = (login: string) => connectHub(shop.socketOf(), { user: login, password })
    const rosa = await signedIn(readCode(code).login)
    const everything = {
      account: `account Tienda ${service.url}`,
      days: days(),
      time: { start: 0, end: 9e15 },
    }
    await expect(readBooks(rosa, everything, nothing)).rejects.toMatchObject({
      error: { code: 'HUB_NO_BOOKS' },
    })
    for (const call of [
      'accounts_v1()',
      'registers_v1(0, 1)',
      "sales_v1('a', 0, 1, 0, '', 1)",
      "waiting_v1('a', 0, '', 1)",
      "shifts_v1('a', 0, 1, 0, '', 1)",
      "balances_v1('a', 0, 1, 0, '', 1)",
      "products_v1('a')",
      "said_v1('a')",
      "say_v1('a', '[]')",
    ]) {
      const asks = rosa.run(`select * from hub.book_${call}`)
      await expect(asks, call).rejects.toMatchObject({ error: { code: 'HUB_NO_BOOKS' } })
    }
    const all =
      "select count(*) from pg_proc where pronamespace = 'hub'::regnamespace and proname like 'book\\_%'"
    expect(shop.server.sql(all)).toBe('9')
    await rosa.close()

    const north = await reader('Norte', '--books', '--branch', 'Norte')
    await join(north, makeFolder('hub-north'))
    const norte = await signedIn(readCode(north).login)
    const seen = new Set<string>()
    await readBooks(norte, everything, {
      ...nothing,
      images: (_, images) => images.forEach(({ code: of }) => seen.add(of)),
    })
    expect([...seen]).toEqual(['C2'])
    expect(await bookAccounts(norte)).toEqual([everything.account])
    // What another one said of a connection holds until its own register says otherwise.
    shop.server.sql(`insert into hub.account_alias values (1, 'copied', 'account Otra x');
      insert into hub.shared (kind, scope, key, version, body, seq, register_id, stream_id)
        select 'direction', 'account Otra x', '7', 1, '"in"', 900, register_id, id from hub.stream where register_id = 1 limit 1`)
    const said = () =>
      norte.rows(z.looseObject({}), "select key from hub.book_products_v1('account Otra x')")
    expect(await said()).toEqual([{ key: '7' }])
    shop.server.sql("insert into hub.account_alias values (2, 'copied', 'account Mía x')")
    expect(await said()).toEqual([])
    shop.server.sql("delete from hub.account_alias where profile_id = 'copied'")
    for (const sql of [
      'select * from hub.sale',
      'select * from hub.account_alias',
      "select * from hub.scope_of('account')",
      `select hub.accounts_v1('x', '{}')`,
    ]) {
      await expect(norte.run(sql)).rejects.toMatchObject({ cause: { code: '42501' } })
    }
    await norte.close()
    const one = z.object({ login: z.string() })
    const login = one.parse(
      JSON.parse(
        shop.server.sql("select json_build_object('login', login) from hub.register where id = 1"),
      ),
    ).login
    const register = await signedIn(login)
    await expect(register.run(`select * from hub.book_accounts_v1()`)).rejects.toMatchObject({
      cause: { code: '42501' },
    })
    await register.close()
  })
})
