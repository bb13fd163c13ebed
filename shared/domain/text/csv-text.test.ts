import { expect, test } from 'vitest'
import { csvText } from './csv-text.ts'

test('quotes what would break a line', () => {
  expect(csvText('a;b', ';')).toBe('"a;b"')
  expect(csvText('say "hi"\n', ';')).toBe('"say ""hi""\n"')
  expect(csvText('-5', ';')).toBe("'-5")
  expect(csvText('300', ';')).toBe('300')
  expect(csvText('a,b', ';')).toBe('"a,b"')
})
test.each([
  ...['=1', ' =1', '\u00a0=1', '\u200b=1', '\ufeff@SUM(A1)', '\n=1', '\r\n+1', '\t-1', '\u0000=1'],
  ...['\u0007 =1', '\uff1d1', ' \uff0b1', '\uff0d1', '\uff20A1', '\u2028=1', '\ud800=1'],
])('never begins a formula: %j', (text) => {
  for (const separator of [';', ',', '\t']) {
    const field = csvText(text, separator)
    expect(field).toMatch(/^"?'/)
    expect(field).not.toMatch(/[\p{Cc}--[\t\n\r]]/v)
  }
})
test('never lets a part of a text become a cell of its own, whoever opens it', () => {
  for (const text of ['a;=1', 'a,=1', 'a\t=1', 'a\r=1']) {
    expect(csvText(text, ';')).toBe(`"${text}"`)
  }
})
test.each(['Recarga Móvil 10.000', '******4567', '2026-10-01 08:00:00', 'Ñandú (1/2): a_b', ''])(
  'leaves as it is what nobody can take for anything else: %j',
  (text) => {
    for (const separator of [';', ',', '\t']) expect(csvText(text, separator)).toBe(text)
  },
)
