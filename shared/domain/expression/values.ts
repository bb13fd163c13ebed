import type { FieldValue } from '../form/form.ts'
import { decimalFromMinor, minorFromDecimal } from '../money/money.ts'
import {
  compareDecimals,
  exactNumber,
  numberOfDecimal,
  numericOf,
  parseDecimal,
  type Numeric,
} from './decimal.ts'
import { Refusal, type Meter } from './limits.ts'

declare global {
  interface JSON {
    /** With the source text of every number, as engines of 2023 and later give it. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context?: { source?: string }) => unknown,
    ): unknown
  }
}

/** A list of data: read-only, and no array of the engine's, so nothing of one can be reached. */
export class DataList {
  readonly items: readonly Value[]
  constructor(items: readonly Value[]) {
    this.items = items
  }
}

/** A record of data: a Map of its own properties, so that there is no prototype to reach or spoil. */
export class DataRecord {
  readonly entries: ReadonlyMap<string, Value>
  constructor(entries: ReadonlyMap<string, Value>) {
    this.entries = entries
  }
}

/** Everything a snippet can hold. */
export type Value = string | number | boolean | null | undefined | DataList | DataRecord

function isData(value: Value): value is DataList | DataRecord {
  return value instanceof DataList || value instanceof DataRecord
}

/**
 * A field's value as a snippet sees it: what its JSON says. A number too long for a JavaScript number
 * is seen as its text, every digit kept.
 */
export function readFieldValue(field: FieldValue, meter: Meter): Value {
  return parseData(field.json, meter) ?? (field.json.trim() === 'null' ? null : field.text)
}

/** Reads JSON into data; undefined when it is none. */
export function parseData(json: string, meter: Meter): Value {
  if (json.length > meter.limits.field) throw new Refusal('TOO_BIG', 'field')
  meter.spendJson(json.length)
  try {
    const parsed: unknown = JSON.parse(json, (_key, value, context) =>
      typeof value === 'number' ? exactOrText(value, context?.source) : value,
    )
    return dataOf(parsed, meter, 0)
  } catch (caught) {
    if (caught instanceof SyntaxError) return undefined
    throw caught
  }
}

function exactOrText(value: number, source = String(value)): number | string {
  const decimal = source.length > 400 ? null : parseDecimal(source)
  return decimal !== null && exactNumber(decimal) !== null ? value : source
}

function dataOf(value: unknown, meter: Meter, depth: number): Value {
  meter.spend()
  if (depth > meter.limits.depth) throw new Refusal('TOO_BIG', 'data')
  if (value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value
  }
  if (typeof value !== 'object') return undefined
  if (Array.isArray(value)) {
    const items: unknown[] = value
    return new DataList(items.map((item) => dataOf(item, meter, depth + 1)))
  }
  const entries = Object.entries(value).map(([key, member]: [string, unknown]): [string, Value] => [
    key,
    dataOf(member, meter, depth + 1),
  ])
  return new DataRecord(new Map(entries))
}

/** Data as JSON text; refuses what grows too long, as lists may hold one another many times over. */
function dataText(value: Value, meter: Meter): string {
  meter.spend()
  const text = jsonText(value, meter)
  if (text.length > meter.limits.field) throw new Refusal('TOO_BIG', 'data')
  return text
}

function jsonText(value: Value, meter: Meter): string {
  if (value instanceof DataList) {
    return `[${value.items.map((item) => dataText(item, meter)).join(',')}]`
  }
  if (value instanceof DataRecord) {
    const members = [...value.entries].filter(([, member]) => member !== undefined)
    const texts = members.map(([key, item]) => `${JSON.stringify(key)}:${dataText(item, meter)}`)
    return `{${texts.join(',')}}`
  }
  return value === undefined ? 'null' : JSON.stringify(value)
}

/**
 * What a snippet's result is as the text of a field (our reading; the contract shows none):
 * 0 → "0", 12000 → "12000", 12.5 → "12.5", text as it is, true → "true", null and undefined → "",
 * data → its JSON. A number must be an integer or have at most two decimals: money is never rounded
 * here, so anything else refuses the snippet.
 */
export function resultText(value: Value, meter: Meter): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (isData(value)) return dataText(value, meter)
  if (Number.isSafeInteger(value)) return String(value === 0 ? 0 : value)
  const minor = minorFromDecimal(String(value))
  if (minor === null) throw new Refusal('INEXACT', 'result')
  return decimalFromMinor(minor)
}

/** JavaScript's conversion to a number, exactly. Hexadecimal text is no number here. */
export function toNumeric(value: Value): Numeric {
  if (typeof value === 'number') return numericOf(value)
  if (typeof value === 'boolean') return numericOf(value ? 1 : 0)
  if (value === null) return numericOf(0)
  if (value === undefined) return NaN
  if (isData(value)) throw new Refusal('WRONG_TYPE', 'data as a number')
  const text = value.trim()
  if (text === '') return numericOf(0)
  const infinity = /^([+-]?)Infinity$/.exec(text)
  if (infinity) return infinity[1] === '-' ? -Infinity : Infinity
  return parseDecimal(text) ?? NaN
}

export function toNumber(value: Value): number {
  return numberOfDecimal(toNumeric(value))
}

/** JavaScript's conversion to a text; data has none worth reading. */
export function textOfValue(value: Value): string {
  if (isData(value)) throw new Refusal('WRONG_TYPE', 'data as a text')
  return String(value)
}

/** `==`, without ever asking data what it would be as a text or a number. */
export function looselyEqual(left: Value, right: Value): boolean {
  const leftMissing = left === null || left === undefined
  const rightMissing = right === null || right === undefined
  if (leftMissing || rightMissing) return leftMissing && rightMissing
  if (typeof left === typeof right) return left === right
  if (isData(left) || isData(right)) throw new Refusal('WRONG_TYPE', 'data compared')
  return order(toNumeric(left), toNumeric(right)) === 0
}

/** Which of two values comes first: texts by their characters, else as numbers; NaN when neither. */
export function compare(left: Value, right: Value): number {
  if (typeof left === 'string' && typeof right === 'string') {
    return left < right ? -1 : left > right ? 1 : 0
  }
  return order(toNumeric(left), toNumeric(right))
}

function order(left: Numeric, right: Numeric): number {
  if (typeof left !== 'number' && typeof right !== 'number') return compareDecimals(left, right)
  const a = typeof left === 'number' ? left : 0
  const b = typeof right === 'number' ? right : 0
  if (Number.isNaN(a) || Number.isNaN(b)) return NaN
  return a < b ? -1 : a > b ? 1 : 0
}
