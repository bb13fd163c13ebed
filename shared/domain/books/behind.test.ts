import { expect, test } from 'vitest'
import { behindSaid, othersUnknown, registersBehind, type OtherRegisters } from './behind.ts'

const october = { start: 1000, end: 2000 }
type Register = OtherRegisters['registers'][number]
const register = (changes: Partial<Register>): Register => ({
  ...{ code: 'C2', name: 'Caja 2', joined: 0, retired: null, complete: 2000 },
  ...changes,
})
const behind = (changes: Partial<Register>, at = 2000) =>
  registersBehind({ stream: 's', at, registers: [register(changes)] }, october)

test.each<[string, Partial<Register>, string[]]>([
  ['has sent all of it', {}, []],
  ['lacks the last moment', { complete: 1999 }, ['C2 Caja 2']],
  ['never sent, or something of it is missing', { complete: null }, ['C2 Caja 2']],
  ['joined later', { joined: 2000, complete: null }, []],
  ['joined meanwhile', { joined: 1999, complete: null }, ['C2 Caja 2']],
  ['was retired before', { retired: 999, complete: 1 }, []],
  ['was retired meanwhile and sent no more', { retired: 1500, complete: 1400 }, ['C2 Caja 2']],
  ['was retired after it sent all', { retired: 5000 }, []],
])('a register that %s', (_, changes, names) => {
  expect(behind(changes)).toEqual(names)
})

test('who was heard of before the month ended, or nobody at all, may not be all', () => {
  expect(behind({}, 1999)).toEqual([othersUnknown])
  expect(behind({ complete: 1500 }, 1999)).toEqual(['C2 Caja 2', othersUnknown])
  expect(registersBehind(null, october)).toEqual([othersUnknown])
  expect(registersBehind({ stream: 's', at: 2000, registers: [] }, october)).toEqual([])
})

test('a name is one line, whatever stands in it', () => {
  const name = 'a\n2026-10-01 * x\u202E\u0000\tb'
  expect(behind({ name, complete: null })).toEqual(['C2 a 2026-10-01 * x b'])
  expect(behind({ name: 'x'.repeat(1000), complete: null })[0]).toHaveLength(40)
})

test('of very many the first are named, and how many more there are', () => {
  const say = () => 'others'
  const names = Array.from({ length: 14 }, (_, at) => `C${at}`)
  expect(behindSaid([...names, othersUnknown], say)).toBe(`${names.slice(0, 12).join(', ')}, +3`)
  expect(behindSaid(['C2 Caja 2', othersUnknown], say)).toBe('C2 Caja 2, others')
})
