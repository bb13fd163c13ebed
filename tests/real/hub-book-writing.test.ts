import { readFileSync, writeFileSync } from 'node:fs'
import { join as pathOf } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { chartFile } from '../../electron/features/books/chart-file.ts'
import { readCode } from '../../electron/hub/address.ts'
import { readBookSaid, sayBooks, type BookSaid } from '../../electron/hub/book-writing.ts'
import { connectHub, type HubConnection } from '../../electron/hub/connect.ts'
import { sellSample } from '../../electron/store/testing/sell-sample.ts'
import { usualProfile } from '../../shared/contract/connection.ts'
import { chartSchema } from '../../shared/domain/books/chart.ts'
import { words } from '../../shared/words/words.ts'
import { makeFolder } from '../folders.ts'
import { hub, type HubShop, inJournal, join, password, refused, startHubShop } from './hub-shop.ts'
import { noPostgres } from './postgres.ts'

// What an accountant says of the books from a computer that is no register: natures and the map, by a login that may do no more.

const invited = z.object({ code: z.string() })
const account = 'account Tienda https://service.example'
const profileId = 'profile'
const nature = (key: string, body: unknown, version = 0): BookSaid => ({
  ...{ kind: 'nature', key, version, body },
})

describe.skipIf(noPostgres !== null)('what an accountant says of the books', () => {
  let shop: HubShop
  let codes: Record<'conta' | 'lee' | 'norte', string>
  const [one, two, desk] = ['one', 'two', 'desk'].map((name) => makeFolder(`hub-says-${name}`))
  if (!one || !two || !desk) throw new Error('there are no folders')

  async function reader(name: string, ...more: readonly string[]): Promise<string> {
    const { code, said } = await hub(['add-reader', ...shop.owner, '--name', name, ...more])
    expect(code).toBe(0)
    return invited.parse(said).code
  }
  const signedIn = (code: string) =>
    connectHub(shop.socketOf(), { user: readCode(code).login, password })
  async function asReader<T>(code: string, work: (as: HubConnection) => Promise<T>): Promise<T> {
    const as = await signedIn(code)
    try {
      return await work(as)
    } finally {
      await as.close()
    }
  }
  const push = async (folder: string) =>
    expect(await hub(['push'], folder)).toEqual({
      code: 0,
      said: { sent: expect.any(Number) as unknown, left: 0, missing: [] },
    })
  const natureIn = (folder: string, product: string) =>
    inJournal(
      folder,
      ({ productSettings }) =>
        productSettings.all(profileId).find(({ productId }) => productId === product)?.nature,
    )

  beforeAll(async () => {
    shop = startHubShop()
    await hub(['init', ...shop.owner])
    for (const [at, folder] of [one, two].entries()) {
      const profile = { ...usualProfile, id: profileId, name: 'Tienda', country: 'CO' }
      const profiles = [{ ...profile, baseUrl: 'https://service.example' }]
      const connection = { profiles, activeId: profileId }
      writeFileSync(pathOf(folder, 'settings.json'), JSON.stringify({ connection }))
      inJournal(folder, (journal) => sellSample(journal, `sale-${at}`, { createdAt: Date.now() }))
      const branch = at === 0 ? 'Centro' : 'Norte'
      const code = await shop.invite(`Caja ${at + 1}`, '--branch', branch)
      expect(await join(code, folder)).toMatchObject({ code: 0 })
      await push(folder)
    }
    codes = {
      conta: await reader('Conta', '--writes'),
      lee: await reader('Lee', '--books'),
      norte: await reader('Norte', '--books', '--branch', 'Norte'),
    }
    expect(await join(codes.conta, desk)).toMatchObject({ code: 0 })
    for (const code of [codes.lee, codes.norte])
      expect(await join(code, makeFolder('hub-reads'))).toMatchObject({ code: 0 })
  })
  afterAll(() => shop.server.close())

  test('reaches all registers of the account, and no journal is needed for it', async () => {
    const line = { role: 'cash', part: '', account: '110505', third: '', centre: '' } as const
    const chart = chartSchema.parse({ lines: [line] })
    const file = pathOf(desk, 'plan.xlsx')
    writeFileSync(file, await chartFile(chart, words.in('es')))
    const said = [
      'books',
      '--nature',
      '10000=collection',
      '--nature',
      '20000=resale',
      '--map',
      file,
    ]
    expect(await hub(said, desk)).toMatchObject({ code: 0, said: { refused: [] } })
    for (const folder of [one, two]) {
      await push(folder)
      expect([natureIn(folder, '10000'), natureIn(folder, '20000')]).toEqual([
        ...['collection', 'resale'],
      ])
      expect(inJournal(folder, ({ books }) => books.chart(profileId).lines)).toEqual([line])
    }
    // Said again nothing changes.
    expect(await hub(said, desk)).toMatchObject({ code: 0, said: { taken: [], refused: [] } })
    expect(readFileSync(pathOf(desk, 'settings.json'), 'utf8')).not.toContain('profiles')
  })

  test('is held against what a register said meanwhile: nobody is overwritten unseen', async () => {
    const known = await asReader(codes.conta, (as) => readBookSaid(as, account))
    const at = known.find(({ key }) => key === '10000')?.version ?? 0
    inJournal(one, ({ productSettings }) =>
      productSettings.set(profileId, ['10000'], { nature: 'cash-out' }, Date.now()),
    )
    await push(one)
    await asReader(codes.conta, async (as) => {
      expect(await sayBooks(as, account, [nature('10000', 'resale', at)])).toEqual([])
      expect(await sayBooks(as, account, [nature('10000', 'resale')])).toEqual([])
    })
    await push(two)
    expect(natureIn(two, '10000')).toBe('cash-out')
    // Whoever looked again may say it, and take it away; the register then says it again by its version.
    expect(await hub(['books', '--nature', '10000=resale'], desk)).toMatchObject({ code: 0 })
    await push(one)
    expect(natureIn(one, '10000')).toBe('resale')
    inJournal(one, ({ productSettings }) =>
      productSettings.set(profileId, ['10000'], { nature: 'collection' }, Date.now()),
    )
    await push(one)
    await push(two)
    expect(natureIn(two, '10000')).toBe('collection')
  })

  test('is said by nobody else, of no other account, and nothing else is', async () => {
    const before = shop.server.sql('select * from hub.shared order by seq')
    for (const code of [codes.lee, codes.norte]) {
      await asReader(code, async (as) => {
        const asked = [readBookSaid(as, account), sayBooks(as, account, [nature('1', 'resale')])]
        for (const one of await Promise.allSettled(asked)) {
          expect(one).toMatchObject({ reason: { error: { code: 'HUB_MAY_NOT_WRITE' } } })
        }
      })
    }
    const wrong: readonly object[] = [
      ...['direction', 'person', 'erasure', 'payee', 'close', 'debt'].map((kind) => ({ kind })),
      ...[{ body: 'gift' }, { body: {} }, { body: 7 }, { key: '' }, { key: 'x'.repeat(500) }],
      ...[{ version: -1 }, { version: null }, { version: 'x' }, { key: null }, { kind: null }],
      ...[
        { kind: 'chart', body: {} },
        { kind: 'chart', key: 'chart', body: null },
      ],
      { kind: 'chart', key: 'chart', body: { lines: 'x'.repeat(600_000) } },
    ]
    await asReader(codes.conta, async (as) => {
      const say = (changes: unknown, of = account) =>
        as.run('select * from hub.book_say_v1($1, $2::jsonb)', [of, JSON.stringify(changes)])
      for (const one of wrong) {
        const asked = say([{ ...nature('1', 'resale'), ...one }])
        await expect(asked, JSON.stringify(one).slice(0, 60)).rejects.toMatchObject({
          error: { code: 'HUB_REFUSED' },
        })
      }
      const fine = nature('1', 'resale')
      for (const many of [[fine, fine], { a: 1 }, Array.from({ length: 501 }, () => fine)])
        await expect(say(many)).rejects.toMatchObject({ error: { code: 'HUB_REFUSED' } })
      for (const of of ['shop', 'branch', 'branch Norte', 'account Otra https://other.example'])
        await expect(say([fine], of), of).rejects.toMatchObject({ error: { code: 'HUB_REFUSED' } })
      for (const sql of [
        'select * from hub.shared',
        "insert into hub.shared_step values (99999, 'x')",
        "update hub.shared set body = '{}'",
        'update hub.reader set writes = true',
        'select hub.own_writer($$account$$)',
        "select * from hub.share_v1('x', 0, '', 0, '', '[]')",
        "select * from hub.push_v1('x', 0, '', 9, 'aa', null, '1', '[]')",
      ]) {
        await expect(as.run(sql), sql).rejects.toMatchObject({ cause: { code: '42501' } })
      }
    })
    expect(shop.server.sql('select * from hub.shared order by seq')).toBe(before)
    const role = (name: string) =>
      shop.server.sql(
        `select has_function_privilege('${name}', 'hub.book_say_v1(text, jsonb)', 'execute')`,
      )
    expect([role('mostrador_register'), role('mostrador_reader')]).toEqual(['f', 't'])
    // Of one branch nobody may write: it would be said to all of them.
    const branch = ['add-reader', ...shop.owner, '--name', 'Sur', '--writes', '--branch', 'Sur']
    expect((await hub(branch).catch(() => ({ code: 2 }))).code).not.toBe(0)
  })

  test('ends with the reader who is retired', async () => {
    const as = await signedIn(codes.conta)
    await hub(['retire', ...shop.owner, '--name', 'Conta'])
    const asked = sayBooks(as, account, [nature('30000', 'resale')])
    await expect(asked).rejects.toMatchObject({
      error: { code: expect.stringMatching(/^HUB_/) as unknown },
    })
    await as.close()
    expect(await hub(['books', '--nature', '30000=resale'], desk)).toMatchObject(
      refused('HUB_RETIRED'),
    )
  })
})
