import {
  defaultLimits,
  formScope,
  Meter,
  runOnChange,
  runOptionEval,
  type Refused,
  type SnippetResult,
} from '../expression/index.ts'
import { givenText, isGuarded, ownText, typedText } from './form-fields.ts'
import type { FormValues, InputDescriptor } from './form.ts'

type Inputs = readonly InputDescriptor[]

/**
 * What a field's own logic makes of the form once it holds what `texts` says: the `eval` of its chosen option,
 * then its `onChange`, which sees what the first wrote. All of it or none; null when the field has no logic. What it
 * writes sets off no other field's logic, as in a browser. Whoever runs the logic of several fields gives one `meter`
 * for all: the form has one budget of steps, however many fields it is cut into.
 */
export function runFieldLogic(
  inputs: Inputs,
  texts: FormValues,
  name: string,
  meter: Meter = new Meter(defaultLimits),
): SnippetResult | null {
  const input = inputs.find((one) => one.name === name)
  const template = input?.options.find(({ value }) => value === typedText(texts, name))?.eval
  if (!input || (!template && !input.onChange)) return null
  const unpaid = meter.refusalFor(costOfShowing(inputs, texts))
  if (unpaid) return unpaid
  const first = template ? runOptionEval(template, formScope(inputs, texts, name), meter) : nothing
  if (!first.ok || !input.onChange) return first
  const seen = { ...texts, ...Object.fromEntries(first.changes) }
  const second = runOnChange(input.onChange, formScope(inputs, seen, name), meter)
  return second.ok ? { ok: true, changes: new Map([...first.changes, ...second.changes]) } : second
}

/** In steps, what it takes to show a snippet the whole form: each field is read, and its text written as JSON. */
function costOfShowing(inputs: Inputs, texts: FormValues): number {
  const characters = inputs.reduce(
    (sum, { name }) => sum + (typedText(texts, name)?.length ?? 0),
    0,
  )
  return inputs.length * 3 + Math.floor(characters / 256)
}

const nothing: SnippetResult = { ok: true, changes: new Map() }

/**
 * The values with what the logic of the fields in `set` writes into fields that a person may type into too, as if they
 * had been filled one after the other; what `set` says itself stands.
 */
export function filledByLogic(inputs: Inputs, values: FormValues, set: FormValues): FormValues {
  const open = new Set(inputs.filter((input) => !isGuarded(input)).map(({ name }) => name))
  const meter = new Meter(defaultLimits)
  let now: FormValues = { ...values, ...set }
  for (const input of inputs) {
    const text = typedText(set, input.name)
    if (text === undefined || !open.has(input.name) || text === givenText(input)) continue
    const own = inputs.map((one): [string, string] => [one.name, ownText(one, now)])
    const result = runFieldLogic(inputs, Object.fromEntries(own), input.name, meter)
    if (!result?.ok) continue
    const written = [...result.changes].filter(
      ([name]) => open.has(name) && !Object.hasOwn(set, name),
    )
    now = { ...now, ...Object.fromEntries(written) }
  }
  return now
}

/** What the form's own logic holds for one set of values. */
export interface FormLogic {
  /** Fields that nobody types into and that logic wrote, with their texts. */
  written: ReadonlyMap<string, string>
  /** Fields whose logic could not run: nothing of it was applied. */
  refused: ReadonlyMap<string, Refused>
}

const remembered = new WeakMap<FormValues, { inputs: Inputs; logic: FormLogic }>()

/**
 * Works out the disabled and hidden fields anew from what a person typed, so that they never have to be believed:
 * window and main process come to the same. The logic of every field that no longer holds what the service gave runs,
 * in the form's order, until the form's budget of steps is spent: what did not run is refused like any other. Values are
 * never changed in place: the last result is kept for them.
 */
export function formLogic(
  inputs: Inputs,
  values: FormValues,
  meter: Meter = new Meter(defaultLimits),
): FormLogic {
  const known = remembered.get(values)
  if (known?.inputs === inputs) return known.logic
  const logic = workOut(inputs, values, meter)
  remembered.set(values, { inputs, logic })
  return logic
}

function workOut(inputs: Inputs, values: FormValues, meter: Meter): FormLogic {
  const written = new Map<string, string>()
  const refused = new Map<string, Refused>()
  const guarded = new Set(inputs.filter(isGuarded).map(({ name }) => name))
  const own = inputs.map((input): [string, string] => [input.name, ownText(input, values)])
  for (const input of inputs) {
    const text = ownText(input, values)
    if (guarded.has(input.name) || text === givenText(input)) continue
    const flag = preQueryFlag(input, text)
    if (flag !== null && guarded.has(flag)) written.set(flag, 'true')
    const texts = Object.fromEntries([...own, ...written])
    const result = runFieldLogic(inputs, texts, input.name, meter)
    if (result === null) continue
    if (!result.ok) refused.set(input.name, result)
    else for (const [name, to] of result.changes) if (guarded.has(name)) written.set(name, to)
  }
  return { written, refused }
}

/**
 * The flag that says that a field's preQueryProcess is through: true once the field is filled (contract 4b, a
 * credit is chosen). The contract names `check`, `method` and `complete` and not what they do: our reading.
 */
function preQueryFlag({ preQueryProcess }: InputDescriptor, text: string): string | null {
  return preQueryProcess === null || text === '' ? null : preQueryProcess.complete
}

/**
 * Whether a field's preQueryProcess is still to be gone through, so that what the quote says is not yet what is sold.
 * `check` names the flag that the service returns as true once it is (contract 4b): our reading.
 */
export function preQueryDue(inputs: Inputs, input: InputDescriptor): boolean {
  if (input.preQueryProcess === null || isGuarded(input)) return false
  const { check } = input.preQueryProcess
  const flag = inputs.find(({ name }) => name === check)
  return flag === undefined || !/^(true|1)$/.test(givenText(flag).trim())
}

/**
 * Whether a quote no longer holds once a field of its form has changed. One of `view` "query" or with a
 * preQueryProcess asks for another; one with logic of its own, or that such logic may write, does not: the service
 * gave the form all it takes. Any other does, as the contract recommends always to query.
 */
export function asksForQuote(inputs: Inputs, values: FormValues, name: string): boolean {
  const input = inputs.find((one) => one.name === name)
  if (!input || input.view === 'query' || input.preQueryProcess) return true
  const meter = new Meter(defaultLimits)
  return !hasLogic(input) && !inputs.some((one) => writes(inputs, values, one, name, meter))
}

function hasLogic({ onChange, options }: InputDescriptor): boolean {
  return Boolean(onChange) || options.some((option) => option.eval)
}

/** Whether the logic of a field, with what it holds now, writes another. */
function writes(
  inputs: Inputs,
  values: FormValues,
  { name }: InputDescriptor,
  other: string,
  meter: Meter,
): boolean {
  const result = runFieldLogic(inputs, values, name, meter)
  return result !== null && result.ok && result.changes.has(other)
}
