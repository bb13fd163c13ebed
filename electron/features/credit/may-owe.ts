import { aboveLimit, type CreditAccount } from '../../../shared/domain/credit/debtor.ts'
import type { MayOwe } from '../../../shared/domain/credit/may-owe.ts'
import type { ProductForm } from '../../../shared/domain/form/form.ts'
import { isTestProfile } from '../../../shared/domain/identity/test-profile.ts'
import { isAsCash } from '../../../shared/domain/product/family.ts'
import { partOf, rowOfTender, tenderOf } from '../../../shared/domain/drawer/tender.ts'
import { amountSaid, type AuditLine } from '../../../shared/domain/people/audit-line.ts'
import { Failure } from '../../../shared/errors.ts'
import type { AccountDeps } from '../../deps.ts'
import type { DebtsReader } from '../../store/tables/debts.ts'

type Book = Pick<AccountDeps, 'journal' | 'profileId'>

export interface MayOweDeps extends Book {
  /** Whether who is at the register may sell above a limit. */
  mayPassLimit: () => boolean
  /** Whether deposits and betting are sold on credit too. */
  isForCash: () => boolean
  /** The form of a product as it is stored; null: it is not. */
  formOf: (productId: string) => ProductForm | null
  /** Writes a line of the trail in the name of who is at the register. */
  note: (action: 'credit.aboveLimit' | 'credit.passedLimit', said: AuditLine) => void
}

/** The book as it can be read: the shop's, or over the test service its own. @throws Failure STORE_FAILED */
export function debtsOf({ journal, profileId }: Book): DebtsReader {
  const found = journal.read()
  if (!found) throw new Failure('STORE_FAILED', { reason: 'journal' })
  return isTestProfile(profileId()) ? found.debts.ofTest : found.debts
}

/** @throws Failure DEBTOR_NOT_FOUND */
export function accountOf(deps: Book, id: string): CreditAccount {
  const account = debtsOf(deps).account(id)
  if (!account) throw new Failure('DEBTOR_NOT_FOUND')
  return account
}

/**
 * What stands between a sale and the book, whoever asks: the window, a correction, a script. By how much a limit would be
 * passed is not said, as it tells what came into the drawer since of whom counts it blindly, and by trying amounts they come
 * to know it: what is refused leaves a line in the trail, and so does a limit that is passed on purpose.
 */
export function createMayOwe(deps: MayOweDeps): MayOwe {
  /** What passed a limit in this run: some a day. */
  const passed = new Set<string>()
  return ({ tender, total, goods, overLimit, draftId, already = null }) => {
    const lent = partOf('credit', tender, total)
    if (lent === null) return tender
    const account = accountOf(deps, lent.tender.debtorId ?? '')
    const { id, name, isErased } = account.debtor
    // Who was erased still pays what they owe, and owes no more.
    if (isErased) throw new Failure('DEBTOR_NOT_FOUND')
    if (!deps.isForCash() && isAsCash(goods, deps.formOf(goods.productId)))
      throw new Failure('CREDIT_NOT_FOR_THIS')
    const more = { ...total, minor: lent.amount.minor - (already?.minor ?? 0) }
    const above = more.minor > 0 ? aboveLimit(account, more) : null
    if (above) {
      const isPassed = overLimit && deps.mayPassLimit()
      const said = { subject: goods.name, detail: amountSaid(lent.amount) }
      const name = JSON.stringify([draftId, id, lent.amount])
      if (!isPassed || draftId === undefined || !passed.has(name))
        deps.note(isPassed ? 'credit.passedLimit' : 'credit.aboveLimit', said)
      if (!isPassed) throw new Failure('CREDIT_ABOVE_LIMIT')
      passed.add(name)
    }
    return tenderOf({ ...rowOfTender(tender), text: name, debtorId: id })
  }
}
