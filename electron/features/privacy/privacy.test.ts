import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { intentSample, transactionSample } from '../../store/journal-samples.ts'
import type { Journal } from '../../store/journal.ts'
import { openJournal } from '../../store/open-journal.ts'
import { createPrivacy, type Privacy } from './privacy.ts'

const phone = '3001234567'
const hour = 3_600_000
const day = 24 * hour
const start = Date.UTC(2026, 0, 10, 15)

let folder: string
let journal: Journal
let privacy: Privacy
let months: number | null
let problems: string[]
beforeEach(() => {
  vi.useFakeTimers({ now: start })
  folder = mkdtempSync(join(tmpdir(), 'privacy-'))
  journal = openJournal(folder)
  months = null
  problems = []
  privacy = createPrivacy({
    journal: () => journal,
    reader: () => journal,
    cashier: () => 'Ana',
    note: (action, said) => journal.trail.add({ at: Date.now(), person: null, action, ...said }),
    keepMonths: () => months,
    now: () => Date.now(),
    mustBeApproved: () => undefined,
    decimalSign: () => 'comma',
    onProblem: ({ code }) => problems.push(code),
  })
})
afterEach(() => {
  privacy.stop()
  vi.useRealTimers()
  journal.close()
  rmSync(folder, { recursive: true })
  expect(problems).toEqual([])
})

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
    expect(said('privacy.expired')).toEqual([{ subject: null, detail: '60' }])
    expect(erasedIds('old-0', 'old-59', 'young', 'open')).toEqual(['old-0', 'old-59'])
    expect(journal.sale('old-7')).toMatchObject({ total: { minor: 520_000 }, serviceId: '4711' })

    vi.setSystemTime(start + 220 * day)
    vi.advanceTimersByTime(2 * hour)
    expect(erasedIds('young', 'open')).toEqual(['young'])
    approve('open')
    vi.advanceTimersByTime(hour)
    expect(erasedIds('open')).toEqual(['open'])
    expect(said('privacy.expired').map(({ detail }) => detail)).toEqual(['60', '1', '1'])
  })

  it('says what it erased also where the register is closed before it is through', () => {
    for (let index = 0; index < 60; index += 1) sell(`old-${index}`)
    vi.setSystemTime(start + 400 * day)
    months = 12
    privacy.start()
    vi.advanceTimersByTime(250)
    privacy.stop()
    expect(said('privacy.expired')).toEqual([{ subject: null, detail: '50' }])
  })
})

describe('a request', () => {
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
    })
    expect(said('privacy.erase')).toEqual([{ subject: '•••\u00a04567', detail: '1 / 2' }])
    expect(await privacy.handlers['privacy.find']({ key: phone })).toMatchObject({
      sales: 1,
      due: 1,
    })
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
    const draft = { profileId: 'p1', cashierId: null, cashier: null, openedAt: start, base: [] }
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
