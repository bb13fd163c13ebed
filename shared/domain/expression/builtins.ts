import { calculate, numberOfDecimal, parseDecimal } from './decimal.ts'
import { Refusal, type Meter } from './limits.ts'
import {
  DataList,
  DataRecord,
  parseData,
  toNumber,
  toNumeric,
  textOfValue,
  type Value,
} from './values.ts'

/** A function of the language. */
export type Builtin = (args: readonly Value[], meter: Meter) => Value

const mathOf =
  (calculation: (value: number) => number): Builtin =>
  ([value]) => {
    const result = calculation(toNumber(value))
    return result === 0 ? 0 : result
  }

const parseInteger: Builtin = ([value, radix]) => {
  if (radix !== undefined && toNumber(radix) !== 10) throw new Refusal('NOT_ALLOWED', 'radix')
  const match = /^\s*([+-]?\d+)/.exec(textOfValue(value))
  return match ? numberOfDecimal(parseDecimal(match[1] ?? '') ?? NaN) : NaN
}

const parseFraction: Builtin = ([value]) => {
  const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/.exec(textOfValue(value))
  return match ? numberOfDecimal(parseDecimal(match[1] ?? '') ?? NaN) : NaN
}

const isNotNumber: Builtin = ([value]) => Number.isNaN(toNumeric(value))
const isFiniteNumber: Builtin = ([value]) => typeof toNumeric(value) !== 'number'

/** Every function a snippet may call by its name. */
const builtins = new Map<string, Builtin>([
  ['Number', (args) => (args.length === 0 ? 0 : toNumber(args[0]))],
  ['String', (args) => (args.length === 0 ? '' : textOfValue(args[0]))],
  ['Boolean', ([value]) => Boolean(value)],
  ['parseInt', parseInteger],
  ['parseFloat', parseFraction],
  ['isNaN', isNotNumber],
  ['isFinite', isFiniteNumber],
  ['Math.min', (args) => Math.min(...args.map(toNumber))],
  ['Math.max', (args) => Math.max(...args.map(toNumber))],
  ['Math.round', mathOf(Math.round)],
  ['Math.floor', mathOf(Math.floor)],
  ['Math.ceil', mathOf(Math.ceil)],
  ['Math.trunc', mathOf(Math.trunc)],
  ['Math.abs', mathOf(Math.abs)],
  ['JSON.parse', parseJson],
])

function parseJson([value]: readonly Value[], meter: Meter): Value {
  const data = parseData(textOfValue(value), meter)
  if (data === undefined) throw new Refusal('WRONG_TYPE', 'JSON.parse')
  return data
}

export function findBuiltin(name: string): Builtin | undefined {
  return builtins.get(name)
}

/** Reads a member of a value: only what the data itself holds, a length or a place in a list or text. */
export function readMember(subject: Value, key: string): Value {
  if (subject instanceof DataRecord) return subject.entries.get(key)
  const list = subject instanceof DataList ? subject.items : subject
  if (
    list === null ||
    list === undefined ||
    typeof list === 'number' ||
    typeof list === 'boolean'
  ) {
    throw new Refusal('WRONG_TYPE', key)
  }
  if (list instanceof DataRecord || list instanceof DataList) throw new Refusal('WRONG_TYPE', key)
  if (key === 'length') return list.length
  if (!/^\d{1,9}$/.test(key)) throw new Refusal('NOT_ALLOWED', key)
  return list[Number(key)]
}

/** `+`: joins texts when either side is one, else adds. */
export function add(left: Value, right: Value, meter: Meter): Value {
  if (typeof left !== 'string' && typeof right !== 'string') {
    return calculate('+', toNumeric(left), toNumeric(right))
  }
  const [before, after] = [textOfValue(left), textOfValue(right)]
  meter.checkText(before.length + after.length)
  meter.spendText(before.length + after.length)
  return before + after
}
