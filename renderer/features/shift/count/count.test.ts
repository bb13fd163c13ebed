import { expect, it } from 'vitest'
import { countTotal } from '../../../../shared/domain/drawer/drawer-count.ts'
import { countOfSheet, isTouched, newSheet } from './count.ts'

it('reads a sheet piece by piece, and nothing of what it cannot read', () => {
  const sheet = newSheet('COP')
  const [first, second] = sheet.lines
  if (!first || !second) throw new Error('no lines')
  first.text = '3'
  second.text = ' 2 '
  sheet.other = 150
  const count = countOfSheet(sheet)
  expect(count?.pieces.map(({ count: pieces }) => pieces)).toEqual([3, 2])
  expect(count && countTotal(count)).toEqual({ minor: 40_000_150, currency: 'COP' })
  second.text = '2,5'
  expect(countOfSheet(sheet)).toBeNull()
  second.text = ''
  sheet.other = null
  sheet.isUnreadable = true
  expect(countOfSheet(sheet)).toBeNull()
})

it('is a count once something was typed, were it that there is nothing', () => {
  const sheet = newSheet('COP')
  expect(isTouched(sheet)).toBe(false)
  const [first] = sheet.lines
  if (!first) throw new Error('no lines')
  first.text = '0'
  expect(isTouched(sheet)).toBe(true)
  expect(isTouched({ ...newSheet('COP'), other: 0 })).toBe(true)
})
