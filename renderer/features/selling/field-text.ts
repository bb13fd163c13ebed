import { documentWarning, type DocumentWarning } from '../../../shared/domain/identity/document.ts'
import type { RefusalReason } from '../../../shared/domain/expression/index.ts'
import { groupReference, type DecimalSign } from '../../../shared/domain/money/figures.ts'
import { groupTypedMoney, parseTypedMoney } from '../../../shared/domain/money/typed-money.ts'
import type { InputDescriptor } from '../../../shared/domain/form/form.ts'
import {
  decimalFromMinor,
  minorFromDecimal,
  type Country,
} from '../../../shared/domain/money/money.ts'
import {
  formatPhone,
  groupTypedPhone,
  missingDigits,
  normalisePhone,
} from '../../../shared/domain/identity/phone.ts'
import { textWarning, type TextWarning } from '../../../shared/domain/form/text-check.ts'
import { appError, type AppError } from '../../../shared/errors.ts'
import { sayService } from '../../i18n/service-words.ts'
import { readCredits } from '../../../shared/domain/form/credits.ts'

/** How the shop writes, for reading and showing what stands in a field. */
export interface Writing {
  country: Country
  decimalSign: DecimalSign
  currency: string
}

/** How a field is drawn and read. Unknown types are texts. */
export type FieldKind = 'phone' | 'money' | 'choice' | 'credit' | 'document' | 'text' | 'hidden'

const kinds: Record<InputDescriptor['type'], FieldKind> = {
  text: 'text',
  cellphone: 'phone',
  amount: 'money',
  money: 'money',
  select: 'choice',
  hidden: 'hidden',
  test: 'document',
  'input-lender': 'credit',
}

/** The kind of an input: by its type, and documents sent as plain text by their name. */
export function kindOf(input: InputDescriptor): FieldKind {
  const kind = kinds[input.type]
  return kind === 'text' && /^(customer)?document(number)?$/i.test(input.name) ? 'document' : kind
}

/** Something to say beside a field: a problem keeps from going on, a warning does not. */
export type FieldNote =
  | { kind: 'problem'; error: AppError }
  | { kind: 'problem'; key: 'missing' | 'phone' | 'card' }
  | { kind: 'problem'; key: 'phoneShort'; missing: number }
  | { kind: 'warning'; key: `document.${DocumentWarning}` | `text.${TextWarning}` }
  | { kind: 'warning'; key: 'logic'; reason: RefusalReason }
  | { kind: 'problem'; key: 'aboveTotal'; minor: number }
  | { kind: 'warning'; key: 'otherThanChosen'; minor: number }

/** A field as it is sent (machine text) and what there is to say about it. */
export interface ReadField {
  value: string
  note: FieldNote | null
}

/** Reads what was typed into a field; an empty one is read as empty, whether or not it is required. */
export function readField(input: InputDescriptor, typed: string, writing: Writing): ReadField {
  const text = typed.trim()
  if (text === '') return { value: '', note: null }
  switch (kindOf(input)) {
    case 'phone':
      return readPhone(text, writing.country)
    case 'money':
      return readMoney(text, writing)
    case 'document': {
      const found = documentWarning(text, writing.country)
      const value = text.replace(/[\s\u00a0.]/g, '')
      return { value, note: found === null ? null : { kind: 'warning', key: `document.${found}` } }
    }
    case 'text': {
      const found = textWarning(input.name, text)
      return {
        value: text,
        note: found === null ? null : { kind: 'warning', key: `text.${found}` },
      }
    }
    case 'choice':
    case 'credit':
    case 'hidden':
      return { value: text, note: null }
  }
}

function readPhone(text: string, country: Country): ReadField {
  const value = normalisePhone(text, country)
  if (value !== null) return { value, note: null }
  const missing = missingDigits(text, country)
  return {
    value: text,
    note:
      missing === null
        ? { kind: 'problem', key: 'phone' }
        : { kind: 'problem', key: 'phoneShort', missing },
  }
}

function readMoney(text: string, { currency, decimalSign }: Writing): ReadField {
  const read = parseTypedMoney(text, currency, decimalSign)
  if (!read.ok) return { value: '', note: { kind: 'problem', error: read.error } }
  if (read.money.minor === 0) {
    return { value: '', note: { kind: 'problem', error: appError('AMOUNT_UNREADABLE', { text }) } }
  }
  return { value: decimalFromMinor(read.money.minor), note: null }
}

/** The one figure that an amount with two readings can be as money: "1.234" as 1234; null when there is none. */
export function thousandsReading(text: string, currency: string): number | null {
  const read = parseTypedMoney(text.replace(/[.,\s]/g, ''), currency, 'comma')
  return read.ok ? read.money.minor : null
}

/** A machine value as it stands in its field, ready to be edited: money as plain digits, phones grouped. */
export function editableText(input: InputDescriptor, value: string, writing: Writing): string {
  switch (kindOf(input)) {
    case 'phone':
      return formatPhone(value, writing.country)
    case 'money':
      return editableMoney(value, writing.decimalSign)
    case 'credit':
      // The list to choose from is not yet a choice.
      return readCredits(value) === null ? value : ''
    case 'document':
    case 'text':
    case 'choice':
    case 'hidden':
      return value
  }
}

function editableMoney(value: string, decimalSign: DecimalSign): string {
  const minor = minorFromDecimal(value)
  if (minor === null) return value
  if (minor === 0) return ''
  const [whole = '', cents] = decimalFromMinor(minor).split('.')
  return cents === undefined
    ? whole
    : whole + (decimalSign === 'comma' ? ',' : '.') + cents.padEnd(2, '0')
}

/** Colombia reads document numbers by thousands. */
function groupDocument(value: string, country: Country): string {
  if (country !== 'CO' || !/^\d+$/.test(value)) return groupReference(value)
  return value.replace(/\B(?=(\d{3})+$)/g, '\u00a0')
}

/** How a field shows what is typed into it: as it is read back, as far as it goes. */
export function typedGroup(
  input: InputDescriptor,
  { country, decimalSign }: Writing,
): (text: string) => string {
  switch (kindOf(input)) {
    case 'phone':
      return (text) => groupTypedPhone(text, country)
    case 'document':
      return (text) => groupDocument(text, country)
    case 'money':
      return (text) => groupTypedMoney(text, decimalSign)
    case 'text':
    case 'choice':
    case 'credit':
    case 'hidden':
      return (text) => text
  }
}

/** What was typed without the spaces between digits, where they say nothing: in a phone and a document. */
export function withoutGroups(input: InputDescriptor, text: string): string {
  if (!['phone', 'document'].includes(kindOf(input))) return text
  const bare = text.replace(/[\s\u00a0]/g, '')
  return /^\d*$/.test(bare) ? bare : text
}

/** A machine value as it is read back to the customer: phones and references in groups, choices by their label. */
export function readBack(input: InputDescriptor, value: string, country: Country): string {
  switch (kindOf(input)) {
    case 'phone':
      return formatPhone(value, country)
    case 'choice':
      return sayService(input.options.find((option) => option.value === value)?.label ?? value)
    case 'document':
      return groupDocument(value, country)
    case 'text':
      return groupReference(value)
    case 'money':
    case 'credit':
    case 'hidden':
      return value
  }
}
