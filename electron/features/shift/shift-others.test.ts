import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CreditAsked } from '../../../shared/domain/credit/may-owe.ts'
import type { Tender } from '../../../shared/domain/drawer/tender.ts'
import { tenderAudited } from '../../../shared/domain/people/audit-line.ts'
import { Failure } from '../../../shared/errors.ts'
import { codeOf, cop, count, drawer } from './testing/shift-samples.ts'

let till: ReturnType<typeof drawer>
beforeEach(() => {
  till = drawer()
})
afterEach(() => till.journal.close())

describe('how a sale was paid', () => {
  const credit = { kind: 'credit', name: 'Doña Rosa' } as const
  const isCorrectable = async (saleId: string) =>
    (await till['shift.tender']({ saleId })).correctable

  it('is fixed once its money was given back', async () => {
    await till['shift.open']({ base: count(100_000) })
    const { id: saleId } = till.sell(10_000, 'REJECTED', { seconds: 60 })
    expect(await isCorrectable(saleId)).toBe(true)
    await till['shift.payOut']({ saleId, how: 'cash', amount: null, note: '' })
    expect(await isCorrectable(saleId)).toBe(false)
    expect(await codeOf(till['shift.setTender']({ saleId, tender: credit }))).toBe('TENDER_GIVEN')
    expect((await till['shift.state']({})).drawers?.[0]?.expected).toBe(10_000_000)
  })

  it('says a transfer was seen, or after all was not, only of who may mark it', async () => {
    await till['shift.open']({ base: [] })
    const { id: saleId } = till.sell(10_000, 'APPROVED')
    till.facts.marksSeen = false
    const say = (seen: boolean | null, note = '551') =>
      codeOf(
        till['shift.setTender']({
          saleId,
          tender: { kind: 'transfer', via: 'Nequi', note, seen },
        }),
      )
    expect(await say(true)).toBe('NOT_ALLOWED')
    expect(await say(false)).toBeNull()
    till.facts.marksSeen = true
    await till['shift.markSeen']({ saleId, seen: true })
    till.facts.marksSeen = false
    expect(await say(false)).toBe('NOT_ALLOWED')
    // Of another number nothing was seen.
    expect(await say(true, '552')).toBe('NOT_ALLOWED')
    expect(await say(true)).toBeNull()
    expect(await say(false, '552')).toBeNull()
  })

  it('keeps what was seen of a transfer for its own amount alone, without the right', async () => {
    await till['shift.open']({ base: [] })
    const { id: saleId } = till.sell(50, 'APPROVED')
    const sent = (units: number, seen: boolean | null): Tender => {
      const way = { kind: 'transfer', via: 'Nequi', note: '551', seen } as const
      return { kind: 'cash', received: null, first: { ...way, amount: cop(units) } }
    }
    const say = (tender: Tender) => codeOf(till['shift.setTender']({ saleId, tender }))
    expect(await say(sent(10, true))).toBeNull()
    till.facts.marksSeen = false
    expect(await say(sent(49, true))).toBe('NOT_ALLOWED')
    expect(await say(sent(49, null))).toBe('NOT_ALLOWED')
    expect(await say(sent(10, null))).toBe('NOT_ALLOWED')
    expect(await say(sent(10, true))).toBeNull()
    expect(await say(sent(49, false))).toBeNull()
    expect((await till['shift.unseen']({})).sums).toEqual([{ count: 1, total: cop(49) }])
    // Nor is one unlisted by what was never asked.
    const whole = { kind: 'transfer', via: '', note: '', seen: null } as const
    expect(await say({ kind: 'cash', received: null })).toBeNull()
    expect(await say(whole)).toBe('NOT_ALLOWED')
    expect(await say({ ...whole, seen: false })).toBeNull()
  })

  it('counts what was put right in two ways in the drawer, the debt, the limit, the transfers and the trail', async () => {
    await till['shift.open']({ base: [] })
    const { id: saleId } = till.sell(50, 'APPROVED')
    const { id: debtorId } = till.journal.debts.addDebtor({ name: 'Rosa', phone: '' }, 1)
    const owes = { kind: 'credit', name: 'Rosa', debtorId } as const
    const already: CreditAsked['already'][] = []
    till.facts.mayOwe = (asked) => {
      already.push(asked.already)
      if (asked.tender.kind === 'credit' && !asked.tender.first) throw new Failure('NOT_ALLOWED')
      return asked.tender
    }
    const figures = async () => [
      (await till['shift.state']({})).drawers?.[0]?.expected,
      till.journal.debts.account(debtorId)?.standings[0]?.owed.minor,
      (await till['shift.unseen']({})).sums[0]?.total.minor,
    ]
    const lent = (units: number): Tender => {
      return { kind: 'cash', received: null, first: { ...owes, amount: cop(units) } }
    }
    await till['shift.setTender']({ saleId, tender: lent(20) })
    expect(await figures()).toEqual([3_000, 2_000, undefined])
    await till['shift.setTender']({ saleId, tender: lent(35) })
    expect(await figures()).toEqual([1_500, 3_500, undefined])
    // Above the limit it stays as it was.
    expect(await codeOf(till['shift.setTender']({ saleId, tender: owes }))).toBe('NOT_ALLOWED')
    const way = { kind: 'transfer', via: 'Nequi', note: '', seen: false } as const
    const tender = { ...owes, first: { ...way, amount: cop(10) } }
    await till['shift.setTender']({ saleId, tender })
    expect(await figures()).toEqual([0, 4_000, 1_000])
    expect(already).toEqual([null, cop(20), cop(35), cop(35)])
    expect(tenderAudited(tender)).toBe('transfer COP 10 + credit')
  })

  it('is told in lists and of one, where the count is blind, to who closes the shifts of others alone', async () => {
    const { id: saleId } = till.sell(10_000, 'APPROVED')
    await till['shift.setTender']({ saleId, tender: credit })
    const told = async () => (await till['shift.tenders']({ saleIds: [saleId] })).tenders
    // One page after the other comes to the same.
    const toldOfOne = async () => (await till['shift.tender']({ saleId })).tender
    expect([await told(), await toldOfOne()]).toMatchObject([[{ saleId, tender: credit }], credit])
    till.facts.blindCount = true
    expect([await told(), await toldOfOne()]).toEqual([null, null])
    expect(await isCorrectable(saleId)).toBe(true)
    till.facts.closesOthers = true
    expect([await told(), await toldOfOne()]).toMatchObject([[{ saleId, tender: credit }], credit])
  })

  it('by a transfer that nobody saw is told, where the count is blind, to who looks for it', async () => {
    const { id: saleId } = till.sell(10_000, 'APPROVED')
    const tender = { kind: 'transfer', via: 'Nequi', note: '', seen: false } as const
    await till['shift.setTender']({ saleId, tender })
    const unseen = async () => (await till['shift.unseen']({})).lines.length
    till.facts.blindCount = true
    expect(await unseen()).toBe(1)
    till.facts.marksSeen = false
    expect(await unseen()).toBe(0)
    till.facts.blindCount = false
    expect(await unseen()).toBe(1)
  })

  it('is put right by whoever the shift is of, and by who may close it', async () => {
    till.facts.cashier = { id: 'ana', name: 'Ana' }
    await till['shift.open']({ base: [] })
    const { id: saleId } = till.sell(10_000, 'APPROVED')
    till.facts.cashier = { id: 'luis', name: 'Luis' }
    expect(await isCorrectable(saleId)).toBe(false)
    const correct = () => till['shift.setTender']({ saleId, tender: credit })
    expect(await codeOf(correct())).toBe('TENDER_OTHERS')
    till.facts.closesOthers = true
    expect(await isCorrectable(saleId)).toBe(true)
    await correct()
    expect((await till['shift.tender']({ saleId })).tender).toMatchObject(credit)
  })
})

describe('the shift of somebody else', () => {
  it('is counted and closed by who may, also one that was opened before there were people', async () => {
    const { shift } = await till['shift.open']({ base: count(10_000) })
    const shiftId = shift?.id ?? ''
    till.sell(5_000, 'APPROVED')
    till.sell(2_000, null)
    till.facts.cashier = { id: 'ana', name: 'Ana' }
    const mine = await till['shift.open']({ base: [] })
    till.facts.closesOthers = true
    const seen = await till['shift.state']({ shiftId })
    expect(seen).toMatchObject({ shift: { id: shiftId }, others: [{ id: mine.shift?.id }] })
    expect(seen.drawers).toMatchObject([{ expected: 1_500_000, heldCount: 1 }])
    const counted = await till['shift.count']({ shiftId, counts: count(17_000) })
    expect(counted).toMatchObject({ shift: { id: shiftId }, counted: true })
    const z = await till['shift.close']({ shiftId, note: '', unconfirmed: 1 })
    expect(z).toMatchObject({ shift: { id: shiftId, number: 1, cashier: null }, closedBy: 'Ana' })
    expect(JSON.stringify(await till['shift.slip']({ shiftId }))).toContain('Lo cerró')
    expect(till.feature.currentId()).toBe(mine.shift?.id)
    expect(await till['shift.state']({ shiftId })).toMatchObject({ shift: null })
    const again = till['shift.close']({ shiftId, note: '', unconfirmed: 0 })
    expect(await codeOf(again)).toBe('SHIFT_NOT_OPEN')
  })

  it('is not for others', async () => {
    const { shift } = await till['shift.open']({ base: count(10_000) })
    const shiftId = shift?.id ?? ''
    till.facts.cashier = { id: 'ana', name: 'Ana' }
    for (const call of [
      till['shift.state']({ shiftId }),
      till['shift.count']({ shiftId, counts: [] }),
      till['shift.close']({ shiftId, note: '', unconfirmed: 0 }),
    ]) {
      expect(await codeOf(call)).toBe('NOT_ALLOWED')
    }
    expect(till.journal.shifts.counts(shiftId)).toEqual([])
  })
})
