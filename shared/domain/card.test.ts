import { expect, it } from 'vitest'
import { cutCardReference } from './card.ts'

it('keeps six and four digits of a card, and every other reference whole', () => {
  const cut = (customerQueryType: string, reference: string) =>
    cutCardReference({ customerQueryType, reference })['reference']
  expect(cut('1', '4111 1111-1111 1234')).toBe('4111111234')
  expect(cut('1', '4111111234')).toBe('4111111234')
  expect(cut('2', '4111111111111234')).toBe('4111111111111234')
  expect(cutCardReference({ reference: '4111111111111234' })).toEqual({
    reference: '4111111111111234',
  })
})
