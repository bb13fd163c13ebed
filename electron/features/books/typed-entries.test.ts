import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { chartSchema } from '../../../shared/domain/books/chart.ts'
import {
  typeableFiguresSchema,
  typedFiguresSchema,
} from '../../../shared/domain/books/typed-figures.ts'
import { typedEntriesCalls } from '../../../shared/contract/accounting/typed-entries.ts'
import { Failure } from '../../../shared/errors.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import type { Month } from './months.ts'
import { createTypedEntryCalls } from './typed-entries.ts'

const statement = { kind: 'statement', commission: 100_000, vat: 19_000, withheld: 11_000 } as const
const clearing = { role: 'commission-clearing', part: '', side: 'credit', count: 2 } as const
const noAccount = { account: '', third: '', centre: '' }

function open() {
  const { journal, db } = openMemoryJournal()
  const found: Month = {
    ...{ month: '2026-10', close: null, chart: chartSchema.parse({}), unmapped: [], broken: [] },
    exceptions: { days: [], unlisted: 0, unreadable: 0, differences: [], behind: [] },
    ...{ hasEnded: true, open: null, facts: null },
    entries: (['commission', 'adjustment'] as const).map((kind) => ({
      ...{ id: kind, day: '2026-10-05', kind, currency: 'COP', sales: [], cause: '' },
      lines: [{ ...clearing, ...noAccount, minor: 80_000 }],
    })),
  }
  const handlers = createTypedEntryCalls({
    profileId: () => 'shop',
    read: () => journal,
    write: () => journal,
    month: async () => found,
    cashier: () => 'Ana',
    now: () => 5,
  })
  return { journal, db, handlers }
}

test('what is typed stands once, whoever presses twice, and is held against what the sales were quoted', async () => {
  const { handlers } = open()
  const typed = { id: randomUUID(), day: '2026-10-31', currency: 'COP', figures: statement }
  await handlers['books.type'](typed)
  const month = await handlers['books.type'](typed)
  expect(month.lines).toEqual([{ ...typed, at: 5, who: 'Ana' }])
  expect(month.quoted).toEqual([{ minor: 80_000, currency: 'COP' }])
})

test('the same entry with anything else in it is refused, also once it was taken back', async () => {
  const { handlers } = open()
  const typed = { id: randomUUID(), day: '2026-10-31', currency: 'COP', figures: statement }
  await handlers['books.type'](typed)
  const others = [
    { ...typed, day: '2026-10-30' },
    { ...typed, currency: 'USD' },
    { ...typed, figures: { ...statement, commission: 100_001 } },
  ]
  const refused = { error: { code: 'ENTRY_WRITTEN' } }
  for (const one of others) await expect(handlers['books.type'](one)).rejects.toMatchObject(refused)
  await handlers['books.takeBack']({ month: '2026-10', id: typed.id })
  await expect(handlers['books.type'](others[2] ?? typed)).rejects.toMatchObject(refused)
  expect((await handlers['books.type'](typed)).lines).toEqual([])
})

test('what customers owe is typed nowhere but in their accounts: what is lost of it is in the books once', () => {
  const bank = { role: 'bank', part: '' } as const
  const owed = { role: 'credit', part: '' } as const
  for (const figures of [
    { kind: 'badDebt', amount: 1 },
    { kind: 'between', amount: 1, debit: { role: 'bad-debt', part: '' }, credit: owed },
    { kind: 'between', amount: 1, debit: owed, credit: bank },
  ]) {
    // What was typed before is still read.
    const parsed = [typedFiguresSchema, typeableFiguresSchema].map((one) => one.safeParse(figures))
    expect(parsed.map(({ success }) => success)).toEqual([true, false])
  }
  expect(typeableFiguresSchema.safeParse(statement).success).toBe(true)
})

test('the trail says what an entry came to, when it is typed and when it is taken back', async () => {
  const { handlers } = open()
  const typed = { id: randomUUID(), day: '2026-10-31', currency: 'COP', figures: statement }
  const typing = typedEntriesCalls['books.type'].audit
  const taking = typedEntriesCalls['books.takeBack'].audit
  if (typeof typing !== 'function' || typeof taking !== 'function') throw new Error('no line')
  const said = { subject: '2026-10-31', detail: 'statement COP 1190' }
  expect(typing(typed, await handlers['books.type'](typed))).toEqual(said)
  const of = { month: '2026-10', id: typed.id }
  expect(taking(of, await handlers['books.takeBack'](of))).toEqual(said)
  const none = { subject: '2026-10', detail: '' }
  expect(taking(of, await handlers['books.takeBack'](of))).toEqual(none)
})

test('it is taken back as long as its month is open, and never deleted', async () => {
  const { handlers, journal, db } = open()
  const typed = { id: randomUUID(), day: '2026-10-31', currency: 'COP', figures: statement }
  const other = { ...typed, id: randomUUID() }
  await handlers['books.type'](typed)
  await handlers['books.type'](other)
  const of = { month: '2026-10', id: typed.id }
  expect((await handlers['books.takeBack'](of)).lines.map(({ id }) => id)).toEqual([other.id])
  expect((await handlers['books.takeBack'](of)).lines).toHaveLength(1)
  expect(() => db.run('delete from book_typed')).toThrow('never deleted')
  const closed = { month: '2026-10', closedAt: 1, closedBy: null, reason: '' }
  const exceptions = { days: [], unlisted: 0, unreadable: 0, differences: [], behind: [] }
  const entries = { chart: chartSchema.parse({}), vouchers: [] }
  journal.books.close('shop', { ...closed, exceptions }, entries)
  const code = (work: Promise<unknown>) =>
    work.catch((caught: unknown) => (caught instanceof Failure ? caught.error.code : caught))
  expect(await code(handlers['books.takeBack']({ month: '2026-10', id: other.id }))).toBe(
    'MONTH_CLOSED',
  )
  expect(await code(handlers['books.type']({ ...typed, id: randomUUID() }))).toBe('MONTH_CLOSED')
})

test.each([
  { ...statement, withheld: 119_001 },
  { ...statement, commission: 0 },
  { kind: 'badDebt', amount: 0.5 },
  { kind: 'profitsMoved', amount: -1 },
  {
    kind: 'between',
    amount: 1,
    debit: { role: 'bank', part: 'a' },
    credit: { role: 'bank', part: ' a' },
  },
])('%o is no entry', (figures) => {
  expect(typedFiguresSchema.safeParse(figures).success).toBe(false)
})
