import type * as es from 'acorn'
import { add, findBuiltin, readMember, type Builtin } from './builtins.ts'
import { calculate, exactNumber, parseDecimal } from './decimal.ts'
import { Refusal } from './limits.ts'
import { allowedName, type Run } from './run.ts'
import { compare, DataList, DataRecord, looselyEqual, toNumeric, type Value } from './values.ts'

/**
 * The value of an expression; throws Refusal. Whatever node is not named here is refused, so this list is all that
 * a snippet can do. In a chain (`a?.b.c`), `chained`, a member of nothing is undefined.
 */
export function evaluate(node: es.AnyNode | null, run: Run, chained = false): Value {
  run.meter.spend()
  switch (node?.type) {
    case 'Identifier':
      return run.read(node.name)
    case 'Literal':
      return literal(node)
    case 'MemberExpression':
      return member(node, run, chained)
    case 'ChainExpression':
      return evaluate(node.expression, run, true)
    case 'CallExpression':
      return call(node, run)
    case 'UnaryExpression':
      return unary(node.operator, evaluate(node.argument, run))
    case 'BinaryExpression':
      return binary(node.operator, evaluate(node.left, run), evaluate(node.right, run), run)
    case 'LogicalExpression': {
      const left = evaluate(node.left, run)
      return isDecided(node.operator, left) ? left : evaluate(node.right, run)
    }
    case 'ConditionalExpression':
      return evaluate(evaluate(node.test, run) ? node.consequent : node.alternate, run)
    case 'AssignmentExpression':
      return assign(node, run)
    case 'ArrayExpression':
      return new DataList(node.elements.map((item) => evaluate(item, run)))
    case 'ObjectExpression':
      return new DataRecord(new Map(node.properties.map((item) => entry(item, run))))
    case 'SequenceExpression':
      return node.expressions.reduce<Value>((_, item) => evaluate(item, run), undefined)
    default:
      throw new Refusal('NOT_ALLOWED', node?.type ?? 'hole')
  }
}

/** The name that is written to or declared: fields and variables only, never a part of data. */
export function nameWritten(node: es.AnyNode): string {
  if (node.type !== 'Identifier') throw new Refusal('NOT_ALLOWED', `write to ${node.type}`)
  return node.name
}

/** A literal of more digits than a number holds would silently be another number. */
function literal({ value, raw = '', regex }: es.Literal): Value {
  if (regex || typeof value === 'bigint' || value instanceof RegExp) {
    throw new Refusal('NOT_ALLOWED', 'literal')
  }
  if (typeof value !== 'number') return value
  const decimal = raw.length > 400 ? null : parseDecimal(raw.replaceAll('_', ''))
  const exact = decimal === null ? Number.isSafeInteger(value) : exactNumber(decimal) !== null
  if (!exact) throw new Refusal('INEXACT', 'literal')
  return value
}

function unary(operator: es.UnaryOperator, value: Value): Value {
  switch (operator) {
    case '!':
      return !value
    case '+':
      return calculate('+', toNumeric(value), toNumeric(0))
    case '-':
      return calculate('-', toNumeric(0), toNumeric(value))
    default:
      throw new Refusal('NOT_ALLOWED', operator)
  }
}

function binary(operator: string, left: Value, right: Value, run: Run): Value {
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
      return left === right
    case '!==':
      return left !== right
    case '<':
      return compare(left, right) < 0
    case '<=':
      return compare(left, right) <= 0
    case '>':
      return compare(left, right) > 0
    case '>=':
      return compare(left, right) >= 0
    default:
      throw new Refusal('NOT_ALLOWED', operator)
  }
}

function isDecided(operator: es.LogicalOperator, left: Value): boolean {
  if (operator === '??') return left !== null && left !== undefined
  return Boolean(left) === (operator === '||')
}

function assign({ left, operator, right }: es.AssignmentExpression, run: Run): Value {
  const name = nameWritten(left)
  const before = operator === '=' ? undefined : run.read(name)
  const given = evaluate(right, run)
  const value = operator === '=' ? given : binary(operator.slice(0, -1), before, given, run)
  run.write(name, value)
  return value
}

function entry(node: es.Property | es.SpreadElement, run: Run): [string, Value] {
  if (node.type === 'SpreadElement' || node.kind !== 'init') {
    throw new Refusal('NOT_ALLOWED', node.type)
  }
  return [keyOf(node.key, node.computed, run), evaluate(node.value, run)]
}

/** The key of a member or of an entry, however it is spelt. */
function keyOf(node: es.AnyNode, computed: boolean, run: Run): string {
  const key = node.type === 'Identifier' && !computed ? node.name : evaluate(node, run)
  if (typeof key !== 'string' && typeof key !== 'number') throw new Refusal('WRONG_TYPE', 'key')
  return allowedName(String(key))
}

function member(node: es.MemberExpression, run: Run, chained: boolean): Value {
  const subject = evaluate(node.object, run, chained)
  const key = keyOf(node.property, node.computed, run)
  return chained && (subject ?? null) === null ? undefined : readMember(subject, key)
}

/** Only functions of the language can be called (`Number`, `Math.max`): values have no methods. */
function call({ callee, arguments: args }: es.CallExpression, run: Run): Value {
  run.meter.spend()
  const builtin = builtinOf(callee, run)
  return builtin(
    args.map((arg) => evaluate(arg, run)),
    run.meter,
  )
}

function builtinOf(callee: es.AnyNode, run: Run): Builtin {
  if (callee.type === 'Identifier') {
    const builtin = run.isTaken(callee.name) ? undefined : findBuiltin(callee.name)
    if (!builtin) throw new Refusal('UNDECLARED', callee.name)
    return builtin
  }
  if (callee.type !== 'MemberExpression') throw new Refusal('NOT_ALLOWED', `call of ${callee.type}`)
  const { object } = callee
  const key = keyOf(callee.property, callee.computed, run)
  const isOfLanguage = object.type === 'Identifier' && !run.isTaken(object.name)
  const builtin = isOfLanguage ? findBuiltin(`${object.name}.${key}`) : undefined
  if (!builtin) throw new Refusal('NOT_ALLOWED', key)
  return builtin
}
