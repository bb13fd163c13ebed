import { expect, it } from 'vitest'
import { cutCardReference, readBackCard } from './card.ts'

it('keeps six and four digits of a card, and every other reference whole', () => {
  const cut = (customerQueryType: string, reference: string) =>
    cutCardReference({ customerQueryType, reference })['reference']
  expect(cut('1', '4111 1111-1111 1234')).toBe('4111111234')
  expect(cut('1', '4111111234')).toBe('4111111234')
  expect(cut('1', '4111.1111.1111.1234')).toBe('4111111234')
  expect(cutCardReference({ reference: '4111111111111234' }, '1')).toEqual({
    reference: '4111111234',
  })
  expect(cut('2', '4111111111111234')).toBe('4111111111111234')
  expect(cutCardReference({ reference: '4111111111111234' })).toEqual({
    reference: '4111111111111234',
  })
})

it('reads a cut card back with dots for the digits that nobody keeps', () => {
  const read = (customerQueryType: string) =>
    readBackCard({ customerQueryType, reference: '4111111234' })?.replaceAll('\u00a0', ' ')
  expect(read('1')).toBe('4111 11•• •••• 1234')
  expect(read('2')).toBeUndefined()
})
