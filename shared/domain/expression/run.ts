import type { FieldValue } from '../form/form.ts'
import { isForbiddenName } from './allowed.ts'
import { parameterRole, roleOf, type IdiomRole } from './idioms.ts'
import { Refusal, type Meter } from './limits.ts'
import { readFieldValue, resultText, type Value } from './values.ts'

/** The fields of a form as they are now, and which of them has just changed. */
export interface FormScope {
  /** Every declared field, by name. Amounts as machine decimals, never as people type them. */
  fields: ReadonlyMap<string, FieldValue | string>
  /** The field that changed. */
  changed: string
  /** What it holds now, in whatever way `fields` has it. */
  value: FieldValue | string
}

/** A name of the snippet's own. */
export interface Variable {
  value: Value
  constant: boolean
}

/** What a name stands for, before anything is read. */
export type Place =
  | { kind: 'field'; name: string }
  | { kind: 'variable'; variable: Variable }
  | { kind: 'form'; isThis: boolean }
  | { kind: 'changed' }
  | { kind: 'event' }
  | { kind: 'value'; value: Value }

/** One run: what the snippet sees, and what it has written so far; nothing leaves it before the end. */
export class Run {
  readonly meter: Meter
  private readonly scope: FormScope
  private readonly known = new Map<string, Value>()
  private readonly written = new Map<string, Value>()
  private readonly roles = new Map<string, IdiomRole>()
  private readonly blocks = [new Map<string, Variable>()]

  constructor(scope: FormScope, meter: Meter) {
    this.scope = scope
    this.meter = meter
  }

  isField(name: string): boolean {
    return this.scope.fields.has(name) && !isForbiddenName(name)
  }

  /** Whether a name already means something, so that it is no function of the language. */
  isTaken(name: string): boolean {
    return this.variable(name) !== undefined || this.roles.has(name) || this.isField(name)
  }

  /** A parameter of a snippet that is one function; one called like the changed field is that field. */
  bind(name: string, position: number): void {
    if (name === this.scope.changed && this.isField(name)) return
    const role = parameterRole(name, position)
    if (role === null || this.isField(name)) throw new Refusal('NOT_ALLOWED', `parameter ${name}`)
    this.roles.set(name, role)
  }

  /** A name on its own: the snippet's, then the form's fields, then our readings. */
  lookUp(name: string): Place {
    const variable = this.variable(name)
    if (variable) return { kind: 'variable', variable }
    const bound = this.roles.get(name)
    if (bound === undefined && this.isField(name)) return { kind: 'field', name }
    switch (bound ?? roleOf(name)) {
      case 'form':
        return { kind: 'form', isThis: name === 'this' }
      case 'changed':
        return { kind: 'changed' }
      case 'event':
        return { kind: 'event' }
      default:
        if (name === 'undefined') return { kind: 'value', value: undefined }
        if (name === 'NaN') return { kind: 'value', value: NaN }
        if (name === 'Infinity') return { kind: 'value', value: Infinity }
        throw new Refusal('UNDECLARED', name)
    }
  }

  /** A field by the name that an expression gave. */
  field(name: Value): Place {
    if (typeof name === 'string' && this.isField(name)) return { kind: 'field', name }
    throw new Refusal('UNDECLARED', typeof name === 'string' ? name : 'field')
  }

  read(place: Place): Value {
    switch (place.kind) {
      case 'field':
        return this.readField(place.name)
      case 'variable':
        return place.variable.value
      case 'changed':
        return this.readChanged()
      case 'value':
        return place.value
      case 'form':
      case 'event':
        throw new Refusal('NOT_ALLOWED', place.kind)
    }
  }

  private readChanged(): Value {
    if (this.isField(this.scope.changed)) return this.readField(this.scope.changed)
    return readFieldValue(this.scope.value, this.meter)
  }

  private readField(name: string): Value {
    if (this.written.has(name)) return this.written.get(name)
    if (this.known.has(name)) return this.known.get(name)
    const field = name === this.scope.changed ? this.scope.value : this.scope.fields.get(name)
    const value = readFieldValue(field ?? '', this.meter)
    this.known.set(name, value)
    return value
  }

  /** Writes a declared field or a variable; everything else is read-only. */
  write(place: Place, value: Value): void {
    if (place.kind === 'field') {
      this.written.set(place.name, value)
      return
    }
    if (place.kind !== 'variable' || place.variable.constant) {
      throw new Refusal('NOT_ALLOWED', `write to ${place.kind}`)
    }
    place.variable.value = value
  }

  /** Declares a name; one of a field is refused, as what is written to it would be lost unseen. */
  declare(name: string, value: Value, constant: boolean, hoisted: boolean): void {
    if (this.isField(name)) throw new Refusal('NOT_ALLOWED', `declaration of ${name}`)
    const block = hoisted ? this.blocks[0] : this.blocks.at(-1)
    block?.set(name, { value, constant })
  }

  /** Runs something with names of its own. */
  inBlock<T>(run: () => T): T {
    this.blocks.push(new Map<string, Variable>())
    const result = run()
    this.blocks.pop()
    return result
  }

  private variable(name: string): Variable | undefined {
    return this.blocks.findLast((block) => block.has(name))?.get(name)
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
