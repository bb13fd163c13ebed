import type { FieldValue } from '../form/form.ts'
import { Refusal, type Meter } from './limits.ts'
import { readFieldValue, resultText, type Value } from './values.ts'

/** The fields of a form as they are now, and which of them has just changed. */
export interface FormScope {
  /** Every declared field, by name. Amounts as machine decimals, never as people type them. */
  fields: ReadonlyMap<string, FieldValue>
  /** The field that changed. */
  changed: string
}

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

/** The name itself, unless it is one that is never read nor written. */
export function allowedName(name: string): string {
  if (forbiddenNames.has(name)) throw new Refusal('NOT_ALLOWED', name)
  return name
}

/** One run: what the snippet sees, and what it has written so far; nothing leaves it before the end. */
export class Run {
  readonly meter: Meter
  private readonly scope: FormScope
  private readonly known = new Map<string, Value>()
  private readonly written = new Map<string, Value>()
  private readonly variables = new Map<string, { value: Value; constant: boolean }>()

  constructor(scope: FormScope, meter: Meter) {
    this.scope = scope
    this.meter = meter
  }

  /** Whether a name already means something, so that it is no function of the language. */
  isTaken(name: string): boolean {
    return this.variables.has(name) || this.scope.fields.has(allowedName(name))
  }

  /** What a name stands for: the snippet's own, then the form's fields, then what the changed field holds. */
  read(name: string): Value {
    const variable = this.variables.get(name)
    if (variable) return variable.value
    const field = this.scope.fields.get(allowedName(name))
    if (field) return this.field(name, field)
    if (name === 'value' && name !== this.scope.changed) return this.read(this.scope.changed)
    if (name === 'undefined') return undefined
    throw new Refusal('UNDECLARED', name)
  }

  private field(name: string, field: FieldValue): Value {
    if (this.written.has(name)) return this.written.get(name)
    if (this.known.has(name)) return this.known.get(name)
    const value = readFieldValue(field, this.meter)
    this.known.set(name, value)
    return value
  }

  /** Writes a declared field or a variable. */
  write(name: string, value: Value): void {
    const variable = this.variables.get(name)
    if (variable?.constant) throw new Refusal('NOT_ALLOWED', `write to ${name}`)
    if (variable) variable.value = value
    else if (this.isTaken(name)) this.written.set(name, value)
    else throw new Refusal('UNDECLARED', name)
  }

  /** Declares a name, once; one of a field is refused, as what is written to it would be lost unseen. */
  declare(name: string, value: Value, constant: boolean): void {
    if (this.isTaken(name)) throw new Refusal('NOT_ALLOWED', `declaration of ${name}`)
    this.variables.set(name, { value, constant })
  }

  /** The texts of the fields written; throws Refusal when one of them cannot be a field's. */
  changes(): Map<string, string> {
    const texts = [...this.written].map(([name, value]): [string, string] => [
      name,
      resultText(value, this.meter),
    ])
    return new Map(texts)
  }
}
