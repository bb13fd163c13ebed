import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIdleLock } from './idle-lock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function idleLock(minutes: number) {
  const told = { locks: 0, minutes }
  const lock = createIdleLock({
    limitMs: () => told.minutes * 60_000,
    monotonic: () => performance.now(),
  })
  lock.start(() => (told.locks += 1))
  return { lock, told }
}

test('locks once nobody gave a sign for as long as was chosen', () => {
  const { lock, told } = idleLock(1)
  for (let count = 0; count < 10; count += 1) {
    vi.advanceTimersByTime(45_000)
    lock.stir()
  }
  expect(told.locks).toBe(0)
  vi.advanceTimersByTime(59_000)
  expect(told.locks).toBe(0)
  vi.advanceTimersByTime(2_000)
  expect(told.locks).toBeGreaterThan(0)
})

test('what is chosen counts at once, never means never, and stopped it does nothing', () => {
  const { lock, told } = idleLock(0)
  vi.advanceTimersByTime(3_600_000)
  expect(told.locks).toBe(0)
  told.minutes = 5
  vi.advanceTimersByTime(1_000)
  expect(told.locks).toBe(1)
  lock.stop()
  vi.advanceTimersByTime(3_600_000)
  expect(told.locks).toBe(1)
})
