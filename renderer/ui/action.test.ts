import { expect, it } from 'vitest'
import { Failure } from '../../shared/errors.ts'
import { useAction, useLoad, useStoring } from './action.ts'

it('an action started twice runs once', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  let runs = 0
  const action = useAction(async () => {
    runs += 1
    await promise
  })
  const both = Promise.all([action.run(), action.run()])
  resolve(undefined)
  await both
  expect(runs).toBe(1)
})

it('a choice made while another is being stored waits for it, and neither is lost', async () => {
  const first = Promise.withResolvers<undefined>()
  const stored: string[] = []
  const storing = useStoring(async (choice: string) => {
    if (choice === 'A') await first.promise
    stored.push(choice)
    if (choice === 'B') throw new Failure('SALE_NOT_FOUND')
  })
  const all = ['A', 'B', 'C'].map((choice) => storing.run(choice))
  first.resolve(undefined)
  await Promise.all(all)
  expect(stored).toEqual(['A', 'B', 'C'])
  // That one of them was not stored is not hidden by the next one.
  expect([storing.error.value, storing.busy.value]).toEqual([{ code: 'SALE_NOT_FOUND' }, false])
  await storing.run('D')
  expect([stored.at(-1), storing.error.value]).toEqual(['D', null])
})

it('of two loads only the last is shown, whichever ends first and however', async () => {
  const waits = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const shown: string[] = []
  let asked = 0
  const load = useLoad(
    async () => (await waits[asked++]?.promise) ?? '',
    (answer) => shown.push(answer),
  )
  const runs = [load.run(), load.run()]
  waits[1]?.resolve('B')
  await runs[1]
  expect([shown, load.busy.value]).toEqual([['B'], false])
  waits[0]?.reject(new Failure('SALE_NOT_FOUND'))
  await runs[0]
  expect([shown, load.error.value]).toEqual([['B'], null])
})
