import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWatch, defaultWatchTimes as times } from './watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what is wanted shortly while an older question is under way is asked once that is answered', async () => {
  const answers: (() => void)[] = []
  const watch = createWatch(() => new Promise<void>((resolve) => answers.push(resolve)), times)
  watch.follow('online')
  await vi.advanceTimersByTimeAsync(times.refresh)
  expect(answers).toHaveLength(1)
  // A sale ends before the answer comes: that one tells of before it.
  watch.soon()
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(times.soon)
  expect(answers).toHaveLength(2)
  answers[1]?.()
  await vi.advanceTimersByTimeAsync(times.refresh - 1)
  expect(answers).toHaveLength(2)
  watch.stop()
})
