import { afterEach, expect, test, vi } from 'vitest'
import { effectScope, ref } from 'vue'
import { useToday } from './today.ts'

// The clock ticks only where there is a window when it is imported.
vi.hoisted(() => Object.assign(globalThis, { window: {}, document: { createElement: () => ({}) } }))
afterEach(() => vi.useRealTimers())

test('today is the service’s, own lines have the day of the clock that wrote them, and both go on', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T15:00:00Z') })
  const scope = effectScope()
  const skewMs = ref<number | null>(null)
  const clock = scope.run(() => useToday(skewMs))
  const days = () => [clock?.today.value, clock?.ownToday.value]
  expect(days()).toEqual(['2026-11-21', '2026-11-21'])
  skewMs.value = -24 * 3_600_000
  expect(days()).toEqual(['2026-11-20', '2026-11-21'])
  expect(clock?.now.value).toBe(Date.parse('2026-11-20T15:00:00Z'))
  // Seconds are no other day.
  skewMs.value = 30_000
  vi.advanceTimersByTime(14 * 3_600_000 + 60_000)
  expect(days()).toEqual(['2026-11-22', '2026-11-22'])
  scope.stop()
})
