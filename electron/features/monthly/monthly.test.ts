import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import {
  monthlyEvents,
  monthlyPlanSchema,
  type MonthlyState,
} from '../../../shared/contract/upkeep/monthly.ts'
import { usualProfile, type Profile } from '../../../shared/contract/connection.ts'
import { Failure } from '../../../shared/errors.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { dueMonths } from './due-month.ts'
import { createMonthly } from './monthly.ts'

const profile: Profile = {
  ...usualProfile,
  id: 'p',
  name: 'Tienda',
  country: 'CO',
  baseUrl: 'https://x.co',
}
const at = (local: string) => Date.parse(`${local}-05:00`)

let folder: string
beforeEach(() => {
  folder = makeFolder('monthly', inMemory)
})

/** The plan at work: what it wrote, noted and told. */
function shop(over: { kept?: Map<string, unknown>; sandbox?: boolean } = {}) {
  const kept = over.kept ?? new Map<string, unknown>()
  const world = {
    kept,
    now: at('2026-11-01T10:00:00'),
    isTold: true,
    profileId: 'p',
    /** While the month is brought, which takes minutes. */
    meanwhile: (): void => undefined,
    complete: true,
    fails: null as Failure | null,
    written: 0,
    notes: [] as string[],
    told: [] as MonthlyState[],
  }
  const monthly = createMonthly({
    settings: { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) },
    emit: (name, payload) => {
      if (name === 'monthly.changed')
        world.told.push(monthlyEvents['monthly.changed'].payload.parse(payload))
    },
    clock: () => ({ now: world.now, isTold: world.isTold }),
    profile: () => ({ ...profile, id: world.profileId, sandbox: over.sandbox ?? false }),
    language: () => 'es',
    async checkFolder(named) {
      if (named === 'gone') throw new Failure('FOLDER_NOT_FOUND', { folder: named })
      return named
    },
    async write(_range, place) {
      if (world.fails) throw world.fails
      world.meanwhile()
      const path = await place()
      world.written += 1
      writeFileSync(path, `libro ${world.written}`)
      return { path, complete: world.complete }
    },
    note: (action, { subject, detail }) => void world.notes.push(`${action} ${subject} ${detail}`),
  })
  return Object.assign(world, { monthly })
}

const plan = (over = {}) => ({ on: true, day: 2, hour: 8, folder, ...over })

test('is due at its hour of its day by the service’s clock, first in the month of the plan', () => {
  const due = (now: string, since: string, over = {}) =>
    dueMonths(monthlyPlanSchema.parse({ ...plan(over), since: at(since) }), at(now)).map(
      ({ month }) => month,
    )
  const since = '2026-12-01T00:00:00'
  expect(due('2026-12-02T07:59:59', since)).toEqual([])
  expect(due('2026-12-02T08:00:00', since)).toEqual(['2026-11'])
  expect(due('2027-01-01T23:59:59', since)).toEqual(['2026-11'])
  expect(due('2027-02-28T23:00:00', since, { day: 28, hour: 23 })).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
  ])
  // Switched on after its day, the month before is still wanted, and no older one.
  expect(due('2026-12-20T08:00:00', '2026-12-20T08:00:00')).toEqual(['2026-11'])
  // A month without that day has a last one.
  const last = { day: 31, hour: 8 }
  expect(due('2027-02-28T07:59:59', since, last)).toEqual(['2026-11', '2026-12'])
  expect(due('2027-02-28T08:00:00', since, last)).toEqual(['2026-11', '2026-12', '2027-01'])
  expect(due('2028-02-28T08:00:00', '2028-02-01T00:00:00', last)).toEqual([])
  expect(due('2028-02-29T08:00:00', '2028-02-01T00:00:00', last)).toEqual(['2028-01'])
  expect(due('2026-12-02T08:00:00', since, { on: false })).toEqual([])
  // The last minute of a month is not yet the next one, wherever this computer is.
  expect(due('2026-11-30T23:59:59', since, { day: 1, hour: 0 })).toEqual([])
  expect(due('2026-12-01T00:00:00', since, { day: 1, hour: 0 })).toEqual(['2026-11'])
  // A clock that runs away does not ask for all of time.
  expect(due('2126-12-01T00:00:00', since)).toHaveLength(12)
})

test('is written once at the next start after it was due, and noted', async () => {
  const first = shop()
  await first.monthly.handlers['monthly.plan'](plan())
  await first.monthly.tick()
  expect(readdirSync(folder)).toEqual([])
  const next = shop({ kept: first.kept })
  next.now = at('2026-11-09T12:00:00')
  expect(next.monthly.state().due).toBe('2026-10')
  await next.monthly.tick()
  await next.monthly.tick()
  expect(readdirSync(folder)).toEqual(['Libro 2026-10.xlsx'])
  expect(next.notes).toEqual(['monthly.written Libro 2026-10.xlsx 2026-10'])
  expect(next.told.at(-1)).toMatchObject({
    due: null,
    failed: null,
    written: { month: '2026-10', complete: true },
  })
  // The test service sells nothing.
  const sandbox = shop({
    kept: new Map([['monthly', { plan: { ...plan(), since: 0 }, written: {} }]]),
    sandbox: true,
  })
  sandbox.now = at('2026-12-09T12:00:00')
  await sandbox.monthly.tick()
  expect(sandbox.written).toBe(0)
  expect(sandbox.monthly.state()).toMatchObject({ due: null, isTestService: true })
})

test('never stands in the place of what it did not write, or somebody changed since', async () => {
  const one = shop()
  await one.monthly.handlers['monthly.plan'](plan())
  const others = join(folder, 'Libro 2026-10.xlsx')
  writeFileSync(others, 'de la contadora')
  mkdirSync(join(folder, 'Libro 2026-10 (2).xlsx'))
  symlinkSync('/etc/hostname', join(folder, 'Libro 2026-10 (3).xlsx'))
  one.complete = false
  one.now = at('2026-11-02T08:00:00')
  await one.monthly.tick()
  expect(readFileSync(others, 'utf8')).toBe('de la contadora')
  const own = join(folder, 'Libro 2026-10 (4).xlsx')
  expect(readFileSync(own, 'utf8')).toBe('libro 1')
  expect(one.notes).toEqual(['monthly.incomplete Libro 2026-10 (4).xlsx 2026-10'])
  // Not whole: a day later it is tried again, in its own place.
  await one.monthly.tick()
  expect(one.written).toBe(1)
  one.now = at('2026-11-03T08:00:01')
  await one.monthly.tick()
  expect(readFileSync(own, 'utf8')).toBe('libro 2')
  // Once somebody wrote in it, it is theirs.
  writeFileSync(own, 'con notas')
  one.complete = true
  one.now = at('2026-11-04T08:00:02')
  await one.monthly.tick()
  expect(readFileSync(own, 'utf8')).toBe('con notas')
  expect(readFileSync(join(folder, 'Libro 2026-10 (5).xlsx'), 'utf8')).toBe('libro 3')
  one.now = at('2026-11-09T08:00:00')
  await one.monthly.tick()
  expect(one.written).toBe(3)
})

test('what fails is said, noted once, and tried again a little later', async () => {
  const one = shop()
  await expect(
    one.monthly.handlers['monthly.plan'](plan({ folder: 'gone' })),
  ).rejects.toMatchObject({
    error: { code: 'FOLDER_NOT_FOUND' },
  })
  await one.monthly.handlers['monthly.plan'](plan())
  one.now = at('2026-11-02T08:00:00')
  one.fails = new Failure('DISK_FULL')
  await one.monthly.tick()
  one.fails = null
  await one.monthly.tick()
  expect(one.written).toBe(0)
  expect(one.told.at(-1)).toMatchObject({
    due: '2026-10',
    failed: { error: { code: 'DISK_FULL' } },
  })
  one.fails = new Failure('DISK_FULL')
  one.now += 16 * 60_000
  await one.monthly.tick()
  expect(one.notes).toEqual(['monthly.failed 2026-10 DISK_FULL'])
  one.fails = null
  one.now += 16 * 60_000
  await one.monthly.tick()
  expect(one.told.at(-1)).toMatchObject({ due: null, failed: null })
  expect(readdirSync(folder)).toEqual(['Libro 2026-10.xlsx'])
})

test('a shop that was closed for months gets the file of each, also where one of them fails', async () => {
  const one = shop()
  await one.monthly.handlers['monthly.plan'](plan())
  one.now = at('2027-01-20T12:00:00')
  one.fails = new Failure('CONNECTION_LOST')
  await one.monthly.tick()
  one.fails = null
  for (let minutes = 0; minutes < 20; minutes += 1) {
    one.now += 60_000
    await one.monthly.tick()
  }
  const names = ['Libro 2026-10.xlsx', 'Libro 2026-11.xlsx', 'Libro 2026-12.xlsx']
  expect(readdirSync(folder).toSorted()).toEqual(names)
  expect(one.monthly.state()).toMatchObject({ due: null, failed: null })
})

test('a clock that jumps writes no month of the future, and loses none', async () => {
  const one = shop()
  one.isTold = false
  one.now = at('2029-05-05T10:00:00')
  await one.monthly.handlers['monthly.plan'](plan())
  await one.monthly.tick()
  one.isTold = true
  one.now = at('2026-11-01T10:00:00')
  await one.monthly.tick()
  // The computer's clock runs away, until the service's next answer says so.
  one.now = at('2027-02-03T10:00:00')
  one.meanwhile = () => {
    one.now = at('2026-11-01T10:05:00')
  }
  await one.monthly.tick()
  expect(readdirSync(folder)).toEqual([])
  one.meanwhile = () => undefined
  one.now = at('2026-11-02T08:00:00')
  await one.monthly.tick()
  expect(readdirSync(folder)).toEqual(['Libro 2026-10.xlsx'])
  // Back again: it is not written twice.
  one.now = at('2026-11-01T00:00:00')
  await one.monthly.tick()
  one.now = at('2026-11-02T09:00:00')
  await one.monthly.tick()
  expect(one.written).toBe(1)
})

test('a file that appears while the month is brought keeps its place', async () => {
  const one = shop()
  await one.monthly.handlers['monthly.plan'](plan())
  one.now = at('2026-11-02T08:00:00')
  const others = join(folder, 'Libro 2026-10.xlsx')
  one.meanwhile = () => writeFileSync(others, 'de la contadora')
  await one.monthly.tick()
  expect(readFileSync(others, 'utf8')).toBe('de la contadora')
  expect(one.monthly.state().written?.path).toBe(join(folder, 'Libro 2026-10 (2).xlsx'))
})

test('where what was written cannot be kept the folder does not fill', async () => {
  const kept = new Map<string, unknown>()
  const one = shop({ kept })
  await one.monthly.handlers['monthly.plan'](plan())
  const set = kept.set.bind(kept)
  kept.set = () => {
    throw new Failure('DISK_FULL')
  }
  one.now = at('2026-11-02T08:00:00')
  for (let times = 0; times < 4; times += 1) {
    await one.monthly.tick()
    one.now += 16 * 60_000
  }
  expect(readdirSync(folder)).toEqual(['Libro 2026-10.xlsx'])
  kept.set = set
  await one.monthly.tick()
  expect(readdirSync(folder)).toEqual(['Libro 2026-10.xlsx'])
  expect(one.monthly.state()).toMatchObject({ due: null, failed: null })
})

test('another folder is chosen where the first is gone: what was due is still written', async () => {
  const one = shop()
  await one.monthly.handlers['monthly.plan'](plan())
  one.now = at('2026-11-02T08:00:00')
  one.fails = new Failure('FOLDER_NOT_FOUND', { folder })
  await one.monthly.tick()
  one.fails = null
  const other = join(folder, 'otra')
  mkdirSync(other)
  one.now += 60_000
  await one.monthly.handlers['monthly.plan'](plan({ folder: other }))
  await one.monthly.tick()
  expect(readdirSync(other)).toEqual(['Libro 2026-10.xlsx'])
})

test('ticks that meet write once; what another account wrote is its own', async () => {
  const one = shop()
  await one.monthly.handlers['monthly.plan'](plan())
  one.now = at('2026-11-02T08:00:00')
  await Promise.all([one.monthly.tick(), one.monthly.tick(), one.monthly.tick()])
  expect(one.written).toBe(1)
  one.profileId = 'q'
  expect(one.monthly.state()).toMatchObject({ written: null, due: '2026-10' })
  await one.monthly.tick()
  expect(readdirSync(folder)).toEqual(['Libro 2026-10 (2).xlsx', 'Libro 2026-10.xlsx'])
})
