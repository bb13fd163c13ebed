import { expect, it } from 'vitest'
import { money } from '../../../shared/domain/money/money.ts'
import { refundsOf } from './refund-said.ts'
import { nothingSaid, type TenderSaid } from './tender-said.ts'

const cop = (units: number) => money(units * 100, 'COP')
const of = (said: Partial<TenderSaid>) => refundsOf({ ...nothingSaid, ...said }, cop(12_000))

it('says of each way what was noted of it, and guesses nothing', () => {
  expect(of({})).toEqual([{ kind: 'cash', amount: cop(12_000) }])
  expect(of({ received: cop(20_000).minor })).toEqual([{ kind: 'received', amount: cop(20_000) }])
  expect(of({ kind: 'transfer' })).toEqual([{ kind: 'transfer', amount: cop(12_000) }])
  expect(of({ kind: 'transfer', seen: true })).toEqual([{ kind: 'seen', amount: cop(12_000) }])
  expect(of({ kind: 'credit' })).toEqual([{ kind: 'credit', amount: cop(12_000) }])
})

it('says both of what was to be paid in two ways', () => {
  const part = { kind: 'transfer' as const, minor: cop(5_000).minor }
  expect(of({ part, received: cop(10_000).minor, seen: true })).toEqual([
    { kind: 'seen', amount: cop(5_000) },
    { kind: 'received', amount: cop(10_000) },
  ])
})
