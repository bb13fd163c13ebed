import { describe, expect, it } from 'vitest'
import { money } from '../../../shared/domain/money/money.ts'
import { dayTotals } from './day-totals.ts'

describe('dayTotals', () => {
  const totals = dayTotals([
    { state: 'APPROVED', direction: 'in', count: 3, total: money(900_00, 'COP') },
    { state: 'APPROVED', direction: 'in', count: 1, total: money(5_00, 'USD') },
    { state: 'APPROVED', direction: 'out', count: 1, total: money(200_00, 'COP') },
    { state: 'UNKNOWN', direction: 'in', count: 1, total: money(50_00, 'COP') },
    { state: 'PENDING', direction: 'in', count: 1, total: money(10_00, 'COP') },
    { state: 'PROCESSING', direction: 'out', count: 2, total: money(20_00, 'COP') },
    { state: 'REJECTED', direction: 'in', count: 1, total: money(7_00, 'COP') },
    { state: 'DECLINED', direction: 'in', count: 1, total: money(8_00, 'COP') },
    { state: 'REJECTED', direction: 'out', count: 1, total: money(3_00, 'COP') },
    { state: 'NOT_SENT', direction: 'in', count: 1, total: money(9_00, 'COP') },
  ])

  it('keeps cash collected, cash handed out and open sales apart', () => {
    expect(totals.handedOut).toEqual({ count: 1, amounts: [money(200_00, 'COP')] })
    expect(totals.unresolved).toEqual({
      ...{ count: 4, amounts: [money(60_00, 'COP')] },
      ...{ out: [money(20_00, 'COP')], outSaid: 'toHandOut' },
    })
    expect(totals.failed).toEqual({
      ...{ count: 4, amounts: [money(24_00, 'COP')] },
      ...{ out: [money(3_00, 'COP')], outSaid: 'outgoing' },
    })
  })

  it('says of no sale that came to nothing that its cash is to be handed out', () => {
    expect(totals.faces.map(({ face, outSaid }) => [face, outSaid])).toEqual([
      ['approved', 'handedOut'],
      ['waiting', 'toHandOut'],
      ['unknown', 'toHandOut'],
      ['rejected', 'outgoing'],
      ['not-sent', 'outgoing'],
    ])
  })

  it('never adds currencies', () => {
    expect(totals.collected).toEqual({
      count: 4,
      amounts: [money(900_00, 'COP'), money(5_00, 'USD')],
    })
  })

  it('counts every sale under the face it shows', () => {
    expect(totals.faces.map(({ face, count }) => ({ face, count }))).toEqual([
      { face: 'approved', count: 5 },
      { face: 'waiting', count: 3 },
      { face: 'unknown', count: 1 },
      { face: 'rejected', count: 3 },
      { face: 'not-sent', count: 1 },
    ])
    expect(totals.faces[0]).toMatchObject({
      amounts: [money(900_00, 'COP'), money(5_00, 'USD')],
      out: [money(200_00, 'COP')],
    })
  })
})
