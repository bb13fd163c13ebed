import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OtherRegisters } from '../../../shared/domain/books/behind.ts'
import { writtenJournal } from '../../store/journal/journal-access.ts'
import { openDatabase } from '../../store/sqlite/db.ts'
import { intentSample, transactionSample } from '../../store/testing/journal-samples.ts'
import type { Journal } from '../../store/journal/journal.ts'
import { openJournal, type OpenJournal } from '../../store/journal/open-journal.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { createPrivacy, type Privacy, type PrivacyDeps } from './privacy.ts'

const phone = '3001234567'
const hour = 3_600_000
const day = 24 * hour
const start = Date.UTC(2026, 0, 10, 15)

let folder: string
let journal: OpenJournal
let privacy: Privacy
let months: number | null
/** How far this computer's clock is ahead of the time that is agreed on; null: there is none. */
let ahead: number | null
let problems: string[]
/** What the hub told of the other registers. */
let heard: OtherRegisters | null
/** How often the index of sales was brought up to the journal, and what windows were told. */
let tended: number
let told: unknown[]
beforeEach(() => {
  vi.useFakeTimers({ now: start })
  folder = makeFolder('privacy')
  journal = openJournal(folder)
  months = null
  ahead = 0
  problems = []
  heard = null
  tended = 0
  told = []
  privacy = createPrivacy(depsOf())
})
afterEach(() => {
  privacy.stop()
  vi.useRealTimers()
  journal.close()
  expect(problems).toEqual([])
})

function depsOf(): PrivacyDeps {
  return {
    journal: writtenJournal(journal),
    // The same without its thread, which search.test.ts has.
    search: {
      customer: async (key, now) => ({
        ...journal.personal.countOf(key, now),
        ids: journal.personal.idsOf(key),
        notes: journal.personal.notesAbout(key),
      }),
      tend: async () => void (tended += 1),
    },
    emit: (_, payload) => told.push(payload),
    cashier: () => null,
    note: (action, said) => journal.trail.add({ at: Date.now(), person: null, action, ...said }),
    keepMonths: () => months,
    now: () => Date.now(),
    serviceNow: () => Date.now() - (ahead ?? 0),
    agreedTime: () => (ahead === null ? null : Date.now() - ahead),
    mustBeApproved: () => undefined,
    others: () => heard,
    decimalSign: () => 'comma',
    shown: (kept) => kept,
    onProblem: ({ code, params }) => problems.push([code, params?.['sale'] ?? ''].join(' ').trim()),
  }
}

function sell(id: string, changes: { approved?: boolean } = {}): void {
  const createdAt = Date.now()
  const record = journal.prepare(intentSample({ id, draftId: id, createdAt }))
  if (changes.approved ?? true) approve(record.id)
}

function approve(id: string): void {
  const record = journal.sale(id)
  if (!record) throw new Error('no sale')
  const facts = { ...record, state: 'APPROVED', settledAt: Date.now(), nextLookAt: null } as const
  const said = { kind: 'lookup', at: Date.now(), error: null } as const
  journal.advance(record, { facts, transaction: transactionSample() }, said)
}

const said = (action: string) =>
  journal.trail
    .page({ start: 0, end: Number.MAX_SAFE_INTEGER, personId: null }, 50, 0)
    .entries.filter((entry) => entry.action === action)
    .map(({ subject, detail }) => ({ subject, detail }))
    .reverse()
const erasedIds = (...ids: string[]) => ids.filter((id) => journal.personal.isErased(id))

describe('how long customers are kept', () => {
  it('as long as the owner says: then they are erased, handful by handful, and the trail says how many', () => {
    for (let index = 0; index < 60; index += 1) sell(`old-${index}`)
    vi.setSystemTime(start + 30 * day)
    sell('young')
    sell('open', { approved: false })
    privacy.start()
    vi.setSystemTime(start + 170 * day)
    vi.advanceTimersByTime(2 * hour)
    expect(journal.personal.countOf(phone, Date.now()).sales).toBe(62)
    expect(said('privacy.expired')).toEqual([])

    vi.setSystemTime(start + 182 * day)
    months = 6
    vi.advanceTimersByTime(hour + 5_000)
    expect(journal.personal.countOf(phone, Date.now()).sales).toBe(62)
    vi.advanceTimersByTime(day)
    expect(said('privacy.expired').map(({ detail }) => detail)).toEqual(['20', '20', '20'])
    expect(tended).toBe(12)
    expect(erasedIds('old-0', 'old-59', 'young', 'open')).toEqual(['old-0', 'old-59'])
    expect(journal.sale('old-7')).toMatchObject({ total: { minor: 520_000 }, serviceId: '4711' })

    vi.setSystemTime(start + 220 * day)
    vi.advanceTimersByTime(2 * hour)
    expect(erasedIds('young', 'open')).toEqual(['young'])
    approve('open')
    vi.advanceTimersByTime(hour)
    expect(erasedIds('open')).toEqual(['open'])
    expect(said('privacy.expired').map(({ detail }) => detail)).toEqual([
      '20',
      '20',
      '20',
      '1',
      '1',
    ])
  })

  it('says of each handful in its own commit, and erases none that it cannot say of', () => {
    for (let index = 0; index < 60; index += 1) sell(`old-${index}`)
    vi.setSystemTime(start + 400 * day)
    months = 12
    const other = openDatabase(join(folder, 'journal.db'), { synchronous: 'FULL' })
    other.exec("create trigger full before insert on trail begin select raise(abort, 'full'); end")
    privacy.start()
    vi.advanceTimersByTime(250)
    expect(problems.splice(0)).toEqual(['STORE_FAILED'])
    expect(erasedIds('old-0')).toEqual([])
    other.exec('drop trigger full')
    other.close()
    vi.advanceTimersByTime(hour)
    expect(said('privacy.expired')).toEqual([{ subject: null, detail: '20' }])
    expect(erasedIds('old-0', 'old-59')).toEqual(['old-0'])
  })

  it('by a time that the service agrees on, never by this computer’s clock alone', () => {
    sell('young')
    months = 12
    ahead = null
    vi.setSystemTime(start + 731 * day)
    privacy.start()
    vi.advanceTimersByTime(3 * hour)
    expect(erasedIds('young')).toEqual([])
    // It agreed before the clock was set wrong, and the service has not been heard since.
    ahead = 731 * day
    vi.advanceTimersByTime(3 * hour)
    expect(erasedIds('young')).toEqual([])
    ahead = null
    vi.advanceTimersByTime(hour)
    // As soon as it is known, and not an hour later.
    ahead = 0
    vi.advanceTimersByTime(61_000)
    expect(erasedIds('young')).toEqual(['young'])
  })

  it('from when they were sold by the service’s clock, where this one was behind', () => {
    const before = { id: 'behind', draftId: 'behind', createdAt: start - 800 * day }
    const record = journal.prepare(intentSample(before))
    const settled = { state: 'APPROVED', settledAt: start, nextLookAt: null } as const
    const facts = { ...record, ...settled, skewMs: 800 * day }
    journal.advance(record, { facts }, { kind: 'lookup', at: start, error: null })
    months = 12
    privacy.start()
    vi.advanceTimersByTime(2 * hour)
    expect(erasedIds('behind')).toEqual([])
    vi.setSystemTime(start + 366 * day)
    vi.advanceTimersByTime(2 * hour)
    expect(erasedIds('behind')).toEqual(['behind'])
  })
})

describe('a request', () => {
  it('goes to the other registers of the shop, also where nothing is kept here, and says who lacks it', async () => {
    const asked = { key: '300 123 4567' }
    const none = { erased: 0, left: 0, notes: 0, unreadable: [] }
    expect(await privacy.handlers['privacy.elsewhere']({})).toBeNull()
    expect(await privacy.handlers['privacy.erase'](asked)).toEqual({ ...none, ordered: false })
    const named = { code: 'C1', name: 'Caja 1', login: 'l', url: 'u', ca: null, begunAt: 1 }
    journal.outbox.begin({ id: 's', ...named })
    const other = { code: 'C2', name: 'Caja 2', joined: 1, retired: null, complete: null }
    heard = {
      ...{ stream: 's', at: start, unheard: [] },
      registers: [other, { ...other, name: 'Caja 3', retired: 2 }],
    }
    expect(await privacy.handlers['privacy.elsewhere']({})).toEqual({ unheard: [] })
    expect(await privacy.handlers['privacy.erase'](asked)).toEqual({ ...none, ordered: true })
    expect(await privacy.handlers['privacy.elsewhere']({})).toEqual({ unheard: ['Caja 2'] })
    delete heard.unheard
    expect(await privacy.handlers['privacy.elsewhere']({})).toEqual({ unheard: ['Caja 2'] })
    expect(await privacy.handlers['privacy.erase']({ key: '12' })).toMatchObject({ ordered: false })
  })

  it('is of what began before it by the service’s clock, whatever this computer’s says', async () => {
    const named = { code: 'C1', name: 'Caja 1', login: 'l', url: 'u', ca: null, begunAt: 1 }
    journal.outbox.begin({ id: 's', ...named })
    ahead = -400 * day
    await privacy.handlers['privacy.erase']({ key: phone })
    const said = journal.outbox.shared.changes({ accounts: {}, beside: [] })
    expect(said.filter(({ kind }) => kind === 'erasure').map(({ body }) => body)).toEqual([
      expect.objectContaining({ at: start + 400 * day }),
    ])
  })

  it('goes on in handfuls, says how far it is, and leaves nothing in the index of sales', async () => {
    for (let index = 0; index < 45; index += 1) sell(`old-${index}`)
    vi.setSystemTime(start + 10 * day)
    const done = await privacy.handlers['privacy.erase']({ key: phone })
    expect(done).toEqual({ erased: 45, left: 0, notes: 0, unreadable: [], ordered: false })
    expect(told).toEqual(
      [5, 10, 15, 20, 25, 30, 35, 40, 45, 45].map((count) => ({ done: count, total: 45 })),
    )
    expect(tended).toBe(1)
  })

  it('of sales of which some cannot be read erases the others, and says those', async () => {
    for (let index = 0; index < 25; index += 1) sell(`old-${index}`)
    vi.setSystemTime(start + 10 * day)
    sell('last')
    journal.slimming.pack(Date.now(), 50)
    const other = openDatabase(join(folder, 'journal.db'), { synchronous: 'FULL' })
    other.exec(`drop trigger sale_packed;
      update sale set packed = x'010203' where id in ('old-0', 'old-7')`)
    other.close()
    let doubts = 0
    journal.wholeness.onDoubt(() => (doubts += 1))
    const unreadable = ['old-0', 'old-7']
    const done = await privacy.handlers['privacy.erase']({ key: phone })
    expect(done).toEqual({ erased: 23, left: 3, notes: 0, unreadable, ordered: false })
    // What is written of them, and once; and the journal is looked through for more.
    expect(problems.splice(0)).toEqual(unreadable.map((sale) => `SALE_UNREADABLE ${sale}`))
    expect(doubts).toBe(1)
    privacy.start()
    vi.advanceTimersByTime(3 * hour)
    expect(erasedIds('old-0', 'old-1', 'old-7', 'old-24')).toEqual(['old-1', 'old-24'])
  })

  it('gives the loop its turn after each step, and no step is of more than a handful', async () => {
    vi.useRealTimers()
    const ids = Array.from({ length: 1_230 }, (_, index) => `sale-${index}`)
    const notes = ids.slice(0, 45).map((id) => ({ kind: 'movement' as const, id, at: 0, text: '' }))
    const steps: string[] = []
    let hasHadTurn = true
    /** A step of the main thread: never two of them in one turn. */
    const step = <T>(what: string, answer: T): T => {
      steps.push(hasHadTurn ? what : `${what}, without a turn`)
      hasHadTurn = false
      setImmediate(() => (hasHadTurn = true))
      return answer
    }
    let due = 0
    const personal: Journal['personal'] = {
      ...journal.personal,
      ask: ({ sales, notes: some }) => {
        due += sales.length
        step(`ask ${sales.length} + ${some.length}`, undefined)
      },
      eraseDue: (_, limit) => {
        const some = Math.min(limit, due)
        due -= some
        return step(`erase ${some} of ${limit}`, some)
      },
      erasedAmong: (some) => step(`count ${some.length}`, some.length),
    }
    privacy = createPrivacy({
      ...depsOf(),
      journal: writtenJournal({ ...journal, personal }),
      search: {
        tend: () => nextTurn(),
        customer: async () => {
          await nextTurn()
          return { ...journal.personal.countOf('none', 0), erasable: ids.length, ids, notes }
        },
      },
    })
    const done = await privacy.handlers['privacy.erase']({ key: phone })
    expect(done).toMatchObject({ erased: ids.length, notes: notes.length })
    expect(steps).toEqual([
      'erase 0 of 5',
      ...['ask 500 + 5', 'ask 500 + 0', 'ask 230 + 0'],
      ...Array.from({ length: 8 }, () => 'ask 0 + 5'),
      ...Array.from({ length: 246 }, () => 'erase 5 of 5'),
      'erase 0 of 5',
      ...['count 500', 'count 500', 'count 230'],
    ])
  })

  it('is done at once where it can be, and by itself where it has to wait', async () => {
    sell('old')
    vi.setSystemTime(start + 10 * day)
    sell('young')
    expect(await privacy.handlers['privacy.find']({ key: '300 123 4567' })).toEqual({
      sales: 2,
      erasable: 1,
      due: 0,
      from: start,
      to: start + 10 * day,
      notes: [],
    })
    expect(await privacy.handlers['privacy.erase']({ key: phone })).toEqual({
      erased: 1,
      left: 1,
      notes: 0,
      unreadable: [],
      ordered: false,
    })
    expect(said('privacy.erase')).toEqual([{ subject: '•••\u00a04567', detail: '1 / 2' }])
    expect(await privacy.handlers['privacy.find']({ key: phone })).toMatchObject({
      sales: 1,
      due: 1,
    })
    ahead = null
    privacy.start()
    vi.advanceTimersByTime(47 * hour)
    expect(erasedIds('old', 'young')).toEqual(['old'])
    vi.advanceTimersByTime(2 * hour)
    expect(erasedIds('young')).toEqual(['young'])
    expect(said('privacy.followed')).toEqual([{ subject: null, detail: '1' }])
    expect(JSON.stringify(said('privacy.erase'))).not.toContain(phone)
  })

  it('to see what is kept has all of it: sales, what was noted of them, and notes of the drawer', async () => {
    journal.prepare(intentSample({ tender: { kind: 'credit', name: 'Rosa' }, createdAt: start }))
    const draft = {
      profileId: 'p1',
      cashierId: null,
      cashier: null,
      openedAt: start,
      base: [],
      follows: null,
    }
    journal.shifts.begin({ id: 's1', ...draft })
    const amount = { minor: 100, currency: 'COP' }
    const moving = { direction: 'in', reason: 'credit', amount, cashier: null } as const
    const note = `Abono ${phone}`
    journal.shifts.movements.add({ id: 'm1', shiftId: 's1', at: start, note, ...moving })
    vi.useRealTimers()
    for (const format of ['json', 'csv'] as const) {
      const path = join(folder, `kept.${format}`)
      const asked = { key: phone, path, format, language: 'es' } as const
      expect(await privacy.handlers['privacy.export'](asked)).toEqual({ path, rows: 1 })
      const text = readFileSync(path, 'utf8')
      for (const told of [phone, 'Rosa', 'sale-0001', note]) expect(text).toContain(told)
    }
  })
})
