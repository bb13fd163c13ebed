import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { salesADay, type YearsPlan } from '../../bench/years/plan.ts'
import { writeJournal } from '../../bench/years/journal.ts'
import { createJournal, type Journal } from '../../electron/store/journal/journal.ts'
import { openDatabase, type Database } from '../../electron/store/sqlite/db.ts'
import { intentSample, transactionSample } from '../../electron/store/testing/journal-samples.ts'
import { nextSale, type SaleEvidence } from '../../shared/domain/sale/sale-machine.ts'
import { serviceDayBounds } from '../../shared/domain/time/dates.ts'
import { money } from '../../shared/domain/money/money.ts'
import { makeFolder } from '../folders.ts'

/**
 * What a register asks while it sells reads as much of a journal of 100,000 sales as it answers, however many there are:
 * counted in pages read from the file by a connection that keeps none, not in time.
 */

const plan: YearsPlan = {
  sales: 100_000,
  products: 500,
  profileId: 'years',
  lastDay: '2026-11-20',
}
const { profileId } = plan
const day = serviceDayBounds(plan.lastDay)

let folder = ''
let db: Database
let journal: Journal

beforeAll(async () => {
  folder = makeFolder('years')
  await writeJournal(folder, plan)
  db = openDatabase(join(folder, 'journal.db'), { synchronous: 'FULL' })
  db.exec('pragma cache_size = 1; pragma mmap_size = 0')
  journal = createJournal(db, { append: () => undefined, close: () => undefined })
}, 20 * 60_000)
afterAll(() => journal.close())

/** How often this process has read from any file: a page of SQLite's is read by itself. */
function reads(): number {
  return Number(/^syscr: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])
}

/** Pages that `ask` reads once its statements are there, and what it answers. */
function pagesOf<T>(ask: () => T): { pages: number; answer: T } {
  ask()
  const telling = reads()
  const before = reads()
  const answer = ask()
  return { pages: reads() - before - (before - telling), answer }
}

/** Of a tree's depth, and of those that a journal keeps beside. */
const few = 60
/** What a row of an answer costs: itself in its index and in its table, and the pages that a long one goes on in. */
const aRow = 12

interface Asked {
  what: string
  ask: () => unknown
  /** How many rows it may read, where that is not how many it answers. */
  rows?: number
}

const newest = () => journal.list(profileId, { limit: 1 }).sales[0]
/** The oldest page but one. */
const deep = () => {
  const [row] = db.arrays('select id from sale order by rowid limit 1 offset 300')
  return String(Array.isArray(row) ? row[0] : '')
}
const lastShift = () => {
  const [shift] = journal.shifts.closed(profileId, 1, 0).shifts
  if (!shift) throw new Error('no shift')
  return shift
}

const asked: Asked[] = [
  { what: 'most sold', ask: () => journal.soldCounts(profileId), rows: 20 },
  { what: 'how often a product was sold', ask: () => journal.soldCount(profileId, '10003') },
  { what: 'the newest sales', ask: () => journal.list(profileId, { limit: 100 }).sales },
  {
    what: 'the oldest sales',
    ask: (after = deep()) => journal.list(profileId, { limit: 100, after }).sales,
  },
  {
    what: 'sales in REVIEW',
    ask: () => journal.list(profileId, { states: ['REVIEW'], limit: 100 }).sales,
  },
  {
    what: 'refused sales, deep',
    ask: (after = deep()) =>
      journal.list(profileId, { states: ['REJECTED', 'DECLINED'], limit: 50, after }).sales,
    rows: 150,
  },
  {
    what: 'a sale by its identifier',
    ask: (text = newest()?.id ?? '') => journal.list(profileId, { text, limit: 100 }).sales,
    // Looked up wherever identifiers stand, then read.
    rows: 2,
  },
  { what: 'open sales', ask: () => journal.open() },
  { what: 'how many are open', ask: () => journal.openCount(), rows: 10 },
  { what: 'unfinished sales', ask: () => journal.unfinished() },
  { what: 'the next look-ups', ask: () => journal.nextLooks(profileId, 10) },
  { what: 'the newest known', ask: () => journal.newestKnown(profileId) },
  {
    what: 'the same sale lately',
    ask: (sale = newest()) =>
      journal.sameSale({
        ...{ profileId, productId: '10000', reference: sale?.reference ?? '' },
        ...{ amount: money(100, 'COP'), since: day.end - 600_000 },
      }),
  },
  { what: 'recent customers', ask: () => journal.recentCustomers(profileId, '10000'), rows: 300 },
  { what: 'the day', ask: () => journal.dayTotals(profileId, plan.lastDay), rows: salesADay },
  {
    what: 'what a day earned',
    ask: () => journal.earned(profileId, day.start, day.end),
    // Those begun the day before may have been sent on it.
    rows: 2 * salesADay,
  },
  { what: 'the balances of a day', ask: () => journal.snapshots(profileId, day.start, day.end) },
  { what: 'claims that nobody closed', ask: () => journal.claims.open() },
  { what: 'open shifts', ask: () => journal.shifts.open(profileId) },
  { what: 'closed shifts', ask: () => journal.shifts.closed(profileId, 20, 0).shifts },
  {
    what: 'shifts beside one',
    ask: (shift = lastShift()) => journal.shifts.overlapping(shift, shift.closedAt ?? 0),
  },
  { what: 'what is owed', ask: () => journal.shifts.cash.owed(profileId) },
  {
    what: 'what a shift owes',
    ask: (shift = lastShift()) => journal.shifts.cash.owedOfShift(shift),
    rows: 15,
  },
  {
    what: 'what was given back',
    ask: () => journal.shifts.movements.newestPayouts(profileId, 30),
  },
  {
    what: 'the sums of a shift',
    ask: (shift = lastShift()) => journal.shifts.cash.groups(shift.id),
    rows: salesADay,
  },
  {
    what: 'what a day took from the balance',
    ask: () => journal.shifts.cash.spent(profileId, day.start, day.end),
    rows: salesADay,
  },
  {
    what: 'balances written down in a shift',
    ask: () => journal.shifts.cash.snapshots(profileId, day.start, day.end),
  },
  { what: 'how far the trail goes', ask: () => [journal.trail.head(), journal.trail.lastAt()] },
  { what: 'how much of it a Z saw', ask: () => journal.shifts.trailSeen() },
]

describe('a journal of 100,000 sales', () => {
  test.each(asked)('$what: read as much as is answered', ({ ask, rows }) => {
    const { pages, answer } = pagesOf(ask)
    const answered = rows ?? (Array.isArray(answer) ? answer.length : 1)
    expect(pages).toBeGreaterThan(0)
    expect(pages).toBeLessThanOrEqual(few + answered * aRow)
  })

  test('a sale writes as few pages as ever', () => {
    db.exec('pragma wal_checkpoint(truncate)')
    const size = () => statSync(join(folder, 'journal.db-wal')).size
    const [frames, sales] = [[0], 20]
    for (let sold = 0; sold < sales; sold += 1) {
      sell(sold)
      frames.push(size() / 4_120)
    }
    expect(((frames.at(-1) ?? 0) - (frames[1] ?? 0)) / (sales - 1)).toBeLessThanOrEqual(mostFrames)
  })

  test('a Z is as long as that of the first days', () => {
    const reports = journal.shifts.closedBetween(profileId, 0, day.end + 1)
    const sizes = reports.map((report) => JSON.stringify({ ...report, unconfirmed: [] }).length)
    const average = (some: readonly number[]) =>
      some.reduce((sum, one) => sum + one, 0) / some.length
    expect(reports).toHaveLength(plan.sales / salesADay)
    expect(average(sizes.slice(-20))).toBeLessThanOrEqual(1.1 * average(sizes.slice(0, 20)))
  })
})

/** Pages that the four commits of an approved sale write, one by one. */
const mostFrames = 48

function sell(number: number): void {
  const at = day.end + number * 5_000
  const about = { id: `0198-${number}`, draftId: `${number * 7_919}-d`, profileId, createdAt: at }
  const reference = `3${(number * 104_729) % 1_000_000_000}`
  let record = journal.prepare(intentSample({ ...about, reference, phone: reference, shift: 's' }))
  const transaction = transactionSample({ id: `${9_000_000 + number}` })
  const all: SaleEvidence[] = [
    { kind: 'sending' },
    { kind: 'accepted', skewMs: 0 },
    { kind: 'found', transaction, skewMs: 0 },
  ]
  for (const evidence of all) {
    const facts = nextSale(record, evidence, at)
    if (!facts) throw new Error(evidence.kind)
    const found = evidence.kind === 'found' ? { transaction } : {}
    const event = { kind: 'lookup', at, error: null } as const
    record = journal.advance(record, { facts, ...found }, event) ?? record
  }
}
