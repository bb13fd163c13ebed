import { defineStore } from 'pinia'
import { ref } from 'vue'
import { money, type Money } from '../../../shared/domain/money/money.ts'
import {
  changeOf,
  tenderSchema,
  type Tender,
  type TenderKind,
} from '../../../shared/domain/drawer/tender.ts'
import {
  aboveLimit,
  type CreditAccount,
  type Debtor,
} from '../../../shared/domain/credit/debtor.ts'
import { call } from '../../bridge/client.ts'
import { onAnotherPerson } from '../../bridge/people.ts'
import { useTransferVias } from '../../bridge/transfer-vias.ts'

/** How a customer pays, as it is being said. */
export interface TenderSaid {
  kind: TenderKind
  /** Of cash, what was received, in minor units; null: exactly the total. */
  received: number | null
  /** What stands in the field of what was received cannot be read as one figure. */
  unreadable: boolean
  /** What was typed for that field before it was there. */
  ahead: string
  /** Of a sale on credit, who owes it, with what they owe already; and that their limit is passed on purpose. */
  account: CreditAccount | null
  overLimit: boolean
  /** The sale was refused as above the limit of an account whose standing is not told here. */
  isAboveUntold: boolean
  /** Of a transfer: where it comes in, its number, and whether it was seen there. */
  via: string
  note: string
  seen: boolean
}

/** What keeps a sale from being made until it is put right. */
export type TenderProblem = 'short' | 'unreadable' | 'name' | 'limit' | 'via'

const exact: TenderSaid = {
  kind: 'cash',
  received: null,
  unreadable: false,
  ahead: '',
  account: null,
  overLimit: false,
  isAboveUntold: false,
  via: '',
  note: '',
  seen: false,
}

/** Somebody's account as it is told to who is here now; undefined: it is not, or they owe no more. */
async function accountOf({ id, number }: Debtor): Promise<CreditAccount | undefined> {
  const asked = call('credit.find', { text: String(number), limit: 50 })
  return (await asked.catch(() => [])).find(({ debtor }) => debtor.id === id && !debtor.isErased)
}

/** How each sale at hand is paid, by its draft: another sale begins with exact cash again. */
export const useTenders = defineStore('tenders', () => {
  const said = ref<Record<string, TenderSaid>>({})
  const vias = useTransferVias()
  const of = (draftId: string): TenderSaid => said.value[draftId] ?? exact

  function say(draftId: string, part: Partial<TenderSaid>): void {
    said.value = { ...said.value, [draftId]: { ...of(draftId), ...part } }
  }

  /** The change of what was received; null: none is due, or it is not enough. */
  function changeDue(draftId: string, total: Money): Money | null {
    const { kind, received } = of(draftId)
    if (kind !== 'cash' || received === null) return null
    return changeOf(total, money(received, total.currency))
  }

  /**
   * How far above their limit who owes comes with this sale; `untold`: above it, how far is not told, as the account is
   * shown as it stood before the drawer was opened; null: not above it so far as it is known.
   */
  function above(draftId: string, total: Money): Money | 'untold' | null {
    const { account, isAboveUntold } = of(draftId)
    if (account?.until !== undefined) return isAboveUntold ? 'untold' : null
    return account && aboveLimit(account, total)
  }

  /** Somebody else is at the register: they are told of accounts what they may know, and nothing of it until then. */
  async function tellAnew(): Promise<void> {
    // The sale at hand first.
    const chosen = Object.entries(said.value)
      .toReversed()
      .flatMap(([draftId, { account }]) => (account ? [{ draftId, debtor: account.debtor }] : []))
    for (const { draftId } of chosen)
      say(draftId, { account: null, overLimit: false, isAboveUntold: false })
    for (const { draftId, debtor } of chosen) {
      const same = await accountOf(debtor)
      if (same && of(draftId).account === null) say(draftId, { account: same })
    }
  }
  onAnotherPerson(() => void tellAnew())

  /** A key pressed before the field of what was received is there. */
  function typeAhead(draftId: string, key: string): void {
    const { ahead } = of(draftId)
    if (key === 'Backspace') say(draftId, { ahead: ahead.slice(0, -1) })
    else if (/^[\d.,]$/.test(key)) say(draftId, { ahead: ahead + key })
  }

  /** What is written down with the sale. */
  function tenderOf(draftId: string, total: Money | null): Tender | undefined {
    const { kind, received, account, via, note, seen } = of(draftId)
    if (kind === 'transfer') return tenderSchema.safeParse({ kind, via, note, seen }).data
    if (kind === 'credit') {
      return account ? { kind, name: account.debtor.name, debtorId: account.debtor.id } : undefined
    }
    if (total === null || received === null || changeDue(draftId, total) === null) return undefined
    return { kind, received: money(received, total.currency) }
  }

  /**
   * A figure below the total, or one with no reading, is never dropped in silence; what is owed has somebody
   * who may owe it, and a transfer
   * an account that it can be looked for in.
   */
  function problemOf(draftId: string, total: Money): TenderProblem | null {
    const { kind, received, unreadable, via, account, overLimit } = of(draftId)
    if (kind === 'transfer') return via === '' && vias.value.length > 0 ? 'via' : null
    if (kind === 'credit') {
      if (account === null) return 'name'
      return overLimit || above(draftId, total) === null ? null : 'limit'
    }
    if (unreadable) return 'unreadable'
    return received !== null && changeDue(draftId, total) === null ? 'short' : null
  }

  return { of, say, changeDue, above, typeAhead, tenderOf, problemOf }
})
