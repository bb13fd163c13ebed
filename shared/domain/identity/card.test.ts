import { expect, it } from 'vitest'
import { cutCardReference, cutTypedCard, isCutCard, readBackCard, typedCardDigits } from './card.ts'

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

it('keeps ten digits of a card at most while it is typed, whatever is done to its text', () => {
  expect(cutTypedCard('4539 1256 78')).toBe('4539 1256 78')
  expect(cutTypedCard('45391256789')).toBe('453912•6789')
  expect(cutTypedCard('453912•67890')).toBe('453912••7890')
  expect(cutTypedCard('4539 1256 7890 1234')).toBe('453912••••••1234')
  expect(cutTypedCard('4533912••••••1234')).toBe('453391•••••••1234')
  expect(cutTypedCard('453912••9••1234')).toBe('453912•••••1234')
  expect(cutTypedCard('453912••••••')).toBe('453912••••••')
})

it('sends a card only when it is whole', () => {
  expect(typedCardDigits('453912••••••1234')).toBe('4539121234')
  expect(typedCardDigits('4539 12 1234')).toBe('4539121234')
  for (const text of [
    '453912••••••123',
    '45391••••••1234',
    '453912',
    '4539a21234',
    '•'.repeat(12),
  ]) {
    expect(typedCardDigits(text), text).toBeNull()
  }
  expect(typedCardDigits(`453912${'•'.repeat(10)}1234`)).toBeNull()
  expect([isCutCard('453912•6789'), isCutCard('4539126789')]).toEqual([true, false])
})
