import type * as es from 'acorn'
import { Refusal } from './limits.ts'
import type { AssignOperator, BinaryOperator, UnaryOperator } from './syntax.ts'

/**
 * Names that reach behind values in JavaScript. Here there is nothing behind them, as data are Maps
 * and fields a Map; they are refused all the same, however they are spelt.
 */
const forbiddenNames = new Set([
  'constructor',
  'prototype',
  '__proto__',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  'eval',
  'Function',
  'arguments',
])

export function isForbiddenName(name: string): boolean {
  return forbiddenNames.has(name)
}

const binaryOperators = new Set<string>([
  ...['+', '-', '*', '/', '%'],
  ...['==', '!=', '===', '!==', '<', '<=', '>', '>='],
])

/** The operator as one of ours; bits, powers, `in` and `instanceof` are none. */
export function binaryOperator(operator: es.BinaryOperator): BinaryOperator {
  if (isBinary(operator)) return operator
  throw new Refusal('NOT_ALLOWED', operator)
}

function isBinary(operator: string): operator is BinaryOperator {
  return binaryOperators.has(operator)
}

export function unaryOperator(operator: es.UnaryOperator): UnaryOperator {
  if (operator === '~' || operator === 'delete') throw new Refusal('NOT_ALLOWED', operator)
  return operator
}

/** What an assignment does before it writes: `+=` adds. */
export function assignOperator(operator: es.AssignmentOperator): AssignOperator {
  switch (operator) {
    case '=':
      return '='
    case '+=':
      return '+'
    case '-=':
      return '-'
    case '*=':
      return '*'
    case '/=':
      return '/'
    case '%=':
      return '%'
    case '&&=':
      return '&&'
    case '||=':
      return '||'
    case '??=':
      return '??'
    default:
      throw new Refusal('NOT_ALLOWED', operator)
  }
}
