import { cutTypedCard, isByCard, isCutCard } from '../../../shared/domain/identity/card.ts'
import { isGuarded, typedText } from '../../../shared/domain/form/form-fields.ts'
import { runFieldLogic } from '../../../shared/domain/form/field-scripts.ts'
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
  const changed = withCardCut(typed, writing)
  const { values } = readForm(changed, writing)
  const result = runFieldLogic(inputsOf(changed), values, name)
  if (!result?.ok) return changed
  return inputsOf(changed).reduce((now, input) => {
    const to = result.changes.get(input.name)
    if (to === undefined || isGuarded(input) || to === typedText(values, input.name)) return now
    if (kindOf(input) === 'hidden') return { ...now, values: { ...now.values, [input.name]: to } }
    return { ...now, typed: { ...now.typed, [input.name]: editableText(input, to, writing) } }
  }, changed)
}

/**
 * A whole card number never stands in the form: it is cut with each key, before anything else sees it (design,
 * Secrets). What was cut is no number of an obligation: choosing that leaves the field empty.
 */
function withCardCut(draft: Draft, writing: Writing): Draft {
  const text = typedText(draft.typed, 'reference')
  if (text === undefined) return draft
  const { values } = readForm(draft, writing)
  const left = isByCard(values) ? cutTypedCard(text) : isCutCard(text) ? '' : text
  return left === text ? draft : { ...draft, typed: { ...draft.typed, reference: left } }
}
