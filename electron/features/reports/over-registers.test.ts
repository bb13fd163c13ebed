import { expect, test } from 'vitest'
import type { Completeness } from '../../../shared/contract/reports.ts'
import { usualProfile, type Profile } from '../../../shared/contract/connection.ts'
import { Failure } from '../../../shared/errors.ts'
import { openCache } from '../../store/cache/cache.ts'
import { createReports, type ReportsFeature } from './reports.ts'
import { createOverRegisters, type Brought, type OverDeps } from './over-registers.ts'

// Which report a call is of, who may ask, and that nothing of what was brought stays.

const profile: Profile = {
  ...{ ...usualProfile, id: 'here', name: 'Tienda', country: 'CO' },
  baseUrl: 'https://service.example',
}
const days = { from: '2026-10-01', to: '2026-10-31' }
const october = { kind: 'sales', ...days } as const
const whole: Completeness = {
  ...{ complete: true, missingDays: [], saturatedDays: [], provisionalDays: [], movingDays: [] },
  ...{ unreadableRows: 0, unlistedSales: 0, fetchedAt: 1 },
}
const read = { at: 1, only: null, account: 'Tienda', registers: [] }

/** Answers what was done of what was brought, in order. */
function playing(change: Partial<OverDeps> = {}) {
  const done: string[] = []
  let count = 0
  const timers = new Set<() => void>()
  const delays: number[] = []
  const reportsNamed = (name: string): ReportsFeature => {
    const reports = createReports({
      cache: openCache(':memory:'),
      ...{ profile: () => profile, service: () => expect.fail('nobody is asked') },
      ...{ emit: () => undefined, mustBeApproved: () => undefined, decimalSign: () => 'comma' },
      maySeeCommissions: () => true,
    })
    const said = async (what: string) => {
      done.push(`${name} ${what}`)
      return { ...whole, unlistedSales: name === 'own' ? 0 : 7 }
    }
    return {
      ...reports,
      handlers: {
        ...reports.handlers,
        'reports.completeness': () => said('completeness'),
        'reports.gather': () => said('gather'),
      },
      async close() {
        done.push(`${name} closed`)
        await reports.close()
      },
    }
  }
  const over = createOverRegisters({
    own: reportsNamed('own'),
    choices: async () => null,
    async bring({ only }): Promise<Brought> {
      count += 1
      const folder = `mirror ${count}`
      done.push(`${folder} of ${only ?? 'all'}`)
      return { folder, profile, isOwn: true, read, drop: () => void done.push(`${folder} dropped`) }
    },
    reportsOver: ({ folder }) => reportsNamed(folder),
    ...{ mayRead: () => true, canAsk: () => true, profileId: () => 'here' },
    ...{ emit: () => undefined, onProblem: (error) => void done.push(error.code) },
    now: () => 0,
    after(delay, work) {
      delays.push(delay)
      timers.add(work)
      return () => timers.delete(work)
    },
    ...change,
  })
  const { handlers } = over
  const bring = (only: string | null = null) =>
    handlers['registers.bring']({ jobId: 'job', ...days, only, account: null })
  return { ...over, handlers, bring, done, timers, delays }
}
const refused = (code: string) => ({ error: { code } })

test('a report is of what its call names: of this register unless it says otherwise', async () => {
  const { handlers, bring, done, close } = playing()
  expect(await handlers['reports.completeness'](october)).toMatchObject({ unlistedSales: 0 })
  const { over } = await bring('Centro')
  const of = { ...october, over }
  expect(await handlers['reports.completeness'](of)).toMatchObject({ unlistedSales: 7 })
  // The service's rows are the same account's: one asks for them, and what registers sent says what lacks.
  expect(await handlers['reports.gather']({ ...of, jobId: 'job' })).toMatchObject({
    unlistedSales: 7,
  })
  expect(done).toEqual([
    ...['own completeness', 'mirror 1 of Centro', 'mirror 1 completeness'],
    ...['own gather', 'mirror 1 completeness'],
  ])
  await close()
  expect(done.slice(-2)).toEqual(['mirror 1 closed', 'mirror 1 dropped'])
})

test('nobody is asked for the rows of an account that is no connection here', async () => {
  const { handlers, bring, done, close } = playing({ canAsk: () => false })
  const { over, asksService } = await bring()
  expect(asksService).toBe(false)
  await handlers['reports.gather']({ ...october, over, jobId: 'job' })
  expect(done).not.toContain('own gather')
  await close()
})

test('who may not read the books of all gets none of it, whatever they know its name to be', async () => {
  let mayRead = true
  const { handlers, bring, close } = playing({ mayRead: () => mayRead })
  const { over } = await bring()
  mayRead = false
  const asked = handlers['reports.completeness']({ ...october, over })
  await expect(asked).rejects.toMatchObject(refused('NOT_ALLOWED'))
  expect(await handlers['reports.completeness'](october)).toMatchObject({ complete: true })
  await close()
})

test('other days than those that were brought are refused, and so is what is gone or of another account', async () => {
  let profileId = 'here'
  const { handlers, bring, close } = playing({ profileId: () => profileId })
  const { over } = await bring()
  const ask = (range: object) => handlers['reports.completeness']({ ...october, over, ...range })
  await expect(ask({ from: '2026-09-30' })).rejects.toMatchObject(refused('RANGE_INVALID'))
  await expect(ask({ over: 'none' })).rejects.toMatchObject(refused('HUB_MIRROR_GONE'))
  profileId = 'another'
  await expect(ask({})).rejects.toMatchObject(refused('HUB_MIRROR_GONE'))
  await close()
})

test('the one before goes when another was brought, when it is left, and when nobody asks for long', async () => {
  const { handlers, bring, done, timers, close } = playing()
  await bring()
  const { over } = await bring('C2')
  await expect.poll(() => done).toContain('mirror 1 dropped')
  expect(done).not.toContain('mirror 2 dropped')
  await handlers['registers.leave']({ over })
  await expect.poll(() => done).toContain('mirror 2 dropped')
  await bring('C3')
  expect(timers.size).toBe(1)
  for (const pass of timers) pass()
  await expect.poll(() => done).toContain('mirror 3 dropped')
  await close()
})

test('whoever goes on looking reads it again within the hour: who is erased meanwhile would be in it', async () => {
  let now = 0
  const { handlers, bring, delays, close } = playing({ now: () => now })
  const { over } = await bring()
  now = 50 * 60_000
  await handlers['reports.completeness']({ ...october, over })
  now = 70 * 60_000
  await handlers['reports.completeness']({ ...october, over })
  expect(delays).toEqual([15 * 60_000, 10 * 60_000, 0])
  await close()
})

test('what is called off or fails leaves the one before as it is', async () => {
  let fails = false
  const good: Brought = {
    ...{ folder: 'good', profile, isOwn: true, read, drop: () => undefined },
  }
  const { handlers, bring, close } = playing({
    async bring(_, { signal }) {
      if (!fails) return good
      await new Promise((ended) => signal.addEventListener('abort', ended))
      throw new Failure('CANCELLED')
    },
  })
  const { over } = await bring()
  fails = true
  const second = bring('C2')
  await handlers['registers.cancel']({ jobId: 'job' })
  await expect(second).rejects.toMatchObject(refused('CANCELLED'))
  expect(await handlers['reports.completeness']({ ...october, over })).toMatchObject({
    unlistedSales: 7,
  })
  await close()
})
