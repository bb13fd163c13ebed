import type { FieldValue } from '../form/form.ts'
import { describe, expect, it } from 'vitest'
import { corpus, given, sampleScope } from './testing/corpus.ts'
import { defaultLimits, Meter, runOnChange, runOptionEval, type SnippetResult } from './index.ts'

const shown = (result: SnippetResult) =>
  result.ok ? Object.fromEntries(result.changes) : result.reason

describe('runOnChange', () => {
  it.each(corpus)('%s', (snippet, changes) => {
    expect(shown(runOnChange(snippet, sampleScope()))).toEqual(changes)
  })

  it('has a corpus worth the name', () => {
    expect(new Set(corpus.map(([snippet]) => snippet)).size).toBeGreaterThanOrEqual(60)
  })

  it.each([
    ['1', '12000'],
    ['2', '250000.5'],
    ['3', '0'],
  ])('follows rule 4 of the obligation for type %s', (type, amount) => {
    const [[snippet] = ['']] = corpus
    expect(shown(runOnChange(snippet, sampleScope(type)))).toEqual({ amount })
  })

  it('lets a field come before any name of the language', () => {
    const fields = new Map([
      ...sampleScope().fields,
      ...['Math', 'String', 'value'].map((name): [string, FieldValue] => [name, given('"x"')]),
    ])
    const scope = { ...sampleScope(), fields }
    expect(shown(runOnChange('note = Math + String + value', scope))).toEqual({ note: 'xxx' })
    expect(shown(runOnChange('amount = Math.max(1)', scope))).toBe('NOT_ALLOWED')
  })
})

describe('all or none', () => {
  it.each([
    ['amount = 1; nowhere = 2', 'UNDECLARED'],
    ['amount = 1; months = nowhere', 'UNDECLARED'],
    ['amount = 1; form.amount = 2', 'NOT_ALLOWED'],
    ['amount = 1; setValue("nowhere", nowhere = 2)', 'UNDECLARED'],
    ['amount = 1; doSomething()', 'NO_TARGET'],
    ['amount = 1; months = doSomething()', 'UNDECLARED'],
    ['amount = 1; nothing.deep = 2', 'NOT_ALLOWED'],
    ['amount = 1; months = nothing.deep', 'WRONG_TYPE'],
    ['amount = 1; months = 10 / 3', 'INEXACT'],
    ['amount = 1; months = 1.005', 'INEXACT'],
    ['amount = 1; months = Number("x")', 'INEXACT'],
    ['amount = 1; months = 1 / 0', 'INEXACT'],
    ['amount = 1; months = Number(id_query)', 'INEXACT'],
    ['amount = 12345678901234567890', 'INEXACT'],
    ['amount = 1; aditional.branch = "x"', 'NOT_ALLOWED'],
    ['amount = 1; value = 2', 'UNDECLARED'],
    ['const a = 1; amount = a; a = 2', 'NOT_ALLOWED'],
    ['let amount = amount_1', 'NOT_ALLOWED'],
    ['let a = 1; { let a = 2; months = a } amount = a', 'NOT_ALLOWED'],
    ['let amount = amount_1; amount = 2', 'NOT_ALLOWED'],
    ['(value, months) => { amount = months }', 'NOT_ALLOWED'],
    ['(a, b, c) => { amount = 1 }', 'NOT_ALLOWED'],
    ['amount = aditional + 1', 'WRONG_TYPE'],
    ['amount = aditional == 1', 'WRONG_TYPE'],
    ['amount = plan()', 'UNDECLARED'],
    ["value == '1' ? amount_1 : amount_2", 'NO_TARGET'],
    ['return amount_1', 'SYNTAX'],
    ["if (value == '1') { amount_1 }", 'NO_TARGET'],
    ['amount = amount_1; amount_2', 'NO_TARGET'],
    ['updateAmount', 'NO_TARGET'],
    ['amount = ', 'SYNTAX'],
    ['if (', 'SYNTAX'],
    ['¿?', 'SYNTAX'],
    // No form of the contract has these: values have no methods, and only what is named above can be said.
    ['amount = 1; note = name_client.trim()', 'NOT_ALLOWED'],
    ['amount = 1; note = reference.slice(0, 6)', 'NOT_ALLOWED'],
    ['amount = 1; note = "a.b".split(".")[1]', 'NOT_ALLOWED'],
    ["amount = ['1', '3'].includes(value) ? amount_1 : 0", 'NOT_ALLOWED'],
    ['amount = (1.005).toFixed(2)', 'NOT_ALLOWED'],
    ['note = amount_1.toString()', 'NOT_ALLOWED'],
    ['note = JSON.stringify({ a: 1 })', 'NOT_ALLOWED'],
    ['note = `${plan}: ${months}`', 'NOT_ALLOWED'],
    ['months++', 'NOT_ALLOWED'],
    ['amount = --months', 'NOT_ALLOWED'],
    ['flag = typeof amount_1 === "number"', 'NOT_ALLOWED'],
  ])('%s', (snippet, reason) => {
    expect(shown(runOnChange(snippet, sampleScope()))).toBe(reason)
  })

  it('names what is at fault, never a value', () => {
    const result = runOnChange('amount = nowhere', sampleScope())
    expect(result).toEqual({ ok: false, reason: 'UNDECLARED', detail: 'nowhere' })
  })
})

describe('runOptionEval', () => {
  const run = (...strings: string[]) => shown(runOptionEval(strings, sampleScope()))

  it('reads statements', () => {
    expect(run('amount = 39900', 'months = 1', "plan = 'Básico'")).toEqual({
      amount: '39900',
      months: '1',
      plan: 'Básico',
    })
    expect(run('amount = 5', '', '')).toEqual({ amount: '5' })
    expect(run('amount = 5')).toEqual({ amount: '5' })
    expect(run('let x = 5', 'amount = x', 'months = x')).toEqual({ amount: '5', months: '5' })
  })

  it('reads one snippet in lines', () => {
    expect(run('if (value == 1)', '{ amount = 1 }', 'else { amount = 2 }')).toEqual({ amount: '1' })
    expect(run('months', '+=', '2')).toEqual({ months: '5' })
  })

  it('refuses what it cannot read, and applies all or none', () => {
    expect(run('amount', 'months', 'plan')).toBe('NO_TARGET')
    expect(run("value == '1'", 'amount = amount_1', 'amount = 0')).toBe('NO_TARGET')
    expect(run('%', '%', '%')).toBe('SYNTAX')
    expect(run('amount = 1', 'nowhere = 2', '')).toBe('UNDECLARED')
    expect(run('amount = 1', 'while (true) {}', '')).toBe('NOT_ALLOWED')
  })

  it('changes nothing for no strings at all', () => {
    expect(run()).toEqual({})
  })
})

describe('limits', () => {
  const run = (snippet: string) => shown(runOnChange(snippet, sampleScope()))

  it.each([
    ['source', `amount = 1;${' '.repeat(4000)}`, 'TOO_LONG'],
    ['nodes', `amount = 1${';amount=1'.repeat(400)}`, 'TOO_COMPLEX'],
    ['depth', `amount = ${'('.repeat(50)}${'!'.repeat(100)}1${')'.repeat(50)}`, 'TOO_COMPLEX'],
    ['stack', `amount = ${'['.repeat(3900)}`, 'SYNTAX'],
    ['doubling', `note = 'xxxxxxxxxx';${'note += note;'.repeat(40)}`, 'TOO_BIG'],
  ])('%s', (_name, snippet, reason) => {
    expect(run(snippet)).toBe(reason)
  })

  it('counts steps, data included', () => {
    const fields = new Map(sampleScope().fields)
    fields.set('credits', given(JSON.stringify(JSON.stringify(Array(6_000).fill(0)))))
    const scope = { ...sampleScope(), fields }
    const snippet = `${'note = JSON.parse(credits)[0];'.repeat(4)}`
    expect(shown(runOnChange(snippet, scope))).toBe('TOO_MANY_STEPS')
    const few = new Meter({ ...defaultLimits, steps: 3 })
    expect(shown(runOnChange('amount = 1 + 1', sampleScope(), few))).toBe('TOO_MANY_STEPS')
  })

  it('reads no field beyond its limit', () => {
    const fields = new Map([
      ...sampleScope().fields,
      ['note', given(JSON.stringify('x'.repeat(100_001)))],
    ])
    expect(shown(runOnChange('amount = note.length', { ...sampleScope(), fields }))).toBe('TOO_BIG')
  })
})
