import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Verdict } from '../../../shared/domain/sale/sale.ts'
import { knownAtClosing } from '../../../shared/domain/sale/closing.ts'
import { nextSale } from '../../../shared/domain/sale/sale-machine.ts'
import { transactionSample } from '../../store/testing/journal-samples.ts'
import type { SaleRecord } from '../../store/sales/sale-row.ts'
import { codeOf, cop, count, drawer } from './testing/shift-samples.ts'

// Sales that the service made in part, and loads that it has not made yet.

let till: ReturnType<typeof drawer>
beforeEach(() => {
  till = drawer()
})
afterEach(() => till.journal.close())

/** The service says that a sale was made in part, by what its balance moved (null: it told no balance). */
function inPart(sale: SaleRecord, moved: number | null): SaleRecord {
  const told = { prevBalance: cop(500_000), newBalance: cop(500_000 + (moved ?? 0)) }
  const balances = moved === null ? { prevBalance: null, newBalance: null } : told
  const transaction = transactionSample({ status: 'PARTIAL', amount: sale.amount, ...balances })
  const facts = nextSale(sale, { kind: 'found', transaction, skewMs: 0 }, till.facts.now)
  if (!facts) throw new Error('no part')
  const event = { kind: 'lookup', at: till.facts.now, error: null } as const
  const after = till.journal.advance(sale, { facts, transaction }, event)
  if (!after) throw new Error('moved')
  if (moved !== null) till.facts.account = { ...till.facts.account, balance: told.newBalance }
  return after
}

/** A person ends it so. */
function close(sale: SaleRecord, as: Verdict): void {
  const at = till.facts.now
  const closing = { ...knownAtClosing(sale), as, at, reason: 'x', candidateId: null }
  till.journal.advance(sale, { facts: sale, closing }, { kind: 'closed', at, error: null, closing })
}

it('takes of a sale made in part what the service says that the balance moved', async () => {
  await till['shift.open']({ base: [] })
  close(inPart(till.sell(100_000, null), -60_000), 'partial')
  till.facts.now += 1_000
  await till['shift.count']({ counts: count(100_000) })
  const z = await till['shift.close']({ note: '', unconfirmed: 0 })
  expect(z.drawers).toMatchObject([{ expected: 10_000_000 }])
  expect(z.prepaid).toMatchObject({
    account: { sales: cop(60_000), computed: cop(440_000), difference: cop(0) },
    profits: { quoted: cop(0) },
  })
  const [spent] = till.journal.shifts.cash.spent('p1', 0, till.facts.now + 1)
  expect(spent?.spent).toEqual(cop(60_000))
})

it('takes nothing for certain of a part that nobody told', async () => {
  await till['shift.open']({ base: [] })
  close(inPart(till.sell(100_000, null), null), 'partial')
  till.facts.now += 1_000
  await till['shift.count']({ counts: count(100_000) })
  const z = await till['shift.close']({ note: '', unconfirmed: 0 })
  expect(z.prepaid?.account).toMatchObject({ sales: cop(0), difference: cop(0) })
})

it('takes of a sale without an end what the balance moved, and no cost or commission of it', async () => {
  await till['shift.open']({ base: [] })
  inPart(till.sell(100_000, null, { cost: cop(1_000) }), -61_000)
  await till['shift.count']({ counts: count(100_000) })
  const z = await till['shift.close']({ note: '', unconfirmed: 1 })
  expect(z.prepaid?.account).toMatchObject({ sales: cop(61_000), difference: cop(0) })
})

it('gives back the rest of what was collected for a part', async () => {
  await till['shift.open']({ base: [] })
  const sale = till.sell(100_000, null)
  close(inPart(sale, -60_000), 'partial')
  const [line] = (await till['shift.owed']({})).owed
  expect(line).toMatchObject({ saleId: sale.id, kind: 'give-back', part: cop(40_000) })
  const give = { saleId: sale.id, how: 'cash', note: '' } as const
  expect(await codeOf(till['shift.payOut']({ ...give, amount: cop(100_001) }))).toBe('BAD_INPUT')
  const { drawers: before } = await till['shift.state']({})
  await till['shift.payOut']({ ...give, amount: null })
  const { drawers } = await till['shift.state']({})
  expect([before?.[0]?.expected, drawers?.[0]?.expected]).toEqual([10_000_000, 6_000_000])
  expect((await till['shift.owed']({})).owed).toEqual([])
})

it('asks how much of a part is the customer’s where no balance says it', async () => {
  await till['shift.open']({ base: [] })
  const { id: saleId } = till.sell(100_000, null)
  const sale = till.journal.sale(saleId)
  if (sale) close(inPart(sale, null), 'partial')
  expect((await till['shift.owed']({})).owed).toMatchObject([{ part: null, total: cop(100_000) }])
  const give = { saleId, how: 'cash', note: '' } as const
  expect(await codeOf(till['shift.payOut']({ ...give, amount: null }))).toBe('BAD_INPUT')
  await till['shift.payOut']({ ...give, amount: cop(35_000) })
  expect((await till['shift.state']({})).drawers?.[0]?.expected).toBe(6_500_000)
})

it('lets what was paid at once pay a part first, and lends or gives back only what is beyond it', async () => {
  await till['shift.open']({ base: [] })
  const first = { kind: 'credit', name: 'Luis', amount: cop(30_000) } as const
  const tender = { kind: 'cash', received: null, first } as const
  const small = till.sell(100_000, null, { tender, seconds: 60 })
  const large = till.sell(100_000, null, { tender, seconds: 60 })
  close(inPart(small, -60_000), 'partial')
  close(inPart(large, -85_000), 'partial')
  expect((await till['shift.owed']({})).owed).toMatchObject([
    { saleId: small.id, tender: 'cash', total: cop(70_000), part: cop(10_000) },
  ])
  const [luis] = till.journal.debts.owing()
  expect(luis?.standings).toMatchObject([{ owed: cop(15_000), open: cop(0) }])
  // Once it is written down as paid otherwise, the account says so line by line.
  const { now } = till.facts
  till.journal.shifts.tenders.add(large.id, { kind: 'cash', received: null }, now, null)
  const lines = till.journal.debts.lines(luis?.debtor.id ?? '')
  expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['sale', cop(15_000)],
    ['corrected', cop(-15_000)],
  ])
})

it('owes nothing back of a part sold on credit, and hands out the part of a withdrawal', async () => {
  await till['shift.open']({ base: [] })
  close(
    inPart(till.sell(9_000, null, { tender: { kind: 'credit', name: 'Luis' } }), -4_000),
    'partial',
  )
  close(inPart(till.sell(80_000, null, { direction: 'out' }), 50_000), 'partial')
  expect((await till['shift.owed']({})).owed).toMatchObject([
    { kind: 'hand-out', part: cop(50_000) },
  ])
})

it('never gives back more than was paid at once, and lends nothing of a part once some was given back', async () => {
  await till['shift.open']({ base: [] })
  const first = { kind: 'credit', name: 'Luis', amount: cop(30_000) } as const
  const tender = { kind: 'cash', received: null, first } as const
  const more = till.sell(100_000, null, { tender, seconds: 60 })
  const untold = till.sell(100_000, null, { tender, seconds: 60 })
  // The balance grew: what was owed beside it is nothing to hand out.
  close(inPart(more, 5_000), 'partial')
  close(inPart(untold, null), 'partial')
  const lines = (await till['shift.owed']({})).owed
  expect(lines).toMatchObject([
    { saleId: more.id, total: cop(70_000), part: null },
    { saleId: untold.id, total: cop(70_000), part: null },
  ])
  expect(till.journal.debts.owing()[0]?.standings).toMatchObject([{ open: cop(30_000) }])
  const give = { saleId: untold.id, how: 'cash', amount: cop(15_000), note: '' } as const
  await till['shift.payOut'](give)
  expect(till.journal.debts.owing()).toEqual([])
})

it('says of what came in cash and by transfer that a person chooses how it goes back', async () => {
  await till['shift.open']({ base: [] })
  const way = { kind: 'transfer', via: '', note: '', seen: false } as const
  const first = { ...way, amount: cop(49) }
  till.sell(50, 'REJECTED', { seconds: 60, tender: { kind: 'cash', received: null, first } })
  till.sell(50, 'REJECTED', { seconds: 60, tender: { kind: 'credit', name: 'Luis', first } })
  expect((await till['shift.owed']({})).owed).toMatchObject([
    { total: cop(50), inTwoWays: true },
    { total: cop(49), tender: 'transfer', inTwoWays: false },
  ])
})
