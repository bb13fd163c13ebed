import { expect, test } from 'vitest'
import type { SeenDrawer, SeenRegister } from '../../../shared/contract/upkeep/branches.ts'
import { seenRegisters, soldBy } from '../../../shared/contract/testing/many-registers.ts'
import { figuresOf, freshnessOf, minutesOff, seenOf, shiftOf, standingOf, sumsOf } from './seen.ts'

const minute = 60_000
const at = 1_000 * minute
const register = (change: Partial<SeenRegister> = {}): SeenRegister => ({
  ...{ code: 'C1', name: 'Caja 1', branch: null, state: 'joined', seen: at, complete: at },
  ...{ version: '1', clock: 0, waiting: 0, trouble: null, forked: null, missing: 0, opened: at },
  retired: null,
  ...change,
})
const empty = { drawers: [], pending: [], balances: [] }

test('nothing is complete while one register is behind, and one that never sent leaves no moment', () => {
  const late = register({ code: 'C2', complete: at - 11 * minute })
  const gone = register({ code: 'C3', state: 'retired', complete: null, retired: at - 1 })
  expect(freshnessOf({ at, ...empty, registers: [register(), gone] }, at)).toEqual({
    behind: [],
    until: at,
  })
  expect(freshnessOf({ at, ...empty, registers: [register(), late] }, 0)).toEqual({
    behind: [late],
    until: at - 11 * minute,
  })
  const never = register({ complete: null })
  expect(freshnessOf({ at, ...empty, registers: [late, never] }, 0).until).toBeNull()
  expect(freshnessOf({ at, ...empty, registers: [] }, 0).until).toBeNull()
})

test('a register that cannot send, or that a copy of it came for, is not up to date, nor one that was retired too early', () => {
  const behindOf = (change: Partial<SeenRegister>) =>
    freshnessOf({ at, ...empty, registers: [register(change)] }, at - 60 * minute).behind.length
  expect(behindOf({})).toBe(0)
  expect(behindOf({ forked: at })).toBe(1)
  expect(behindOf({ trouble: 'HUB_UNREACHABLE' })).toBe(1)
  expect(behindOf({ missing: 1 })).toBe(1)
  const retired = { state: 'retired', retired: at - 20 * minute } as const
  expect(behindOf({ ...retired, complete: at - 21 * minute })).toBe(0)
  expect(behindOf({ ...retired, complete: at - 40 * minute })).toBe(1)
  expect(behindOf({ ...retired, complete: null })).toBe(1)
  expect(behindOf({ ...retired, complete: null, seen: null })).toBe(0)
  expect(behindOf({ ...retired, complete: null, retired: at - 61 * minute })).toBe(0)
})

test('the worst is said of a register', () => {
  const all = { forked: 5, trouble: 'HUB_FAILED', missing: 1, complete: null }
  expect(standingOf(register(all), at)).toBe('forked')
  expect(standingOf(register({ ...all, forked: null }), at)).toBe('trouble')
  expect(standingOf(register({ missing: 1, complete: null }), at)).toBe('missing')
  expect(standingOf(register({ complete: null }), at)).toBe('behind')
  expect(standingOf(register({ ...all, state: 'retired' }), at)).toBe('retired')
  expect([
    minutesOff(register({ clock: 90_000 })),
    minutesOff(register({ clock: -10 * minute })),
  ]).toEqual([0, -10])
})

test('a shift of another day is a Z that was not closed', () => {
  const drawer = (opened: number): SeenDrawer => ({
    ...{ code: 'C1', shift: 's', cashier: null, opened, expected: null, held: null },
  })
  expect(shiftOf(register(), [drawer(at)], at)).toBe('open')
  expect(shiftOf(register(), [drawer(at), drawer(at - 1)], at)).toBe('unclosed')
  expect(shiftOf(register(), [], at)).toBe('closed')
  expect(shiftOf(register({ opened: at - 1 }), [], at)).toBe('none')
})

test('currencies are never added', () => {
  const amounts = [
    { minor: 5, currency: 'USD' },
    { minor: 7, currency: 'COP' },
    null,
    { minor: 1, currency: 'USD' },
  ]
  expect(sumsOf(amounts)).toEqual([
    { minor: 7, currency: 'COP' },
    { minor: 6, currency: 'USD' },
  ])
})

test('the figures of some registers are of them alone; what is missing is known of all together', () => {
  const now = seenRegisters(3, at)
  const all = { now, today: soldBy(now, 1), month: soldBy(now, 24) }
  const part = seenOf(all, new Set(['C2', 'C3']))
  const ofName = (of: typeof all) =>
    Object.fromEntries(figuresOf(of, 'COP').map(({ name, sums }) => [name, sums]))
  const [first, ...others] = all.today.sums.map(({ total }) => total)
  expect(ofName(all)['today']).toEqual(sumsOf([...others, first ?? null]))
  expect(ofName(part)['today']).toEqual(sumsOf(others))
  // Nothing waits there: known, and zero. Of registers that never told it is not known, nor a balance that was not seen.
  expect(ofName(part)['open']).toEqual([{ minor: 0, currency: 'COP' }])
  const untold = { ...now, registers: now.registers.map((one) => ({ ...one, seen: null })) }
  const none = {
    now: { ...untold, pending: [] },
    today: { ...all.today, sums: [] },
    month: all.month,
  }
  expect(ofName(none)['open']).toEqual([])
  expect(ofName(none)['today']).toEqual([])
  expect(ofName({ ...all, now: { ...now, balances: [] } })['balances']).toEqual([])
  expect(part.now.registers.map(({ code }) => code)).toEqual(['C2', 'C3'])
  expect(ofName(part)['differences']).toEqual(ofName(all)['differences'])
})
