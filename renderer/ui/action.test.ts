import { expect, it } from 'vitest'
import { Failure } from '../../shared/errors.ts'
import { useAction, useLoad } from './action.ts'

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
