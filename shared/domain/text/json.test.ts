import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { mostDepth } from './json-reader.ts'
import { exactText, isRecord, NumberText, parseExact, sourceText, storableJson } from './json.ts'

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

it('says whatever stands in it as a database keeps it, and else as it is', () => {
  const plain = { a: ['ñ 😀 "\\', 1.5, null], b: { c: true } }
  expect(storableJson(plain)).toBe(JSON.stringify(plain))
  const within = JSON.stringify({ note: 'x\0' })
  expect(JSON.parse(storableJson({ ...plain, text: 'a\0\ud800', within }))).toEqual({
    ...{ ...plain, text: 'a\ufffd\ufffd' },
    within: JSON.stringify({ note: 'x\ufffd' }),
  })
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

describe('whatever the platform reads', () => {
  const byPlatform = (text: string): unknown =>
    JSON.parse(text, (_key, value, context) =>
      typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value,
    )
  const anyJson = fc.json({ maxDepth: 5 })
  const spaced = fc
    .tuple(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(' ', '\t', '   '))
    .map(([value, indent]) => ` ${JSON.stringify(value, null, indent)}\r\n`)
  /** JSON with one character taken out, put in or changed. */
  const broken = fc
    .tuple(anyJson, fc.nat(), fc.constantFrom('', ...'{}[]",:-+.0019eE\\\u0001nt \u00a0'))
    .map(([text, place, char]) => {
      const at = place % (text.length + 1)
      return text.slice(0, at) + char + text.slice(at + (place % 2))
    })
  const outcome = (read: (text: string) => unknown, text: string) => {
    try {
      return exactText(read(text))
    } catch (caught) {
      return caught instanceof SyntaxError ? 'SyntaxError' : String(caught)
    }
  }
  test('is read the same, and nothing else is', () => {
    fc.assert(
      fc.property(fc.oneof(anyJson, spaced, broken), (text) => {
        expect(outcome(parseExact, text)).toBe(outcome(byPlatform, text))
      }),
      { numRuns: 3000 },
    )
  })
  test.each([
    ['{"__proto__":{"x":1},"a":2}'],
    ['{"a":1,"a":2}'],
    ['[1,]'],
    ['[01]'],
    ['[1.]'],
    ['[-]'],
    ['"\\u0041\\n"'],
    ['"a\nb"'],
    ['"\\\\"'],
    ['"\\"'],
    ['{"a"1}'],
    ['tru'],
    ['nullnull'],
    ['\ufeff1'],
    ['{"a":"\\ud800","\\u0000":1}'],
    [`[${'9'.repeat(400)},1e999]`],
    ['['.repeat(mostDepth) + ']'.repeat(mostDepth)],
  ])('%#: %.40j', (text) => {
    expect(outcome(parseExact, text)).toBe(outcome(byPlatform, text))
  })
  test('keeps the text of each item of a list', () => {
    const items = ['{"amount": 5000.00, "id":7}', '[ 1 ]', '{}']
    const parsed = parseExact(`{"data":[${items.join(' , ')}, 5.0]}`)
    const list = isRecord(parsed) && Array.isArray(parsed['data']) ? parsed['data'] : []
    expect(list.map(sourceText)).toEqual([...items, '5.0'])
  })
})

describe('deeper than anything of the service', () => {
  const nested = (open: string, close: string) => (depth: number) =>
    open.repeat(depth) + '1' + close.repeat(depth)
  const shapes = [nested('[', ']'), nested('{"a":', '}'), nested('[{"a":', '}]')]
  test.each([mostDepth + 1, 2_500, 5_000, 200_000])('%i levels are no JSON', (depth) => {
    for (const shape of shapes) expect(() => parseExact(shape(depth))).toThrow(SyntaxError)
  })
})
