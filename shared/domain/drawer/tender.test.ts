import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countTotal, countsSchema, denominationsOf } from './drawer-count.ts'
import { money } from '../money/money.ts'
import {
  changeOf,
  fitsTotal,
  isExactCash,
  rowOfTender,
  tenderKindSchema,
  tenderOf,
  tenderSchema,
  usualTenders,
} from './tender.ts'

const cop = (units: number) => money(units * 100, 'COP')

it('gives the change of what was received, and refuses too little or another currency', () => {
  expect(changeOf(cop(5_200), cop(20_000))).toEqual(cop(14_800))
  expect(changeOf(cop(5_200), cop(5_200))).toEqual(cop(0))
  expect(changeOf(cop(5_200), cop(5_000))).toBeNull()
  expect(changeOf(cop(5_200), money(20_000_00, 'USD'))).toBeNull()
  expect(fitsTotal({ kind: 'cash', received: cop(5_000) }, cop(5_200))).toBe(false)
  expect(fitsTotal({ kind: 'credit', name: 'Ana' }, cop(5_200))).toBe(true)
})

it('knows exact cash, and wants a name for what is owed', () => {
  expect(isExactCash(tenderSchema.parse({ kind: 'cash' }))).toBe(true)
  expect(isExactCash({ kind: 'cash', received: cop(1) })).toBe(false)
  expect(tenderSchema.safeParse({ kind: 'credit', name: ' ' }).success).toBe(false)
})

it.each(tenderKindSchema.options)('finds %s again in what its row keeps of it', (kind) => {
  const debtorId = 'd1'
  const row = { received: cop(20_000), text: '551', via: 'Nequi', seen: false, debtorId }
  const tender = tenderOf({ kind, ...row })
  expect(tenderSchema.parse(tender)).toEqual(tender)
  expect(tenderOf(rowOfTender(tender))).toEqual(tender)
})

it('reads a transfer of before, of which nobody was asked where it came in', () => {
  const before = { kind: 'transfer', note: 'Nequi 551' }
  expect(tenderSchema.parse(before)).toEqual({ ...before, via: '', seen: null })
})

it('offers what customers usually hand over', () => {
  expect(usualTenders(cop(12_000))).toEqual([20_000, 50_000, 100_000].map(cop))
  expect(usualTenders(cop(5_000))).toEqual([10_000, 20_000, 50_000].map(cop))
  expect(usualTenders(cop(700))).toEqual([1_000, 2_000, 5_000].map(cop))
  expect(usualTenders(cop(50_000))).toEqual([60_000, 100_000].map(cop))
  expect(usualTenders(cop(1_035_800))).toEqual([1_040_000, 1_050_000, 1_100_000].map(cop))
  expect(usualTenders(money(350, 'USD'))).toEqual(
    [500, 1000, 2000].map((minor) => money(minor, 'USD')),
  )
  expect(usualTenders(money(350, 'EUR'))).toEqual([])
})

it('always offers more than the total, each once, the least first', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e10 }), fc.constantFrom('COP', 'USD'), (minor, code) => {
      const offered = usualTenders(money(minor, code)).map((one) => one.minor)
      expect(offered.every((one) => one > minor)).toBe(true)
      expect(offered.length).toBeGreaterThanOrEqual(1)
      expect(offered.length).toBeLessThanOrEqual(3)
      expect(offered).toEqual([...new Set(offered)].sort((a, b) => a - b))
    }),
  )
})

it('adds up a count by denomination, and takes each currency once', () => {
  const pieces = [
    { value: 5_000_000, kind: 'bill' as const, count: 3 },
    { value: 100_000, kind: 'coin' as const, count: 7 },
  ]
  expect(countTotal({ currency: 'COP', pieces, other: 50 })).toEqual(money(15_700_050, 'COP'))
  const one = { currency: 'COP', pieces: [], other: 0 }
  expect(countsSchema.safeParse([one, one]).success).toBe(false)
  expect(denominationsOf('USD').some(({ value }) => value === 1)).toBe(true)
})
