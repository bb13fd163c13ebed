import { chosenCredit } from '../form/credits.ts'
import { readBackCard } from '../identity/card.ts'
import { groupReference } from '../money/figures.ts'
import { maskNumber } from '../privacy/mask.ts'
import type { Country } from '../money/money.ts'
import { normalisePhone } from '../identity/phone.ts'
import type { NameIn } from '../../words/engine.ts'
import type { WordKey } from '../../words/words.ts'
import type { Sale } from '../sale/sale.ts'

/** A field of the sale as the receipt tells it; `key` is its word. */
export interface ReceiptField {
  key: NameIn<WordKey, 'receipt'>
  text: string
}

/**
 * What the product's family asked for, masked as far as it says who the customer is. Only fields whose
 * meaning the contract gives are told: a code or a name that a form holds besides is nobody's business.
 */
export function receiptFields(sale: Sale, country: Country): ReceiptField[] {
  const { values } = sale
  const typed = (name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '').trim() : '')
  // Not find's person: the contract does not say whether that is the customer or the merchant.
  const phone = sale.phone ?? ''
  const document = typed('customerDocument')
  const account = typed('accountNumber')
  const barcode = typed('barcode')
  const card = readBackCard(values)
  const credit = chosenCredit(values)
  const isTold = [phone, document, account, barcode].some((one) => isSameText(one, sale.reference))
  const isPersonal = normalisePhone(sale.reference, country) !== null
  const reference = isPersonal ? maskNumber(sale.reference) : groupReference(sale.reference)
  const fields: ReceiptField[] = [
    { key: 'phone', text: phone && maskNumber(phone) },
    { key: 'document', text: document && maskNumber(document) },
    { key: 'account', text: account && maskNumber(account) },
    { key: 'loan', text: credit ? maskNumber(credit.number) : '' },
    { key: 'card', text: card?.replaceAll('•', '*') ?? '' },
    { key: 'reference', text: isTold || card !== null ? '' : reference },
    { key: 'barcode', text: barcode },
    { key: 'email', text: maskEmail(typed('customerEmail')) },
  ]
  return fields.filter(({ text }) => text !== '')
}

function isSameText(one: string, other: string): boolean {
  return one !== '' && (one === other || isSameDigits(one, other))
}

/** The same digits however they are grouped. */
function isSameDigits(one: string, other: string): boolean {
  const digits = one.replace(/\D/g, '')
  return digits !== '' && digits === other.replace(/\D/g, '')
}

/** `an***@correo.com`. */
function maskEmail(text: string): string {
  const at = text.indexOf('@')
  return at < 1 ? '' : `${text.slice(0, Math.min(2, at - 1))}***${text.slice(at)}`
}
