import { expect, it } from 'vitest'
import { rowSample } from '../../../shared/domain/testing/reconciliation-samples.ts'
import type { MerchantService } from '../../service/service.ts'
import { createLoadBook } from './loads.ts'
import { noon } from './testing/shift-samples.ts'

it('counts a load of balance once the service made it: the books say the same', async () => {
  const exchange = { startedAt: 0, endedAt: 0, httpStatus: 200, serverDate: null, raw: null }
  const list: MerchantService['list'] = async () => ({
    rows: ['1', '2', '3', '4', '5'].map((statusId) =>
      rowSample({
        id: `b${statusId}`,
        statusId,
        at: noon,
        amount: { minor: 100, currency: 'COP' },
      }),
    ),
    exchange,
    attempts: 1,
  })
  const book = await new Promise<ReturnType<typeof createLoadBook>>((done, fail) => {
    const loads = createLoadBook({
      service: () => ({ list }),
      now: () => noon + 1,
      onProblem: fail,
      changed: () => done(loads),
    })
    loads.bring('p1', noon)
  })
  expect(book.since('p1', noon)).toEqual([{ at: noon, amount: { minor: 100, currency: 'COP' } }])
})
