import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exactText, isRecord, NumberText, parseExact } from './json.ts'

it('keeps the text of every number', () => {
  const number = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.stringMatching(/^(0|[1-9]\d{0,25})$/),
      fc.stringMatching(/^(\.\d{1,20})?$/),
      fc.stringMatching(/^([eE][+-]?\d{1,3})?$/),
    )
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(number, fc.string(), (source, name) => {
      const text = `{${JSON.stringify(`_${name}`)}:[${source},null,true,"${source}"]}`
      expect(exactText(parseExact(text))).toBe(text)
    }),
  )
})

it('tells objects from the rest', () => {
  expect([{}, [], null, 'x', new NumberText('1')].map(isRecord)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

it.each(['', '{', '<html>', '{"a":01}', 'NaN'])('throws on %j', (text) => {
  expect(() => parseExact(text)).toThrow(SyntaxError)
})
