/** A text of an answer with what makes it hostile. */
export type Hostile = readonly [name: string, text: string]

const nested = (open: string, close: string, depth: number) =>
  `${open.repeat(depth)}1${close.repeat(depth)}`

/** JSON values that a careless reader breaks on, each as its text. */
export const hostileValues: readonly Hostile[] = [
  ...[150, 2_500, 20_000].flatMap((depth): Hostile[] => [
    [`lists ${depth} deep`, nested('[', ']', depth)],
    [`objects ${depth} deep`, nested('{"a":', '}', depth)],
  ]),
  ['a number of 400 digits', '9'.repeat(400)],
  ['a fraction of 400 digits', `0.${'3'.repeat(400)}`],
  ['a number beyond any', '1e999'],
  ['minus nothing', '-0'],
  ['the largest safe integer in hundredths', '90071992547409.91'],
  ['the smallest', '-90071992547409.91'],
  ['NUL', String.raw`"a\u0000b"`],
  ['half of a pair', String.raw`"\ud83d"`],
  ['the other half', String.raw`"\udc00 x"`],
  ['a long text', `"${'x'.repeat(20_000)}"`],
  ['spaces without end', `"2026-11-20 10:00${' '.repeat(20_000)}x"`],
  ['a zone that is none', '"2026-11-20T10:00:00+99:99"'],
  ['before the year nought', '"0000-01-01T00:00:00+14:00"'],
  ['after the last year', '"9999-12-31T23:59:59-14:00"'],
  ['__proto__', '{"__proto__":{"id":1,"amount":5000},"constructor":{"prototype":1}}'],
  ['a name twice', '{"id":1,"id":{"id":2}}'],
  ['names of every object', '{"toString":1,"valueOf":2,"toJSON":3,"hasOwnProperty":4,"length":5}'],
  ['an empty list', '[]'],
  ['an empty object', '{}'],
  ['nothing', 'null'],
  ['yes', 'true'],
]

/** Whole bodies that are hostile by what stands around a good answer. */
export function hostileBodies(good: string): Hostile[] {
  const inner = good.slice(1, -1)
  return [
    ...hostileValues.map(([name, value]): Hostile => [
      `beside it ${name}`,
      `{"x":${value},${inner}}`,
    ]),
    ...hostileValues.map(([name, value]): Hostile => [`nothing but ${name}`, value]),
    ['two of everything', `{${inner},${inner}}`],
    ['it in __proto__', `{"__proto__":${good}}`],
    ['NUL before it', `\u0000${good}`],
    ['NUL behind it', `${good}\u0000`],
    ['a byte order mark', `\ufeff${good}`],
    ['cut', good.slice(0, -3)],
  ]
}

/** A good body with each of its members, at any depth, replaced by each hostile value. */
export function hostileMembers(good: string): Hostile[] {
  const marked = JSON.stringify('\u0001')
  return pathsOf(JSON.parse(good)).flatMap((path): Hostile[] => {
    const text = JSON.stringify(replaced(JSON.parse(good), path, '\u0001'))
    return hostileValues.map(([name, value]): Hostile => [
      `${path.join('.')}: ${name}`,
      text.replace(marked, () => value),
    ])
  })
}

/** The way to each member of a value. */
function pathsOf(value: unknown, before: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = [...before, name]
    return [path, ...pathsOf(inner, path)]
  })
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: string): unknown {
  if (name === undefined) return by
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(
    ([key, inner]: [string, unknown]): [string, unknown] => [
      key,
      key === name ? replaced(inner, rest, by) : inner,
    ],
  )
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
