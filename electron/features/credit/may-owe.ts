import { isAsCash } from '../../../shared/domain/credit/credit-goods.ts'
import { aboveLimit, type CreditAccount } from '../../../shared/domain/credit/debtor.ts'
import type { MayOwe } from '../../../shared/domain/credit/may-owe.ts'
import type { Tender } from '../../../shared/domain/drawer/tender.ts'
import { formatMoney, type FigureStyle } from '../../../shared/domain/money/figures.ts'
import { Failure } from '../../../shared/errors.ts'
import type { CommonDeps } from '../../deps.ts'
import type { DebtsReader } from '../../store/tables/debts.ts'

type Journal = Pick<CommonDeps, 'journal'>

export interface MayOweDeps extends Journal {
  /** Whether who is at the register may sell above a limit. */
  mayPassLimit: () => boolean
  /** Whether deposits and betting are sold on credit too. */
  isForCash: () => boolean
  figures: () => FigureStyle
}

/** The book as it can be read. @throws Failure STORE_FAILED */
export function debtsOf({ journal }: Journal): DebtsReader {
  const found = journal.read()
  if (!found) throw new Failure('STORE_FAILED', { reason: 'journal' })
  return found.debts
}

/** @throws Failure DEBTOR_NOT_FOUND */
export function accountOf(deps: Journal, id: string): CreditAccount {
  const account = debtsOf(deps).account(id)
  if (!account) throw new Failure('DEBTOR_NOT_FOUND')
  return account
}

/** What stands between a sale and the book, whoever asks: the window, a correction, a script. */
export function createMayOwe(deps: MayOweDeps): MayOwe {
  return ({ tender, total, goods, overLimit, already = null }) => {
    if (tender.kind !== 'credit') return tender
    // A name that the book does not know yet comes into it with the sale.
    const account = isNew(deps, tender) ? null : accountOf(deps, idOf(deps, tender) ?? '')
    // Who was erased still pays what they owe, and owes no more.
    if (account?.debtor.isErased) throw new Failure('DEBTOR_NOT_FOUND')
    if (isAsCash(goods) && !deps.isForCash()) throw new Failure('CREDIT_NOT_FOR_THIS')
    const more = { ...total, minor: total.minor - (already?.minor ?? 0) }
    const above = account && more.minor > 0 ? aboveLimit(account, more) : null
    if (above && !(overLimit && deps.mayPassLimit())) {
      throw new Failure('CREDIT_ABOVE_LIMIT', { amount: formatMoney(above, deps.figures()) })
    }
    if (account === null) return tender
    const { id, name } = account.debtor
    return { kind: 'credit', name, debtorId: id }
  }
}

type OnCredit = Extract<Tender, { kind: 'credit' }>
const idOf = (deps: Journal, { debtorId, name }: OnCredit) => debtorId ?? debtsOf(deps).named(name)
const isNew = (deps: Journal, tender: OnCredit) =>
  tender.debtorId === undefined && idOf(deps, tender) === null
