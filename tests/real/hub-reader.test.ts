import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readCode } from '../../electron/hub/address.ts'
import { connectHub, type HubConnection } from '../../electron/hub/connect.ts'
import { readCloses, readNow, readSales, readSold } from '../../electron/hub/reading.ts'
import { becomeReader } from '../../electron/features/hub/reader.ts'
import { drawersOfShift } from '../../electron/features/shift/report.ts'
import { createHubSecrets } from '../../electron/features/hub/secrets.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { intentSample, transactionSample } from '../../electron/store/testing/journal-samples.ts'
import { sellSample } from '../../electron/store/testing/sell-sample.ts'
import type { DebtEntry } from '../../electron/store/tables/debts.ts'
import type { Tender } from '../../shared/domain/drawer/tender.ts'
import { knownAtClosing } from '../../shared/domain/sale/closing.ts'
import { closingSchema } from '../../shared/domain/sale/sale.ts'
import { serviceDay, serviceDayStart } from '../../shared/domain/time/dates.ts'
import { makeFolder } from '../folders.ts'
import { copyOf, hub, join, password, refused, startHubShop, type HubShop } from './hub-shop.ts'
import { writeOddRows } from './odd-rows.ts'
import { noPostgres } from './postgres.ts'

// Who looks at all registers: what they see of them, and nothing else.

const invited = z.object({ code: z.string() })
/** When all is sold here: never a moment of which another day begins while this runs. */
const soldAt = Date.parse('2026-03-05T17:00:00Z')
const today = serviceDay(soldAt)
const days = { from: today, to: today }
/** The server's own word: whoever asks may not. */
const forbidden = { cause: { code: '42501' } }
const cop = (minor: number) => ({ minor, currency: 'COP' })
const credit = { kind: 'credit', name: 'Luz' } as const
const transfer = { kind: 'transfer', via: '', note: '', seen: null } as const
const tenders: Tender[] = [
  { kind: 'cash', received: null },
  transfer,
  credit,
  { kind: 'cash', received: null, first: { ...credit, amount: cop(120_000) } },
  { kind: 'cash', received: null, first: { ...transfer, amount: cop(20_000) } },
  { ...credit, first: { ...transfer, amount: cop(70_000) } },
]
const noKeyring = {
  read: () => Promise.resolve(null),
  write: () => Promise.resolve(),
  remove: () => Promise.resolve(),
}

describe.skipIf(noPostgres !== null)('who looks at all registers', () => {
  let shop: HubShop
  beforeAll(async () => {
    shop = startHubShop()
    await hub(['init', ...shop.owner])
  })
  afterAll(() => shop.server.close())

  async function reader(name: string, ...more: readonly string[]): Promise<string> {
    const { code, said } = await hub(['add-reader', ...shop.owner, '--name', name, ...more])
    expect(code).toBe(0)
    return invited.parse(said).code
  }
  const become = (code: string) =>
    becomeReader({ secrets: createHubSecrets(noKeyring, '/'), givenPassword: password }, code)
  async function looking<T>(login: string, work: (hub: HubConnection) => Promise<T>): Promise<T> {
    const own = await connectHub(shop.socketOf(), { user: login, password })
    try {
      return await work(own)
    } finally {
      await own.close()
    }
  }
  /** A register of a branch that sold this today, and sent it. */
  async function register(name: string, branch: string, sales: readonly string[]): Promise<string> {
    const folder = makeFolder('hub-seen')
    const journal = openJournal(folder)
    sales.forEach((id) => sellSample(journal, id, { createdAt: soldAt, reference: '3001234567' }))
    journal.close()
    expect(await join(await shop.invite(name, '--branch', branch), folder)).toMatchObject({
      code: 0,
    })
    expect(await hub(['push'], folder)).toMatchObject({ code: 0 })
    return folder
  }

  test('sees what was sent, of all or of one branch, and no customer whole', async () => {
    await register('Caja 1', 'Centro', ['s1', 's2'])
    const folder = await register('Caja 2', 'Norte', ['s3'])
    const all = await become(await reader('Rosa'))
    const seen = await looking(all.login, readNow)
    expect(seen.registers).toMatchObject([
      { code: 'C1', name: 'Caja 1', branch: 'Centro', state: 'joined', missing: 0, trouble: null },
      { code: 'C2', name: 'Caja 2', branch: 'Norte', state: 'joined', waiting: 0, forked: null },
    ])
    const sold = await looking(all.login, (own) => readSold(own, days))
    const bare = z.object({ total: z.coerce.number(), count: z.coerce.number() })
    const [own] = await connectHub(shop.socketOf(), { user: 'postgres', password: '' }).then(
      async (as) => {
        const rows = await as.rows(
          bare,
          "select sum(total) as total, count(*) as count from hub.sale where register_id = 1 and state = 'APPROVED'",
        )
        await as.close()
        return rows
      },
    )
    const ofFirst = sold.sums.filter(({ code, state }) => code === 'C1' && state === 'APPROVED')
    expect(ofFirst).toMatchObject([{ count: own?.count, total: { minor: own?.total } }])
    const find = { what: 'text', codes: null, from: null, to: null, text: '3001234567' }
    const sales = await looking(all.login, (as) => readSales(as, find))
    expect(sales.map(({ id }) => id).toSorted()).toEqual(['s1', 's2', 's3'])
    expect(new Set(sales.map(({ reference }) => reference))).toEqual(new Set(['••• 4567']))
    expect(JSON.stringify([seen, sold, sales])).not.toContain('3001234567')
    await looking(all.login, (as) => readCloses(as, { ...days, cashier: null }))

    const north = await become(await reader('Luis', '--branch', 'Norte'))
    const part = await looking(north.login, readNow)
    expect(part.registers.map(({ code }) => code)).toEqual(['C2'])
    const found = await looking(north.login, (as) => readSales(as, find))
    expect(found.map(({ id }) => id)).toEqual(['s3'])
    const elsewhere = { ...find, what: 'days', codes: ['C1'], ...days, text: '' }
    expect(await looking(north.login, (as) => readSales(as, elsewhere))).toEqual([])

    // What becomes of a sale later counts once, and a day's sum is a bare sum.
    const journal = openJournal(folder)
    sellSample(journal, 's4')
    journal.close()
    await hub(['push'], folder)
    const sum = 'select coalesce(sum(count), 0), coalesce(sum(total), 0) from hub.day_total'
    expect(shop.server.sql(sum)).toBe(shop.server.sql('select count(*), sum(total) from hub.sale'))
  })

  test('the cash of an open drawer is what its own register counts, and fiado what is owed', async () => {
    const folder = makeFolder('hub-drawer')
    const journal = openJournal(folder)
    const openedAt = serviceDayStart(Date.now())
    const pieces = [{ value: 100_000, kind: 'bill', count: 3 } as const]
    const shift = journal.shifts.begin({
      ...{
        id: 'drawer',
        profileId: 'p1',
        cashierId: null,
        cashier: 'Ana',
        openedAt,
        follows: null,
      },
      base: [{ currency: 'COP', pieces, other: 5 }],
    })
    tenders.forEach((tender, at) =>
      sellSample(journal, `drawer-${at}`, {
        shift: shift.id,
        tender,
        createdAt: openedAt + 1 + at,
      }),
    )
    const open = { shift: shift.id, createdAt: openedAt + 9 }
    journal.prepare(intentSample({ id: 'drawer-open', draftId: 'drawer-open', ...open }))
    journal.shifts.movements.add({
      ...{ id: 'm', shiftId: shift.id, at: openedAt + 10, direction: 'out', reason: 'deposit' },
      ...{ amount: cop(77), note: '', cashier: 'Ana' },
    })
    const [own] = drawersOfShift(journal.shifts, shift, journal.shifts.cash.groups(shift.id))
    journal.close()
    await join(await shop.invite('Caja 5'), folder)
    await hub(['push'], folder)
    const { login } = await become(await reader('Sol'))
    const { drawers, pending } = await looking(login, readNow)
    expect(drawers.filter((one) => one.shift === 'drawer')).toMatchObject([
      { cashier: 'Ana', expected: cop(own?.expected ?? 0), held: cop(own?.held ?? 0) },
    ])
    const { code } = drawers.find((one) => one.shift === 'drawer') ?? {}
    expect(pending.filter((one) => one.code === code && one.what === 'credit')).toMatchObject([
      { count: 3, total: cop(520_000 + 120_000 + 450_000) },
    ])
  })

  test('what is to be given back is what the registers say, also of a part and of what is paid in two ways', async () => {
    const folder = makeFolder('hub-owed')
    const journal = openJournal(folder)
    const openedAt = soldAt
    // Refused late and made in part, by what the service's balances say and where they say nothing.
    const ends = tenders.flatMap((tender) => [
      { tender, state: 'REJECTED', newBalance: null } as const,
      { tender, state: 'PARTIAL', newBalance: null } as const,
      { tender, state: 'PARTIAL', newBalance: cop(9_900_000) } as const,
      { tender, state: 'PARTIAL', newBalance: cop(9_600_000) } as const,
    ])
    ends.forEach(({ tender, state, newBalance }, at) => {
      const id = `late-${at}`
      const record = journal.prepare(
        intentSample({ id, draftId: id, tender, createdAt: openedAt + at }),
      )
      const facts = { ...record, state, settledAt: openedAt + 90_000, nextLookAt: null } as const
      const said = { at: openedAt + 90_000, error: null } as const
      const transaction = transactionSample({ id, newBalance })
      const after = journal.advance(record, { facts, transaction }, { ...said, kind: 'lookup' })
      if (state !== 'PARTIAL' || !after) return
      const closing = closingSchema.parse({
        ...{ ...knownAtClosing(after), as: 'partial', at: openedAt + 90_000, reason: 'x' },
        candidateId: null,
      })
      journal.advance(after, { facts: after, closing }, { ...said, kind: 'closed' })
    })
    const here = journal.shifts.cash.owed('p1')
    journal.close()
    expect(here.length).toBeGreaterThan(6)
    await join(await shop.invite('Caja 6'), folder)
    await hub(['push'], folder)
    const { login } = await become(await reader('Mar'))
    const { pending, registers } = await looking(login, readNow)
    const { code } = registers.find(({ name }) => name === 'Caja 6') ?? {}
    const sum = here.reduce((before, { part, total }) => before + (part ?? total).minor, 0)
    expect(pending.filter((one) => one.code === code && one.what === 'owed')).toMatchObject([
      { count: here.length, total: cop(sum) },
    ])
  })

  test('what was paid of a debt counts once, however often registers of one journal send it', async () => {
    const folder = makeFolder('hub-paid')
    const journal = openJournal(folder)
    const tender = { kind: 'credit', name: 'Luz' } as const
    sellSample(journal, 'lent', { tender, createdAt: soldAt })
    const luz = journal.debts.addDebtor({ name: 'Luz', phone: '' }, soldAt)
    const paid: DebtEntry = {
      id: 'paid',
      debtorId: luz.id,
      profileId: 'p1',
      at: soldAt,
      kind: 'payment',
      amount: cop(-100_000),
      how: 'transfer',
      via: '',
      shift: null,
      note: '',
      cashier: null,
    }
    journal.debts.addEntries([{ entry: paid, movement: null }])
    journal.close()
    expect(await join(await shop.invite('Caja 7'), folder)).toMatchObject({ code: 0 })
    await hub(['push'], folder)
    const owed = async () => {
      const { login } = await become(await reader('Paz'))
      const { pending, registers } = await looking(login, readNow)
      const own = new Set(
        registers.filter(({ name }) => name.startsWith('Caja 7')).map(({ code }) => code),
      )
      return pending
        .filter(({ what, code }) => what === 'credit' && own.has(code))
        .reduce((sum, { total }) => sum + total.minor, 0)
    }
    expect(await owed()).toBe(420_000)
    const copy = copyOf(folder)
    await hub(['retire', ...shop.owner, '--name', 'Caja 7'])
    expect(
      await join(await shop.invite('Caja 7 bis', '--continues', 'Caja 7'), folder),
    ).toMatchObject({ code: 0 })
    await hub(['push'], folder)
    expect(await join(await shop.invite('Caja 7 copia'), copy)).toMatchObject({ code: 0 })
    await hub(['push'], copy)
    expect(
      shop.server.sql("select count(*) from hub.other where kind = 'debt' and key = 'paid'"),
    ).toBe('1')
    expect(await owed()).toBe(420_000)
  })

  test("a reader's code is good once, lets no register in, and ends when it is retired", async () => {
    const code = await reader('Ana')
    const folder = makeFolder('hub-not-a-register')
    expect(await join(code, folder)).toEqual({ code: 0, said: { name: 'Ana', branch: null } })
    expect(await hub(['status'], folder)).toMatchObject({ code: 0, said: { joined: false } })
    const { login } = readCode(code)
    await expect(become(code)).rejects.toMatchObject({ error: { code: 'HUB_CODE_USED' } })
    // Another code ends the password before it, and shows nothing until it is used up.
    const { password: next } = readCode(await reader('Ana'))
    await expect(looking(login, readNow)).rejects.toMatchObject({
      error: { code: 'HUB_LOGIN_REFUSED' },
    })
    const early = await connectHub(shop.socketOf(), { user: login, password: next })
    await expect(readNow(early)).rejects.toMatchObject({ error: { code: 'HUB_NOT_JOINED' } })
    await early.close()
    await become(await reader('Ana'))
    await looking(login, readNow)
    expect(await hub(['add-register', ...shop.owner, '--name', 'Ana'])).toEqual(
      refused('HUB_NAME_TAKEN'),
    )
    expect(await hub(['retire', ...shop.owner, '--name', 'Ana'])).toMatchObject({ code: 0 })
    await expect(looking(login, readNow)).rejects.toMatchObject({ error: { code: 'HUB_RETIRED' } })
    expect(await hub(['retire', ...shop.owner, '--name', 'Ana'])).toEqual(
      refused('HUB_NO_REGISTER'),
    )
  })

  test('it reads and writes nothing else, and a register reads nothing of it', async () => {
    const code = await reader('Eva')
    const once = readCode(code)
    // Before the code is used up, its password shows nothing.
    const early = await connectHub(shop.socketOf(), { user: once.login, password: once.password })
    await expect(readNow(early)).rejects.toMatchObject({ error: { code: 'HUB_NOT_JOINED' } })
    await early.close()
    const { login } = await become(code)
    const own = await connectHub(shop.socketOf(), { user: login, password })
    const attempts = [
      ...[
        ...['register', 'reader', 'stream', 'sale', 'shift', 'other', 'step', 'day_total'],
        ...['month_total', 'pending_total', 'drawer_cash', 'close_line', 'balance', 'balance_sale'],
      ].flatMap((table) => [`select * from hub.${table}`, `delete from hub.${table}`]),
      'update hub.reader set branch = null',
      'create table hub.mine (a int)',
      'create table public.mine (a int)',
      'create temporary table sale (a int)',
      'create role mine',
      'set role mostrador_hub',
      'set role mostrador_register',
      'set session authorization postgres',
      "select pg_read_file('/etc/passwd')",
      'select * from hub.readable()',
      'select * from hub.own_reader()',
      'select hub.complete_until(1)',
      "select hub.json_of('{}')",
      "select hub.know_balances('{1}')",
      'select hub.keep_shift(null, true)',
      "select * from hub.position_v1('x')",
      'select * from hub.others_v1()',
      'select * from hub.erased_v2()',
      "select hub.push_v1('x', 0, '', 9, 'aa', null, '1', '[]')",
      "select hub.told_v1('x', 1, 1, null)",
      "select * from hub.join_v1('x', 'y', 'z')",
    ]
    for (const sql of attempts) {
      await expect(own.rows(z.unknown(), sql), sql).rejects.toMatchObject(forbidden)
    }
    expect(
      shop.server
        .sql(
          `select string_agg(p.proname, ' ' order by p.proname) from pg_proc p
           where p.pronamespace = 'hub'::regnamespace and has_function_privilege('mostrador_reader', p.oid, 'execute')`,
        )
        .split(' ')
        // Those refuse whoever does not read books (hub-books.test.ts).
        .filter((name) => !name.startsWith('book_')),
    ).toEqual(
      [
        'balances',
        'closes',
        'differences',
        'drawers',
        'join',
        'pending',
        'registers',
        'sales',
        'totals',
      ].map((name) => `read_${name}_v1`),
    )
    // What is asked is a value, and never a part of the statement.
    const hostile = "x' or true or 'x' = '"
    for (const what of ['text', hostile]) {
      const of = { what, codes: null, from: null, to: null, text: hostile }
      expect(await readSales(own, of)).toEqual([])
    }
    await own.close()
    const registers = shop.server.sql("select login from hub.register where name = 'Caja 1'")
    const sends = await connectHub(shop.socketOf(), { user: registers, password })
    for (const one of ['read_registers_v1()', 'read_drawers_v1()', 'read_join_v1()']) {
      await expect(sends.rows(z.unknown(), `select * from hub.${one}`), one).rejects.toMatchObject(
        forbidden,
      )
    }
    await sends.close()
  })

  test('what a register sends, whatever it is, keeps nobody from looking', async () => {
    const { login } = await become(await reader('Iris'))
    writeOddRows((text) => shop.server.sql(text))
    const { registers } = await looking(login, readNow)
    expect(registers[0]).toMatchObject({ code: 'C1', complete: null, clock: null, waiting: null })
    for (const what of ['open', 'owed', 'credit', 'text'] as const) {
      const found = await looking(login, (own) =>
        readSales(own, { what, codes: ['C1'], from: null, to: null, text: 'odd' }),
      )
      expect(
        found.filter(({ direction }) => direction !== 'in'),
        what,
      ).toEqual([])
    }
    await looking(login, (own) => readSold(own, { from: '1970-01-01', to: '2999-12-31' }))
    await looking(login, (own) =>
      readCloses(own, { from: '1970-01-01', to: '1970-01-02', cashier: null }),
    )
  })
})
