import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { openMemoryJournal } from '../testing/memory-journal.ts'
import { openJournal } from '../journal/open-journal.ts'
import { createJournal, type Journal } from '../journal/journal.ts'
import type { SaleFilter } from '../sales/sale-search.ts'
import { openDatabase, type Database } from '../sqlite/db.ts'
import { intentSample, transactionSample } from '../testing/journal-samples.ts'
import { createJournalSearch } from './journal-search.ts'
import { findSales } from './sale-finder.ts'
import { openSaleIndex, saleIndexPath, tendSaleIndex } from './sale-index.ts'

const later = 9e8
const problems: string[] = []

let folder: string
let journal: Journal
let db: Database
let index: Database
beforeEach(() => {
  folder = makeFolder('search', inMemory)
  begin()
})
afterEach(() => {
  index.close()
  journal.close()
  expect(problems.splice(0)).toEqual([])
})

/** Another journal beside the same index. */
function begin(): void {
  ;({ journal, db } = openMemoryJournal())
  index = openSaleIndex(folder)
  db.run('attach ? as search', saleIndexPath(folder))
}

let count = 0
/** A sale by what of it can be looked for. */
function sell(changes: Parameters<typeof intentSample>[0], on = journal): string {
  const id = `0199-${String((count += 1)).padStart(6, '0')}`
  return on.prepare(intentSample({ id, draftId: id, createdAt: count, ...changes })).id
}

function approve(id: string, cellphone: string, on = journal): void {
  const record = on.sale(id)
  if (!record) throw new Error(`${id} is gone`)
  const facts = { ...record, state: 'APPROVED', settledAt: 2, nextLookAt: null } as const
  const person = { document: cellphone, cellphone }
  const transaction = transactionSample({ id: `${count}`, person })
  on.advance(record, { facts, transaction }, { kind: 'lookup', at: 2, error: null })
}

function erase(id: string, on = journal): void {
  on.personal.ask({ sales: [id], notes: [] }, { at: later, why: 'request', by: null })
  on.personal.eraseDue(later, 5)
}

function tend(): void {
  while (tendSaleIndex(db, index, 7).lack > 0);
}

const found = (filter: Partial<SaleFilter>, indexedUpTo = Infinity) => {
  const { sales, ...rest } = findSales(db, 'p1', { limit: 100, ...filter }, indexedUpTo)
  return { ids: sales.map(({ id }) => id), ...rest }
}

/** All that stands in the files of the index. */
const bytes = () =>
  readdirSync(folder)
    .filter((name) => name.startsWith('search.db'))
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('')

const digits = fc.stringMatching(/^3[0-2]{3,9}$/)
const word = fc.constantFrom('Ñandú', 'cuenta 12', 'ROSA-3', 'rosa', '01-22', 'a', '10', 'é', 'ab')
const reference = fc.oneof(
  digits,
  word,
  fc.tuple(word, digits).map(([one, two]) => one + two),
)
const amount = fc.constantFrom(500_000, 1_000, 312)
const made = fc.record({
  reference,
  phone: fc.option(digits),
  name: fc.option(fc.constantFrom('Ñandú Ríos', 'rosa', 'ROSA-3', 'ab')),
  minor: amount,
  other: fc.boolean(),
  end: fc.constantFrom('open', 'approved', 'erased'),
  tended: fc.boolean(),
})
const asked = fc.record({
  text: fc.oneof(reference, fc.constantFrom('5000', '3,12', '10', '31', '3', '79', '1', 'n')),
  cut: fc.nat(6),
  limit: fc.integer({ min: 1, max: 6 }),
  states: fc.constantFrom<SaleFilter['states']>(undefined, ['APPROVED'], ['PREPARED']),
})

it('finds the sales that the journal itself finds, of all kinds of texts, in the same order', () => {
  fc.assert(
    fc.property(
      fc.array(made, { minLength: 1, maxLength: 12 }),
      fc.array(asked, { minLength: 6, maxLength: 6 }),
      (sales, texts) => {
        index.close()
        journal.close()
        begin()
        const ids = sales.map(({ reference, phone, name, minor, other, end, tended }) => {
          const money = { minor, currency: 'COP' }
          const id = sell({
            ...{ reference, phone, amount: money, total: money, values: { document: reference } },
            cost: null,
            profileId: other ? 'p2' : 'p1',
            ...(name === null ? {} : { tender: { kind: 'credit', name } }),
          })
          if (end !== 'open') approve(id, phone ?? reference)
          if (tended) tend()
          if (end === 'erased') erase(id)
          return id
        })
        tend()
        for (const { text, cut, limit, states } of texts) {
          // Any part of them may be in it.
          const part = cut % (sales.length + 1)
          const filter = { text: text.slice(cut).trim() || text, limit, ...(states && { states }) }
          for (const after of [undefined, ids[0], ids[cut]]) {
            const by = { ...filter, ...(after === undefined ? {} : { after }) }
            const bare = found(by, 0)
            expect([by, found(by), found(by, part)]).toEqual([by, bare, bare])
          }
          const all = journal.list('p1', { ...filter, limit: 100 })
          expect(found({ ...filter, limit: 100 })).toMatchObject({
            ids: all.sales.map(({ id }) => id),
            count: all.count,
          })
        }
      },
    ),
    { numRuns: 25 },
  )
})

it('counts no further than anybody reads, and goes on below any sale', () => {
  const ids = db.transaction(() => Array.from({ length: 1_030 }, () => sell({}))).toReversed()
  tend()
  for (const text of ['5000', '3001234567', '4567', '3', '300']) {
    expect(found({ text, limit: 3 })).toEqual({ ids: ids.slice(0, 3), count: 1_000, isMore: true })
    for (const at of [500, 998, 1_028]) {
      const page = found({ text, limit: 4, after: ids[at] ?? '' })
      expect([text, page.ids]).toEqual([text, ids.slice(at + 1, at + 5)])
    }
  }
})

it('goes through no table, whoever is asked for', () => {
  sell({ profileId: 'p2' })
  tend()
  const asked = new Set<string>()
  const watched: Database = {
    ...db,
    arrays(sql, ...params) {
      const plan = db.arrays(`explain query plan ${sql}`, ...params)
      for (const line of plan) asked.add(String(Array.isArray(line) ? line[3] : line))
      return db.arrays(sql, ...params)
    },
  }
  const filters: Partial<SaleFilter>[] = [{}, { states: ['APPROVED'] }, { after: 'none' }]
  for (const text of ['3001234567', '8', '5.000', 'rosa', '0199-000001']) {
    for (const filter of filters) {
      for (const profile of ['p1', 'p2']) {
        findSales(watched, profile, { text, limit: 5, ...filter }, Infinity)
      }
    }
  }
  // M: by what is matched.
  const known = /^SCAN (search\.)?trigram VIRTUAL TABLE INDEX \d+:M|^SCAN json_each VIRTUAL TABLE/
  const whole = [...asked].filter((line) => line.startsWith('SCAN') && !known.test(line))
  expect(whole).toEqual([])
  expect([...asked].filter((line) => line.includes('sale_by_total'))).not.toEqual([])
  expect([...asked].filter((line) => line.includes('sale_by_time'))).toEqual([])
})

it('forgets who was erased, in its files too', () => {
  const ids = ['3004000111', '3004000222', '3004000333'].map((phone) =>
    sell({ reference: phone, phone }),
  )
  tend()
  expect(found({ text: '40002' }).count).toBe(1)
  approve(ids[1] ?? '', '3004000222')
  erase(ids[1] ?? '')
  tend()
  expect(found({ text: '40002' }).count).toBe(0)
  expect([1, 2, 3].filter((end) => bytes().includes(`3004000${end}${end}${end}`))).toEqual([1, 3])
  index.exec("create virtual table temp.places using fts5vocab (main, 'trigram', 'instance')")
  const terms = index.arrays('select doc, count(*) from temp.places group by doc')
  expect(terms).toEqual([
    [1, 10],
    [3, 10],
  ])
})

it('is made anew beside another journal than its own', () => {
  sell({ reference: '3004000111', phone: null })
  sell({ reference: '3004000222', phone: null })
  tend()
  index.close()
  journal.close()
  begin()
  sell({ reference: '3005000555', phone: null })
  sell({ reference: '3006000666', phone: null })
  tend()
  expect(found({ text: '300' }).count).toBe(2)
  expect(bytes()).not.toContain('3004000111')
})

it('goes with a journal that is damaged: the restored one has its own', () => {
  const own = makeFolder('search-restored', inMemory)
  const shop = openJournal(own)
  sell({}, shop)
  shop.close()
  writeFileSync(saleIndexPath(own), 'of the one before')
  writeFileSync(join(own, 'journal.db'), 'x'.repeat(5_000))
  openJournal(own).close()
  expect(existsSync(saleIndexPath(own))).toBe(false)
})

it('tells how much of it is prepared while that takes more than a step, and finds all sales meanwhile', async () => {
  openJournal(folder).close()
  const file = openDatabase(join(folder, 'journal.db'), { synchronous: 'NORMAL' })
  const shop = createJournal(file, { append: () => undefined, close: () => undefined })
  const ids = file.transaction(() => Array.from({ length: 4_100 }, () => sell({}, shop)))
  const told: number[] = []
  const search = createJournalSearch({
    folder,
    isWriter: true,
    onProblem: ({ code }) => void problems.push(code),
    onPrepared: (done) => void told.push(done),
  })
  const { sales, count } = await search.sales('p1', { text: '4567', limit: 500 })
  expect([sales.map(({ id }) => id), count]).toEqual([ids.slice(-500).toReversed(), 1_000])
  await search.tend()
  expect(told).toEqual([4_000 / 4_100, 1])
  await search.tend()
  expect(told).toHaveLength(2)
  await search.close()
  shop.close()
})

it('in its thread finds a sale that was just made, an index or none, whole or damaged', async () => {
  const shop = openJournal(folder)
  const onProblem = ({ code }: { code: string }) => problems.push(code)
  const search = createJournalSearch({ folder, isWriter: true, onProblem })
  const other = createJournalSearch({ folder, isWriter: false, onProblem })
  const idsBy = async (text: string, by = search) =>
    (await by.sales('p1', { text, limit: 9 })).sales.map(({ id }) => id)
  expect(await idsBy('4567')).toEqual([])
  const one = sell({}, shop)
  expect(await idsBy('4567')).toEqual([one])
  const two = sell({}, shop)
  expect([await idsBy('4567'), await idsBy('4567', other)]).toEqual([
    [two, one],
    [two, one],
  ])
  approve(one, '3001234567', shop)
  const traces = { sales: 2, erasable: 1, due: 0, ids: [one, two], notes: [] }
  expect(await search.customer('3001234567', later)).toMatchObject(traces)
  erase(one, shop)
  await search.tend()
  expect(await idsBy('4567')).toEqual([two])
  await search.close()
  writeFileSync(saleIndexPath(folder), 'x'.repeat(5_000))
  const again = createJournalSearch({ folder, isWriter: true, onProblem })
  expect(await idsBy('4567', again)).toEqual([two])
  await Promise.all([again.close(), other.close()])
  shop.close()
})
