import { cutCardReference } from '../../../shared/domain/card.ts'
import { isGuarded } from '../../../shared/domain/form-fields.ts'
import { runFieldLogic } from '../../../shared/domain/form-logic.ts'
import { inputsOf, readForm, withTyped, type Draft } from './draft.ts'
import { editableText, kindOf, type Writing } from './field-text.ts'

/**
 * A person changed a field: what was typed stands, then the field's own logic writes the fields that a person may
 * change too. Those that nobody types into are worked out whenever the form is read.
 */
export function withChange(
  draft: Draft,
  name: string,
  text: string,
  draftId: string,
  writing: Writing,
): Draft {
  const typed = withTyped(draft, name, text, draftId)
  const changed = name === 'reference' ? typed : withCardCut(typed)
  const { values } = readForm(changed, writing)
  const result = runFieldLogic(inputsOf(changed), values, name)
  if (!result?.ok) return changed
  return inputsOf(changed).reduce((now, input) => {
    const to = result.changes.get(input.name)
    if (to === undefined || isGuarded(input) || to === values[input.name]) return now
    if (kindOf(input) === 'hidden') return { ...now, values: { ...now.values, [input.name]: to } }
    return { ...now, typed: { ...now.typed, [input.name]: editableText(input, to, writing) } }
  }, changed)
}

/** A whole card number does not stay, not even in the form: asked for whenever a field is left. */
export function withCardCut(draft: Draft): Draft {
  const { reference, customerQueryType } = { ...draft.values, ...draft.typed }
  if (draft.typed.reference === undefined || reference === undefined) return draft
  const cut = cutCardReference({ reference, customerQueryType: customerQueryType ?? '' })
  if (cut.reference === undefined || cut.reference === reference) return draft
  return { ...draft, typed: { ...draft.typed, reference: cut.reference } }
}
