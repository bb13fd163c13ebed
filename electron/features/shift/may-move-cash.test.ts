import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CashAsked } from '../../../shared/domain/drawer/may-move-cash.ts'
import { noCashLimits, type CashLimits } from '../../../shared/domain/people/cash-limits.ts'
import { money } from '../../../shared/domain/money/money.ts'
import { actionWords } from '../../../shared/domain/people/trail-words.ts'
import { createMayMoveCash } from './may-move-cash.ts'
import { codeOf, cop, count, drawer } from './testing/shift-samples.ts'

let till: ReturnType<typeof drawer>
let limits: CashLimits
/** Whether who is at the register may know what the drawer holds. */
let mayKnow = false
/** What the trail was told. */
let told: string[] = []
beforeEach(() => {
  till = drawer()
  limits = noCashLimits
  told = []
  mayKnow = false
})
afterEach(() => till.journal.close())

const withdrawal = { name: 'Retiro Banco Nogal', category: 'Retiros' }
const deposit = { name: 'Banco Nogal', category: 'Consignaciones' }

/** Asks for a sale of so many units; null: its cash may be moved. */
function asked(units: number, changes: Partial<CashAsked> = {}): Promise<string | null> {
  const about = { direction: 'out' as const, amount: cop(units), total: cop(units) }
  return codeOf((async () => check()({ ...about, goods: withdrawal, ...changes }))())
}

const check = () =>
  createMayMoveCash({
    limits: () => limits,
    inDrawer: till.feature.inDrawer,
    mayKnowDrawer: () => mayKnow,
    figures: () => ({ country: 'CO', decimalSign: 'comma' }),
    note: (action, { subject, detail }) => told.push([action, subject, detail].join(' · ')),
  })

it('hands out no more than the open drawer holds, sales without an end and all', async () => {
  // Nobody counts a drawer: there is nothing to hold it against.
  expect(await asked(1_000_000)).toBeNull()
  await till['shift.open']({ base: count(50_000) })
  expect([await asked(50_000), await asked(50_001)]).toEqual([null, 'CASH_SHORT'])
  till.sell(20_000, 'APPROVED')
  till.sell(5_000, null)
  till.sell(30_000, 'APPROVED', { direction: 'out' })
  expect([await asked(45_000), await asked(45_001)]).toEqual([null, 'CASH_SHORT'])
  // Spoken for: one that may still be approved, and one that was while its customer was gone.
  till.sell(10_000, null, { direction: 'out' })
  till.sell(15_000, 'APPROVED', { direction: 'out', seconds: 30 })
  expect([await asked(20_000), await asked(20_001)]).toEqual([null, 'CASH_SHORT'])
  const usd = money(100, 'USD')
  expect(await asked(1, { amount: usd, total: usd })).toBe('CASH_SHORT')
  // What comes in needs no cash to be there.
  expect(await asked(900_000, { direction: 'in', goods: deposit })).toBeNull()
  // Another's drawer is not the own one.
  till.facts.cashier = { id: 'beto', name: 'Beto' }
  await till['shift.open']({ base: count(1_000) })
  expect(await asked(1_001)).toBe('CASH_SHORT')
})

it('says nothing of how much the drawer holds', async () => {
  till.facts.blindCount = true
  await till['shift.open']({ base: count(50_000) })
  const about = { direction: 'out' as const, amount: cop(60_000), total: cop(60_000) }
  expect(() => check()({ ...about, goods: withdrawal })).toThrow(
    expect.objectContaining({ error: { code: 'CASH_SHORT' } }),
  )
})

it('says to who may know it how much there is, and how much is missing', async () => {
  mayKnow = true
  await till['shift.open']({ base: count(50_000) })
  const about = { direction: 'out' as const, amount: cop(60_000), total: cop(60_000) }
  const params = { there: '$\u00a050.000', short: '$\u00a010.000' }
  expect(() => check()({ ...about, goods: withdrawal })).toThrow(
    expect.objectContaining({ error: { code: 'CASH_SHORT_BY', params } }),
  )
})

it('leaves a line in the trail of each one that it refuses, and of no other', async () => {
  await till['shift.open']({ base: count(50_000) })
  limits = { cashOut: cop(80_000), deposit: cop(300_000) }
  for (const units of [90_000, 70_000, 60_000, 50_000]) await asked(units)
  await asked(300_001, { direction: 'in', goods: deposit })
  expect(told).toEqual([
    'shift.aboveLimit · Retiro Banco Nogal · COP 90000',
    'shift.short · Retiro Banco Nogal · COP 70000',
    'shift.short · Retiro Banco Nogal · COP 60000',
    'shift.aboveLimit · Banco Nogal · COP 300001',
  ])
  // The owner reads them in words.
  expect(actionWords('shift.short', 'es')).toContain('más efectivo del que hay')
  expect(actionWords('shift.aboveLimit', 'en')).toContain('limit')
})

it('keeps each person within their limits, whatever the drawer holds', async () => {
  limits = { cashOut: cop(200_000), deposit: cop(300_000) }
  expect([await asked(200_000), await asked(200_001)]).toEqual([null, 'CASH_ABOVE_LIMIT'])
  const into = (units: number, goods = deposit) => asked(units, { direction: 'in', goods })
  expect([await into(300_000), await into(300_001)]).toEqual([null, 'CASH_ABOVE_LIMIT'])
  // A bill is no deposit.
  expect(await into(900_000, { name: 'Energía del Valle', category: 'Facturas' })).toBeNull()
  // Of another currency the owner said nothing.
  const usd = money(90_000_000, 'USD')
  expect(await asked(1, { amount: usd, total: usd })).toBeNull()
})
