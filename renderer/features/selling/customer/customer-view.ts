import { isByCard } from '../../../../shared/domain/identity/card.ts'
import { maskReference } from '../../../../shared/domain/privacy/mask.ts'
import type { SaleFace } from '../../../../shared/domain/sale/sale.ts'
import { faceOfState } from '../../../../shared/domain/sale/sale.ts'
import { inputsOf, readForm, type Draft } from '../draft.ts'
import { kindOf, type FieldKind, type Writing } from '../field-text.ts'
import { readBackLines } from '../read-back.ts'
import { verbOf } from '../verbs.ts'

/** What of a sale a customer reads across the counter, where others may look on. */
export interface CustomerView {
  /** Whose it is, as the service says it; null: it does not. */
  holder: string | null
  /** What it is made to: a phone or a reference in full, a document, an account or a card by its end. */
  numbers: { name: string; label: string; text: string }[]
  /** Where what is bought is sent to: a letter that is wrong in it loses it. */
  mail: { label: string; text: string } | null
  /** A deposit, or cash that is handed out: what it comes to is nobody else's to read. */
  isAmountHidden: boolean
  /** How far it is. */
  face: SaleFace | 'confirm'
}

/** The reference and the phone. */
const mostNumbers = 2

/** Names of fields that are nobody else's to read. */
const isSecret = /document|account|code|codigo|clave|password|pin$/i

/** Which of its fields nobody else may read where others look on: by their names. */
export function privateFields(draft: Draft, writing: Writing): (name: string) => boolean {
  const { values } = readForm(draft, writing)
  const kinds = kindsOf(draft)
  const isHidden = isAmountHidden(draft, writing)
  return (name) => {
    const kind = kinds.get(name)
    // A phone is read back; of a deposit or cash that is handed out nothing else is.
    if (kind === 'phone') return false
    return isHidden || kind === 'document' || isSecret.test(name) || isByCard(values)
  }
}

function kindsOf(draft: Draft): Map<string, FieldKind> {
  const inputs = [...inputsOf(draft), ...(draft.detail?.form?.inputs ?? [])]
  return new Map(inputs.map((input) => [input.name, kindOf(input)]))
}

/** A deposit, or cash that is handed out. */
function isAmountHidden(draft: Draft, writing: Writing): boolean {
  const direction = draft.sale?.direction ?? draft.quote?.direction ?? draft.product.direction
  const verb = verbOf({ ...draft.product, direction, country: writing.country })
  return direction === 'out' || verb === 'depositCO' || verb === 'depositEC'
}

/** The sale as its customer sees it, from the confirmation on; null before. */
export function customerView(draft: Draft, writing: Writing): CustomerView | null {
  if (draft.stage === 'form') return null
  const kinds = kindsOf(draft)
  const isPrivate = privateFields(draft, writing)
  /** What tells this sale from another stands first: where there is no room for all, the last is left out. */
  const rank = (name: string) => {
    const kind = kinds.get(name)
    return kind === 'document' ? 2 : kind === 'phone' ? 1 : 0
  }
  const lines = readBackLines(draft, writing)
  const holder = lines.find(
    ({ name, text, told }) => told && !isSecret.test(name) && /\p{L}{2}/u.test(text),
  )
  return {
    holder: holder?.text ?? null,
    numbers: lines
      .filter(({ main }) => main)
      .toSorted((one, other) => rank(one.name) - rank(other.name))
      .slice(0, mostNumbers)
      .map(({ name, label, text }) => ({
        ...{ name, label },
        text: isPrivate(name) ? maskReference(text) : text,
      })),
    mail: lines.find(({ mail }) => mail) ?? null,
    isAmountHidden: isAmountHidden(draft, writing),
    face: draft.sale
      ? faceOfState[draft.sale.state]
      : draft.stage === 'confirm'
        ? 'confirm'
        : 'sending',
  }
}
