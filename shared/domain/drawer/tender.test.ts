import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countTotal, countsSchema, denominationsOf } from './drawer-count.ts'
import { money, type Money } from '../money/money.ts'
import {
  changeOf,
  fitsTotal,
  isExactCash,
  restOf,
  rowOfTender,
  splitTender,
  tenderOf,
  tenderParts,
  tenderSchema,
  type Tender,
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

const sent: Tender = { kind: 'transfer', via: 'Nequi', note: '551', seen: false }
const owing: Tender = { kind: 'credit', name: 'Ana', debtorId: 'd1' }
const cash: Tender = { kind: 'cash', received: cop(50_000) }
const amount = cop(20_000)
const split: Tender[] = [
  { ...cash, first: { ...sent, amount } },
  { ...cash, first: { ...owing, amount } },
  { ...owing, first: { ...sent, amount } },
]

it.each([cash, sent, owing, ...split])('finds it again in what its row keeps of it: %j', (one) => {
  expect(tenderSchema.parse(one)).toEqual(one)
  expect(tenderOf(rowOfTender(one))).toEqual(one)
})

it('takes no two ways of one kind, and none beside a transfer that pays the rest', () => {
  const wrong = [
    { ...cash, first: { ...cash, amount } },
    { ...owing, first: { ...owing, amount } },
    { ...sent, first: { ...owing, amount } },
    { ...cash, first: sent },
    { ...cash, first: { ...sent, amount: { ...amount, minor: 2 ** 53 } } },
  ]
  expect(wrong.filter((one) => tenderSchema.safeParse(one).success)).toEqual([])
})

it('pays a total in two ways only where some of it is paid first and not all, and change is of the cash', () => {
  const paid = (first: Money, received: Money | null = null) =>
    fitsTotal({ kind: 'cash', received, first: { ...sent, amount: first } }, cop(50_000))
  const wrong = [cop(50_000), cop(50_001), cop(0), cop(-1), money(2_000_000, 'USD')]
  expect(wrong.map((one) => paid(one))).toEqual(wrong.map(() => false))
  expect([cop(1), cop(49_999)].map((one) => paid(one))).toEqual([true, true])
  expect([cop(29_999), cop(30_000)].map((one) => paid(cop(20_000), one))).toEqual([false, true])
  const [one] = split
  expect(one && restOf(one, cop(50_000))).toEqual(cop(30_000))
  expect(one && tenderParts(one, cop(50_000))).toEqual([
    { tender: sent, amount },
    { tender: cash, amount: cop(30_000) },
  ])
})

it('is the same tender whichever of its two ways was named first', () => {
  const total = cop(50_000)
  const exact: Tender = { kind: 'cash', received: null }
  for (const [part, rest] of [
    [sent, exact],
    [owing, exact],
    [sent, owing],
  ] as const) {
    const tender = splitTender({ tender: part, amount }, rest, total)
    expect(tender).toEqual({ ...rest, first: { ...part, amount } })
    expect(splitTender({ tender: rest, amount: cop(30_000) }, part, total)).toEqual(tender)
    for (const units of [0, -1, 50_000, 50_001])
      expect(splitTender({ tender: part, amount: cop(units) }, rest, total)).toBeNull()
    expect(splitTender({ tender: part, amount: money(1, 'USD') }, rest, total)).toBeNull()
    expect(splitTender({ tender: part, amount }, part, total)).toBeNull()
  }
  // Of the cash that pays the rest what was received is held against the rest alone.
  const short: Tender = { kind: 'cash', received: cop(29_999) }
  expect(splitTender({ tender: sent, amount }, short, total)).toBeNull()
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
