import { isForbiddenName } from './allowed.ts'
import { add, callMethod, findBuiltin, joined, readMember } from './builtins.ts'
import { calculate } from './decimal.ts'
import { isFormName, isGetterName, isSetterName } from './idioms.ts'
import { Refusal } from './limits.ts'
import type { Place, Run } from './run.ts'
import type { BinaryOperator, Expr, MemberExpr } from './syntax.ts'
import {
  compare,
  DataList,
  DataRecord,
  isData,
  looselyEqual,
  strictlyEqual,
  toBoolean,
  toNumeric,
  textOfValue,
  type Value,
} from './values.ts'

/** The value of an expression; throws Refusal. */
export function evaluate(expr: Expr, run: Run): Value {
  run.meter.spend()
  switch (expr.kind) {
    case 'literal':
      return expr.value
    case 'name':
    case 'member':
    case 'call':
      return run.read(placeOf(expr, run))
    case 'unary': {
      if (expr.operator === 'typeof') return typeName(evaluate(expr.operand, run))
      return unary(expr.operator, evaluate(expr.operand, run))
    }
    case 'binary':
      return binary(expr.operator, evaluate(expr.left, run), evaluate(expr.right, run), run)
    case 'logical': {
      const left = evaluate(expr.left, run)
      return isDecided(expr.operator, left) ? left : evaluate(expr.right, run)
    }
    case 'conditional':
      return evaluate(toBoolean(evaluate(expr.test, run)) ? expr.yes : expr.no, run)
    case 'assign':
      return assign(expr, run)
    case 'update': {
      const place = placeOf(expr.target, run)
      const before = calculate('+', toNumeric(run.read(place)), toNumeric(0))
      const after = calculate(expr.operator, toNumeric(before), toNumeric(1))
      run.write(place, after)
      return expr.prefix ? after : before
    }
    case 'template': {
      const values = expr.values.map((value) => textOfValue(evaluate(value, run)))
      return joined(
        expr.texts.flatMap((text, index) => [text, values[index] ?? '']),
        run.meter,
      )
    }
    case 'list':
      return new DataList(expr.items.map((item) => evaluate(item, run)))
    case 'record':
      return new DataRecord(
        new Map(expr.entries.map(({ key, value }) => [keyOf(key, run), evaluate(value, run)])),
      )
    case 'sequence':
      return expr.items.reduce<Value>((_, item) => evaluate(item, run), undefined)
  }
}

function typeName(value: Value): string {
  return value === null || isData(value) ? 'object' : typeof value
}

function unary(operator: '-' | '+' | '!' | 'void', value: Value): Value {
  switch (operator) {
    case '!':
      return !toBoolean(value)
    case 'void':
      return undefined
    case '+':
      return calculate('+', toNumeric(value), toNumeric(0))
    case '-':
      return calculate('-', toNumeric(0), toNumeric(value))
  }
}

function binary(operator: BinaryOperator, left: Value, right: Value, run: Run): Value {
  run.meter.spendCalculation()
  switch (operator) {
    case '+':
      return add(left, right, run.meter)
    case '-':
    case '*':
    case '/':
    case '%':
      return calculate(operator, toNumeric(left), toNumeric(right))
    case '==':
      return looselyEqual(left, right)
    case '!=':
      return !looselyEqual(left, right)
    case '===':
      return strictlyEqual(left, right)
    case '!==':
      return !strictlyEqual(left, right)
    case '<':
      return compare(left, right) < 0
    case '<=':
      return compare(left, right) <= 0
    case '>':
      return compare(left, right) > 0
    case '>=':
      return compare(left, right) >= 0
  }
}

function isDecided(operator: '&&' | '||' | '??', left: Value): boolean {
  if (operator === '??') return left !== null && left !== undefined
  return toBoolean(left) === (operator === '||')
}

function assign(expr: Extract<Expr, { kind: 'assign' }>, run: Run): Value {
  const place = placeOf(expr.target, run)
  const { operator } = expr
  const left = operator === '=' ? undefined : run.read(place)
  if (operator === '&&' || operator === '||' || operator === '??') {
    if (isDecided(operator, left)) return left
  }
  const right = evaluate(expr.value, run)
  const isPlain = operator === '=' || operator === '&&' || operator === '||' || operator === '??'
  const value = isPlain ? right : binary(operator, left, right, run)
  run.write(place, value)
  return value
}

/** What an expression stands for: a place that can be written, or just a value. */
function placeOf(expr: Expr, run: Run): Place {
  if (expr.kind === 'name') return run.lookUp(expr.name)
  if (expr.kind === 'member') return memberOf(placeOf(expr.object, run), expr, run)
  if (expr.kind === 'call') return call(expr, run)
  return { kind: 'value', value: evaluate(expr, run) }
}

/** The key of a member, however it is spelt. */
function keyOf(expr: Expr, run: Run): string {
  const key = evaluate(expr, run)
  if (typeof key !== 'string' && typeof key !== 'number') throw new Refusal('WRONG_TYPE', 'key')
  if (isForbiddenName(String(key))) throw new Refusal('NOT_ALLOWED', String(key))
  return String(key)
}

/** `form.amount`, `form.values.amount`, `amount.value`, `event.target.value`, or a member of data. */
function memberOf(base: Place, expr: MemberExpr, run: Run): Place {
  run.meter.spend()
  const key = keyOf(expr.property, run)
  if (base.kind === 'form') {
    if (run.isField(key)) return run.field(key)
    if (base.isThis && key === 'value') return { kind: 'changed' }
    if (isFormName(key) || key === 'value') return { kind: 'form', isThis: false }
    throw new Refusal('UNDECLARED', key)
  }
  if (base.kind === 'event') {
    if (key === 'target' || key === 'currentTarget') return base
    if (key === 'value') return { kind: 'changed' }
    throw new Refusal('UNDECLARED', key)
  }
  const value = run.read(base)
  if (base.kind === 'field' && key === 'value' && !hasOwnValue(value)) return base
  if (expr.optional && (value === null || value === undefined)) {
    return { kind: 'value', value: undefined }
  }
  return { kind: 'value', value: readMember(value, key) }
}

function hasOwnValue(value: Value): boolean {
  return value instanceof DataRecord && value.entries.has('value')
}

function call(expr: Extract<Expr, { kind: 'call' }>, run: Run): Place {
  run.meter.spend()
  const { callee } = expr
  const values = () => expr.args.map((arg) => evaluate(arg, run))
  if (callee.kind === 'name') {
    const { name } = callee
    const builtin = run.isTaken(name) ? undefined : findBuiltin(name)
    if (builtin) return { kind: 'value', value: builtin(values(), run.meter) }
    return callForm(name, values(), run)
  }
  const key = keyOf(callee.property, run)
  const { object } = callee
  const owner = object.kind === 'name' && !run.isTaken(object.name) ? `${object.name}.` : ''
  const builtin = owner === '' ? undefined : findBuiltin(owner + key)
  if (builtin) return { kind: 'value', value: builtin(values(), run.meter) }
  const base = placeOf(object, run)
  if (base.kind === 'form') return callForm(key, values(), run)
  if (base.kind === 'field' && isSetterName(key)) return setField(base, values(), run)
  const subject = run.read(base)
  if (callee.optional && (subject === null || subject === undefined)) {
    return { kind: 'value', value: undefined }
  }
  return { kind: 'value', value: callMethod(subject, key, values(), run.meter) }
}

/** The calls by which a form's fields are read and written: see idioms.ts. */
function callForm(name: string, args: readonly Value[], run: Run): Place {
  const [field, ...rest] = args
  if (isGetterName(name)) return run.field(field)
  if (isSetterName(name)) return setField(run.field(field), rest, run)
  throw new Refusal('UNDECLARED', name)
}

function setField(place: Place, [value]: readonly Value[], run: Run): Place {
  run.write(place, value)
  return { kind: 'value', value: undefined }
}
