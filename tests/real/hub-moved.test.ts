import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bookOf,
  end,
  lend,
  sampled,
  write,
} from '../../electron/features/hub/testing/debts-play.ts'
import type { Journal } from '../../electron/store/journal/journal.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { makeFolder } from '../folders.ts'
import { connectTo, hub, join, sell, startHubShop, type HubShop } from './hub-shop.ts'
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
  function inJournal<T>(folder: string, work: (journal: Journal) => T): T {
    const journal = openJournal(folder)
    try {
      return work(journal)
    } finally {
      journal.close()
    }
  }

  test('takes what it lent along: nobody is asked for it in two branches', async () => {
    const [one, stays, far] = [
      await registerOf('Caja 1', 'Alta'),
      await registerOf('Caja 2', 'Alta'),
      await registerOf('Caja 3', 'Baja'),
    ]
    const rosa = inJournal(one, ({ debts }) =>
      debts.addDebtor({ name: 'Rosa', phone: '3007654321' }, 1),
    )
    const lent = (folder: string, id: string) =>
      inJournal(folder, (journal) => {
        lend({ journal, profile }, id, rosa.id)
        end({ journal, profile }, id, 'APPROVED')
      })
    const pays = (folder: string, id: string, minor: number) =>
      inJournal(folder, (journal) =>
        write({ journal, profile }, { id, debtorId: rosa.id, minor, how: 'cash' }),
      )
    /** What Rosa owes as each of them knows it, once all heard all. */
    async function owed(): Promise<number[]> {
      for (const folder of [one, stays, far, one, stays, far])
        expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
      return [one, stays, far].map((folder) =>
        inJournal(folder, (journal) => bookOf({ journal })[0]?.standings[0]?.owed.minor ?? 0),
      )
    }
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
})
