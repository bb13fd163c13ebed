import { describe, expect, test } from 'vitest'
import { shownEnd, maskNumber, maskReference } from './mask.ts'
import { erasedMark } from './personal.ts'

const written = ['3001234567', '300 123-4567', '300.123.4567', '300\u00a0123\u00a04567']

describe('what identifies a customer', () => {
  test('is told by its end, on screen, on paper and in files alike, however it is written', () => {
    for (const text of written) {
      expect(maskReference(text)).toBe('•••\u00a04567')
      expect(maskNumber(text)).toBe('******4567')
      expect(shownEnd(text)).toBe('4567')
    }
  })

  test('never tells more than two fifths, whatever its length', () => {
    for (let length = 0; length <= 30; length += 1) {
      const text = '123456789012345678901234567890'.slice(0, length)
      const onPaper = maskNumber(text)
      expect(onPaper).toHaveLength(length)
      const told = onPaper.replaceAll('*', '')
      expect(told.length).toBeLessThanOrEqual(Math.min(4, (length * 2) / 5))
      expect(text.endsWith(told)).toBe(true)
      expect(maskReference(text)).toBe(length === 0 ? '' : `•••\u00a0${told}`.trim())
    }
  })

  test('counts a sign of two halves as one', () => {
    const text = '😀😁😂123😃😄'
    expect(maskNumber(text)).toBe('*****3😃😄')
    expect(shownEnd(text)).toBe('3😃😄')
    expect(maskReference(text)).toBe('•••\u00a03😃😄')
  })

  test('once erased is said to be', () => {
    for (const mask of [maskReference, maskNumber, shownEnd]) {
      expect(mask(erasedMark)).toBe(erasedMark)
    }
  })
})
