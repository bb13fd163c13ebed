import { identityOf } from '../../../shared/domain/form/sale-form.ts'
import { readBackCard } from '../../../shared/domain/identity/card.ts'
import { labelOf, typedText } from '../../../shared/domain/form/form-fields.ts'
import type { FormValues, InputDescriptor } from '../../../shared/domain/form/form.ts'
import type { Country } from '../../../shared/domain/money/money.ts'
import { inputsOf, readForm, type Draft } from './draft.ts'
import { kindOf, readBack, type Writing } from './field-text.ts'

/** One line of the confirmation. */
export interface ReadBackLine {
  name: string
  label: string
  text: string
  /** The phone or the reference: read back large. */
  main: boolean
  /** What the service answered and nobody typed, as whose reference it is: read right after it. */
  told: boolean
}

/**
 * What the confirmation reads back: every visible field but the money, also those of the first form that the
 * quote did not name again. What identifies the sale stands first and large, under it what the service said of it: the
 * holder's name is what tells a wrong number.
 */
export function readBackLines(draft: Draft, writing: Writing): ReadBackLine[] {
  const { values } = readForm(draft, writing)
  const inputs = withFirstForm(draft)
  const { reference, phone } = identityOf({ inputs, carried: [] }, values, writing.country)
  const lines = inputs.flatMap((input): ReadBackLine[] => {
    const kind = kindOf(input)
    const value = typedText(values, input.name) ?? ''
    if (value === '' || kind === 'hidden' || kind === 'money' || kind === 'credit') return []
    const main = value === reference || (kind === 'phone' && value === phone)
    const text = readBackText(input, values, writing.country)
    return [{ name: input.name, label: labelOf(input), text, main, told: isTold(draft, input) }]
  })
  const rank = ({ main, told }: ReadBackLine) => (main ? 0 : told ? 1 : 2)
  return lines.toSorted((one, other) => rank(one) - rank(other))
}

/** The quote brought it: no field of the first form, and none that a person may write into. */
function isTold(draft: Draft, input: InputDescriptor): boolean {
  const asked = draft.detail?.form?.inputs ?? []
  return input.disabled && !asked.some(({ name }) => name === input.name)
}

/** A field's value in a person's words. */
export function readBackText(input: InputDescriptor, values: FormValues, country: Country): string {
  const card = input.name === 'reference' ? readBackCard(values) : null
  return card ?? readBack(input, typedText(values, input.name) ?? '', country)
}

function withFirstForm(draft: Draft): InputDescriptor[] {
  const inputs = [...inputsOf(draft)]
  const named = new Set(inputs.map(({ name }) => name))
  const first = draft.detail?.form?.inputs ?? []
  return inputs.concat(first.filter(({ name, view }) => !named.has(name) && view !== 'query'))
}
