import { calculate, fixedText, numberOfDecimal, numericOf, parseDecimal } from './decimal.ts'
import { Refusal, type Meter } from './limits.ts'
import { callString } from './strings.ts'
import {
  DataList,
  DataRecord,
  dataText,
  isData,
  parseData,
  toNumber,
  toNumeric,
  textOfValue,
  type Value,
} from './values.ts'

type Builtin = (args: readonly Value[], meter: Meter) => Value

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
  ['JSON.stringify', ([value], meter) => made(dataText(value, meter), meter)],
])

function parseJson([value]: readonly Value[], meter: Meter): Value {
  const data = parseData(textOfValue(value), meter)
  if (data === undefined) throw new Refusal('WRONG_TYPE', 'JSON.parse')
  return data
}

function made(text: string, meter: Meter): string {
  meter.checkText(text.length)
  return text
}

export function findBuiltin(name: string): Builtin | undefined {
  return builtins.get(name)
}

/** Calls a method of a value, of the list of each kind of value. */
export function callMethod(
  subject: Value,
  name: string,
  args: readonly Value[],
  meter: Meter,
): Value {
  if (subject === null || subject === undefined) throw new Refusal('WRONG_TYPE', name)
  if (name === 'toString' && args.length === 0 && !isData(subject)) return textOfValue(subject)
  if (typeof subject === 'string') return callString(subject, name, args, meter)
  if (typeof subject === 'number' && name === 'toFixed') return fixed(subject, args)
  if (subject instanceof DataList) return callList(subject.items, name, args, meter)
  throw new Refusal('NOT_ALLOWED', name)
}

function fixed(subject: number, [decimals]: readonly Value[]): string {
  const count = decimals === undefined ? 0 : toNumber(decimals)
  if (!Number.isInteger(count) || count < 0 || count > 10)
    throw new Refusal('WRONG_TYPE', 'toFixed')
  const numeric = numericOf(subject)
  return typeof numeric === 'number' ? String(numeric) : fixedText(numeric, count)
}

function callList(
  items: readonly Value[],
  name: string,
  args: readonly Value[],
  meter: Meter,
): Value {
  meter.spend(items.length)
  const [first] = args
  switch (name) {
    case 'includes':
      return items.some((item) => item === first)
    case 'indexOf':
      return items.findIndex((item) => item === first)
    case 'join': {
      const separator = first === undefined ? ',' : textOfValue(first)
      const texts = items.map((item) =>
        item === null || item === undefined ? '' : textOfValue(item),
      )
      const length = texts.reduce((sum, text) => sum + text.length + separator.length, 0)
      meter.checkText(length)
      return texts.join(separator)
    }
    default:
      throw new Refusal('NOT_ALLOWED', name)
  }
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
  return joined([textOfValue(left), textOfValue(right)], meter)
}

/** Joins texts within the limit. */
export function joined(texts: readonly string[], meter: Meter): string {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  meter.checkText(length)
  meter.spendText(length)
  return texts.join('')
}
