import type { MayOwe } from '../../../../shared/domain/credit/may-owe.ts'
import { businessSchema } from '../../../../shared/domain/receipt/business.ts'
import { money, type Money } from '../../../../shared/domain/money/money.ts'
import { nextSale, type SaleEvidence } from '../../../../shared/domain/sale/sale-machine.ts'
import type { Slip } from '../../../../shared/domain/receipt/slip.ts'
import type { Tender } from '../../../../shared/domain/drawer/tender.ts'
import { appError, Failure } from '../../../../shared/errors.ts'
import { writtenJournal } from '../../../store/journal/journal-access.ts'
import { intentSample, transactionSample } from '../../../store/testing/journal-samples.ts'
import type { Journal } from '../../../store/journal/journal.ts'
import type { Intent } from '../../../store/sales/intent.ts'
import { openMemoryJournal } from '../../../store/testing/memory-journal.ts'
import type { SaleRecord } from '../../../store/sales/sale-row.ts'
import type { ShiftDeps } from '../ports.ts'
import { createShift } from '../shift.ts'

export const cop = (units: number) => money(units * 100, 'COP')
export const count = (units: number) => [{ currency: 'COP', pieces: [], other: units * 100 }]
export const noon = Date.parse('2026-11-21T12:00:00-05:00')

/** What a test says of the world around a drawer. */
interface Facts {
  now: number
  cashier: { id: string; name: string } | null
  blindCount: boolean
  shiftRequired: boolean
  commissions: boolean
  /** What the service moves the balance by beyond each sale's value, in units. */
  extra: number
  closesOthers: boolean
  marksSeen: boolean
  mayOwe: MayOwe
  account: { balance: Money; profits: Money; at: number }
}

/** For tests: a drawer over a journal in memory, with what the owner wants of it; or another look at the journal of one. */
export function drawer(isWriter = true, journal: Journal = openMemoryJournal().journal) {
  const facts: Facts = {
    now: noon,
    cashier: null,
    blindCount: false,
    shiftRequired: false,
    commissions: true,
    extra: 0,
    closesOthers: false,
    marksSeen: true,
    mayOwe: ({ tender }) => tender,
    account: { balance: cop(500_000), profits: cop(1_000), at: noon },
  }
  const printed: Slip[] = []
  const backups: number[] = []
  const told: string[] = []
  const deps: ShiftDeps = {
    journal: { ...writtenJournal(journal), isWriter },
    profileId: () => 'p1',
    service: () => {
      throw new Failure('NO_TOKEN')
    },
    emit: (name) => void told.push(name),
    now: () => facts.now,
    cashier: () => facts.cashier,
    maySeeCommissions: () => facts.commissions,
    mayCloseOthers: () => facts.closesOthers,
    mayMarkSeen: () => facts.marksSeen,
    mayOwe: (asked) => facts.mayOwe(asked),
    account: () => facts.account,
    settings: () => ({ ...facts, language: 'es' }),
    business: () => businessSchema.parse({ name: 'Tienda La 14', taxId: '900.123.456-8' }),
    figures: () => ({ country: 'CO', decimalSign: 'comma' }),
    backup: async () => void backups.push(facts.now),
    printer: {
      print: async (slip) => {
        printed.push(slip)
        return { jobId: 'j1' }
      },
      savePdf: async () => undefined,
    },
    trail: (after) => ({
      ...journal.trail.head(),
      checked: 0,
      notices: journal.trail.notices(after, 5),
    }),
    onProblem: () => undefined,
  }
  const feature = createShift(deps)
  let sold = 0

  function advance(sale: SaleRecord, evidence: SaleEvidence): SaleRecord {
    const next = nextSale(sale, evidence, facts.now)
    if (!next) throw new Error(evidence.kind)
    const found = evidence.kind === 'found' ? { transaction: evidence.transaction } : {}
    const event = { kind: 'lookup', at: facts.now, error: null } as const
    const after = journal.advance(sale, { facts: next, ...found }, event)
    if (!after) throw new Error('moved')
    return after
  }

  /** A sale of the open shift that ends so many seconds later; without an end it stays unknown. */
  function sell(
    units: number,
    end: 'APPROVED' | 'REJECTED' | null,
    changes: Partial<Intent> & { seconds?: number; tender?: Tender } = {},
  ): SaleRecord {
    const { seconds = 3, ...rest } = changes
    const id = `s${++sold}`
    const amount = cop(units)
    const charge = { amount, total: amount, cost: null, incentive: cop(10) }
    const about = { id, draftId: `d${id}`, shift: feature.currentId(), createdAt: facts.now }
    const prepared = journal.prepare(intentSample({ ...charge, ...about, ...rest }))
    const sent = advance(prepared, { kind: 'sending' })
    const error = appError('CONNECTION_LOST')
    const unknown = advance(sent, { kind: 'unknown', error, skewMs: 0 })
    facts.now += seconds * 1000
    return end ? settle(unknown, end) : unknown
  }

  function settle(sale: SaleRecord, status: 'APPROVED' | 'REJECTED'): SaleRecord {
    const before = facts.account.balance
    const sign = sale.direction === 'in' ? -1 : 1
    const after = cop((before.minor + sign * sale.amount.minor) / 100 + facts.extra)
    if (status === 'APPROVED') facts.account = { ...facts.account, balance: after, at: facts.now }
    const balances = { prevBalance: before, newBalance: after }
    const transaction = transactionSample({ ...balances, status, amount: sale.amount, costs: null })
    return advance(sale, { kind: 'found', transaction, skewMs: 0 })
  }

  return { ...feature.handlers, feature, journal, facts, printed, backups, told, sell, settle }
}

/** For tests: the code of the error that some work ends with; null: it went well. */
export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (caught: unknown) => (caught instanceof Failure ? caught.error.code : String(caught)),
  )
