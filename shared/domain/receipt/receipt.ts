import { z } from 'zod'
import type { Business } from './business.ts'
import { isClosed, shownState } from '../sale/closing.ts'
import { baseLanguage, words, type Language, type Translate } from '../../words/words.ts'
import { formatDateTime, formatLocal } from '../time/dates.ts'
import { formatMoney, type FigureStyle } from '../money/figures.ts'
import type { Money } from '../money/money.ts'
import { receiptFields } from './receipt-fields.ts'
import { faceOfState, type Sale } from '../sale/sale.ts'
import { slipSchema, type Slip, type SlipDraft } from './slip.ts'
import {
  changeOf,
  isExactCash,
  partOf,
  restOf,
  tenderParts,
  tenderSaid,
  type Tender,
} from '../drawer/tender.ts'

/** What may be printed of a sale: the receipt of one that was made, or the slip of one that is not known yet. */
export const receiptKindSchema = z.enum(['receipt', 'waiting'])
export type ReceiptKind = z.infer<typeof receiptKindSchema>

/** How a receipt is written, and which printing of it this is. */
export interface ReceiptOptions {
  language: Language
  figures: FigureStyle
  /** How the customer paid; null: nothing was said. */
  tender: Tender | null
  /** When this paper is a reprint; null for the first one. */
  duplicateAt: number | null
  /** Which of several equal papers of one printing this is. */
  copy?: { number: number; of: number }
}

type Lines = SlipDraft['lines']

/** What paper a sale has now; null: none, as it was not made or is still being sent. */
export function receiptKind(sale: Sale): ReceiptKind | null {
  const face = faceOfState[shownState(sale)]
  if (face === 'approved') return 'receipt'
  return ['waiting', 'unknown', 'partial', 'review'].includes(face) ? 'waiting' : null
}

/**
 * The paper of a sale as its durable record says it; null where there is none (receiptKind). Phones,
 * documents and accounts are masked: paper is found by others.
 */
export function receipt(sale: Sale, business: Business, options: ReceiptOptions): Slip | null {
  const kind = receiptKind(sale)
  if (kind === null) return null
  const say = words.in(options.language)
  const lines: Lines = [
    ...businessLines(business, say),
    { kind: 'rule' },
    ...titleLines(kind, sale, say, options),
    ...factLines(sale, say, options),
    { kind: 'rule' },
    ...(kind === 'receipt' ? moneyLines : waitingMoney)(sale, say, options),
    { kind: 'rule' },
    ...identityLines(sale, say),
    ...footLines(business, say),
  ]
  return slipSchema.parse({ title: `${say('receipt.title')} ${sale.serviceId ?? sale.id}`, lines })
}

/** The shop, as its owner wrote it down. */
export function businessLines(business: Business, say: Translate): Lines {
  const { name, taxId, taxIdKind, establishment, address, city, phone } = business
  const small = [
    taxId && `${taxIdKind} ${taxId}`,
    establishment,
    [address, city].filter(Boolean).join(', '),
    phone && say('receipt.phoneOf', { phone }),
  ].filter(Boolean)
  return [
    ...centered(name ? [name] : [], { size: 'large', bold: true }),
    ...centered(small, { size: 'normal' }),
  ]
}

function centered(
  texts: readonly string[],
  style: { size?: 'small' | 'normal' | 'large'; bold?: boolean },
): Lines {
  return texts.map((text) => ({ kind: 'text', text, align: 'center', ...style }))
}

function titleLines(
  kind: ReceiptKind,
  sale: Sale,
  say: Translate,
  { duplicateAt, copy, language }: ReceiptOptions,
): Lines {
  const many = copy && copy.of > 1
  const copies = many ? [say('receipt.copyOf', { copy: copy.number, copies: copy.of })] : []
  const isWaiting = kind === 'waiting'
  return [
    ...centered(isWaiting ? [] : [say('receipt.title')], { bold: true }),
    ...centered(isWaiting ? [say('receipt.waitingTitle')] : [], { size: 'large', bold: true }),
    ...centered(isWaiting ? [say('receipt.notYet')] : [], { bold: true }),
    ...centered(isWaiting && sale.direction === 'out' ? [say('receipt.noCashYet')] : [], {}),
    ...centered(duplicateAt === null ? [] : [say('receipt.duplicate')], {
      size: 'large',
      bold: true,
    }),
    ...centered(duplicateAt === null ? [] : [formatDateTime(duplicateAt, language)], {}),
    ...centered(copies, {}),
    { kind: 'rule' },
  ]
}

function factLines(sale: Sale, say: Translate, { language, figures }: ReceiptOptions): Lines {
  const told = sale.transaction?.createdAt
  const date = told ? formatLocal(told.local, language) : formatDateTime(endOf(sale), language)
  return rows([
    [say('receipt.date'), date],
    [say('receipt.product'), sale.productName],
    ...receiptFields(sale, figures.country).map(({ key, text }): [string, string] => [
      say(`receipt.${key}`),
      text,
    ]),
  ])
}

/** When it was made: as a person closed it, as evidence ended it, or when it began. */
function endOf(sale: Sale): number {
  if (sale.closing && isClosed(sale)) return sale.closing.at
  return sale.settledAt ?? sale.createdAt
}

function moneyLines(sale: Sale, say: Translate, options: ReceiptOptions): Lines {
  const money = (amount: Money) => formatMoney(amount, options.figures)
  // Of money that is handed out the cost is not taken.
  const cost = sale.direction === 'in' && sale.cost?.minor ? sale.cost : null
  const { tender } = options
  // What is owed was not collected: no paper says that it was.
  const isOwed = tender !== null && partOf('credit', tender, sale.total) !== null
  const collected = isOwed ? say('receipt.total') : say('receipt.collected')
  return [
    ...rows([
      [say('receipt.value'), cost ? money(sale.amount) : ''],
      [say('receipt.cost'), cost ? money(cost) : ''],
    ]),
    {
      kind: 'total',
      label: sale.direction === 'out' ? say('receipt.handOut') : collected,
      value: money(sale.total),
    },
    ...tenderLines(sale, say, options),
  ]
}

function tenderLines(sale: Sale, say: Translate, { tender, figures }: ReceiptOptions): Lines {
  if (tender === null || isExactCash(tender) || sale.direction === 'out') return []
  const parts = tenderParts(tender, sale.total)
  const how = parts.map(({ tender: way, amount }): [string, string] => {
    const name = say(`receipt.${way.kind}`, { name: tenderSaid(way) }).trim()
    return parts.length > 1 ? [name, formatMoney(amount, figures)] : [say('receipt.payment'), name]
  })
  if (tender.kind !== 'cash') return rows(how)
  const change = tender.received && changeOf(restOf(tender, sale.total), tender.received)
  return rows([
    ...how,
    [say('receipt.received'), tender.received ? formatMoney(tender.received, figures) : ''],
    [say(`receipt.change.${figures.country}`), change ? formatMoney(change, figures) : ''],
  ])
}

function waitingMoney(sale: Sale, say: Translate, { figures }: ReceiptOptions): Lines {
  const label = sale.direction === 'out' ? say('receipt.toHandOut') : say('receipt.total')
  return [{ kind: 'total', label, value: formatMoney(sale.total, figures) }]
}

/** What finds the sale again: as text, and as a code that a scanner types into the search. */
function identityLines(sale: Sale, say: Translate): Lines {
  return [
    ...rows([
      [say('receipt.number'), sale.serviceId ?? ''],
      [say('receipt.transaction'), sale.transactionId ?? ''],
      [say('receipt.id'), sale.id],
      [say('receipt.cashier'), sale.cashier ?? ''],
    ]),
    { kind: 'qr', data: qrText(sale) },
  ]
}

/** `_id`, and transactionId where there is one, apart by a space: the same key on every keyboard layout. */
export function qrText({ id, transactionId }: Pick<Sale, 'id' | 'transactionId'>): string {
  return transactionId === null ? id : `${id} ${transactionId}`
}

/** The `_id` in what a scanner reads of that code; any other text as it is. */
export function idInQr(read: string): string {
  return /^[\da-f-]{36}(?= )/i.exec(read)?.[0] ?? read
}

function footLines(business: Business, say: Translate): Lines {
  // In the words that were asked for, whatever the language of the rest; and the same for who does not read them.
  const legal = new Set([words.in(baseLanguage)('receipt.legal'), say('receipt.legal')])
  const footer = business.receiptFooter.split('\n').map((line) => line.trim())
  return [...centered([...legal], { size: 'small' }), ...centered(footer.filter(Boolean), {})]
}

function rows(pairs: readonly (readonly [label: string, value: string])[]): Lines {
  return pairs.flatMap(([label, value]) => (value ? [{ kind: 'row' as const, label, value }] : []))
}
