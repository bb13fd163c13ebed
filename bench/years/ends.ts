import { createHash } from 'node:crypto'
import { nextSale, type SaleEvidence } from '../../shared/domain/sale/sale-machine.ts'
import { knownAtClosing } from '../../shared/domain/sale/closing.ts'
import type { Verdict } from '../../shared/domain/sale/sale.ts'
import { statusIds, type Transaction } from '../../shared/domain/sale/transaction.ts'
import { decimalFromMinor, money } from '../../shared/domain/money/money.ts'
import { serviceLocal } from '../../shared/domain/time/dates.ts'
import { appError } from '../../shared/errors.ts'
import type { Journal } from '../../electron/store/journal/journal.ts'
import type { EventDraft } from '../../electron/store/sales/intent.ts'
import type { SaleRecord } from '../../electron/store/sales/sale-row.ts'
import type { YearsSale } from './sales.ts'

/** What the merchant's account holds while the years go by. */
export interface Account {
  /** Minor units. */
  balance: number
}

/** Brings a prepared sale to its end by the evidence that a real one would have met, each a commit of its own. */
export function endSale(
  journal: Journal,
  account: Account,
  sale: YearsSale,
  prepared: SaleRecord,
): void {
  const { at, end } = sale
  const step = (record: SaleRecord, evidence: SaleEvidence, after: number, raw: string | null) =>
    advance(journal, record, { evidence, at: at + after, raw })
  const sent = step(prepared, { kind: 'sending' }, 12, null)
  if (end === 'not-sent') {
    step(sent, { kind: 'not-sent', error: appError('CONNECTION_REFUSED') }, 40, null)
    return
  }
  if (end === 'declined' || end === 'unknown') {
    const [kind, code] = end === 'unknown' ? unknown : refused
    const answer = end === 'unknown' ? null : '{"statusCode":400,"message":"Error","data":{}}'
    const open = step(sent, { kind, error: appError(code), skewMs: 300 }, 900, answer)
    if (end === 'unknown') return
    const none = '{"statusCode":404,"message":"Transaction not found","data":{},"_channel":"WS"}'
    const miss = { kind: 'not-found', skewMs: 300, tookMs: 200 } as const
    const missed = step(open, { ...miss, apartMs: null }, 3_000, none)
    step(missed, { ...miss, apartMs: 12_000 }, 15_000, none)
    return
  }
  const accepted = step(sent, { kind: 'accepted', skewMs: 300 }, 900, soldAnswer(prepared.id))
  const look = (record: SaleRecord, status: keyof typeof statusIds, after: number) => {
    const { transaction, raw } = recordOf(account, sale, status)
    return step(record, { kind: 'found', transaction, skewMs: 300 }, after, raw)
  }
  switch (end) {
    case 'approved-late':
    case 'rejected-late':
      look(
        look(accepted, 'PENDING', 2_900),
        end === 'approved-late' ? 'APPROVED' : 'REJECTED',
        62_000,
      )
      return
    case 'partial':
    case 'review':
    case 'review-closed': {
      const seen = look(accepted, end === 'partial' ? 'PARTIAL' : 'APPROVED', 2_900)
      if (end === 'partial') close(journal, seen, at + 3_600_000, 'partial')
      if (end === 'review-closed') close(journal, seen, at + 3_600_000, 'approved')
      return
    }
    default:
      look(accepted, end === 'rejected' ? 'REJECTED' : 'APPROVED', 2_900)
  }
}

const refused = ['refused', 'SERVICE_REFUSED'] as const
const unknown = ['unknown', 'CONNECTION_LOST'] as const

function advance(
  journal: Journal,
  record: SaleRecord,
  { evidence, at, raw }: { evidence: SaleEvidence; at: number; raw: string | null },
): SaleRecord {
  const facts = nextSale(record, evidence, at)
  if (!facts) throw new Error(`${evidence.kind} does not fit ${record.state}`)
  const kinds: Partial<Record<SaleEvidence['kind'], EventDraft['kind']>> = {
    sending: 'sending',
    found: 'lookup',
    'not-found': 'lookup',
  }
  const answered = { startedAt: at - 210, httpStatus: 200, serverDate: at + 300, raw }
  const event: EventDraft = {
    kind: kinds[evidence.kind] ?? 'outcome',
    at,
    error: 'error' in evidence ? evidence.error : null,
    ...(raw === null ? {} : answered),
  }
  const change = {
    facts,
    ...(evidence.kind === 'found' ? { transaction: evidence.transaction } : {}),
    ...(evidence.kind === 'accepted' ? { transactionId: hashOf(record.id) } : {}),
  }
  const after = journal.advance(record, change, event)
  if (!after) throw new Error(`sale ${record.id} moved`)
  return after
}

/** A person's word on a record that differs, or that was made in part. */
function close(journal: Journal, record: SaleRecord, at: number, as: Verdict): void {
  const closing = {
    as,
    candidateId: null,
    reason: 'El cliente recibió el valor; confirmado con la mesa de ayuda',
    at,
    ...knownAtClosing(record),
  }
  journal.advance(record, { facts: record, closing }, { kind: 'closed', at, error: null, closing })
}

const hashOf = (text: string) => createHash('sha1').update(text).digest('hex').slice(0, 24)

function soldAnswer(id: string): string {
  return JSON.stringify({
    statusCode: 200,
    message: 'Transaction created successfully',
    data: { transactionId: hashOf(id) },
    _channel: 'WS',
  })
}

/** What find answers of a sale, as it is understood and as it came; an approved one moves the account. */
function recordOf(
  account: Account,
  { intent, at, end, serviceId, product }: YearsSale,
  status: keyof typeof statusIds,
): { transaction: Transaction; raw: string } {
  const differs = end === 'review' || end === 'review-closed' ? 100_00 : 0
  const amount = money(intent.amount.minor + differs, 'COP')
  const costs = money(intent.cost?.minor ?? 0, 'COP')
  const prevBalance = money(account.balance, 'COP')
  if (status === 'APPROVED' || status === 'PARTIAL') {
    const sign = intent.direction === 'in' ? -1 : 1
    account.balance += sign * amount.minor - costs.minor
  }
  const newBalance = money(account.balance, 'COP')
  const local = serviceLocal(at)
  const createdAt = { local, raw: shortTime(local) }
  const person = {
    document: intent.values['customerDocument'] ?? '',
    cellphone: intent.phone ?? '',
  }
  const image = '/images/payment-methods/balance.png'
  const raw = JSON.stringify({
    statusCode: 200,
    message: 'Success',
    data: {
      Transaction: {
        id: Number(serviceId),
        amount: Number(decimalFromMinor(amount.minor)),
        currency: 'COP',
        costs: Number(decimalFromMinor(costs.minor)),
        prevBalance: Number(decimalFromMinor(prevBalance.minor)),
        newBalance: Number(decimalFromMinor(newBalance.minor)),
        createdAt: createdAt.raw,
        Product: { id: Number(product.id), name: product.name },
        TransactionStatus: { id: statusIds[status], name: status, color: '#38b44a' },
        Person: person,
        PaymentMethod: { id: 1, image, name: 'Saldo' },
      },
    },
    _channel: 'web',
  })
  const transaction: Transaction = {
    id: serviceId,
    amount,
    costs,
    prevBalance,
    newBalance,
    createdAt,
    product: { id: product.id, name: product.name },
    status,
    statusId: String(statusIds[status]),
    statusName: status,
    person,
    paymentMethod: { id: '1', name: 'Saldo', image },
  }
  return { transaction, raw }
}

/** `DD/MM/YY HH:mm`, as find writes a moment. */
function shortTime(local: string): string {
  const [year, month, day] = local.slice(2, 10).split('-')
  return `${day}/${month}/${year} ${local.slice(11, 16)}`
}
