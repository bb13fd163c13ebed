import type { CreditAccount } from '../../shared/domain/credit/debtor.ts'
import { call } from './client.ts'

/** So many are offered while a name is typed. */
const offered = 4

/** Who buys on credit, for whatever asks who owes a sale. */
export const debtors = {
  find: (text: string): Promise<CreditAccount[]> => call('credit.find', { text, limit: offered }),
  add: (said: { name: string; phone: string }): Promise<CreditAccount> => call('credit.add', said),
}
export type Debtors = typeof debtors
