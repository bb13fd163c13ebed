import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { codeOf, cop, count, drawer } from './testing/shift-samples.ts'

let till: ReturnType<typeof drawer>
beforeEach(() => {
  till = drawer()
})
afterEach(() => till.journal.close())

/** Opens with so much, counts as much, and closes. */
async function closed(units: number, follows?: string | null): Promise<string> {
  await till['shift.open']({ base: count(units), follows })
  till.facts.now += 60_000
  await till['shift.count']({ counts: count(units) })
  const { shift } = await till['shift.close']({ note: '', unconfirmed: 0 })
  till.facts.now += 60_000
  return shift.id
}
const out = (shiftId: string, units: number) =>
  till['shift.take']({ shiftId, reason: 'deposit', amount: cop(units), note: 'Consignación 881' })

describe('what a closed shift left', () => {
  it('is what was counted less what was taken out, and the Z stays as it was', async () => {
    const shiftId = await closed(100_000)
    const z = await till['shift.report']({ shiftId })
    await out(shiftId, 60_000)
    const left = await out(shiftId, 10_000)
    expect(left).toMatchObject({ counted: [cop(100_000)], left: [cop(30_000)], followedBy: null })
    expect(left.taken).toMatchObject([
      { direction: 'out', reason: 'deposit', note: 'Consignación 881', amount: cop(60_000) },
      { amount: cop(10_000) },
    ])
    expect(await codeOf(out(shiftId, 30_001))).toBe('LEFT_LESS')
    expect(await till['shift.after']({ shiftId })).toEqual(left)
    expect(await till['shift.report']({ shiftId })).toEqual(z)
  })

  it('is what the next base is held against, and cannot be taken out of once it was', async () => {
    const shiftId = await closed(100_000)
    await out(shiftId, 60_000)
    const { toFollow } = await till['shift.state']({})
    expect(toFollow).toMatchObject([{ shiftId, number: 1, left: [cop(40_000)] }])
    const { shift } = await till['shift.open']({ base: count(35_000) })
    expect(shift?.follows).toEqual({ shiftId, number: 1, due: [cop(40_000)] })
    expect(await codeOf(out(shiftId, 1_000))).toBe('SHIFT_FOLLOWED')
    const slip = JSON.stringify(await till['shift.slip']({ shiftId: shift?.id ?? '' }))
    expect(slip).toContain('Quedó del cierre Z\u00a01')
    expect(slip).toContain('Faltaban al abrir')
    // The drawer begins with what is really there.
    expect((await till['shift.state']({})).drawers).toMatchObject([{ expected: 3_500_000 }])
  })

  it('of another drawer is nothing to be held against; the own last one is the likeliest', async () => {
    till.facts.cashier = { id: 'ana', name: 'Ana' }
    const mine = await closed(10_000)
    till.facts.cashier = { id: 'luis', name: 'Luis' }
    const theirs = await closed(20_000, null)
    const offered = async () =>
      (await till['shift.state']({})).toFollow.map(({ shiftId }) => shiftId)
    expect(await offered()).toEqual([theirs, mine])
    till.facts.cashier = { id: 'ana', name: 'Ana' }
    expect(await offered()).toEqual([mine, theirs])
    const { shift } = await till['shift.open']({ base: count(20_000), follows: theirs })
    expect(shift?.follows?.shiftId).toBe(theirs)
    till.facts.cashier = { id: 'luis', name: 'Luis' }
    expect(await codeOf(till['shift.open']({ base: [], follows: theirs }))).toBe('SHIFT_FOLLOWED')
    expect((await till['shift.open']({ base: [], follows: null })).shift?.follows).toBeNull()
  })

  it('is not told before a blind count', async () => {
    const shiftId = await closed(10_000)
    till.facts.blindCount = true
    expect((await till['shift.state']({})).toFollow).toMatchObject([{ shiftId, left: null }])
    const { shift } = await till['shift.open']({ base: count(9_000) })
    expect(shift?.follows?.due).toEqual([cop(10_000)])
  })

  it('is not told to who is to count it, by any of the calls; to who counted it or closes the rest it is', async () => {
    till.facts.cashier = { id: 'ana', name: 'Ana' }
    const shiftId = await closed(10_000)
    till.facts.blindCount = true
    expect(await till['shift.after']({ shiftId })).toMatchObject({ left: [cop(10_000)] })
    till.facts.cashier = { id: 'luis', name: 'Luis' }
    const drawersTold = async () =>
      (await till['shift.closed']({ limit: 20, offset: 0 })).shifts.map(
        ({ drawers }) => drawers.length,
      )
    expect(await till['shift.after']({ shiftId })).toBeNull()
    expect(await drawersTold()).toEqual([0])
    for (const call of [
      till['shift.report']({ shiftId }),
      till['shift.slip']({ shiftId }),
      out(shiftId, 1_000),
    ]) {
      expect(await codeOf(call)).toBe('SHIFT_BLIND')
    }
    till.facts.closesOthers = true
    expect(await till['shift.after']({ shiftId })).toMatchObject({ left: [cop(10_000)] })
    till.facts.closesOthers = false
    await till['shift.open']({ base: count(9_000) })
    expect(await till['shift.after']({ shiftId })).toMatchObject({ left: [cop(10_000)] })
    expect(await drawersTold()).toEqual([1])
  })

  it('is told of no shift that was closed before it was written down', async () => {
    const { journal, db } = openMemoryJournal()
    const old = drawer(true, journal)
    await old['shift.open']({ base: count(10_000) })
    await old['shift.count']({ counts: count(10_000) })
    const { shift } = await old['shift.close']({ note: '', unconfirmed: 0 })
    db.run('insert into left_before values (?)', shift.id)
    expect(await old['shift.after']({ shiftId: shift.id })).toBeNull()
    const amount = cop(1_000)
    const taking = old['shift.take']({ shiftId: shift.id, reason: 'safe', amount, note: '' })
    expect(await codeOf(taking)).toBe('SHIFT_FOLLOWED')
    expect((await old['shift.state']({})).toFollow).toEqual([])
    journal.close()
  })

  it('is of a Z alone', async () => {
    const { shift } = await till['shift.open']({ base: count(10_000) })
    expect(await codeOf(out(shift?.id ?? '', 1_000))).toBe('SHIFT_NOT_FOUND')
  })
})
