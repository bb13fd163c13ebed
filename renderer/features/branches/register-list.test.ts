import { expect, test } from 'vitest'
import { seenRegisters } from '../../../shared/contract/testing/many-registers.ts'
import { branchesOf, groupsOf, lowestFirst, oldestFirst, registerRows } from './register-list.ts'

const all = { text: '', branch: undefined }
const at = Date.UTC(2026, 10, 27, 17)
const listOf = (count: number) =>
  registerRows({ now: seenRegisters(count, at), today: [], month: [] })
const codes = (rows: { register: { code: string } }[]) => rows.map(({ register }) => register.code)

test('who is in trouble stands first, the worst of them on top, and is counted with the branch', () => {
  const [first, centro, norte] = groupsOf(listOf(3), all)
  expect(first).toMatchObject({ kind: 'troubled', count: 2 })
  expect(codes(first?.rows ?? [])).toEqual(['C3', 'C2'])
  expect(centro).toMatchObject({ branch: 'Centro', count: 1, above: 0 })
  expect(norte).toMatchObject({ branch: 'Norte', count: 2, above: 2, rows: [] })
  expect(groupsOf(listOf(1), all).map(({ kind }) => kind)).toEqual(['branch'])
})

test('each register stands once, whatever is asked', () => {
  const rows = listOf(500)
  for (const filter of [all, { text: 'sucursal 7', branch: undefined }]) {
    const stood = groupsOf(rows, filter).flatMap((group) => codes(group.rows))
    expect(new Set(stood).size).toBe(stood.length)
  }
  expect(groupsOf(rows, all).flatMap((group) => group.rows)).toHaveLength(500)
})

test('a register is found by any words of its name, code, branch or cashier, and by its branch', () => {
  const rows = listOf(500)
  const found = (text: string, branch?: string | null) =>
    groupsOf(rows, { text, branch }).flatMap((group) => codes(group.rows))
  expect(found('c499')).toEqual(['C499'])
  expect(found('caja 499')).toEqual(['C499'])
  expect(found('oscar nino').length).toBeGreaterThan(50)
  expect(found('', 'Sucursal 7')).toHaveLength(25)
  expect(found('', null)).toEqual([])
  expect(found('nobody')).toEqual([])
})

test('branches go by their numbers, and registers of none last', () => {
  const { registers } = seenRegisters(20, at)
  const [one] = registers
  const names = branchesOf([...registers, ...(one ? [{ ...one, branch: null }] : [])])
  expect([names[1], names[9], names.at(-1)]).toEqual(['Sucursal 2', 'Sucursal 10', null])
})

test('a drawer of another day is the first, and the lowest balance of each currency by itself', () => {
  expect(oldestFirst(seenRegisters(40, at).drawers)[0]).toMatchObject({ code: 'C3' })
  const balances = [900, 100, 500, 700].map((minor, index) => ({
    ...{ code: `C${index}`, profile: 'p', at, lastsMs: index },
    balance: { minor, currency: index === 3 ? 'USD' : 'COP' },
  }))
  expect(lowestFirst(balances).map(({ balance }) => balance.minor)).toEqual([100, 500, 900, 700])
})
