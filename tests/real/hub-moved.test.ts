import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bookOf,
  end,
  lend,
  sampled,
  write,
} from '../../electron/features/hub/testing/debts-play.ts'
import { connectHub } from '../../electron/hub/connect.ts'
import { makeFolder } from '../folders.ts'
import {
  connectTo,
  copyOf,
  hub,
  type HubShop,
  inJournal,
  join,
  sell,
  startHubShop,
} from './hub-shop.ts'
import { noPostgres } from './postgres.ts'

// A register that goes to another branch and comes back, by a real PostgreSQL. Without one hub.test.ts says that nothing was run.

describe.skipIf(noPostgres !== null)('a register that is moved to another branch', () => {
  let shop: HubShop
  beforeAll(async () => {
    shop = startHubShop()
    await hub(['init', ...shop.owner])
  })
  afterAll(() => shop.server.close())

  const profile = 'p'
  let debtors = 10
  async function put(folder: string, name: string, ...more: readonly string[]): Promise<string> {
    expect(await join(await shop.invite(name, ...more), folder)).toMatchObject({ code: 0 })
    return folder
  }
  function registerOf(name: string, branch: string): Promise<string> {
    const folder = makeFolder('hub-register')
    sell(folder)
    connectTo('https://service.example', folder, profile)
    return put(folder, name, '--branch', branch)
  }
  /** Somebody new who buys on credit, made at a register. */
  function newDebtor(at: string) {
    const phone = `30076543${(debtors += 1)}`
    const { id: debtorId } = inJournal(at, ({ debts }) =>
      debts.addDebtor({ name: `Rosa ${phone}`, phone }, 1),
    )
    return {
      lent: (folder: string, id: string) =>
        inJournal(folder, (journal) => {
          lend({ journal, profile }, id, debtorId)
          end({ journal, profile }, id, 'APPROVED')
        }),
      pays: (folder: string, id: string, minor: number) =>
        inJournal(folder, (journal) =>
          write({ journal, profile }, { id, debtorId, minor, how: 'cash' }),
        ),
      /** What they owe as each of those knows it, once all heard all. */
      async owedAt(...folders: readonly string[]): Promise<number[]> {
        for (const folder of [...folders, ...folders])
          expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
        return folders.map((folder) => {
          const known = inJournal(folder, (journal) => bookOf({ journal }))
          return known.find(({ id }) => id === debtorId)?.standings[0]?.owed.minor ?? 0
        })
      },
    }
  }

  test('takes what it lent along: nobody is asked for it in two branches', async () => {
    const [one, stays, far] = [
      await registerOf('Caja 1', 'Alta'),
      await registerOf('Caja 2', 'Alta'),
      await registerOf('Caja 3', 'Baja'),
    ]
    const { lent, pays, owedAt } = newDebtor(one)
    const owed = () => owedAt(one, stays, far)
    const { total } = sampled
    lent(one, 'of-one')
    await owed()
    lent(stays, 'of-stays')
    pays(stays, 'paid-there', -100)
    expect(await owed()).toEqual([2 * total - 100, 2 * total - 100, 0])
    await put(one, 'Caja 1', '--again', '--branch', 'Baja')
    expect(await owed()).toEqual([total, total - 100, total])
    pays(one, 'paid-here', -7)
    expect(await owed()).toEqual([total - 7, total - 100, total - 7])
    // Where nothing is said of its branch it stays where it is, and back again it has all with it.
    await put(one, 'Caja 1', '--again')
    expect(await owed()).toEqual([total - 7, total - 100, total - 7])
    await put(one, 'Caja 1', '--again', '--branch', 'Alta')
    expect(await owed()).toEqual([2 * total - 107, 2 * total - 107, 0])
    const sums = shop.server.sql(
      "select sum(total) from hub.pending_total where what = 'credit' and currency = 'COP'",
    )
    expect(Number(sums)).toBe(2 * total - 107)
  })

  test('is offline meanwhile, and tells all where it then is', async () => {
    const { total } = sampled
    const [one, stays, far] = [
      await registerOf('Caja 4', 'Centro'),
      await registerOf('Caja 5', 'Centro'),
      await registerOf('Caja 6', 'Sur'),
    ]
    const { lent, pays, owedAt } = newDebtor(one)
    lent(one, 'sent')
    pays(one, 'paid-sent', -10)
    expect(await owedAt(one, stays, far)).toEqual([total - 10, total - 10, 0])
    // It was there and back before it heard of it.
    await shop.invite('Caja 4', '--again', '--branch', 'Sur')
    lent(one, 'offline')
    pays(one, 'paid-offline', -5)
    // Until it joins there nobody tells it there: it is asked for where it was.
    expect(await owedAt(stays, far)).toEqual([total - 10, 0])
    await put(one, 'Caja 4', '--again', '--branch', 'Centro')
    expect(await owedAt(one, stays, far)).toEqual([2 * total - 15, 2 * total - 15, 0])
    // It is moved, and joins long after, with what came of it meanwhile.
    const code = await shop.invite('Caja 4', '--again', '--branch', 'Sur')
    pays(stays, 'paid-beside', -1)
    expect(await owedAt(stays, far)).toEqual([2 * total - 16, 0])
    pays(one, 'paid-later', -4)
    expect(await join(code, one)).toMatchObject({ code: 0 })
    expect(await owedAt(one, stays, far)).toEqual([2 * total - 19, -1, 2 * total - 19])
  })

  test('takes what it goes on with along, and brings it back', async () => {
    const { total } = sampled
    const [one, stays, far] = [
      await registerOf('Caja 7', 'Este'),
      await registerOf('Caja 8', 'Este'),
      await registerOf('Caja 9', 'Oeste'),
    ]
    const { lent, pays, owedAt } = newDebtor(one)
    lent(one, 'before')
    pays(one, 'paid-before', -10)
    expect(await owedAt(one, stays, far)).toEqual([total - 10, total - 10, 0])
    await hub(['retire', ...shop.owner, '--name', 'Caja 7'])
    await put(one, 'Caja 7 bis', '--continues', 'Caja 7', '--branch', 'Este')
    expect(await owedAt(one, stays, far)).toEqual([total - 10, total - 10, 0])
    await put(one, 'Caja 7 bis', '--again', '--branch', 'Oeste')
    expect(await owedAt(one, stays, far)).toEqual([total - 10, 0, total - 10])
    await put(one, 'Caja 7 bis', '--again', '--branch', 'Este')
    expect(await owedAt(one, stays, far)).toEqual([total - 10, total - 10, 0])
  })

  test('takes what it goes on with along also where it joins another branch at once, if its journal has it', async () => {
    const { total } = sampled
    const [one, stays, far, empty] = [
      await registerOf('Caja 12', 'Valle'),
      await registerOf('Caja 13', 'Valle'),
      await registerOf('Caja 14', 'Cerro'),
      makeFolder('hub-register'),
    ]
    sell(empty)
    connectTo('https://service.example', empty, profile)
    const { lent, pays, owedAt } = newDebtor(one)
    lent(one, 'valle')
    pays(one, 'paid-valle', -10)
    expect(await owedAt(one, stays, far)).toEqual([total - 10, total - 10, 0])
    await hub(['retire', ...shop.owner, '--name', 'Caja 12'])
    // Of another journal: what is owed is still asked for where it was lent.
    await put(empty, 'Caja 12 a', '--continues', 'Caja 12', '--branch', 'Cerro')
    expect(await owedAt(stays, far)).toEqual([total - 10, 0])
    await put(empty, 'Caja 12 a', '--again', '--branch', 'Loma')
    expect(await owedAt(stays, far)).toEqual([total - 10, 0])
    await put(one, 'Caja 12 b', '--continues', 'Caja 12', '--branch', 'Cerro')
    expect(await owedAt(one, stays, far)).toEqual([total - 10, 0, total - 10])
    pays(one, 'paid-cerro', -1)
    await put(one, 'Caja 12 b', '--again', '--branch', 'Valle')
    expect(await owedAt(one, stays, far)).toEqual([total - 11, total - 11, 0])
  })

  test('tells it again where it was before, whoever goes on with it', async () => {
    const { total } = sampled
    const [one, stays, far] = [
      await registerOf('Caja 15', 'Playa'),
      await registerOf('Caja 16', 'Playa'),
      await registerOf('Caja 17', 'Monte'),
    ]
    const { lent, pays, owedAt } = newDebtor(one)
    lent(one, 'playa')
    pays(one, 'paid-playa', -10)
    expect(await owedAt(one, stays, far)).toEqual([total - 10, total - 10, 0])
    await put(one, 'Caja 15', '--again', '--branch', 'Monte')
    expect(await owedAt(one, stays, far)).toEqual([total - 10, 0, total - 10])
    await hub(['retire', ...shop.owner, '--name', 'Caja 15'])
    await put(one, 'Caja 15 a', '--continues', 'Caja 15', '--branch', 'Playa')
    expect(await owedAt(one, stays, far)).toEqual([total - 10, total - 10, 0])
    await hub(['retire', ...shop.owner, '--name', 'Caja 15 a'])
    await put(one, 'Caja 15 b', '--continues', 'Caja 15 a', '--branch', 'Playa')
    await put(one, 'Caja 15 b', '--again', '--branch', 'Monte')
    expect(await owedAt(one, stays, far)).toEqual([total - 10, 0, total - 10])
  })

  test('leaves nothing behind where it is retired after the one that goes on with it joined', async () => {
    const { total } = sampled
    const [one, stays, far] = [
      await registerOf('Caja 18', 'Puerto'),
      await registerOf('Caja 19', 'Puerto'),
      await registerOf('Caja 20', 'Faro'),
    ]
    const { lent, pays, owedAt } = newDebtor(one)
    lent(one, 'puerto')
    expect(await owedAt(one, stays, far)).toEqual([total, total, 0])
    const copy = copyOf(one)
    pays(one, 'paid-puerto', -10)
    expect(await owedAt(one, stays, far)).toEqual([total - 10, total - 10, 0])
    await put(copy, 'Caja 18 bis', '--continues', 'Caja 18', '--branch', 'Faro')
    expect(await owedAt(copy, stays, far)).toEqual([total, total - 10, total])
    await hub(['retire', ...shop.owner, '--name', 'Caja 18'])
    // What came after the copy was made is not in it: it stays.
    expect(await owedAt(copy, stays, far)).toEqual([total, -10, total])
    // Nor where it joined and had told nothing yet.
    await put(copy, 'Caja 18 ter', '--continues', 'Caja 18 bis', '--branch', 'Puerto')
    expect(await hub(['retire', ...shop.owner, '--name', 'Caja 18 bis'])).toMatchObject({ code: 0 })
    expect(await owedAt(copy, stays, far)).toEqual([total - 10, total - 10, 0])
  })

  test('leaves where it was what a journal of before had, which it does not have any more', async () => {
    const { total } = sampled
    const [one, stays, far, anew] = [
      await registerOf('Caja 21', 'Llano'),
      await registerOf('Caja 22', 'Llano'),
      await registerOf('Caja 23', 'Bosque'),
      makeFolder('hub-register'),
    ]
    sell(anew)
    connectTo('https://service.example', anew, profile)
    const { lent, owedAt } = newDebtor(one)
    lent(one, 'llano')
    expect(await owedAt(one, stays, far)).toEqual([total, total, 0])
    await put(anew, 'Caja 21', '--again', '--branch', 'Bosque')
    expect(await owedAt(anew, stays, far)).toEqual([0, total, 0])
    // Its old disk is found.
    await put(one, 'Caja 21', '--again')
    expect(await owedAt(one, stays, far)).toEqual([total, 0, total])
  })

  test('is of one branch at a time, also for what it shares while it is moved', async () => {
    const { total } = sampled
    const [one, stays] = [
      await registerOf('Caja 10', 'Norte'),
      await registerOf('Caja 11', 'Norte'),
    ]
    const { lent, owedAt } = newDebtor(one)
    const owner = await connectHub(shop.socketOf(), { user: 'postgres', password: '' })
    lent(one, 'meanwhile')
    await owner.run('begin')
    await owner.run("select from hub.step where id = '20261123T2140-shared' for update")
    let isOver = false
    const pushed = hub(['push'], one).finally(() => (isOver = true))
    const waiting = 'select count(*) from pg_locks where not granted'
    while (shop.server.sql(waiting) === '0' && !isOver) await pause(5)
    expect(isOver).toBe(false)
    await owner.run("update hub.register set branch = 'Lejos' where name = 'Caja 10'")
    await owner.run('commit')
    await owner.close()
    await pushed
    expect(await owedAt(stays)).toEqual([0])
    expect(await owedAt(one)).toEqual([total])
  })
})
