import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { toFailure } from '../../shared/errors.ts'
import { createThread } from './thread.ts'

const { href: helper } = new URL('./thread.ts', import.meta.url)
const zod = import.meta.resolve('zod')

afterEach(() => void vi.useRealTimers())

/** A thread that does this with each question, a text. */
function threadOf(work: string, warmMs?: number) {
  const source = `
    import { z } from '${zod}'
    import { answerInThread } from '${helper}'
    answerInThread(z.object({ text: z.string() }), ${work})`
  const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  return createThread({ url, died: toFailure, ...(warmMs === undefined ? {} : { warmMs }) })
}
const ask = (thread: ReturnType<typeof threadOf>, text: string) => thread.ask({ text }, z.string())

test('answers one question after another, each its own, and goes on after one that failed', async () => {
  const thread = threadOf(`async ({ text }) => {
    if (text === 'bad') throw new Error('broken')
    await new Promise((resolve) => setTimeout(resolve, text === 'slow' ? 50 : 0))
    return text + performance.now().toFixed(3)
  }`)
  const said = await Promise.allSettled(['slow', 'bad', 'fast'].map((text) => ask(thread, text)))
  const [slow = '', fast = ''] = said.flatMap((one) =>
    one.status === 'fulfilled' ? one.value : [],
  )
  expect(said[1]).toMatchObject({ reason: { error: { params: { reason: 'broken' } } } })
  expect([slow.slice(0, 4), fast.slice(0, 4)]).toEqual(['slow', 'fast'])
  expect(Number(slow.slice(4))).toBeLessThanOrEqual(Number(fast.slice(4)))
  await thread.end()
})

test('a thread that dies fails what was asked of it, and the next question has another', async () => {
  const thread = threadOf(`({ text }) => (text === 'die' ? process.exit(4) : text)`)
  const asked = await Promise.allSettled([ask(thread, 'die'), ask(thread, 'after')])
  expect(asked).toMatchObject([
    { reason: { error: { params: { reason: 'exit 4' } } } },
    { reason: { error: { params: { reason: 'exit 4' } } } },
  ])
  expect(await ask(thread, 'new')).toBe('new')
  await thread.end()
})

test('what was asked when it is ended is cancelled', async () => {
  const thread = threadOf(`() => new Promise(() => undefined)`)
  const asked = ask(thread, 'x')
  void thread.end()
  await expect(asked).rejects.toMatchObject({ error: { code: 'CANCELLED' } })
})

test('what is called off ends where it looks next, though its work never let the thread hear anything', async () => {
  const thread = threadOf(`(_, { progress, check }) => {
    progress('begun')
    for (let look = 0; look < 1000; look += 1) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
      check()
    }
    return 'heard nothing'
  }`)
  const stop = new AbortController()
  const asked = thread.ask({ text: '' }, z.string(), {
    progress: () => stop.abort(),
    signal: stop.signal,
  })
  await expect(asked).rejects.toMatchObject({ error: { code: 'CANCELLED' } })
  await thread.end()
})

test('a thread that waits holds a small nursery', async () => {
  const thread = threadOf(
    `async () => String((await import('node:worker_threads')).resourceLimits.maxYoungGenerationSizeMb)`,
  )
  expect(Number(await ask(thread, ''))).toBeLessThanOrEqual(12)
  await thread.end()
})

test('a thread of which nothing is asked ends, with what is in its memory, and the next question has another', async () => {
  const count = `() => String((globalThis.asked = (globalThis.asked ?? 0) + 1))`
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const thread = threadOf(count, 60_000)
  expect([await ask(thread, ''), await ask(thread, '')]).toEqual(['1', '2'])
  vi.advanceTimersByTime(59_999)
  expect(await ask(thread, '')).toBe('3')
  vi.advanceTimersByTime(60_000)
  expect(await ask(thread, '')).toBe('1')
  await thread.end()
})
