import { expect, test } from 'vitest'
import { words } from '../../words/words.ts'
import { closedElsewhere, closedElsewhereSaid } from './closed-elsewhere.ts'
import type { ToldClose } from './close.ts'

const told = (code: string, differs: Partial<ToldClose> = {}) => ({
  ...{
    month: '2026-10',
    code,
    name: 'Caja',
    number: 1,
    closedAt: 5,
    closedBy: 'Ana' as string | null,
  },
  ...{ exportedAt: null, reopenedAt: null },
  exceptions: { days: [], unlisted: 0, unreadable: 0, differences: [], behind: [] },
  ...differs,
})
const heard = (...codes: string[]) => ({
  ...{ stream: 's', at: 9 },
  registers: codes.map((code) => ({
    ...{
      month: '2026-10',
      code,
      name: 'Caja',
      joined: 1,
      retired: null as number | null,
      complete: null,
    },
  })),
})
const month = { end: 8, isClosedHere: false }
const said = (...of: Parameters<typeof closedElsewhere>) =>
  closedElsewhereSaid(closedElsewhere(...of), words.in('es'), (at) => `día ${at}`)

test('who closed is said, and once somebody did who has not said so', () => {
  const registers = heard('C2', 'C3')
  expect(said([], registers, month)).toEqual([])
  expect(said([], null, { ...month, isClosedHere: true })).toEqual([])
  expect(said([], registers, { ...month, isClosedHere: true })).toEqual([
    'No han dicho que lo cerraron: C2 Caja, C3 Caja',
  ])
  const exceptional = { ...told('').exceptions, unlisted: 1 }
  const left = told('C2', { number: 3, exportedAt: 7, exceptions: exceptional, closedBy: null })
  expect(said([left], registers, month)).toEqual([
    'C2 Caja: cerrado con el número 3 · día 5 · con excepciones · sus asientos ya se exportaron',
    'No han dicho que lo cerraron: C3 Caja',
  ])
  expect(said([told('C2', { reopenedAt: 6 })], registers, month)).toEqual([
    'C2 Caja: cerrado con el número 1 · Ana · día 5 · lo abrió de nuevo: día 6',
  ])
})

test('who came after the month, or sells no more, is not waited for', () => {
  const registers = heard('C2', 'C3', 'C4').registers.map((one) => ({
    ...one,
    joined: one.code === 'C3' ? 8 : 1,
    retired: one.code === 'C4' ? 7 : null,
  }))
  const { notClosed } = closedElsewhere([told('C2')], { ...heard(), registers }, month)
  expect(notClosed).toEqual([])
})

test('what a register and the one that goes on with its journal both tell is one close', () => {
  const both = [told('C10', { reopenedAt: 6 }), told('C2')]
  expect(closedElsewhere(both, null, month).closed).toMatchObject([
    { register: 'C10 Caja', reopenedAt: 6 },
  ])
})
