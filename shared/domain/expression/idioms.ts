/**
 * The names by which a service's own client may speak of its form. The contract shows no snippet, so
 * each list is our reading; a declared field of the same name always comes first.
 */

/** `form.amount`, `inputs.amount.value`, `this.amount`: the form itself. */
const formNames = new Set([
  ...['form', 'inputs', 'values', 'fields', 'data', 'formData', 'formValues', 'model', 'payload'],
  ...['this', 'document', 'controls'],
])

/** `value`: what the changed field holds now. */
const changedNames = new Set(['value', 'newValue', 'val'])

/** `event.target.value`: the same, as a browser's handler gets it. */
const eventNames = new Set(['event', 'e', 'evt', '$event'])

/** `setValue('amount', 5)`, `form.setValue('amount', 5)`, `form.get('amount').setValue(5)`. */
const setterNames = new Set(['setValue', 'setFieldValue', 'setInput', 'setInputValue', 'set'])

/** `getValue('amount')`, `form.get('amount')`, `document.getElementById('amount')`. */
const getterNames = new Set(['getValue', 'getFieldValue', 'getInput', 'get', 'getElementById'])

export function isFormName(name: string): boolean {
  return formNames.has(name)
}

export function isChangedName(name: string): boolean {
  return changedNames.has(name)
}

export function isEventName(name: string): boolean {
  return eventNames.has(name)
}

export function isSetterName(name: string): boolean {
  return setterNames.has(name)
}

export function isGetterName(name: string): boolean {
  return getterNames.has(name)
}

/** What a name of our own readings stands for. */
export type IdiomRole = 'form' | 'changed' | 'event' | 'call'

export function roleOf(name: string): IdiomRole | null {
  if (isFormName(name)) return 'form'
  if (isChangedName(name)) return 'changed'
  if (isEventName(name)) return 'event'
  return isSetterName(name) || isGetterName(name) ? 'call' : null
}

/**
 * What a parameter of a snippet that is one function stands for: what its name says; else the first
 * is the changed field's value and the second the form. Null: we cannot say.
 */
export function parameterRole(name: string, position: number): IdiomRole | null {
  return roleOf(name) ?? (position === 0 ? 'changed' : position === 1 ? 'form' : null)
}
