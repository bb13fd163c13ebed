import { expect, test } from 'vitest'
import { inputSample } from '../../../shared/domain/testing/input-sample.ts'
import { afterTyping } from '../../ui/fields/typed-groups.ts'
import { readBack, readField, typedGroup, withoutGroups } from './field-text.ts'

const writing = { country: 'CO', decimalSign: 'comma', currency: 'COP' } as const
const code = inputSample('code')
const shown = (text: string) => typedGroup(code, writing)(text)
const sent = (text: string) => readField(code, text, writing).value

/** A field after a change at its end, or in what was chosen of it. */
function change(text: string, inserted: string, chosen?: readonly [number, number]): string {
  const [start, end] = chosen ?? [shown(text).length, shown(text).length]
  const now = shown(text).slice(0, start) + inserted + shown(text).slice(end)
  const cursor = start + inserted.length
  const typing = { text, shown: shown(text), now, cursor, isForward: false }
  return withoutGroups(code, afterTyping({ ...typing, chosen: [start, end] }).text)
}
const typed = (keys: string) => [...keys].reduce((text, key) => change(text, key), '')

test.each(['1', '123456', '12345678', '123456789', '0012345678', '7'.repeat(44), '7'.repeat(60)])(
  'the number %s is shown as it is read back, and sent as it was typed or pasted',
  (digits) => {
    expect(shown(digits)).toBe(readBack(code, digits, 'CO'))
    expect(sent(typed(digits))).toBe(digits)
    expect(sent(change('', digits))).toBe(digits)
    expect(sent(change(digits, '5', [0, shown(digits).length]))).toBe('5')
  },
)

test('a text with anything but digits stands and is sent as it is', () => {
  for (const text of ['AB-123456', '12345678-9', 'Ana 12345678', '1234 5678', '123456,78']) {
    expect(shown(text)).toBe(text)
    expect(sent(typed(text))).toBe(text)
    expect(sent(change('', text))).toBe(text)
  }
})

test('a number copied as it is shown is the same number', () => {
  expect(sent(change('', shown('12345678')))).toBe('12345678')
  expect(sent(change('12345678', shown('5678'), [5, 9]))).toBe('12345678')
  expect(withoutGroups(code, 'Ana\u00a0Paz')).toBe('Ana\u00a0Paz')
})
