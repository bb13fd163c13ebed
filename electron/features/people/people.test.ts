import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ParsedInput } from '../../../shared/contract/index.ts'
import { money } from '../../../shared/domain/money/money.ts'
import { noCashLimits } from '../../../shared/domain/people/cash-limits.ts'
import { serviceDay } from '../../../shared/domain/time/dates.ts'
import { waitAfter } from '../../../shared/domain/people/people.ts'
import { rightSchema, rightsOfRole } from '../../../shared/domain/people/rights.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Journal } from '../../store/journal/journal.ts'
import type { Database } from '../../store/sqlite/db.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { createPeople, type PeopleFeature } from './people.ts'

let journal: Journal
let db: Database
let people: PeopleFeature
let now: number
/** What the monotonic clock says. */
let up: number
let heard: string[]
/** What was last asked of a path: whether this person agreed to it. */
let agreed: { path: string; who: string | null } | null = null
const noKeyring = () => Promise.reject(new Error('no keyring'))
const seal = { read: noKeyring, write: noKeyring, isUsed: () => false }

function open(read: () => Journal | null = () => journal): PeopleFeature {
  return createPeople({
    journal: { isWriter: true, read, write: () => journal },
    emit: (name) => void heard.push(name),
    onChange: () => void heard.push('another'),
    now: () => now,
    elapsed: () => up,
    stir: () => void heard.push('stir'),
    onProblem: (error) => void heard.push(error.code),
    mustBeApproved: (path, who) => void (agreed = { path, who }),
    decimalSign: () => 'comma',
    seal,
    pinCost: 16,
  })
}

beforeEach(() => {
  ;({ journal, db } = openMemoryJournal())
  now = Date.UTC(2026, 10, 21, 15)
  up = 0
  heard = []
  people = open()
})
afterEach(() => journal.close())

const draft = (change: Partial<ParsedInput<'people.save'>>): ParsedInput<'people.save'> => ({
  id: null,
  name: 'Ana',
  role: 'administrator',
  rights: [],
  active: true,
  pin: '1234',
  ...change,
})
const save = (change: Partial<ParsedInput<'people.save'>>) =>
  people.handlers['people.save'](draft(change))
const state = () => people.handlers['people.state']({})
const signIn = (personId: string, pin: string) =>
  people.handlers['people.signIn']({ personId, pin })
const idOf = (name: string) => journal.people.all().find((one) => one.name === name)?.id ?? ''
/** So many seconds go by, on every clock. */
function pass(seconds: number): void {
  now += seconds * 1000
  up += seconds * 1000
}
const refusal = (code: string): unknown => expect.objectContaining({ error: { code } })
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (caught: unknown) => (caught instanceof Failure ? caught.error.code : String(caught)),
  )
const minute = 60_000
const actions = () =>
  journal.trail
    .page({ start: 0, end: Infinity, personId: null }, 100, 0)
    .entries.map(({ action }) => action)
    .reverse()

describe('one person alone', () => {
  it('works without a PIN until somebody is made', async () => {
    expect(await state()).toEqual({ mode: 'single', current: null, last: null, people: [] })
    expect(people.presence.mode()).toBe('single')
    expect(people.presence.current()).toBeNull()
  })

  it('becomes the administrator, signed in, whatever role was asked for', async () => {
    await save({ role: 'cashier' })
    expect(people.presence.mode()).toBe('people')
    expect(people.presence.current()).toMatchObject({
      name: 'Ana',
      role: 'administrator',
      rights: rightsOfRole.administrator,
    })
    expect(heard).toContain('people.changed')
  })

  it('comes back when the only one leaves', async () => {
    await save({})
    await save({ id: idOf('Ana'), active: false })
    expect(await state()).toMatchObject({ mode: 'single', current: null, people: [] })
  })
})

describe('people whose list cannot be read', () => {
  it('lock nothing, and leave nobody a right', async () => {
    await save({})
    people.lock()
    people = open(() => null)
    expect(await state()).toEqual({ mode: 'unknown', current: null, last: null, people: [] })
    expect(people.presence.isLocked()).toBe(false)
    expect(rightSchema.options.filter(people.presence.may)).toEqual([])
    await expect(signIn(idOf('Ana'), '1234')).rejects.toEqual(refusal('PERSON_NOT_FOUND'))
  })
})

describe('a PIN', () => {
  beforeEach(async () => {
    await save({})
    await people.handlers['people.lock']({})
  })

  it('opens the register, and nothing else does', async () => {
    expect(people.presence.current()).toBeNull()
    await expect(signIn(idOf('Ana'), '4321')).rejects.toEqual(refusal('PIN_WRONG'))
    await expect(signIn(idOf('Ana'), '')).rejects.toEqual(refusal('PIN_WRONG'))
    expect(await signIn(idOf('Ana'), '1234')).toMatchObject({ current: { name: 'Ana' } })
    await expect(signIn('nobody', '1234')).rejects.toEqual(refusal('PERSON_NOT_FOUND'))
  })

  it('makes wrong tries wait longer and longer, also after a restart, and a right one forgets them', async () => {
    const waits: number[] = []
    for (let tries = 0; tries < 6; tries += 1) {
      await expect(signIn(idOf('Ana'), '0000')).rejects.toEqual(refusal('PIN_WRONG'))
      const until = journal.people.person(idOf('Ana'))?.waitUntil ?? 0
      waits.push(Math.max(0, until - now) / 1000)
      people = open()
      if (waits.at(-1)) {
        await expect(signIn(idOf('Ana'), '1234')).rejects.toMatchObject({
          error: { code: 'PIN_WAIT', params: { seconds: waits.at(-1) } },
        })
      }
      pass(waits.at(-1) ?? 0)
    }
    expect(waits).toEqual([0, 0, 5, 10, 20, 40])
    await signIn(idOf('Ana'), '1234')
    expect(journal.people.person(idOf('Ana'))).toMatchObject({ failures: 0, waitUntil: 0 })
  })

  it('waits by no clock that a person can set', async () => {
    const ana = idOf('Ana')
    let looked = 0
    for (let tries = 0; tries < 12; tries += 1) {
      now += 16 * minute
      if ((await codeOf(signIn(ana, '0000'))) === 'PIN_WRONG') looked += 1
    }
    expect(looked).toBe(3)
    expect(await codeOf(signIn(ana, '1234'))).toBe('PIN_WAIT')
    pass(5)
    expect(await signIn(ana, '1234')).toMatchObject({ current: { name: 'Ana' } })
  })

  it('is looked at again once the wait is over, also where the clock was years ahead when it began', async () => {
    const ana = idOf('Ana')
    now += 3650 * 24 * 60 * minute
    for (let tries = 0; tries < 4; tries += 1) await signIn(ana, '0000').catch(() => null)
    now -= 3650 * 24 * 60 * minute
    pass(5)
    await expect(signIn(ana, '0000')).rejects.toEqual(refusal('PIN_WRONG'))
    people = open()
    expect(await codeOf(signIn(ana, '1234'))).toBe('PIN_WAIT')
    pass(10)
    expect(await signIn(ana, '1234')).toMatchObject({ current: { name: 'Ana' } })
  })

  it('waits across a restart by what the trail saw go by, whoever else was there', async () => {
    await signIn(idOf('Ana'), '1234')
    await save({ name: 'Beto', role: 'cashier', pin: '2222' })
    const ana = idOf('Ana')
    for (let tries = 0; tries < 12; tries += 1) {
      await signIn(ana, '0000').catch(() => null)
      pass(waitAfter(tries + 1) / 1000)
    }
    await signIn(ana, '0000').catch(() => null)
    people = open()
    // Another signs in with the clock put forward, and the program is started again.
    now += 16 * minute
    await signIn(idOf('Beto'), '2222')
    people = open()
    expect(await codeOf(signIn(ana, '1234'))).toBe('PIN_WAIT')
    pass(10 * 60)
    await signIn(idOf('Beto'), '2222')
    people = open()
    now += 60 * minute
    await expect(signIn(ana, '1234')).rejects.toMatchObject({
      error: { code: 'PIN_WAIT', params: { seconds: 300 } },
    })
    pass(300)
    expect(await signIn(ana, '1234')).toMatchObject({ current: { name: 'Ana' } })
  })

  it('opens a register that can write nothing, and no try is free there either', async () => {
    const { people: kept } = journal
    const setTries = () => {
      throw new Failure('DISK_FULL')
    }
    journal = { ...journal, people: { ...kept, setTries } }
    const ana = idOf('Ana')
    const codes: unknown[] = []
    for (let tries = 0; tries < 4; tries += 1) {
      codes.push(await signIn(ana, '0000').catch((caught: unknown) => caught))
    }
    expect(codes.map((one) => one instanceof Failure && one.error.code)).toEqual([
      'PIN_WRONG',
      'PIN_WRONG',
      'PIN_WRONG',
      'PIN_WAIT',
    ])
    pass(5)
    expect(await signIn(ana, '1234')).toMatchObject({ current: { name: 'Ana' } })
    expect(heard).toContain('DISK_FULL')
  })

  it('is written down as wrong only where it was looked at', async () => {
    for (let tries = 0; tries < 5; tries += 1) await signIn(idOf('Ana'), '0000').catch(() => null)
    expect(actions().filter((action) => action === 'people.wrongPin')).toHaveLength(3)
  })

  it('counts tries that are made at the same time', async () => {
    const tries = Array.from({ length: 5 }, () => signIn(idOf('Ana'), '0000'))
    const codes = (await Promise.allSettled(tries)).map((one) =>
      one.status === 'rejected' ? String(one.reason) : 'in',
    )
    expect(codes.filter((code) => code.includes('Too many tries'))).toHaveLength(2)
  })

  it('is kept as a hash of its own salt, and nowhere else', async () => {
    await signIn(idOf('Ana'), '1234')
    await save({ name: 'Beto', role: 'cashier' })
    const [ana, beto] = journal.people.all()
    expect(ana?.pinHash).toMatch(/^scrypt\$16\$[0-9a-f]{32}\$[0-9a-f]{64}$/)
    expect(beto?.pinHash.split('$')[2]).not.toBe(ana?.pinHash.split('$')[2])
    const told = JSON.stringify([
      await state(),
      await people.handlers['people.list']({}),
      journal.trail.page({ start: 0, end: Infinity, personId: null }, 100, 0),
    ])
    expect(told).not.toContain('scrypt')
    expect(told).not.toContain('1234')
  })

  it('is changed by its owner, who knows the old one', async () => {
    await signIn(idOf('Ana'), '1234')
    const change = people.handlers['people.changePin']
    await expect(change({ pin: '9999', newPin: '5678' })).rejects.toEqual(refusal('PIN_WRONG'))
    await change({ pin: '1234', newPin: '5678' })
    await expect(signIn(idOf('Ana'), '1234')).rejects.toEqual(refusal('PIN_WRONG'))
    expect(await signIn(idOf('Ana'), '5678')).toMatchObject({ current: { name: 'Ana' } })
  })
})

describe('the list of people', () => {
  beforeEach(() => save({}).then(() => undefined))

  it('never has two of one name, accents or not, nor is it left without an administrator', async () => {
    await expect(save({ name: 'ÁNA' })).rejects.toEqual(refusal('NAME_TAKEN'))
    await save({ name: 'Beto', role: 'cashier', rights: ['sell'], pin: '2222' })
    const ana = idOf('Ana')
    await expect(save({ id: ana, role: 'cashier' })).rejects.toEqual(refusal('LAST_ADMINISTRATOR'))
    await expect(save({ id: ana, active: false })).rejects.toEqual(refusal('LAST_ADMINISTRATOR'))
    await expect(save({ name: 'Caro', pin: undefined })).rejects.toMatchObject({
      error: { code: 'BAD_INPUT' },
    })
  })

  it('keeps the limits of a person until the owner says others, and tells the trail of them', async () => {
    const limits = { cashOut: money(20_000_000, 'COP'), deposit: null }
    await save({ name: 'Beto', role: 'cashier', rights: ['sell'], pin: '2222', limits })
    const beto = { id: idOf('Beto'), name: 'Beto', role: 'cashier', rights: ['sell'] } as const
    const saved = async (change: Partial<ParsedInput<'people.save'>>) => {
      const members = await save({ ...beto, rights: [...beto.rights], pin: undefined, ...change })
      return members.find(({ id }) => id === beto.id)?.limits
    }
    expect(await saved({})).toEqual(limits)
    expect(journal.trail.peopleUnlike()).toEqual([])
    expect(await saved({ limits: noCashLimits })).toEqual(noCashLimits)
    const [last] = journal.trail.page({ start: 0, end: Infinity, personId: null }, 1, 0).entries
    expect(last).toMatchObject({ action: 'people.changed', detail: 'max - / -' })
    // Past the trail none is set or lifted unseen.
    db.exec(`update person set limits = '{"cashOut":null,"deposit":null}' where name = 'Beto'`)
    expect(journal.trail.peopleUnlike()).toMatchObject([{ name: 'Beto' }])
  })

  it('is changed quickly: the other cashier signs in over the first', async () => {
    await save({ name: 'Beto', role: 'cashier', rights: ['sell'], pin: '2222' })
    await signIn(idOf('Beto'), '2222')
    expect(people.presence.current()).toMatchObject({ name: 'Beto', rights: ['sell'] })
    expect(await state()).toMatchObject({ last: { name: 'Beto' } })
    await save({ id: idOf('Beto'), name: 'Beto', role: 'cashier', active: false })
    expect(people.presence.current()).toBeNull()
    await expect(signIn(idOf('Beto'), '2222')).rejects.toEqual(refusal('PERSON_NOT_FOUND'))
  })
})

it('who left at another register is out here, also once they come back', async () => {
  await save({})
  await save({ name: 'Beto', pin: '2222' })
  const ana = journal.people.person(idOf('Ana'))
  if (!ana) throw new Error('Ana is here')
  for (const active of [false, true]) {
    const line = { at: now, person: null, action: 'people.shared', subject: 'Ana' }
    journal.people.put({ ...ana, active }, line)
    people.heard()
    expect(people.presence.current()).toBeNull()
  }
  expect(heard).toContain('people.changed')
})

describe('the trail', () => {
  it('tells who did what in order, and nothing changes or deletes it', async () => {
    await save({})
    people.note('reports.export', { subject: 'Ventas.xlsx' })
    people.lock()
    await expect(signIn(idOf('Ana'), '0')).rejects.toThrow()
    await signIn(idOf('Ana'), '1234')
    expect(actions()).toEqual([
      'people.created',
      'reports.export',
      'people.lock',
      'people.wrongPin',
      'people.signIn',
    ])
  })

  it('cannot be rewritten in the file either', () => {
    const memory = openMemoryJournal()
    memory.journal.trail.add({ at: 1, person: null, action: 'settings.set' })
    expect(() => memory.db.exec('delete from trail')).toThrow(/never deleted/)
    expect(() => memory.db.exec("update trail set action = 'x'")).toThrow(/never changed/)
    expect(() => memory.db.exec('delete from person')).not.toThrow()
    memory.journal.close()
  })

  it('is paged by days and people, and written as CSV', async () => {
    await save({})
    people.note('settings.set', { detail: 'language: en; "x"' })
    now += 3 * 86_400_000
    people.note('settings.set', { detail: '=HYPERLINK()' })
    people.note('people.denied', { subject: 'reports.page' })
    const today = serviceDay(now)
    const page = await people.handlers['people.trail']({
      from: today,
      to: today,
      personId: idOf('Ana'),
      offset: 0,
      limit: 10,
    })
    expect(page).toMatchObject({
      count: 2,
      entries: [{ person: { name: 'Ana' } }, { action: 'settings.set' }],
    })
    const folder = makeFolder('trail')
    const path = join(folder, 'rastro.csv')
    const all = { from: '2026-11-01', to: today, personId: null, language: 'es', path } as const
    expect(await people.handlers['people.exportTrail'](all)).toEqual({ path, rows: 4 })
    expect(agreed).toEqual({ path, who: people.presence.current()?.id ?? null })
    const lines = readFileSync(path, 'utf8').trimEnd().split('\r\n')
    expect(lines[0]).toBe('\uFEFFFecha y hora;Persona;Acción;Sobre;Detalle')
    expect(lines[1]).toContain('Ana;No se le permitió;Leer un reporte;')
    expect(lines[2]).toContain("Ana;Cambió ajustes;;'=HYPERLINK()")
    expect(lines[3]).toContain('"language: en; ""x"""')
  })
})
