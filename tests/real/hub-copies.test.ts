import { join as path } from 'node:path'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { openDatabase } from '../../electron/store/sqlite/db.ts'
import { copyOf, hub, join, sell, startHubShop, type HubShop } from './hub-shop.ts'
import { noPostgres } from './postgres.ts'

// Copies of a register's journal that take its place. Without PostgreSQL hub.test.ts says that nothing was run.

describe.skipIf(noPostgres !== null)('copies of a register', () => {
  let shop: HubShop
  let server: HubShop['server']
  beforeAll(async () => {
    shop = startHubShop()
    ;({ server } = shop)
    await hub(['init', ...shop.owner])
  })
  afterAll(() => server.close())

  function erase(folder: string, sale: string): void {
    const journal = openJournal(folder)
    journal.personal.ask({ sales: [sale], notes: [] }, { at: 1, why: 'request', by: null })
    expect(journal.personal.eraseDue(Date.now(), 10)).toBe(1)
    journal.close()
  }
  const docOf = (sale: string) => server.sql(`select doc from hub.sale where id = '${sale}'`)

  test('what it cannot read of who was erased stops no join; what was erased before is not told again', async () => {
    const { folder } = await shop.joined('Caja 1')
    const [torn, other] = [sell(folder), sell(folder)]
    await hub(['push'], folder)
    const copy = copyOf(folder)
    for (const sale of [torn, other]) erase(folder, sale)
    await hub(['push'], folder)
    const db = openDatabase(path(copy, 'journal.db'), { synchronous: 'FULL' })
    db.exec('drop trigger sale_packed')
    db.run("update sale set packed = x'010203' where id = ?", torn)
    db.close()
    expect(await join(await shop.invite('Caja 1', '--again'), copy)).toMatchObject({ code: 0 })
    const seen = () => {
      const journal = openJournal(copy)
      const all = { start: 0, end: Number.MAX_SAFE_INTEGER, personId: null }
      const lines = journal.trail.page(all, 100, 0).entries
      const isErased = journal.personal.isErased(other)
      journal.close()
      const again = lines.filter(({ action }) => action === 'privacy.again').length
      return { isErased, again, log: readFileSync(path(copy, 'erasures.log'), 'utf8') }
    }
    const before = seen()
    expect(before).toMatchObject({ isErased: true, again: 1 })
    await join(await shop.invite('Caja 1', '--again'), copy)
    expect(seen()).toEqual(before)
    for (const sale of [torn, other]) expect(docOf(sale)).not.toContain('3001234567')
  })
})
