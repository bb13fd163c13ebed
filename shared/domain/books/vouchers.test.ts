import { describe, expect, test } from 'vitest'
import { adjustmentsOf } from './adjustment.ts'
import { entriesOf, chartSchema } from './chart.ts'
import type { MonthFacts, SaleFact } from './facts.ts'
import { bookFaults } from './faults.ts'
import { emptyMonth, saleFact } from './testing/fact-samples.ts'
import { loadPaid, profitsMoved, statementPostings, writtenOff, type Posting } from './typed.ts'
import { vatInside } from './vat.ts'
import { signed, voucherSchema, type Voucher } from './voucher.ts'
import { vouchersOf } from './vouchers.ts'

const rate = 1900

/** Each voucher's lines, units of the currency, as "Debit role" or "Credit role". */
function said(vouchers: readonly Voucher[]): string[] {
  return vouchers.map(({ lines }) =>
    lines
      .map(({ role, side, minor }) => `${side === 'debit' ? 'D' : 'C'} ${role} ${minor / 100}`)
      .join(', '),
  )
}
const books = (facts: Partial<MonthFacts>) => vouchersOf({ ...emptyMonth, ...facts }, rate)
const ofSale = (...sale: Parameters<typeof saleFact>) => said(books({ sales: [saleFact(...sale)] }))
const typed = (postings: Posting[]) =>
  said(books({ typed: [{ id: 't', day: '2026-10-31', currency: 'COP', postings }] }))

/** What all entries come to by role, nought left out. */
function net(vouchers: readonly Voucher[]): Record<string, number> {
  const sums = new Map<string, number>()
  for (const line of vouchers.flatMap(({ lines }) => lines)) {
    sums.set(line.role, (sums.get(line.role) ?? 0) + signed(line) / 100)
  }
  return Object.fromEntries([...sums].filter(([, minor]) => minor !== 0))
}

describe('worked examples', () => {
  test('top-up as agent', () => {
    expect(ofSale()).toEqual(['D cash 20000, C third 20000', 'D third 20000, C prepaid 20000'])
  })
  test('commission at the sale, or into profits', () => {
    expect(ofSale({}, { incentive: 80_000, change: -1_920_000 })[2]).toBe(
      'D prepaid 800, C commission-clearing 800',
    )
    expect(ofSale({}, { incentive: 80_000, change: -2_000_000 })[2]).toBe(
      'D provider 800, C commission-clearing 800',
    )
  })
  test('profits moved to the balance', () => {
    expect(typed(profitsMoved(80_000))).toEqual(['D prepaid 800, C provider 800'])
  })
  test('two that are larger together than a safe number stay readable', () => {
    const amount = 9e15
    const vouchers = books({ sales: [saleFact({ amount }), saleFact({ id: 'r2', amount })] })
    expect(vouchers[0]?.lines[0]?.minor).toBe(1.8e16)
    expect(vouchers.every((one) => voucherSchema.safeParse(one).success)).toBe(true)
  })
  test('provider’s monthly statement', () => {
    const statement = { commission: 10_000_000, vat: 1_900_000, withheld: 1_385_000 }
    expect(typed(statementPostings(statement))).toEqual([
      'D commission-clearing 105150, D withholdings 13850, C commission 100000, C vat-generated 19000',
    ])
  })
  test('top-up as own resale, and its discount later', () => {
    const resale = { nature: 'resale' } as const
    expect(ofSale(resale, { incentive: 80_000, change: -1_920_000 })).toEqual([
      'D cash 20000, C income 19872.27, C vat-generated 127.73',
      'D resale-cost 19200, C prepaid 19200',
    ])
    expect(ofSale(resale, { incentive: 80_000, change: -2_000_000 })).toEqual([
      'D cash 20000, C income 19872.27, C vat-generated 127.73',
      'D resale-cost 20000, C prepaid 20000',
      'D provider 800, C resale-cost 800',
    ])
  })
  test('bill: the cost passed on, the shop’s own fee, the shop pays the cost', () => {
    const bill = { amount: 8_500_000, product: 'bill' }
    expect(ofSale(bill, { total: 8_650_000, cost: 150_000, change: -8_650_000 })).toEqual([
      'D cash 86500, C third 85000, C cost-passed 1500',
      'D third 85000, D cost-passed 1500, C prepaid 86500',
    ])
    expect(ofSale(bill, { total: 8_650_000, cost: 150_000, change: -8_500_000 })).toEqual([
      'D cash 86500, C third 85000, C fee 1260.5, C vat-generated 239.5',
      'D third 85000, C prepaid 85000',
    ])
    expect(ofSale(bill, { total: 8_500_000, cost: 150_000, change: -8_650_000 })).toEqual([
      'D cash 85000, C third 85000',
      'D third 85000, D service-cost 1500, C prepaid 86500',
    ])
  })
  test('deposit paid by wallet', () => {
    expect(ofSale({ amount: 30_000_000 }, { tender: 'transfer', via: 'Nequi' })).toEqual([
      'D wallet 300000, C third 300000',
      'D third 300000, C prepaid 300000',
    ])
  })
  const withdrawal = { amount: 40_000_000, direction: 'out', nature: 'cash-out' } as const
  test('withdrawal: into the balance or a receivable, with its cost', () => {
    expect(ofSale(withdrawal, { cost: 200_000, change: 39_800_000 })).toEqual([
      'D third 400000, C cash 400000',
      'D prepaid 400000, D service-cost 2000, C prepaid 2000, C third 400000',
    ])
    expect(ofSale(withdrawal, { change: 0 })[1]).toBe('D provider 400000, C third 400000')
  })
  test('withdrawal approved late, and handed out', () => {
    const late = saleFact(withdrawal, { late: true, change: 40_000_000 })
    expect(net(books({ sales: [late] }))).toEqual({ prepaid: 400_000, payouts: -400_000 })
    const payout = { id: 'r1', day: '2026-10-06', shift: 's2', currency: 'COP', minor: 40_000_000 }
    const payouts = [{ ...payout, direction: 'out' as const, how: 'cash' as const }]
    expect(said(books({ payouts }))).toEqual(['D payouts 400000, C cash 400000'])
  })

  const wallet = { amount: 5_000_000, outcome: 'open' } as const
  const paid = { total: 5_100_000, cost: 100_000, change: -5_100_000, late: true }
  test('open at the close; fiado: none', () => {
    expect(ofSale(wallet, paid)).toEqual([
      'D cash 51000, C unresolved 51000',
      'D in-process 51000, C prepaid 51000',
    ])
    expect(ofSale(wallet, { ...paid, tender: 'credit' })).toEqual([
      '',
      'D in-process 51000, C prepaid 51000',
    ])
  })
  const later = (sale: SaleFact) =>
    adjustmentsOf(
      { month: '2026-10', day: '2026-11-01', number: 1 },
      books({ sales: [saleFact(wallet, paid)] }),
      books({ sales: [sale] }),
    )
  test('… approved after it', () => {
    const found = later(saleFact({ amount: 5_000_000 }, paid))
    expect(said(found)).toEqual([
      'D unresolved 51000, C third 50000, C cost-passed 1000',
      'D third 50000, D cost-passed 1000, C in-process 51000',
    ])
    expect(found.map(({ sales, day, cause }) => [sales, day, cause])).toEqual([
      [
        ['r1'],
        '2026-11-01',
        '01-abc-2026-10-05-agent-collected-COP, 01-abc-2026-10-05-open-collected-COP',
      ],
      [
        ['r1'],
        '2026-11-01',
        '01-abc-2026-10-05-agent-settled-COP, 01-abc-2026-10-05-open-settled-COP',
      ],
    ])
  })
  test('… rejected after it, and given back', () => {
    const refused = { amount: 5_000_000, outcome: 'undone' } as const
    expect(said(later(saleFact(refused, { ...paid, change: 0 })))).toEqual([
      'D unresolved 51000, C refunds 51000',
      'D prepaid 51000, C in-process 51000',
    ])
    const payout = { id: 'r1', day: '2026-11-02', shift: null, currency: 'COP', minor: 5_100_000 }
    const payouts = [{ ...payout, direction: 'in' as const, how: 'cash' as const }]
    expect(said(books({ payouts }))).toEqual(['D refunds 51000, C cash 51000'])
  })
  test('partial, 60,000 of 100,000', () => {
    const before = books({ sales: [saleFact({ amount: 10_000_000, outcome: 'partial' })] })
    const after = books({
      sales: [saleFact({ amount: 10_000_000, outcome: 'partial' }, { change: -6_000_000 })],
    })
    const month = { month: '2026-10', day: '2026-11-01', number: 1 }
    expect(said(adjustmentsOf(month, before, after))).toEqual([
      'D unresolved 100000, C third 60000, C refunds 40000',
      'D third 60000, C prepaid 60000',
    ])
    const payout = { id: 'r1', day: '2026-11-02', shift: 's2', currency: 'COP', minor: 4_000_000 }
    const payouts = [{ ...payout, direction: 'in' as const, how: 'cash' as const }]
    expect(said(books({ payouts }))).toEqual(['D refunds 40000, C cash 40000'])
  })
  test('partial resale: the tax is inside the part of the discount that is expected of it', () => {
    const of = { amount: 10_000_000, outcome: 'partial', nature: 'resale' } as const
    expect(ofSale(of, { change: -6_000_000, incentive: 400_000 })).toEqual([
      'D cash 100000, C refunds 40000, C income 59616.81, C vat-generated 383.19',
      'D resale-cost 60000, C prepaid 60000',
      'D provider 2400, C resale-cost 2400',
    ])
  })
  test('load, and what was paid for it', () => {
    const loads = [{ id: 'b', day: '2026-10-02', currency: 'COP', minor: 50_000_000 }]
    expect(said(books({ loads }))).toEqual(['D prepaid 500000, C loads 500000'])
    expect(typed(loadPaid('bank', 50_000_000, 500_000))).toEqual([
      'D service-cost 5000, D loads 500000, C bank 505000',
    ])
    expect(typed(loadPaid('cash', 50_000_000, 0))).toEqual(['D loads 500000, C cash 500000'])
  })
  test('fiado, paid, lost', () => {
    expect(ofSale({}, { tender: 'credit' })[0]).toBe('D credit 20000, C third 20000')
    expect(ofSale({ nature: 'resale' }, { tender: 'credit' })[0]).toMatch(
      /^D credit 20000, C income/,
    )
    const of = { id: 'm', day: '2026-10-06', shift: 's1', currency: 'COP', minor: 2_000_000 }
    const movements = [{ ...of, direction: 'in' as const, reason: 'credit' as const }]
    expect(said(books({ movements }))).toEqual(['D cash 20000, C credit 20000'])
    expect(typed(writtenOff(2_000_000))).toEqual(['D bad-debt 20000, C credit 20000'])
  })
  test('Z short, removed to the safe, opening short', () => {
    const of = { day: '2026-10-05', shift: 's1', currency: 'COP' }
    const closes = [{ ...of, counted: 900_000, difference: -100_000 }]
    expect(said(books({ closes }))).toEqual(['D shortage 1000, C cash 1000'])
    const removed = { ...of, id: 'm', minor: 500_000, direction: 'out' as const }
    expect(said(books({ movements: [{ ...removed, reason: 'safe' }] }))).toEqual([
      'D safe 5000, C cash 5000',
    ])
    const openings = [{ ...of, base: 300_000, due: 400_000, isFirst: false }]
    expect(said(books({ openings }))).toEqual(['D shortage 1000, C cash 1000'])
  })
  test('the shop’s own goods, and what was given back of them: a role of its own, tax left inside', () => {
    const of = { id: 'm', day: '2026-10-05', shift: 's1', currency: 'COP', minor: 2_000_000 }
    const sold = { ...of, direction: 'in' as const, reason: 'shop-sales' as const }
    const returned = { ...sold, id: 'n', direction: 'out' as const, minor: 500_000 }
    expect(said(books({ movements: [sold] }))).toEqual(['D cash 20000, C shop-sales 20000'])
    expect(net(books({ movements: [sold, returned] }))).toEqual({
      cash: 15_000,
      'shop-sales': -15_000,
    })
  })
  test('sold elsewhere on the account', () => {
    expect(ofSale({ amount: 3_000_000 }, null)).toEqual([
      'D elsewhere 30000, C third 30000',
      'D third 30000, C prepaid 30000',
    ])
  })
})

test('what nobody classified waits in Suspense, whichever way its cash goes', () => {
  expect(ofSale({ nature: null }, { total: 2_050_000, cost: 50_000 })).toEqual([
    'D cash 20500, C suspense 20500',
    'D suspense 20500, C prepaid 20500',
  ])
  const nowhere = { nature: null, direction: null }
  expect(net(books({ sales: [saleFact(nowhere, null)] }))).toEqual({})
})

test('a change of the balance that nothing explains is Suspense’s, never a commission', () => {
  expect(ofSale({}, { incentive: 80_000, change: -1_999_900 })).toEqual([
    'D cash 20000, C third 20000',
    'D prepaid 1, D third 20000, C prepaid 20000, C suspense 1',
    'D provider 800, C commission-clearing 800',
  ])
})

test('vouchers have names that stay, a day and a currency each', () => {
  const sales = [
    saleFact({ id: 'a' }),
    saleFact({ id: 'b', day: '2026-10-06' }),
    saleFact({ id: 'c', currency: 'USD' }),
  ]
  const facts = { ...emptyMonth, sales }
  const vouchers = vouchersOf(facts, rate)
  expect(vouchers.map(({ id }) => id)).toEqual([
    '01-abc-2026-10-05-agent-collected-COP',
    '01-abc-2026-10-05-agent-collected-USD',
    '01-abc-2026-10-05-agent-settled-COP',
    '01-abc-2026-10-05-agent-settled-USD',
    '01-abc-2026-10-06-agent-collected-COP',
    '01-abc-2026-10-06-agent-settled-COP',
  ])
  expect(bookFaults(facts, vouchers)).toEqual([])
  expect(vouchersOf({ ...facts, sales: sales.toReversed() }, rate)).toEqual(vouchers)
})

test('a tax inside an amount rounds half a minor unit up, and is nought without a rate', () => {
  expect([vatInside(150_000, 1900), vatInside(80_000, 1900)]).toEqual([23_950, 12_773])
  expect([vatInside(150_000, null), vatInside(-5, 1900), vatInside(100_000_000_001, 1500)]).toEqual(
    [0, 0, 13_043_478_261],
  )
})

test('a role that is used and not mapped is named; a product of its own line goes there', () => {
  const lines = [
    { role: 'cash', account: '110505' },
    { role: 'third', account: '281505' },
    { role: 'third', part: 'topup', account: '281510', third: '900123' },
  ]
  const { entries, unmapped } = entriesOf(
    books({ sales: [saleFact(), saleFact({ id: 'b', product: 'other' })] }),
    chartSchema.parse({ lines }),
  )
  expect(unmapped).toEqual([{ role: 'prepaid', part: '' }])
  expect(entries[0]?.lines.map(({ account, third }) => `${account} ${third}`)).toEqual([
    '110505 ',
    '281505 ',
    '281510 900123',
  ])
})

test('what was adjusted once is known again whatever the service calls its currency', () => {
  const of = { month: '2026-10', day: '2026-11-01', number: 1 }
  const now = books({ sales: [saleFact({ currency: 'US-DOLLAR 1' })] })
  const adjusted = adjustmentsOf(of, [], now)
  expect(adjusted).toHaveLength(2)
  expect(adjustmentsOf({ ...of, number: 2 }, [], now, adjusted)).toEqual([])
})
