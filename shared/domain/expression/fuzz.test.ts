import { createContext, runInContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { corpus, sampleScope } from './testing/corpus.ts'
import { refusalReasons, runOnChange, runOptionEval, type SnippetResult } from './index.ts'

/** The same numbers every time, so that what fails can be looked at again (mulberry32). */
function dice(seed: number) {
  let state = seed
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  const pick = <T>(items: readonly [T, ...T[]]): T => items[below(items.length)] ?? items[0]
  return { below, pick }
}
type Dice = ReturnType<typeof dice>

const scope = sampleScope()
const names = [...scope.fields.keys()]
const words = [
  ...names,
  ...['value', 'form', 'this', 'inputs', 'event', 'Math', 'JSON', 'nowhere', 'console', 'Number'],
  ...['constructor', '__proto__', 'prototype', 'toString', 'length', 'setValue', 'get', 'a', 'b'],
  ...['if', 'else', 'while', 'for', 'switch', 'case', 'function', 'return', 'var', 'let', 'new'],
  ...['async', 'class', 'import', 'yield', 'delete', 'typeof', 'void', 'in', 'with', 'throw'],
  ...['+', '-', '*', '/', '%', '=', '==', '===', '!', '<', '>=', '&&', '||', '??', '?.', '?', ':'],
  ...['=>', '...', '++', '--', '**', '<<', '~', '&', '|', '(', ')', '[', ']', '{', '}', ';', ','],
  ...['.', '`', '${', '"', "'", '\\', '\n', '/*', '*/', '//', '<!--', '#', '@', '0', '1e9', '0.1'],
  ...['0q1f', '1n', '"x"', "'1'", '/a/', 'é', '\u2028', '\ud83d', '\\u0061', 'null', 'true'],
] as const
const [firstWord, ...otherWords] = words
const anyWord = (roll: Dice) => roll.pick([firstWord ?? '', ...otherWords])
/** Mostly a field, so that most of what is grown means something. */
const aName = (roll: Dice) =>
  roll.below(25) === 0 ? anyWord(roll) : (names[roll.below(names.length)] ?? '')

function expression(roll: Dice, depth: number): string {
  const inner = () => expression(roll, depth - 1)
  if (depth <= 0) {
    return roll.pick(['1', '0', '2.5', "'1'", "'x y'", 'null', 'true', aName(roll), aName(roll)])
  }
  switch (roll.below(14)) {
    case 0:
      return `(${inner()} ${roll.pick(['+', '-', '*', '/', '%', '==', '===', '<', '>='])} ${inner()})`
    case 1:
      return `${inner()} ? ${inner()} : ${inner()}`
    case 2:
      return `(${inner()} ${roll.pick(['&&', '||', '??'])} ${inner()})`
    case 3:
      return `${roll.pick(['!', '-', '+', 'typeof ', 'void '])}${inner()}`
    case 4:
      return `${inner()}.${aName(roll)}`
    case 5:
      return `${inner()}[${inner()}]`
    case 6:
      return `Math.${roll.pick(['min', 'max', 'round', 'floor', 'abs', 'random'])}(${inner()}, ${inner()})`
    case 7:
      return `${roll.pick(['Number', 'String', 'parseInt', 'parseFloat', 'Boolean'])}(${inner()})`
    case 8:
      return `${inner()}.${roll.pick(['trim', 'slice', 'split', 'substring', 'replace', 'join', 'indexOf'])}(${inner()}, ${inner()})`
    case 9:
      return `\`${inner().replaceAll('`', '')}\${${inner()}}\``
    case 10:
      return `[${inner()}, ${inner()}]`
    case 11:
      return `({ ${aName(roll)}: ${inner()}, [${inner()}]: ${inner()} })`
    case 12:
      return `(${aName(roll)} ${roll.pick(['=', '+=', '*=', '||='])} ${inner()})`
    default:
      return inner()
  }
}

function statement(roll: Dice, depth: number): string {
  const inner = () => statement(roll, depth - 1)
  const value = () => expression(roll, roll.below(4))
  if (depth <= 0) return `${aName(roll)} = ${value()};`
  switch (roll.below(7)) {
    case 0:
      return `if (${value()}) { ${inner()} } else ${inner()}`
    case 1:
      return `${roll.pick(['var', 'let', 'const'])} ${roll.pick(['a', 'b', 'c'])} = ${value()}; ${inner()}`
    case 2:
      return `switch (${value()}) { case ${value()}: ${inner()} break; default: ${inner()} }`
    case 3:
      return `setValue('${aName(roll)}', ${value()}); ${inner()}`
    case 4:
      return `form.${aName(roll)} = ${value()}; ${inner()}`
    case 5:
      return `${inner()} ${inner()}`
    default:
      return `${aName(roll)} ${roll.pick(['=', '+=', '-=', '*=', '/='])} ${value()};`
  }
}

const snippets = corpus.map(([snippet]) => snippet)
const oneOf = (roll: Dice) => snippets[roll.below(snippets.length)] ?? ''

/** A known snippet with pieces cut, doubled, swapped for words, or joined to another. */
function mutation(roll: Dice): string {
  let text = oneOf(roll)
  for (let times = 1 + roll.below(3); times > 0; times -= 1) {
    const from = roll.below(text.length + 1)
    const to = Math.min(text.length, from + roll.below(8))
    const piece = roll.pick(['', anyWord(roll), text.slice(from, to).repeat(2), oneOf(roll)])
    text = text.slice(0, from) + piece + text.slice(to)
  }
  return text
}

function soup(roll: Dice): string {
  return Array.from({ length: roll.below(25) }, () => anyWord(roll)).join(roll.pick(['', ' ']))
}

function input(roll: Dice): string {
  switch (roll.below(4)) {
    case 0:
      return soup(roll)
    case 1:
      return mutation(roll)
    default:
      return statement(roll, roll.below(4))
  }
}

/** Whether a result is what the interface promises. */
function isSound(result: SnippetResult): boolean {
  if (!result.ok) return refusalReasons.includes(result.reason) && result.reason !== 'UNEXPECTED'
  return [...result.changes].every(
    ([name, text]) => scope.fields.has(name) && typeof text === 'string',
  )
}

// Where a refusal was made is written down each time, through all of a test's calls: half of the work of refusing.
const { stackTraceLimit } = Error
beforeAll(() => void (Error.stackTraceLimit = 0))
afterAll(() => void (Error.stackTraceLimit = stackTraceLimit))

describe('fuzz', () => {
  // The limit ends what hangs; on a busy computer a hundred thousand take their time.
  it('neither crashes, hangs nor spoils anything in 100,000 inputs', { timeout: 300_000 }, () => {
    const roll = dice(20261121)
    const before = Reflect.ownKeys(Object.prototype)
    const counts = new Map<string, number>()
    for (let round = 0; round < 100_000; round += 1) {
      const source = input(roll)
      const result =
        round % 10 === 0
          ? runOptionEval([source, input(roll), input(roll)], scope)
          : runOnChange(source, scope)
      if (!isSound(result)) throw new Error(`${JSON.stringify(source)} → ${JSON.stringify(result)}`)
      const outcome = result.ok ? (result.changes.size > 0 ? 'CHANGED' : 'OK') : result.reason
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    }
    expect(Reflect.ownKeys(Object.prototype)).toEqual(before)
    expect(JSON.stringify([...scope.fields])).toBe(JSON.stringify([...sampleScope().fields]))
    // A fuzz that only ever meets syntax errors proves nothing.
    expect(counts.get('CHANGED')).toBeGreaterThan(5_000)
    for (const reason of ['NOT_ALLOWED', 'UNDECLARED', 'WRONG_TYPE', 'INEXACT', 'NO_TARGET']) {
      expect(counts.get(reason), reason).toBeGreaterThan(100)
    }
  })
})

/** An expression of whole numbers and texts, where JavaScript itself is exact. */
function plain(roll: Dice, depth: number): string {
  const inner = () => plain(roll, depth - 1)
  if (depth <= 0) {
    return roll.pick([
      '0',
      '1',
      '7',
      '250',
      "''",
      "'12'",
      "'ab'",
      "' 3 '",
      'true',
      'null',
      'a',
      'b',
    ])
  }
  switch (roll.below(7)) {
    case 0:
      return `(${inner()} ${roll.pick(['+', '-', '*', '%'])} ${inner()})`
    case 1:
      return `(${inner()} ${roll.pick(['==', '!=', '===', '!==', '<', '<=', '>', '>='])} ${inner()})`
    case 2:
      return `(${inner()} ${roll.pick(['&&', '||', '??'])} ${inner()})`
    case 3:
      return `(${inner()} ? ${inner()} : ${inner()})`
    case 4:
      return `${roll.pick(['!', '- ', '+ '])}(${inner()})`
    case 5:
      return `${roll.pick(['Number', 'String', 'Boolean', 'parseInt', 'parseFloat', 'isNaN'])}(${inner()})`
    default:
      return `Math.${roll.pick(['min', 'max', 'round', 'floor', 'ceil', 'abs'])}(${inner()}, ${inner()})`
  }
}

describe('beside JavaScript itself', () => {
  it('gives the same for whole numbers and texts', () => {
    const roll = dice(7)
    const context = createContext({ a: 5, b: 'q1' })
    let compared = 0
    for (let round = 0; round < 20_000; round += 1) {
      const source = plain(roll, 1 + roll.below(4))
      const fields = new Map([
        ['a', { text: '5', json: '5' }],
        ['b', { text: 'q1', json: '"q1"' }],
        ['out', { text: '', json: '""' }],
      ])
      const written = `out = [${source}]`
      const result = runOnChange(written, { fields, changed: 'b' })
      const expected: unknown = runInContext(`JSON.stringify([${source}])`, context)
      if (!result.ok) continue
      compared += 1
      const same = String(expected).replaceAll('[-0]', '[0]')
      expect(result.changes.get('out'), source).toBe(same)
    }
    expect(compared).toBeGreaterThan(15_000)
  })
})
