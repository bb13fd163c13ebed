import { expect, test } from 'vitest'
import type { ListPage } from '../../../service/service.ts'
import { openLine, type ListQuestion } from './request-line.ts'

const dayOf = (number: number) => `2026-10-${String(number).padStart(2, '0')}`
const day = (number: number): ListQuestion => ({
  dateStart: dayOf(number),
  dateEnd: dayOf(number),
})

function pageOf(took = 10, attempts = 1): ListPage {
  const exchange = { startedAt: 0, endedAt: took, httpStatus: 200, serverDate: null, raw: null }
  return { rows: [], exchange, attempts }
}

/** A service that answers when told to. */
function createService() {
  const open = new Map<string, PromiseWithResolvers<ListPage>>()
  const sent: string[] = []
  const sentAhead: string[] = []
  return {
    sent,
    sentAhead,
    list(dateStart: string, _dateEnd: string, signal: AbortSignal, isAhead: boolean) {
      sent.push(dateStart)
      if (isAhead) sentAhead.push(dateStart)
      const answer = Promise.withResolvers<ListPage>()
      signal.addEventListener('abort', () => answer.reject(new Error('aborted')))
      open.set(dateStart, answer)
      return answer.promise
    },
    answer: (number: number, page = pageOf()) => open.get(dayOf(number))?.resolve(page),
    refuse: (number: number) => open.get(dayOf(number))?.reject(new Error('refused')),
  }
}

function setUp(cancelled = new AbortController()) {
  const service = createService()
  const line = openLine((...asked) => service.list(...asked), cancelled.signal)
  const nothing = () => undefined
  /** Asks for a day with the next one as the guess, and answers it. */
  async function askAndAnswer(number: number, page = pageOf()) {
    const asked = line.ask(day(number), day(number + 1), nothing)
    service.answer(number, page)
    return asked
  }
  return { service, line, nothing, askAndAnswer }
}

test('asks one at a time until three prompt answers, then one ahead', async () => {
  const { service, line, nothing, askAndAnswer } = setUp()
  for (const number of [1, 2, 3]) {
    await askAndAnswer(number)
    expect(service.sent.at(-1)).toBe(dayOf(number))
  }
  const fourth = line.ask(day(4), day(5), nothing)
  expect(service.sent.slice(3)).toEqual([dayOf(4), dayOf(5)])
  expect(service.sentAhead).toEqual([dayOf(5)])
  service.answer(4)
  await fourth
  // The fifth is on its way: only the sixth goes out.
  const fifth = line.ask(day(5), day(6), nothing)
  expect(service.sent.slice(5)).toEqual([dayOf(6)])
  service.answer(5)
  await fifth
})

test.each([
  ['takes long', pageOf(5_001)],
  ['had to be asked again', pageOf(10, 2)],
])('goes back to one at a time after an answer that %s', async (_, trouble) => {
  const { service, askAndAnswer } = setUp()
  for (const number of [1, 2, 3]) await askAndAnswer(number)
  await askAndAnswer(4, trouble)
  expect(service.sent).toHaveLength(5)
  for (const number of [5, 6, 7]) {
    await askAndAnswer(number)
    expect(service.sent.at(-1), `day ${number}`).toBe(dayOf(number))
  }
  await askAndAnswer(8)
  expect(service.sent.at(-1)).toBe(dayOf(9))
})

test('an answer asked ahead for what is not the next question is not lost', async () => {
  const { service, line, nothing, askAndAnswer } = setUp()
  for (const number of [1, 2, 3, 4]) await askAndAnswer(number)
  expect(await line.stray(day(5))).toBeNull()
  const other = line.ask(day(9), null, nothing)
  service.answer(9)
  await other
  const stray = line.stray(day(10))
  service.answer(5)
  await expect(stray).resolves.toMatchObject(day(5))
  expect(await line.stray(day(10))).toBeNull()
})

test('what fails ahead is asked again by itself, and nothing goes ahead any more', async () => {
  const { service, line, nothing, askAndAnswer } = setUp()
  for (const number of [1, 2, 3]) await askAndAnswer(number)
  const fourth = line.ask(day(4), day(5), nothing)
  service.refuse(5)
  service.answer(4)
  await fourth
  const fifth = line.ask(day(5), day(6), nothing)
  await expect.poll(() => service.sent.slice(5)).toEqual([dayOf(5)])
  service.answer(5)
  await fifth
  await askAndAnswer(6)
  expect(service.sent.at(-1)).toBe(dayOf(6))
})

test('ending keeps what had come and stops the rest', async () => {
  const { service, line, nothing, askAndAnswer } = setUp()
  for (const number of [1, 2, 3]) await askAndAnswer(number)
  const fourth = line.ask(day(4), day(5), nothing)
  service.answer(5)
  service.refuse(4)
  await expect(fourth).rejects.toThrow('refused')
  expect(await line.end()).toEqual([{ ...day(5), page: pageOf() }])

  const again = setUp()
  for (const number of [1, 2, 3, 4]) await again.askAndAnswer(number)
  expect(await again.line.end()).toEqual([])
})

test('a line that was cancelled asks nothing more', async () => {
  const cancelled = new AbortController()
  const { service, line, nothing } = setUp(cancelled)
  cancelled.abort()
  await expect(line.ask(day(1), null, nothing)).rejects.toMatchObject({
    error: { code: 'CANCELLED' },
  })
  expect(service.sent).toEqual([])
})
