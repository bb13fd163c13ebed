import { describe, expect, it } from 'vitest'
import { given, sampleScope } from './testing/corpus.ts'
import { runOnChange, runOptionEval } from './index.ts'

/** Everything an attack could leave behind: what every object has, and what every page has. */
function world(): string {
  const names = (owner: object) => Reflect.ownKeys(owner).map(String).sort()
  const prototypes = [Object, Array, String, Number, Boolean, Function, Map, RegExp]
  return JSON.stringify([names(globalThis), prototypes.map((type) => names(type.prototype))])
}

const attacks = [
  // Reaching the constructor, however it is spelt.
  'amount = plan.constructor',
  'amount = "".constructor.constructor("return 1")()',
  'amount = plan["constructor"]',
  'amount = plan["con" + "structor"]',
  'amount = plan[`con${"structor"}`]',
  'amount = plan["ROTCURTSNOC".toLowerCase()]',
  'amount = plan.\\u0063onstructor',
  'amount = plan["\\u0063onstructor"]',
  'amount = plan["\\x63onstructor"]',
  'amount = aditional[["constructor"]]',
  'amount = aditional?.constructor',
  'amount = [].constructor',
  'amount = ({}).constructor',
  'amount = (1).constructor',
  'amount = true["constructor"]',
  'amount = Math.constructor',
  'amount = Math["max"].constructor',
  'amount = Number.prototype',
  'amount = (() => 1).constructor',
  'constructor = 1',
  'form.constructor = 1',
  'setValue("constructor", 1)',
  'amount = form["constructor"]',
  'amount = event.target.constructor',
  // Prototypes and pollution.
  'amount = aditional.__proto__',
  'aditional.__proto__.polluted = 1',
  'aditional["__pro" + "to__"].polluted = 1',
  'form.__proto__.polluted = 1',
  'this.__proto__ = 1',
  '__proto__ = 1',
  'setValue("__proto__", 1)',
  'getValue("__proto__").polluted = 1',
  'amount = ({ __proto__: aditional }).branch',
  'amount = ({ "__proto__": aditional }).branch',
  'amount = ({ ["__proto__"]: aditional }).branch',
  'aditional.branch = 1',
  'aditional.fees[0] = 1',
  'aditional.fees.push(1)',
  'aditional.hasOwnProperty("x"); amount = aditional.hasOwnProperty("x")',
  'Object.prototype.polluted = 1',
  'Object.assign(form, { amount: 1 })',
  'Object.defineProperty(form, "amount", {})',
  'Array.prototype.includes = 1',
  'Math.max = 1',
  'Math = 1',
  'undefined = 1',
  'NaN = 1; amount = NaN',
  // Getters, conversions and other hidden calls.
  'amount = ({ get x() { return 1 } }).x',
  'amount = ({ set x(v) { } }).x',
  'amount = ({ toString() { return "1" } }) + ""',
  'amount = ({ valueOf() { return 1 } }) + 1',
  'amount = ({ toString: 1 }) + ""',
  'amount = { valueOf: 1 } * 2',
  'amount = aditional == "[object Object]"',
  'amount = `${aditional}`',
  'amount = aditional.toString()',
  'amount = plan.valueOf()',
  'amount = plan.toString.call(1)',
  'amount = plan.trim.apply(plan)',
  'amount = parseInt.bind(null)',
  'amount = typeof nowhere',
  'amount = parseInt',
  'amount = Math',
  'amount = form',
  'amount = this',
  'amount = event',
  // Loops, functions and whatever does not end.
  'while (true) {}',
  'do {} while (true)',
  'for (;;) {}',
  'for (const x of aditional.fees) amount = x',
  'for (const x in aditional) amount = x',
  'function f() { f() } f()',
  'const f = () => f(); f(); amount = 1',
  'amount = (function f() { return f() })()',
  '[1, 2].map(x => amount = x)',
  'a: while (1) break a',
  'throw 1',
  'try { amount = nowhere } catch (e) { amount = 1 }',
  'with (form) amount = 1',
  'debugger',
  // Other machinery.
  'eval("amount = 1")',
  'eval?.("amount = 1")',
  '(0, eval)("amount = 1")',
  'new Function("return 1")()',
  'Function("return 1")()',
  'setTimeout("amount = 1", 0)',
  'fetch("https://example.com/" + plan); amount = 1',
  'amount = globalThis.process.env',
  'amount = window.localStorage',
  'amount = document.cookie',
  'document.body.innerHTML = plan',
  'location = "https://example.com"',
  'amount = require("fs")',
  'amount = process.exit(1)',
  'import("fs")',
  'import fs from "fs"',
  'export default 1',
  'amount = import.meta.url',
  'amount = new.target',
  'amount = new Date()',
  'amount = new Map()',
  'amount = delete aditional.branch',
  'delete form.amount',
  'async () => { amount = 1 }',
  'async function f() { amount = 1 }',
  'function* f() { amount = 1 }',
  'async (v) => { await v; amount = 1 }',
  'class A { static x = 1 }',
  'amount = class {}',
  'amount = super.x',
  'amount = #x in form',
  'amount = arguments[0]',
  'function f(v) { amount = arguments.callee }',
  'amount = /(a+)+$/.test("aaaaaaaaaaaaaaaaaaaaaaaa!")',
  'note = plan.replace(/g/g, "x")',
  'note = plan.match("g")',
  'note = plan.search("g")',
  'note = plan.replace("g", () => 1)',
  'note = plan.repeat(1000000000)',
  'note = "x".padEnd(1000000000)',
  'note = "x".padStart(Infinity, "y")',
  'note = String.raw`x`',
  'note = plan`x`',
  'note = String.fromCharCode(65)',
  'amount = Math.max(...aditional.fees)',
  'amount = [...aditional.fees, ...aditional.fees]',
  'amount = { ...aditional }',
  'amount = [1,,2]',
  '[amount] = [1]',
  '({ amount } = { amount: 1 })',
  'const { branch } = aditional; amount = branch',
  '({ amount }) => { amount = 1 }',
  '(v = (amount = 1)) => { amount = 2 }',
  '(...v) => { amount = 1 }',
  'amount = 1n',
  'amount = 2 ** 1000',
  'amount = 1 << 2',
  'amount = ~~1.5',
  'amount = "branch" in aditional',
  'amount = aditional instanceof Object',
  'amount = Symbol.iterator',
  'amount = Reflect.ownKeys(form)',
  '<!-- x\nwhile(1){}',
  '#!/usr/bin/env node\namount = 1; while(1){}',
  'amount = 9'.padEnd(398, '9'),
  'amount = 1e400',
  'amount = 1e-400',
  'amount = 1e300 * 1e300',
  `amount = ${'a?'.repeat(500)}1${':1'.repeat(500)}`,
  `amount = ${'-'.repeat(1)}${'- -'.repeat(500)}1`,
  `amount = ${'{a:'.repeat(300)}1${'}'.repeat(300)}`,
  `amount = aditional${'.x'.repeat(900)}`,
  `amount = ${'`${'.repeat(300)}1${'}`'.repeat(300)}`,
  '\u0000',
  '\ud800',
  '\u2028amount\u2029=\ufeffnowhere',
]

describe('attacks', () => {
  it.each(attacks.map((attack) => [JSON.stringify(attack.slice(0, 70)), attack]))(
    '%s',
    (_name, attack) => {
      const before = world()
      const result = runOnChange(attack, sampleScope())
      expect(result.ok).toBe(false)
      expect(!result.ok && result.reason).not.toBe('UNEXPECTED')
      expect(runOptionEval([attack, '', ''], sampleScope()).ok).toBe(false)
      expect(world()).toBe(before)
    },
  )

  it('treats data that names the dangerous as data', () => {
    const fields = new Map(sampleScope().fields)
    fields.set('aditional', given('{"a":1}'))
    fields.set('note', {
      text: '',
      json: '{"__proto__":{"polluted":1},"constructor":2,"polluted":3}',
    })
    const run = (snippet: string) => runOnChange(snippet, { ...sampleScope(), fields })
    expect(run('amount = note.polluted')).toEqual({ ok: true, changes: new Map([['amount', '3']]) })
    expect(run('amount = note.__proto__.polluted').ok).toBe(false)
    expect(run('amount = note["constructor"]').ok).toBe(false)
    expect(run('amount = aditional.polluted ?? 0')).toMatchObject({ ok: true })
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('does not take a declared field for more than a field', () => {
    const fields = new Map([
      ...sampleScope().fields,
      ['__proto__', given('"x"')],
      ['toString', given('"y"')],
    ])
    const run = (snippet: string) => runOnChange(snippet, { ...sampleScope(), fields })
    expect(run('__proto__ = 1').ok).toBe(false)
    expect(run('form["__proto__"] = 1').ok).toBe(false)
    expect(run('toString = 1')).toEqual({ ok: true, changes: new Map([['toString', '1']]) })
  })

  it('reads no name that every object has as a field', () => {
    for (const name of ['toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf']) {
      expect(runOnChange(`amount = ${name}`, sampleScope())).toMatchObject({ reason: 'UNDECLARED' })
      expect(runOnChange(`amount = form.${name}`, sampleScope()).ok).toBe(false)
      expect(runOnChange(`amount = aditional.${name} ?? 0`, sampleScope())).toEqual({
        ok: true,
        changes: new Map([['amount', '0']]),
      })
    }
  })
})
