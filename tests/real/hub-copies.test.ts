import { join as path } from 'node:path'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { openDatabase } from '../../electron/store/sqlite/db.ts'
import { copyOf, erase, hub, join, refused, sell, startHubShop, type HubShop } from './hub-shop.ts'
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

  const docOf = (sale: string) => shop.docOf(sale)

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

  /** What happens beside a sale, and in a shift, without the sale's own state being another one. */
  function change(folder: string, ...statements: readonly string[]): void {
    const db = openDatabase(path(folder, 'journal.db'), { synchronous: 'FULL' })
    for (const one of statements) db.exec(one)
    db.close()
  }
  const movement = (id: string, shift: string) =>
    `insert into shift_movement (id, shift_id, at, direction, reason, currency, amount, note)
       values ('${id}', '${shift}', 5, 'out', 'change', 'COP', 1, 'x')`

  test('no copy takes away what was given back, claimed and taken out after it was made', async () => {
    const { folder } = await shop.joined('Caja 2')
    const sale = sell(folder)
    change(
      folder,
      "insert into shift (id, profile_id, opened_at, base) values ('z2', 'p1', 1, '[]')",
    )
    const copies = [copyOf(folder), copyOf(folder)]
    change(
      folder,
      `insert into payout (sale_id, at, how, currency, amount, note)
         values ('${sale}', 7, 'cash', 'COP', 4321, 'Rosa')`,
      `insert into claim_event (sale_id, at, step, happened_on, text)
         values ('${sale}', 8, 'opened', '2026-01-01', 'claimed')`,
      movement('after', 'z2'),
      `insert into shift_close (shift_id, profile_id, number, closed_at, report)
         values ('z2', 'p1', 41, 9, '{}')`,
    )
    await hub(['push'], folder)
    await hub(['retire', ...shop.owner, '--name', 'Caja 2'])
    const shift = () => server.sql("select number, closed_at, doc from hub.shift where id = 'z2'")
    const others = ['Caja 2 bis', 'Caja 2 ter']
    for (const [at, copy] of copies.entries()) {
      const before = others[at - 1] ?? 'Caja 2'
      await join(await shop.invite(others[at] ?? '', '--continues', before), copy)
      change(
        copy,
        movement(`of copy ${at}`, 'z2'),
        `insert into receipt_print (sale_id, kind, number, at, printer)
           values ('${sale}', 'receipt', 1, ${at}, 'printer ${at}')`,
      )
      expect(await hub(['push'], copy)).toMatchObject({ code: 0, said: { left: 0 } })
      for (const one of ['4321', 'claimed', `printer ${at}`]) expect(docOf(sale)).toContain(one)
      expect(shift()).toMatch(/^41[|]9[|]/)
      for (const one of ['after', `of copy ${at}`]) expect(shift()).toContain(`"id": "${one}"`)
      expect(await hub(['verify'], copy)).toMatchObject({ code: 0 })
      await hub(['retire', ...shop.owner, '--name', others[at] ?? ''])
    }
    // Nothing stands there twice, and who is erased in the end is in none of it.
    expect(docOf(sale).split('4321')).toHaveLength(2)
    expect(docOf(sale)).toContain('printer 0')
    const last = copies[1] ?? ''
    await join(await shop.invite('Caja 2 last', '--continues', 'Caja 2 ter'), last)
    erase(last, sale)
    expect(await hub(['push'], last)).toMatchObject({ code: 0 })
    expect(docOf(sale)).toContain('4321')
    expect(docOf(sale)).not.toMatch(/Rosa|claimed|3001234567/)
  })

  test('a code alone goes on with nothing that another register sold: its owner says with whose', async () => {
    const { folder } = await shop.joined('Caja 3')
    const sale = sell(folder)
    await hub(['push'], folder)
    await hub(['retire', ...shop.owner, '--name', 'Caja 3'])
    const before = docOf(sale)
    await join(await shop.invite('Caja 3 bis'), folder)
    erase(folder, sale)
    expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
    expect(docOf(sale)).toBe(before)
    expect(await hub(['verify'], folder)).toMatchObject({ code: 1 })
    const nobody = ['--name', 'Caja 4', '--continues', 'Caja 99']
    expect(await hub(['add-register', ...shop.owner, ...nobody])).toEqual(
      refused('HUB_NO_REGISTER'),
    )
    expect(server.sql("select count(*) from hub.register where name = 'Caja 4'")).toBe('0')
    await join(await shop.invite('Caja 3 bis', '--again', '--continues', 'Caja 3'), folder)
    expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
    expect(docOf(sale)).not.toContain('3001234567')
    expect(await hub(['verify'], folder)).toMatchObject({ code: 0 })
  })

  test('who owed and was erased is erased in copies, too', async () => {
    const { folder } = await shop.joined('Caja 5')
    change(
      folder,
      `insert into debtor (id, number, name, name_key, phone, phone_key, created_at)
         values ('d5', 5, 'Rosa', 'rosa', '', '', 1)`,
    )
    const copy = copyOf(folder)
    const journal = openJournal(folder)
    const notes = [{ kind: 'debtor', id: 'd5' }] as const
    journal.personal.ask({ sales: [], notes: [...notes] }, { at: 1, why: 'request', by: null })
    journal.close()
    expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
    expect(server.sql("select doc from hub.other where kind = 'debtor'")).not.toContain('Rosa')
    await join(await shop.invite('Caja 5', '--again'), copy)
    const db = openDatabase(path(copy, 'journal.db'), { synchronous: 'FULL', readOnly: true })
    expect(db.arrays("select name from debtor where id = 'd5'")).toEqual([['']])
    db.close()
    expect(await hub(['push'], copy)).toMatchObject({ code: 0, said: { left: 0 } })
  })
})
