import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ParsedInput } from '../../../shared/contract/index.ts'
import { shiftReportSchema } from '../../../shared/domain/drawer/shift.ts'
import { Failure } from '../../../shared/errors.ts'
import { codeOf, cop, count, drawer, noon } from './testing/shift-samples.ts'

let till: ReturnType<typeof drawer>
beforeEach(() => {
  till = drawer()
})
afterEach(() => till.journal.close())

const out: ParsedInput<'shift.move'> = {
  direction: 'out',
  reason: 'expense',
  amount: cop(15_000),
  note: 'Bolsas',
}

describe('a shift', () => {
  it('is opened once by a cashier, and each cashier has an own one', async () => {
    expect(till.feature.currentId()).toBeNull()
    const { shift } = await till['shift.open']({ base: count(200_000) })
    expect(till.feature.currentId()).toBe(shift?.id)
    expect(await codeOf(till['shift.open']({ base: [] }))).toBe('SHIFT_ALREADY_OPEN')
    till.facts.cashier = { id: 'ana', name: 'Ana' }
    expect((await till['shift.state']({})).shift).toBeNull()
    expect(await codeOf(till['shift.move'](out))).toBe('SHIFT_NOT_OPEN')
    const mine = await till['shift.open']({ base: [] })
    expect(mine.shift).toMatchObject({ cashier: 'Ana', cashierId: 'ana' })
    expect(mine.others.map(({ id }) => id)).toEqual([shift?.id])
  })

  it('writes the balance down with its opening, and not for one that is refused', async () => {
    const seen = () => till.journal.shifts.cash.snapshots('p1', 0, noon + 1).length
    await till['shift.open']({ base: [] })
    expect(seen()).toBe(1)
    expect(await codeOf(till['shift.open']({ base: [] }))).toBe('SHIFT_ALREADY_OPEN')
    expect(seen()).toBe(1)
  })

  it('is seen at once by whoever only looks into the journal', async () => {
    const look = drawer(false, till.journal)
    expect((await look['shift.state']({})).shift).toBeNull()
    const { shift } = await till['shift.open']({ base: count(200_000) })
    expect((await look['shift.state']({})).shift).toEqual(shift)
    await till['shift.count']({ counts: count(200_000) })
    await till['shift.close']({ note: '', unconfirmed: 0 })
    expect((await look['shift.state']({})).shift).toBeNull()
  })

  it('is wanted for every sale only where the owner says so', () => {
    expect(() => till.feature.mustBeOpen()).not.toThrow()
    till.facts.shiftRequired = true
    expect(() => till.feature.mustBeOpen()).toThrow(Failure)
  })

  it('follows sales by direction and tender, movements with their reason, and what was given back', async () => {
    await till['shift.open']({ base: count(200_000) })
    till.sell(50_000, 'APPROVED')
    till.sell(20_000, 'APPROVED', { tender: { kind: 'cash', received: cop(50_000) } })
    till.sell(9_000, 'APPROVED', {
      tender: { kind: 'transfer', via: '', note: 'Nequi', seen: null },
    })
    till.sell(7_000, 'APPROVED', { tender: { kind: 'credit', name: 'Don Luis' } })
    till.sell(40_000, 'APPROVED', { direction: 'out' })
    till.sell(3_000, 'REJECTED')
    const late = till.sell(6_000, 'REJECTED', { seconds: 60 })
    await till['shift.move'](out)
    const wrong = { ...out, direction: 'in' as const }
    expect(await codeOf(till['shift.move'](wrong))).toBe('BAD_INPUT')
    const { drawers } = await till['shift.state']({})
    expect(drawers).toMatchObject([
      { base: 20_000_000, salesIn: 7_600_000, salesOut: 4_000_000, movedOut: 1_500_000 },
    ])
    expect(drawers?.[0]?.expected).toBe(22_100_000)

    const { owed } = await till['shift.owed']({})
    expect(owed).toMatchObject([{ saleId: late.id, kind: 'give-back', contact: '3001234567' }])
    const give = { saleId: late.id, how: 'cash', amount: null, note: 'En el local' } as const
    expect(await codeOf(till['shift.payOut']({ ...give, amount: cop(1) }))).toBe('BAD_INPUT')
    await till['shift.payOut'](give)
    expect(await codeOf(till['shift.payOut'](give))).toBe('NOTHING_OWED')
    expect((await till['shift.owed']({})).given).toMatchObject([{ saleId: late.id, how: 'cash' }])
    expect((await till['shift.state']({})).drawers?.[0]?.expected).toBe(21_500_000)
  })

  it('lists transfers that nobody saw in the account; whoever saw one says so later, also of a closed shift', async () => {
    const { shift } = await till['shift.open']({ base: [] })
    const pay = (note: string, seen: boolean | null) => ({
      tender: { kind: 'transfer', via: 'Nequi', note, seen } as const,
    })
    const { id: saleId } = till.sell(9_000, 'APPROVED', pay('551', false))
    till.sell(4_000, 'APPROVED', pay('552', true))
    till.sell(3_000, 'REJECTED', pay('553', false))
    till.sell(2_000, 'APPROVED', { tender: { kind: 'transfer', via: '', note: '', seen: null } })
    const cash = till.sell(1_000, 'APPROVED')
    const state = await till['shift.state']({})
    expect(state.paid?.transfers).toEqual([
      { via: '', count: 1, total: cop(2_000), unseen: 0 },
      { via: 'Nequi', count: 2, total: cop(13_000), unseen: 1 },
    ])
    expect(state.paid?.sums).toMatchObject([
      { tender: 'cash', count: 1, total: cop(1_000) },
      { tender: 'transfer', count: 3, total: cop(15_000) },
    ])
    expect(await till['shift.unseen']({})).toMatchObject({
      lines: [{ saleId, via: 'Nequi', note: '551' }],
      sums: [{ count: 1, total: cop(9_000) }],
    })
    await till['shift.count']({ counts: count(1_000) })
    const z = await till['shift.close']({ note: '', unconfirmed: 0 })
    expect(z.transfers).toEqual(state.paid?.transfers)
    const slip = JSON.stringify(await till['shift.slip']({ shiftId: shift?.id ?? '' }))
    expect(slip).toContain('Por ver en la cuenta: 1')
    await till['shift.markSeen']({ saleId, seen: true })
    expect(await till['shift.unseen']({})).toEqual({ lines: [], sums: [] })
    // The Z stays as it was closed, and the mistake can be put right.
    expect(await till['shift.report']({ shiftId: shift?.id ?? '' })).toEqual(z)
    await till['shift.markSeen']({ saleId, seen: false })
    expect((await till['shift.unseen']({})).sums).toMatchObject([{ count: 1 }])
    const wrong = till['shift.markSeen']({ saleId: cash.id, seen: true })
    expect(await codeOf(wrong)).toBe('BAD_INPUT')
  })

  it('balances one drawer that is also of the shop’s own goods, and grows by no line for each of them', async () => {
    const { shift } = await till['shift.open']({ base: count(100_000) })
    till.sell(5_000, 'APPROVED')
    const sold = { direction: 'in', reason: 'shop-sales', amount: cop(30_000), note: '' } as const
    for (let times = 0; times < 3; times += 1) await till['shift.move'](sold)
    await till['shift.move']({ ...sold, direction: 'out', amount: cop(2_500), note: 'Devolución' })
    const { drawers } = await till['shift.count']({ counts: count(192_500) })
    expect(drawers).toMatchObject([
      { shopSales: 8_750_000, movedIn: 0, movedOut: 0, difference: { minor: 0 } },
    ])
    await till['shift.close']({ note: '', unconfirmed: 0 })
    const slip = JSON.stringify(await till['shift.slip']({ shiftId: shift?.id ?? '' }))
    expect(slip.match(/\+ Ventas de la tienda/g)).toHaveLength(1)
    expect(slip).toContain('- Ventas de la tienda')
    // What was given back stands apart, so that no line of the paper is taken off twice.
    expect(slip).toMatch(/\+ Ventas de la tienda","value":"\$\s90\.000"/)
    expect(slip).toMatch(/- Devuelto de la tienda","value":"\$\s2\.500"/)
    expect(slip).toContain('Devolución')
  })

  it('hides what sales were paid with, too, while the count is blind', async () => {
    till.facts.blindCount = true
    await till['shift.open']({ base: [] })
    till.sell(9_000, 'APPROVED')
    expect((await till['shift.state']({})).paid).toBeNull()
    const counted = await till['shift.count']({ counts: count(9_000) })
    expect(counted.paid?.sums).toHaveLength(1)
  })

  it('names what the shift owes, and of others how much: a report is no longer after years', async () => {
    await till['shift.open']({ base: [] })
    for (let day = 0; day < 3; day += 1) till.sell(6_000, 'REJECTED', { seconds: 60 })
    await till['shift.count']({ counts: count(18_000) })
    const first = await till['shift.close']({ note: '', unconfirmed: 0 })
    expect([first.owed.length, first.owedElse]).toEqual([3, []])
    const { shift } = await till['shift.open']({ base: [] })
    const own = till.sell(2_000, 'REJECTED', { seconds: 60 })
    const x = await till['shift.report']({ shiftId: shift?.id ?? '' })
    expect(x.owed).toMatchObject([{ saleId: own.id }])
    expect(x.owedElse).toEqual([{ kind: 'give-back', count: 3, total: cop(18_000) }])
    const slip = await till['shift.slip']({ shiftId: x.shift.id })
    expect(JSON.stringify(slip)).toContain('De otros turnos: 3')
    // As a Z of before had all of them.
    const { owedElse: _, ...before } = { ...first, owed: [...first.owed, ...x.owed] }
    expect(shiftReportSchema.parse(before)).toMatchObject({ owed: { length: 4 }, owedElse: [] })
  })

  it('keeps a tender’s first word and follows the last, until the shift is closed', async () => {
    await till['shift.open']({ base: [] })
    const { id: saleId } = till.sell(5_000, 'APPROVED')
    const tender = { kind: 'cash', received: cop(4_000) } as const
    expect(await codeOf(till['shift.setTender']({ saleId, tender }))).toBe('TENDER_TOO_SMALL')
    await till['shift.setTender']({
      saleId,
      tender: { kind: 'transfer', via: '', note: '', seen: null },
    })
    expect((await till['shift.state']({})).drawers?.[0]?.expected).toBe(0)
    await till['shift.setTender']({ saleId, tender: { kind: 'cash', received: cop(10_000) } })
    expect(await till['shift.tender']({ saleId })).toMatchObject({ change: cop(5_000) })
    await till['shift.count']({ counts: count(5_000) })
    await till['shift.close']({ note: '', unconfirmed: 0 })
    const late = till['shift.setTender']({
      saleId,
      tender: { kind: 'transfer', via: '', note: '', seen: null },
    })
    expect(await codeOf(late)).toBe('TENDER_CLOSED')
  })
})

describe('the close', () => {
  it('wants a count that still stands, and a note for what is missing', async () => {
    await till['shift.open']({ base: count(10_000) })
    const close = (note = '') => till['shift.close']({ note, unconfirmed: 0 })
    expect(await codeOf(close())).toBe('SHIFT_NOT_COUNTED')
    await till['shift.count']({ counts: count(10_000) })
    till.sell(5_000, 'APPROVED')
    expect(await codeOf(close())).toBe('SHIFT_NOT_COUNTED')
    const counted = await till['shift.count']({ counts: count(14_000) })
    expect(counted.drawers).toMatchObject([{ difference: cop(-1_000) }])
    expect(await codeOf(close())).toBe('SHIFT_NOTE_NEEDED')
    const z = await close('Faltó un billete de mil')
    expect(z).toMatchObject({ shift: { number: 1, closedAt: till.facts.now } })
    expect(z.counts).toHaveLength(2)
    expect(till.backups).toHaveLength(1)
    expect(till.feature.currentId()).toBeNull()
    expect(await codeOf(close('x'))).toBe('SHIFT_NOT_OPEN')
  })

  it('needs a decision about sales without an end, and keeps them out of the difference', async () => {
    await till['shift.open']({ base: count(10_000) })
    till.sell(5_000, null)
    till.sell(30_000, null, { direction: 'out' })
    await till['shift.count']({ counts: count(15_000) })
    const close = (unconfirmed: number) => till['shift.close']({ note: '', unconfirmed })
    expect(await codeOf(close(0))).toBe('SHIFT_UNCONFIRMED')
    const z = await close(2)
    expect(z.drawers).toMatchObject([
      { expected: 1_000_000, held: 500_000, heldCount: 1, difference: cop(0) },
    ])
    expect(z.unconfirmed).toHaveLength(2)
    expect(z.unconfirmed[0]?.horizonAt).toBeGreaterThan(till.facts.now)
    // Kept for ever: no phone, and of the reference its end only.
    expect(JSON.stringify(z)).not.toContain('3001234567')
  })

  it('owes what ends after it, out of the next drawer', async () => {
    await till['shift.open']({ base: count(10_000) })
    const paid = till.sell(5_000, null)
    const asked = till.sell(30_000, null, { direction: 'out' })
    await till['shift.count']({ counts: count(15_000) })
    const z = await till['shift.close']({ note: '', unconfirmed: 2 })
    till.settle(paid, 'REJECTED')
    till.settle(asked, 'APPROVED')
    await till['shift.open']({ base: count(15_000) })
    const { owed } = await till['shift.owed']({})
    expect(owed.map(({ kind }) => kind)).toEqual(['give-back', 'hand-out'])
    for (const { saleId } of owed) {
      await till['shift.payOut']({ saleId, how: 'cash', amount: null, note: '' })
    }
    expect((await till['shift.state']({})).drawers).toMatchObject([
      { expected: -2_000_000, paidOut: 3_500_000 },
    ])
    expect(await till['shift.report']({ shiftId: z.shift.id })).toEqual(z)
  })

  it('is blind where the owner wants it: the figures come with the count, and every count is kept', async () => {
    till.facts.blindCount = true
    const { shift } = await till['shift.open']({ base: count(10_000) })
    till.sell(5_000, 'APPROVED')
    const shiftId = shift?.id ?? ''
    expect((await till['shift.state']({})).drawers).toBeNull()
    expect(await codeOf(till['shift.report']({ shiftId }))).toBe('SHIFT_BLIND')
    const first = await till['shift.count']({ counts: count(12_000) })
    expect(first.drawers).toMatchObject([{ difference: cop(-3_000) }])
    const second = await till['shift.count']({ counts: count(15_000) })
    expect(second).toMatchObject({ countings: 2, counted: true })
    const z = await till['shift.close']({ note: '', unconfirmed: 0 })
    expect(z.counts.map(({ counts }) => counts[0]?.other)).toEqual([1_200_000, 1_500_000])
  })

  it('numbers its reports in sequence, and gives the rows of a month', async () => {
    for (const units of [1_000, 2_000]) {
      await till['shift.open']({ base: count(units) })
      till.facts.now += 60_000
      await till['shift.count']({ counts: count(units) })
      await till['shift.close']({ note: '', unconfirmed: 0 })
    }
    const { shifts, count: all } = await till['shift.closed']({ limit: 10, offset: 0 })
    expect([all, shifts.map(({ shift }) => shift.number)]).toEqual([2, [2, 1]])
    const rows = till.journal.shifts.closedBetween('p1', noon, till.facts.now + 1)
    expect(rows.map(({ shift }) => shift.number)).toEqual([1, 2])
  })
})

describe('the report', () => {
  it('holds the prepaid account and the profits against what the service says', async () => {
    await till['shift.open']({ base: [] })
    till.sell(5_000, 'APPROVED')
    till.sell(40_000, 'APPROVED', { direction: 'out' })
    till.facts.account = { balance: cop(530_000), profits: cop(1_050), at: till.facts.now }
    await till['shift.count']({ counts: count(0) })
    const z = await till['shift.close']({ note: 'Faltan 35.000', unconfirmed: 0 })
    expect(z.prepaid).toMatchObject({
      loadsKnown: false,
      account: {
        opening: cop(500_000),
        sales: cop(5_000),
        withdrawals: cop(40_000),
        commissions: cop(0),
        computed: cop(535_000),
        closing: cop(530_000),
        difference: cop(-5_000),
      },
      profits: { quoted: cop(20), difference: cop(30) },
    })
    till.facts.commissions = false
    expect((await till['shift.report']({ shiftId: z.shift.id })).prepaid).toBeNull()
    const slip = await till['shift.slip']({ shiftId: z.shift.id })
    expect(JSON.stringify(slip)).not.toContain('prepago')
  })

  it('counts as commission only what a quote named and came in, sale by sale', async () => {
    await till['shift.open']({ base: [] })
    // Each quote names a commission of 10: this one came with it, and 4 that nobody promised.
    till.facts.extra = 14
    till.sell(5_000, 'APPROVED')
    till.facts.extra = -1_000
    till.sell(5_000, 'APPROVED')
    till.facts.extra = 6
    till.sell(20_000, 'APPROVED', { direction: 'out' })
    await till['shift.count']({ counts: count(0) })
    const z = await till['shift.close']({ note: 'x', unconfirmed: 0 })
    expect(z.prepaid?.account).toMatchObject({
      sales: cop(10_000),
      withdrawals: cop(20_000),
      commissions: cop(16),
      difference: cop(-996),
    })
  })

  it('goes on paper as X while the shift is open, and as Z with its number', async () => {
    const { shift } = await till['shift.open']({ base: count(10_000) })
    const shiftId = shift?.id ?? ''
    till.sell(5_000, 'APPROVED')
    till.sell(2_000, null)
    await till['shift.move'](out)
    expect((await till['shift.slip']({ shiftId })).title).toBe('Informe X de caja')
    await till['shift.count']({ counts: count(2_100) })
    await till['shift.close']({ note: 'Sobró', unconfirmed: 1 })
    expect(await till['shift.print']({ shiftId })).toEqual({ jobId: 'j1' })
    const [slip] = till.printed
    const text = (slip?.lines ?? []).map((line) =>
      'label' in line && 'value' in line ? `${line.label}: ${line.value}` : JSON.stringify(line),
    )
    expect(slip?.title).toBe('Cierre de caja Z\u00a01')
    const plain = text.map((line) => line.replaceAll('\u00a0', ' '))
    expect(plain).toEqual(
      expect.arrayContaining([
        'Caja: 01',
        'Base: $ 10.000',
        '+ Ventas en efectivo: $ 5.000',
        '- Salidas: $ 15.000',
        'Debe haber: $ 0',
        'Por resolver (1), en la caja: $ 2.000',
        'Contado: $ 2.100',
        'Sobran: $ 100',
        '- Gasto: $ 15.000',
      ]),
    )
    expect(plain.join('\n')).not.toContain('3001234567')
  })
})
