import { expect, test } from 'vitest'
import { askProgram, type ChildProgram } from './child-program.ts'
import { createSerialQueue } from './serial-queue.ts'
import { unlessAborted, withTimeout } from './time-limit.ts'

const never = new Promise<never>(() => undefined)

test('a queue does one thing at a time, in order, also after one that failed', async () => {
  const queue = createSerialQueue()
  const done: string[] = []
  const work = (name: string) => async () => {
    done.push(`${name} begins`)
    await new Promise(setImmediate)
    if (name === 'b') throw new Error(name)
    done.push(`${name} ends`)
    return name
  }
  const all = ['a', 'b', 'c'].map((name) => queue.add(work(name)))
  const failed = expect(all[1]).rejects.toThrow('b')
  await queue.idle()
  expect(done).toEqual(['a begins', 'a ends', 'b begins', 'c begins', 'c ends'])
  await failed
  expect(await all[2]).toBe('c')
})

test('work in time is answered; what is late is what the limit says of it', async () => {
  expect(await withTimeout(Promise.resolve(1), 60_000, () => 2)).toBe(1)
  expect(await withTimeout(never, 1, () => 2)).toBe(2)
  const late = () => {
    throw new Error('late')
  }
  await expect(withTimeout(never, 1, late)).rejects.toThrow('late')
})

test('work ends with its signal, also with one that had aborted before', async () => {
  const stop = new AbortController()
  const failure = () => new Error('stopped')
  const work = unlessAborted(never, stop.signal, failure)
  expect(await unlessAborted(Promise.resolve(1), stop.signal, failure)).toBe(1)
  stop.abort()
  await expect(work).rejects.toThrow('stopped')
  await expect(unlessAborted(never, stop.signal, failure)).rejects.toThrow('stopped')
})

test.each([
  ['answers', { answer: Promise.resolve('yes'), ended: never }, 'yes'],
  ['ends before', { answer: never, ended: Promise.resolve('exit 1') }, 'exit 1'],
  ['does neither', { answer: never, ended: never }, 'null'],
])('a program that %s is ended', async (_, child, said) => {
  const heard: unknown[] = []
  const program: Omit<ChildProgram, 'hear'> = {
    ...child,
    post: (request) => heard.push(request),
    kill: () => heard.push('killed'),
  }
  const failure = (reason: string | null) => new Error(String(reason))
  const asked = askProgram(program, { a: 1 }, AbortSignal.timeout(20), failure)
  expect(await asked.catch((caught: unknown) => caught instanceof Error && caught.message)).toBe(
    said,
  )
  expect(heard).toEqual([{ a: 1 }, 'killed'])
})
