import { chosenCredit, type Credit } from '../../../shared/domain/form/credits.ts'
import { identityOf } from '../../../shared/domain/form/sale-form.ts'
import { readBackCard } from '../../../shared/domain/identity/card.ts'
import { sayService } from '../../i18n/service-words.ts'
import { labelOf, typedText } from '../../../shared/domain/form/form-fields.ts'
import type { FormValues, InputDescriptor } from '../../../shared/domain/form/form.ts'
import { groupReference } from '../../../shared/domain/money/figures.ts'
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
  /** The number of the credit that is paid; its label is what kind of credit the lender says it is. */
  credit: boolean
  /** The address that what is sold comes to by mail: a letter that is wrong in it loses it. */
  mail: boolean
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
  const credit = chosenCredit(values)
  const lines = inputs.flatMap((input): ReadBackLine[] => {
    const kind = kindOf(input)
    const value = typedText(values, input.name) ?? ''
    if (value === '' || kind === 'hidden' || kind === 'money' || kind === 'credit') return []
    const main = value === reference || (kind === 'phone' && value === phone)
    const text = readBackText(input, values, writing.country)
    const { name } = input
    const told = isTold(draft, input)
    return [
      {
        name,
        label: sayService(labelOf(input)),
        text,
        main,
        mail: name === mailField,
        credit: false,
        told,
      },
    ]
  })
  if (credit) lines.push(creditLine(credit))
  const rank = ({ main, mail, told }: ReadBackLine) => (main ? 0 : mail ? 1 : told ? 2 : 3)
  return lines.toSorted((one, other) => rank(one) - rank(other))
}

/** The payload of a pin (service-facts, sell) names where its code is sent to. */
const mailField = 'customerEmail'

/** Whose instalment it is is told by the number of the credit, as its holder has it on paper (contract 4b). */
function creditLine({ number, kind }: Credit): ReadBackLine {
  const text = groupReference(number)
  return { name: 'credits', label: kind, text, main: true, mail: false, credit: true, told: false }
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
